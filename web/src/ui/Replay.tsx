import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PastAnswer } from "../api";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { go } from "../route";
import { useParts } from "../store";

const SPEEDS = [1600, 800, 400, 150];

/** A game from its first state to its last: scrubber, steps, speed, downloads. */
export function ReplayBar({ play, onPicture }: { play: Play; onPicture(): void }) {
  const { t } = useTranslation();
  const { link, scene, info, board } = useParts(play.store, "link", "scene", "info", "board");
  const [at, setAt] = useState<number | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [failed, setFailed] = useState("");
  const kept = useRef(new Map<number, Promise<PastAnswer>>());
  const wanted = useRef(0);
  const [side, setSide] = useState<string | null>(null);
  const joined = link === "open" && scene !== null;

  const get = useCallback(
    (state: number): Promise<PastAnswer> => {
      let found = kept.current.get(state);
      if (!found) {
        found = play.past(state, side);
        kept.current.set(state, found);
        found.catch(() => kept.current.delete(state));
      }
      return found;
    },
    [play, side],
  );
  const show = useCallback(
    async (state: number) => {
      wanted.current = state;
      setAt(state);
      try {
        const told = await get(state);
        if (wanted.current !== state) return;
        setLast(told.last);
        setFailed("");
        play.showPast(told);
        if (state < told.last) void get(state + 1).catch(() => undefined);
      } catch (error) {
        setPlaying(false);
        setFailed(error instanceof Error ? error.message : String(error));
      }
    },
    [get, play],
  );
  useEffect(() => {
    if (joined && at === null) void show(0);
  }, [joined, at, show]);
  const look = (whose: string | null) => {
    kept.current.clear();
    setSide(whose);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is looked through other eyes
  useEffect(() => {
    if (at !== null) void show(at);
  }, [side]);
  useEffect(() => {
    if (!playing || at === null || last === null) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => void show(at + 1), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [playing, at, last, speed, show]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (at === null || event.target instanceof HTMLInputElement || (event.target as Element).closest?.(".map")) return;
      if (event.key === "ArrowRight") void show(Math.min(last ?? at, at + 1));
      if (event.key === "ArrowLeft") void show(Math.max(0, at - 1));
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [at, last, show]);
  const here = at ?? 0;
  const end = last ?? here;
  return (
    <div className="replay" role="group" aria-label={t("replay.title")}>
      <button type="button" onClick={() => void show(0)} aria-label={t("replay.first")} disabled={here === 0}>
        ▏◀
      </button>
      <button type="button" onClick={() => void show(here - 1)} aria-label={t("replay.back")} disabled={here === 0}>
        ◀
      </button>
      <button
        type="button"
        className="primary"
        aria-label={playing ? t("film.pause") : t("film.play")}
        onClick={() => {
          if (!playing && here >= end) void show(0);
          setPlaying(!playing);
        }}
      >
        {playing ? "❚❚" : "▶▶"}
      </button>
      <button type="button" onClick={() => void show(here + 1)} aria-label={t("replay.next")} disabled={here >= end}>
        ▶
      </button>
      <button type="button" onClick={() => void show(end)} aria-label={t("replay.last")} disabled={here >= end}>
        ▶▕
      </button>
      <input
        type="range"
        min={0}
        max={end}
        value={here}
        onChange={(event) => void show(Number(event.target.value))}
        aria-label={t("replay.scrub")}
        aria-valuetext={t("replay.at", { at: here, of: end })}
      />
      <span className="count">
        {here}/{end}
      </span>
      <label>
        <span className="sr-only">{t("film.speed")}</span>
        <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {["½×", "1×", "2×", "5×"].map((name, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {info?.result && board ? (
        <label>
          <span className="sr-only">{t("replay.seat")}</span>
          <select value={side ?? ""} onChange={(event) => look(event.target.value || null)}>
            <option value="">{t("replay.own")}</option>
            {board.sides.map((each) => (
              <option key={each.key} value={each.key}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <button type="button" onClick={onPicture}>
        {t("menu.picture")}
      </button>
      {info?.result ? (
        <a className="button" href={http.recordAddress(play.table)} download={`${play.table}.stavka`}>
          {t("menu.record")}
        </a>
      ) : null}
      <button type="button" onClick={() => go({ page: "table", table: play.table, key: play.key })}>
        {t("replay.leave")}
      </button>
      {failed && (
        <span className="failed" role="alert">
          {failed}
        </span>
      )}
    </div>
  );
}

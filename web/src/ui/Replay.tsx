import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PastAnswer, StoryAnswer } from "../api";
import { http } from "../net/http";
import type { Play } from "../play/play";
import { go } from "../route";
import { useParts } from "../store";
import { AnalysisPanel } from "./Analysis";
import { LuckTable } from "./Luck";

/** Milliseconds for a state; the last speed shows a whole game in three minutes. */
const SPEEDS = [1600, 800, 400, 150];
const WHOLE_GAME = 180_000;
const SHORTEST = 60;

/** How long a state is shown, and how many are skipped, at a speed. */
export function tempo(speed: number, last: number): { wait: number; by: number } {
  const wait = SPEEDS[speed];
  if (wait !== undefined) return { wait, by: 1 };
  const by = Math.max(1, Math.ceil((SHORTEST * last) / WHOLE_GAME));
  return { wait: (WHOLE_GAME * by) / Math.max(1, last), by };
}

/** A game from its first state to its last: scrubber with its turns, activations and combats, steps, speed, downloads. */
export function ReplayBar({
  play,
  onPicture,
  onFollow,
  analyse,
}: {
  play: Play;
  onPicture(): void;
  onFollow(hex: string): void;
  analyse: boolean;
}) {
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
  const [story, setStory] = useState<StoryAnswer | null>(null);
  const [luck, setLuck] = useState(false);
  const [analysis, setAnalysis] = useState(analyse);
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
        const before = play.store.get().logged ?? 0;
        play.showPast(told);
        const news = play.store.get().log.slice(Math.min(before, told.logged), told.logged);
        const hex = news.findLast((entry) => entry.hexes.length > 0)?.hexes.at(-1);
        if (hex && news.length < 60) onFollow(hex);
        if (state < told.last) void get(state + 1).catch(() => undefined);
      } catch (error) {
        setPlaying(false);
        setFailed(error instanceof Error ? error.message : String(error));
      }
    },
    [get, play, onFollow],
  );
  useEffect(() => {
    if (joined && at === null) void show(0);
  }, [joined, at, show]);
  useEffect(() => {
    if (!joined) return;
    play.ask("story", {}).then(setStory, () => undefined);
  }, [joined, play]);
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
    const { wait, by } = tempo(speed, last);
    const timer = setTimeout(() => void show(Math.min(last, at + by)), wait);
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
  const jump = (kinds: string[], by: 1 | -1) => {
    const pages = (story?.marks ?? []).filter((mark) => kinds.includes(mark.kind)).map((mark) => mark.page);
    const next = by > 0 ? pages.find((page) => page > here) : pages.findLast((page) => page < here);
    if (next !== undefined) void show(next);
  };
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
      <div className="scrub">
        <svg viewBox={`0 0 ${Math.max(1, end)} 10`} preserveAspectRatio="none" aria-hidden="true">
          {story?.marks.map((mark, i) => (
            <line key={i} className={mark.kind} x1={mark.page} x2={mark.page} y1={mark.kind === "turn" ? 0 : 4} y2="10" />
          ))}
        </svg>
        <input
          type="range"
          disabled={last === null}
          min={0}
          max={end}
          value={here}
          onChange={(event) => void show(Number(event.target.value))}
          aria-label={t("replay.scrub")}
          aria-valuetext={t("replay.at", { at: here, of: end })}
        />
      </div>
      <span className="count">
        {here}/{end}
      </span>
      <label>
        <span className="sr-only">{t("film.speed")}</span>
        <select value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {["½×", "1×", "2×", "5×", t("replay.whole")].map((name, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className="replay-more">
        {(["turn", "activation", "combat"] as const).map((kind) =>
          story?.marks.some((mark) => mark.kind === kind) ? (
            <button type="button" key={kind} className={`jump ${kind}`} onClick={() => jump([kind], 1)} title={t(`replay.to.${kind}`)}>
              {t(`replay.mark.${kind}`)} ▸
            </button>
          ) : null,
        )}
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
        {board && story && story.throws.length > 0 && (
          <button type="button" aria-expanded={luck} onClick={() => setLuck(!luck)}>
            {t("luck.title")}
          </button>
        )}
        {info?.can_analyse && (
          <button type="button" aria-expanded={analysis} onClick={() => setAnalysis(!analysis)}>
            {t("analysis.title")}
          </button>
        )}
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
      </div>
      {luck && board && story && <LuckTable board={board} story={story} until={here} />}
      {analysis && joined && (
        <AnalysisPanel play={play} here={here} last={end} onGo={(page) => void show(page)} onClose={() => setAnalysis(false)} />
      )}
      {failed && (
        <span className="failed" role="alert">
          {failed}
        </span>
      )}
    </div>
  );
}

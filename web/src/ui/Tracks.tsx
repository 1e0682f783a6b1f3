import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scene } from "../api";
import { written } from "../numbers";
import type { Play } from "../play/play";
import { usePart, useParts } from "../store";
import { RuleLink } from "./Rule";
import { Spelled } from "./Spelled";
import { hexTitle, sideForms } from "./words";

type Track = Scene["tracks"][number];

/** The number of cells of a longer track that are shown: the one before the present one, and those that come next. */
const LONG = 6;

/** A track whose cells only say where its markers are: those without one are left out. */
function marked(track: Track): boolean {
  return track.at < 0;
}

/** Whether a cell is shown in the dock, which does not have room for all of them. */
function isNear({ at, cells, markers }: Track, cell: number): boolean {
  if (markers.some((marker) => marker.at === cell)) return true;
  const first = Math.max(0, Math.min(at - 1, cells.length - LONG));
  return at >= 0 && cell >= first && cell < first + LONG;
}

const OneTrack = memo(function OneTrack({ track, whole = false }: { track: Track; whole?: boolean }) {
  return (
    <div className="track">
      <h3>{track.name}</h3>
      <ol>
        {track.cells.map((cell, i) => {
          const markers = track.markers.filter((marker) => marker.at === i);
          if (!whole && !isNear(track, i)) return null;
          return (
            <li key={i} className={i === track.at ? "at" : i < track.at ? "past" : ""} aria-current={i === track.at ? "step" : undefined}>
              <span>{cell}</span>
              {markers.map((marker) => (
                <span className="marker" key={marker.text}>
                  {marker.text}
                </span>
              ))}
            </li>
          );
        })}
      </ol>
    </div>
  );
});

const OneBox = memo(function OneBox({ play, box }: { play: Play; box: Scene["boxes"][number] }) {
  return (
    <div className="box">
      <h3>{box.name}</h3>
      {box.lines.map((line, i) => (
        <p key={i}>
          <Spelled play={play} text={line} />
        </p>
      ))}
    </div>
  );
});

/** The number of parts that fit into the height of the dock, from the first. */
function useRoom(dock: RefObject<HTMLElement | null>, parts: readonly object[]): number {
  const [room, setRoom] = useState<{ parts: readonly object[]; most: number }>({ parts, most: parts.length });
  const most = room.parts === parts ? room.most : parts.length;
  useLayoutEffect(() => {
    const element = dock.current;
    const isFull = element && element.scrollWidth > element.clientWidth + 1;
    if (isFull && most > 0) setRoom({ parts, most: most - 1 });
  }, [dock, parts, most]);
  return most;
}

/** What a player needs now: what only he knows first, then tracks and boxes. Pools that seldom change, tracks as a whole, and what has no
 * room are folded behind a button. */
export const Tracks = memo(function Tracks({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { scene } = useParts(play.store, "scene");
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const dock = useRef<HTMLElement>(null);
  const [tracks, boxes] = [scene?.tracks, scene?.boxes];
  const parts = useMemo(
    () => [...(tracks ?? []).filter((track) => !marked(track) || track.markers.length > 0), ...(boxes ?? []).filter((box) => !box.folded)],
    [tracks, boxes],
  );
  const room = useRoom(dock, parts);
  if (!scene) return null;
  const shown = parts.slice(0, room);
  const lists = scene.tracks.filter((track) => !shown.includes(track) || !track.cells.every((_, i) => isNear(track, i)));
  const pools = scene.boxes.filter((box) => !shown.includes(box));
  const folded = pools.length + lists.length;
  const shut = () => (setOpen(false), button.current?.focus());
  return (
    <section className="tracks" ref={dock} aria-label={t("tracks.title")}>
      {scene.secrets.length > 0 && (
        <div className="box secret">
          <h3>{t("tracks.secret")}</h3>
          {scene.secrets.map((line, i) => (
            <p key={i}>
              <Spelled play={play} text={line} />
            </p>
          ))}
        </div>
      )}
      {folded > 0 && (
        <div className="pools">
          <button type="button" ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t("tracks.pools", { count: folded })} {open ? "▾" : "▴"}
          </button>
        </div>
      )}
      {shown.map((part) =>
        "cells" in part ? <OneTrack key={part.name} track={part} /> : <OneBox key={part.name} play={play} box={part} />,
      )}
      {open && folded > 0 && (
        <div
          className="pool-sheet"
          role="dialog"
          aria-label={t("tracks.pools", { count: folded })}
          onKeyDown={(event) => event.key === "Escape" && (event.preventDefault(), shut())}
        >
          <button type="button" className="quiet" onClick={shut} aria-label={t("close")}>
            ✕
          </button>
          <div tabIndex={-1} ref={(sheet) => sheet?.focus()}>
            {lists.map((track) => (
              <OneTrack key={track.name} track={track} whole />
            ))}
            {pools.map((box) => (
              <OneBox key={box.name} play={play} box={box} />
            ))}
          </div>
        </div>
      )}
    </section>
  );
});

/** The score in the title bar; a click shows where each point comes from. */
export const Points = memo(function Points({ play }: { play: Play }) {
  const { t } = useTranslation();
  const points = usePart(play.store, (state) => state.scene?.points);
  const board = usePart(play.store, (state) => state.board);
  const objectives = usePart(play.store, (state) => state.scene?.objectives);
  const short = board?.short.VP;
  const [open, setOpen] = useState(false);
  if (!points) return null;
  const { value, of, text, lines, ended } = points;
  const danger = Object.entries(objectives ?? {}).filter(([, goal]) => goal.danger);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what its button and what that opens hear
    <div
      className="points"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => open && event.key === "Escape" && (event.preventDefault(), setOpen(false))}
    >
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>{short}</span> <b>{written(value)}</b>
        {of !== null && <i>/{written(of)}</i>}
      </button>
      {open && (
        <div className="drop" tabIndex={-1}>
          <h3>{t("points.title")}</h3>
          {lines.length === 0 && <p className="hint">{t("points.none")}</p>}
          <ul className="odds-lines">
            {lines.map((line, i) => (
              <li key={i}>
                <span>{line.text}</span>
                <RuleLink play={play} rule={line.rule} />
                <b>{written(line.value)}</b>
              </li>
            ))}
          </ul>
          <p className="total">{text}</p>
          {ended.value !== value && <p className="total">{t("points.ended", { text: ended.text })}</p>}
          {danger.length > 0 && (
            <>
              <h3>{t("points.danger")}</h3>
              <ul className="odds-lines danger">
                {danger.map(([hex, goal]) => (
                  <li key={hex}>
                    <span>{hexTitle(board, hex)}</span>
                    <small>{t("inspect.held", sideForms(board, goal.side))}</small>
                    <b>{written(goal.value)}</b>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  );
});

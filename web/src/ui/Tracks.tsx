import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scene } from "../api";
import { written } from "../numbers";
import type { Play } from "../play/play";
import { usePart, useParts } from "../store";
import { RuleLink } from "./Rule";

const OneTrack = memo(function OneTrack({ track }: { track: Scene["tracks"][number] }) {
  return (
    <div className="track">
      <h3>{track.name}</h3>
      <ol>
        {track.cells.map((cell, i) => (
          <li key={i} className={i === track.at ? "at" : i < track.at ? "past" : ""} aria-current={i === track.at ? "step" : undefined}>
            <span>{cell}</span>
            {track.markers
              .filter((marker) => marker.at === i)
              .map((marker) => (
                <span className="marker" key={marker.text}>
                  {marker.text}
                </span>
              ))}
          </li>
        ))}
      </ol>
    </div>
  );
});

/** Tracks, what is known of cups and boxes, secrets, and where each point comes from. */
export const Tracks = memo(function Tracks({ play }: { play: Play }) {
  const { t } = useTranslation();
  const { scene } = useParts(play.store, "scene");
  if (!scene) return null;
  return (
    <section className="tracks" aria-label={t("tracks.title")}>
      {scene.tracks.map((track) => (
        <OneTrack key={track.name} track={track} />
      ))}
      {scene.secrets.length > 0 && (
        <div className="box secret">
          <h3>{t("tracks.secret")}</h3>
          {scene.secrets.map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        </div>
      )}
      {scene.boxes.map((box) => (
        <div className="box" key={box.name}>
          <h3>{box.name}</h3>
          {box.lines.map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        </div>
      ))}
    </section>
  );
});

/** The score in the title bar; a click shows where each point comes from. */
export const Points = memo(function Points({ play }: { play: Play }) {
  const { t } = useTranslation();
  const points = usePart(play.store, (state) => state.scene?.points);
  const short = usePart(play.store, (state) => state.board?.short.VP);
  const [open, setOpen] = useState(false);
  if (!points) return null;
  const { value, of, text, lines } = points;
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
        </div>
      )}
    </div>
  );
});

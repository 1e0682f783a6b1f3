import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toScreen } from "../map/geometry";
import { wanted } from "../map/MapView";
import { placed } from "../map/placing";
import type { Stage } from "../map/stage";
import type { Play } from "../play/play";
import type { Why } from "../play/state";
import { useParts } from "../store";
import { RuleLink } from "./Rule";
import { capital, hexTitle } from "./words";

function Lock() {
  return (
    <span className="lock" aria-hidden="true">
      <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
        <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <rect x="3" y="7" width="10" height="7" rx="1.4" fill="currentColor" />
      </svg>
    </span>
  );
}

/** The reasons of a stack, unit by unit. */
function Each({ play, why }: { play: Play; why: Why }) {
  const { board } = useParts(play.store, "board");
  return why.each.map(({ units, rule, text }) => (
    <span className="each" key={rule + text}>
      <b>{units.map((id) => board?.units[id]?.label ?? id).join(", ")}</b> {text} <RuleLink play={play} rule={rule} />
    </span>
  ));
}

/** The reason why something cannot be picked: beside the hex, with the rule. */
export function WhyNot({ play, stage }: { play: Play; stage: Stage | null }) {
  const { t } = useTranslation();
  const { why, board, geometry, scene } = useParts(play.store, "why", "board", "geometry", "scene");
  if (!why || why.quiet || !board) return null;
  const centre = why.hex && geometry ? geometry.centre(why.hex) : undefined;
  const [x, y] = centre && stage ? toScreen(stage.view, centre) : [0, 0];
  const inside = centre && stage && x > 0 && y > 0 && x < stage.width && y < stage.height;
  const picks = scene && geometry && stage ? wanted(scene).map((hex) => toScreen(stage.view, geometry.centre(hex) ?? [0, 0])) : [];
  const room = { width: 292, height: 96 + 44 * Math.max(0, why.each.length - 1) };
  const unit = (geometry?.size ?? 0) * (stage?.view.k ?? 1);
  const style = inside ? placed(room, [x, y], unit, stage, picks) : { left: 12, bottom: 14 };
  const name =
    why.pick === "undo"
      ? t("undo.button")
      : (board.units[why.pick]?.name ?? (geometry?.has(why.pick) ? hexTitle(board, why.pick) : (board.options[why.pick] ?? why.pick)));
  return (
    <div className="why" style={style} role="alert">
      <Lock />
      <div>
        <strong>{why.each.length ? hexTitle(board, why.hex ?? "") : name}</strong>
        {why.each.length ? (
          <Each play={play} why={why} />
        ) : (
          <>
            <p>{capital(why.text)}</p>
            {why.rule && (
              <p className="cite">
                <RuleLink play={play} rule={why.rule} /> {board.rules?.[why.rule] ?? ""}
              </p>
            )}
          </>
        )}
      </div>
      <button type="button" className="quiet" onClick={() => play.look.hush()} aria-label={t("close")}>
        ✕
      </button>
    </div>
  );
}

/** The reason for a player who only looked: one line, with the whole of it a click away. */
export function QuietWhy({ play, why }: { play: Play; why: Why }) {
  const { t } = useTranslation();
  const line = useRef<HTMLParagraphElement>(null);
  // below a result card it would be out of view
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new reason is brought into view
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, [why]);
  return (
    <p className="quiet-why" role="status" ref={line}>
      <Lock />
      <span>
        {why.each.length ? (
          <Each play={play} why={why} />
        ) : (
          <>
            {capital(why.text)} <RuleLink play={play} rule={why.rule} />{" "}
          </>
        )}
        <button type="button" className="text" onClick={() => play.store.set({ why: { ...why, quiet: false } })}>
          {t("inspect.why")}
        </button>
      </span>
    </p>
  );
}

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Point } from "../api";
import { toScreen, type View } from "../map/geometry";
import { leash, placed } from "../map/placing";
import { picksByName, takeable, unitsIn } from "../play/offer";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { Counter } from "./Counter";
import { flagName, hexTitle } from "./words";

interface Props {
  play: Play;
  view: View;
  width: number;
  height: number;
  /** The places on the screen with something to pick. */
  picks: readonly Point[];
}

/** A stack laid out side by side near its hex, off what can be picked around it. One that only the pointer has opened hears no click:
 * what lies below it does. */
export function Fan({ play, view, width, height, picks: around }: Props) {
  const { t } = useTranslation();
  const { board, scene, geometry, fan, group, aim } = useParts(play.store, "board", "scene", "geometry", "fan", "group", "aim");
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stack of another hex takes the focus too
  useEffect(() => {
    if (fan?.held && matchMedia("(hover: hover)").matches) box.current?.querySelector<HTMLButtonElement>("button.can, button")?.focus();
  }, [fan?.hex, fan?.held]);
  if (!board || !scene || !geometry || !fan) return null;
  const centre = geometry.centre(fan.hex);
  if (!centre) return null;
  const units = unitsIn(scene, fan.hex);
  const picks = picksByName(scene.offer);
  const hexPick = picks.get(fan.hex);
  const hand = scene.offer?.hand ?? null;
  const able = new Set(takeable(scene, fan.hex));
  const size = width < 600 ? 54 : 62;
  const more = fan.held ? (hexPick ? 1 : 0) + (able.size > 1 ? 1 : 0) : 0;
  const count = units.length + more;
  const inRow = Math.max(1, Math.min(count, Math.floor((width - 24) / (size + 8))));
  const room = { width: inRow * (size + 8) + 16, height: Math.ceil(count / inRow) * (size + 26) + 30 };
  const here = toScreen(view, centre);
  const others = around.filter(([x, y]) => Math.hypot(x - here[0], y - here[1]) > 2);
  // its hex is out of view: the map has been moved
  if (here[0] < 0 || here[1] < 0 || here[0] > width || here[1] > height) return null;
  const unit = geometry.size * view.k;
  const { left, top } = placed(room, here, unit, { width, height }, others);
  const ring = unit * 0.95;
  const line = leash({ left, top }, room, here, ring);
  const keys = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      all[(at + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length]?.focus();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      play.store.set({ fan: null });
      (event.currentTarget.closest(".map") as HTMLElement | null)?.focus();
    }
  };
  return (
    <>
      <svg className="leash" width={width} height={height} aria-hidden="true">
        <circle cx={here[0]} cy={here[1]} r={ring} />
        {line && <line x1={line.from[0]} y1={line.from[1]} x2={line.to[0]} y2={line.to[1]} />}
      </svg>
      <div
        ref={box}
        className={`fan${fan.held ? " held" : ""}`}
        style={{ left, top, width: room.width }}
        role="group"
        aria-label={hexTitle(board, fan.hex)}
        onKeyDown={keys}
      >
        <strong>{hexTitle(board, fan.hex)}</strong>
        {units.map((id) => {
          const info = board.units[id];
          const unit = scene.units[id];
          if (!info || !unit) return null;
          const pick = picks.get(id);
          const chosen = scene.offer?.chosen.units.includes(id) || group.has(id);
          const inHand = hand?.units.includes(id) ?? false;
          const label = unit.label ?? info.label;
          const said = [info.name, unit.factors, ...unit.flags.map((flag) => flagName(board, flag, t))].join(", ");
          return (
            <button
              type="button"
              key={id}
              data-unit={id}
              className={`${pick || able.has(id) ? "can" : ""}${chosen ? " chosen" : ""}${!fan.held && id === aim ? " aim" : ""}`}
              title={said}
              aria-label={[label, said, ...(pick || able.has(id) ? [t("picks.can")] : [])].join(", ")}
              onPointerEnter={() => pick && play.look.hint(id)}
              onFocus={() => pick && play.look.hint(id)}
              onClick={(event) => {
                event.stopPropagation();
                if (event.shiftKey && able.has(id)) play.march.toggle([id]);
                else if (pick) play.pick(id);
                else if (scene.offer?.chosen.drop.includes(id)) play.leaveOut([id]);
                else if (able.has(id) && inHand) play.march.putDown();
                else if (able.has(id)) play.march.take(id);
                else {
                  void play.look.at(fan.hex, id);
                  if (scene.offer) void play.look.why(id);
                }
              }}
            >
              <Counter info={info} unit={unit} size={size} />
              <span>{label}</span>
            </button>
          );
        })}
        {fan.held && able.size > 1 && (
          <button type="button" className="can hex" onClick={(event) => (event.stopPropagation(), play.march.gather(fan.hex))}>
            <i style={{ width: size, height: size }}>{able.size}</i>
            <span>{t("march.stack")}</span>
          </button>
        )}
        {fan.held && hexPick && (
          <button
            type="button"
            className="can hex"
            onClick={(event) => (event.stopPropagation(), play.pick(fan.hex))}
            aria-label={`${hexPick.text}, ${t("picks.canHex")}`}
          >
            <i style={{ width: size, height: size }}>⬡</i>
            <span>{hand?.units.length ? t("march.here") : fan.hex}</span>
          </button>
        )}
      </div>
    </>
  );
}

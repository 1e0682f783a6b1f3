import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toScreen, type View } from "../map/geometry";
import { picksByName, unitsIn } from "../play/offer";
import type { Play } from "../play/play";
import { useParts } from "../store";
import { Counter } from "./Counter";
import { flagName, hexTitle } from "./words";

interface Props {
  play: Play;
  view: View;
  width: number;
}

/** A stack laid out side by side above its hex; what lies under the pointer stays uncovered. */
export function Fan({ play, view, width }: Props) {
  const { t } = useTranslation();
  const { board, scene, geometry, fan } = useParts(play.store, "board", "scene", "geometry", "fan");
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
  const size = width < 600 ? 54 : 62;
  const [x, y] = toScreen(view, centre);
  const wide = (units.length + (fan.held && hexPick ? 1 : 0)) * (size + 8) + 16;
  const left = Math.max(6, Math.min(width - wide - 6, x - wide / 2));
  const top = y - geometry.size * view.k * 0.8 - size - 40;
  const below = top < 6;
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
    <div
      ref={box}
      className={`fan${fan.held ? " held" : ""}`}
      style={{ left, top: below ? y + geometry.size * view.k * 0.9 : top }}
      role="group"
      aria-label={hexTitle(board, fan.hex)}
      onKeyDown={keys}
      onPointerLeave={() => !fan.held && play.store.set({ fan: null })}
    >
      {units.map((id) => {
        const info = board.units[id];
        const unit = scene.units[id];
        if (!info || !unit) return null;
        const pick = picks.get(id);
        const chosen = scene.offer?.chosen.units.includes(id);
        const said = [info.name, unit.factors, ...unit.flags.map((flag) => flagName(board, flag, t))].join(", ");
        return (
          <button
            type="button"
            key={id}
            className={`${pick ? "can" : ""}${chosen ? " chosen" : ""}`}
            title={said}
            aria-label={pick ? `${said}, ${t("picks.can")}` : said}
            onPointerEnter={() => pick && play.look.reach(id)}
            onFocus={() => pick && play.look.reach(id)}
            onClick={(event) => {
              event.stopPropagation();
              if (pick) play.pick(id);
              else {
                void play.look.at(fan.hex, id);
                if (scene.offer) void play.look.why(id);
              }
            }}
          >
            <Counter info={info} unit={unit} size={size} />
            <span>{unit.label ?? info.label}</span>
          </button>
        );
      })}
      {fan.held && hexPick && (
        <button
          type="button"
          className="can hex"
          onClick={(event) => (event.stopPropagation(), play.pick(fan.hex))}
          aria-label={`${hexPick.text}, ${t("picks.canHex")}`}
        >
          <i style={{ width: size, height: size }}>⬡</i>
          <span>{fan.hex}</span>
        </button>
      )}
    </div>
  );
}

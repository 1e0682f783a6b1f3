import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Point } from "../api";
import type { View } from "./geometry";
import type { Picture } from "./picture";
import { type Corner, freeCorner } from "./placing";
import { drawOverview } from "./small";
import type { Stage } from "./stage";

interface Props {
  stage: Stage;
  view: View;
  picture: Picture;
  ready: boolean;
  /** The places on the screen with something to pick. */
  picks: readonly Point[];
  onMove(x: number, y: number): void;
}

/** Milliseconds for which the map has to be at rest before the overview gets out of the way. */
const REST = 160;
/** Pixels for the bar of overlays below the right corner. */
const BAR = 48;

/** The whole map, small; a click or a drag goes there. It lies in a corner where it covers nothing that can be picked, and nowhere where
 * there is no such corner. */
export function Overview({ stage, view, picture, ready, picks, onMove }: Props) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const wide = stage.width < 600 ? 104 : 190;
  const [corner, setCorner] = useState<Corner | null>("left-bottom");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view moves what can be picked
  useEffect(() => {
    const timer = setTimeout(() => {
      const size = { width: wide, height: (stage.box.height / stage.box.width) * wide };
      setCorner((now) => freeCorner(size, stage, stage.geometry.size * stage.view.k, picks, now, BAR));
    }, REST);
    return () => clearTimeout(timer);
  }, [stage, view, picks, wide]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage draws what view, picture and ready have told it
  useEffect(() => {
    const frame = requestAnimationFrame(() => canvas.current && drawOverview(stage, canvas.current, wide));
    return () => cancelAnimationFrame(frame);
  }, [stage, view, picture, ready, wide]);
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.buttons && event.type === "pointermove") return;
    const box = event.currentTarget.getBoundingClientRect();
    const paper = stage.box;
    const k = paper.width / box.width;
    onMove(paper.x + (event.clientX - box.left) * k, paper.y + (event.clientY - box.top) * k);
  };
  return (
    <div className={`overview ${corner ?? "away"}`} title={t("map.overview")}>
      <canvas ref={canvas} onPointerDown={move} onPointerMove={move} role="img" aria-label={t("map.overview")} />
    </div>
  );
}

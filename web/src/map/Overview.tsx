import { type PointerEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "./geometry";
import type { Picture } from "./picture";
import { drawOverview } from "./small";
import type { Stage } from "./stage";

interface Props {
  stage: Stage;
  view: View;
  picture: Picture;
  ready: boolean;
  onMove(x: number, y: number): void;
}

/** The whole map, small; a click or a drag goes there. */
export function Overview({ stage, view, picture, ready, onMove }: Props) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const wide = stage.width < 600 ? 104 : 190;
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
    <div className="overview" title={t("map.overview")}>
      <canvas ref={canvas} onPointerDown={move} onPointerMove={move} role="img" aria-label={t("map.overview")} />
    </div>
  );
}

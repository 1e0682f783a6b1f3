import { type Area, hatching, type Overlay } from "./patterns";
import type { Pen } from "./pen";

/** The hatching of an area; the caller keeps it to draw it again. */
function patternOf(pen: Pen, { hatch, level, colour }: Area, hatchings: Map<string, HTMLCanvasElement>): CanvasPattern | null {
  if (hatch === null) return null;
  const key = `${hatch}|${level}|${colour}|${pen.ratio}`;
  let tile = hatchings.get(key);
  if (!tile) {
    tile = hatching(hatch, level, colour, pen.ratio);
    hatchings.set(key, tile);
  }
  const pattern = pen.c.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().translate(pen.view.x, pen.view.y).scale(1 / pen.ratio));
  return pattern;
}

/** Areas tinted, hatched and bordered, and lines. */
export function drawOverlay(pen: Pen, overlay: Overlay, hatchings: Map<string, HTMLCanvasElement>): void {
  const { c } = pen;
  for (const area of overlay.areas) {
    const pattern = patternOf(pen, area, hatchings);
    const shape = pen.shape(area.hexes, 1);
    c.save();
    c.globalAlpha = area.tint?.alpha ?? 0.07;
    c.fillStyle = area.tint?.colour ?? area.colour;
    c.fill(shape);
    c.globalAlpha = 1;
    if (pattern) {
      c.fillStyle = pattern;
      c.fill(shape);
    }
    if (area.level === null) {
      c.strokeStyle = area.colour;
      c.lineWidth = area.tint ? 3.4 : 2.4;
      c.lineCap = "round";
      if (area.dashed) c.setLineDash([7, 5]);
      c.stroke(pen.segments(area.border));
    }
    c.restore();
  }
  for (const line of overlay.lines) pen.polyline(line.hexes, line.colour, 3, [2, 5]);
}

export function drawOverlayTexts(pen: Pen, overlay: Overlay): void {
  const size = Math.max(11, Math.min(16, pen.unit * 0.42));
  if (pen.unit < 9) return;
  for (const [hex, text] of Object.entries(overlay.texts)) pen.pill(hex, text, 0, -0.66, size, "#fffaf0", "#26231d");
}

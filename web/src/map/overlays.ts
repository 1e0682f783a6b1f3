import { hatching, type Overlay } from "./patterns";
import type { Pen } from "./pen";

/** Areas hatched and bordered, and lines; the caller keeps the hatchings to draw them again. */
export function drawOverlay(pen: Pen, overlay: Overlay, hatchings: Map<string, HTMLCanvasElement>): void {
  const { c, view } = pen;
  overlay.areas.forEach((area) => {
    const key = `${area.hatch}|${area.level}|${area.colour}|${pen.ratio}`;
    let tile = hatchings.get(key);
    if (!tile) {
      tile = hatching(area.hatch, area.level, area.colour, pen.ratio);
      hatchings.set(key, tile);
    }
    const pattern = c.createPattern(tile, "repeat");
    const shape = pen.shape(area.hexes, 1);
    c.save();
    if (!area.bare) {
      c.globalAlpha = 0.07;
      c.fillStyle = area.colour;
      c.fill(shape);
      c.globalAlpha = 1;
    }
    if (pattern && !area.bare) {
      pattern.setTransform(new DOMMatrix().translate(view.x, view.y).scale(1 / pen.ratio));
      c.fillStyle = pattern;
      c.fill(shape);
    }
    if (area.level === null) {
      c.strokeStyle = area.colour;
      c.lineWidth = area.bare ? 3.4 : 2.4;
      c.lineCap = "round";
      if (area.hatch % 2) c.setLineDash([7, 5]);
      c.stroke(pen.segments(area.border));
    }
    c.restore();
  });
  for (const line of overlay.lines) pen.polyline(line.hexes, line.colour, 3, [2, 5]);
}

export function drawOverlayTexts(pen: Pen, overlay: Overlay): void {
  const size = Math.max(11, Math.min(16, pen.unit * 0.42));
  if (pen.unit < 9) return;
  for (const [hex, text] of Object.entries(overlay.texts)) pen.pill(hex, text, 0, -0.66, size, "#fffaf0", "#26231d");
}

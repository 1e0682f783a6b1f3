import type { Board, PathAnswer, Point, Scene } from "../api";
import type { Pen } from "./pen";
import type { Arrow } from "./picture";

/** The way of a unit, step by step. */
export function drawPath(pen: Pen, path: PathAnswer, scene: Scene | null): void {
  const { c, unit } = pen;
  const way = path.steps.map((step) => step.hex);
  const from = scene?.units[path.unit]?.hex;
  if (from && way[0] !== from) way.unshift(from);
  pen.polyline(way, "rgba(255,250,232,.9)", Math.max(4, unit * 0.24));
  pen.polyline(way, "#27476b", Math.max(2, unit * 0.13));
  for (const [x, y] of pen.points(way.slice(1))) {
    c.beginPath();
    c.arc(x, y, Math.max(2.5, unit * 0.12), 0, 2 * Math.PI);
    c.fillStyle = "#fffaf0";
    c.fill();
    c.lineWidth = Math.max(1, unit * 0.05);
    c.strokeStyle = "#27476b";
    c.stroke();
  }
}

/** An event from hex to hex in the colour of a side, with a ring if it happened in one hex. */
export function drawArrow(pen: Pen, arrow: Arrow, board: Board): void {
  const { c, unit } = pen;
  const points = pen.points(arrow.hexes);
  const at = board.sides.findIndex((side) => side.key === arrow.side);
  const colour = at === 1 ? "#1f4f7a" : at === 0 ? "#a32a12" : "#4a3a6a";
  c.save();
  c.globalAlpha = 0.35 + 0.6 * arrow.weight;
  if (points.length === 1) {
    pen.outline(arrow.hexes, colour, Math.max(2.5, unit * 0.14), 0.86);
    c.restore();
    return;
  }
  const wide = Math.max(3, unit * (0.13 + 0.12 * arrow.weight));
  const [x2, y2] = points.at(-1) ?? [0, 0];
  const [x1, y1] = points.at(-2) ?? [0, 0];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = wide * 2.6;
  const stop: Point = [x2 - Math.cos(angle) * head * 0.8, y2 - Math.sin(angle) * head * 0.8];
  const line = new Path2D();
  points.slice(0, -1).forEach(([x, y], i) => {
    if (i) line.lineTo(x, y);
    else line.moveTo(x, y);
  });
  line.lineTo(...stop);
  const tip = new Path2D();
  tip.moveTo(x2, y2);
  tip.lineTo(x2 - Math.cos(angle - 0.5) * head, y2 - Math.sin(angle - 0.5) * head);
  tip.lineTo(x2 - Math.cos(angle + 0.5) * head, y2 - Math.sin(angle + 0.5) * head);
  tip.closePath();
  c.lineJoin = c.lineCap = "round";
  c.strokeStyle = "#fff6e2";
  c.lineWidth = wide + 3;
  c.stroke(line);
  c.stroke(tip);
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = wide;
  c.stroke(line);
  c.fill(tip);
  c.restore();
}

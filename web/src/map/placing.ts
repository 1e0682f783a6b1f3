import type { Point } from "../api";

export interface Size {
  width: number;
  height: number;
}

/** The controls on the edges of the map: tools on the left, the bar of overlays below. */
const EDGE = { left: 58, right: 8, top: 8, bottom: 54 };
/** The costs of covering something that can be picked, a neighbour of the hex, the hex itself, and of the distance from the
 * hex, by hexes. */
const [PICKABLE, NEIGHBOUR, ITSELF, FAR] = [60, 14, 400, 1];

/** The rows and columns of places all over the map, for where everything near the hex can be picked. */
const [ROWS, COLUMNS] = [5, 6];

/** Where something of a size, which tells of a hex, lies on the map: beside it, and off what can be picked there. `unit` is the size of a
 * hex in pixels, `picks` are the middles of what can be picked. */
export function placed(size: Size, hex: Point, unit: number, frame: Size, picks: readonly Point[]): { left: number; top: number } {
  const [x, y] = hex;
  const [right, bottom] = [frame.width - size.width - EDGE.right, frame.height - size.height - EDGE.bottom];
  const gap = Math.max(14, unit * 1.05);
  const clear = Math.max(30, unit * 2.55);
  const spots: [number, number][] = [];
  for (const away of [gap, clear]) {
    spots.push([x - size.width / 2, y - away - size.height], [x - size.width / 2, y + away]);
    spots.push([x + away, y - size.height / 2], [x - away - size.width, y - size.height / 2]);
  }
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      spots.push([EDGE.left + ((right - EDGE.left) * column) / (COLUMNS - 1), EDGE.top + ((bottom - EDGE.top) * row) / (ROWS - 1)]);
  const around: Point[] = Array.from({ length: 6 }, (_, i) => {
    const angle = (i * Math.PI) / 3;
    return [x + Math.cos(angle) * unit * 1.73, y + Math.sin(angle) * unit * 1.73];
  });
  const reach = unit * 0.55;
  let best = { left: 0, top: 0, cost: Infinity };
  for (const [wantedLeft, wantedTop] of spots) {
    const left = Math.max(Math.min(EDGE.left, right), Math.min(right, wantedLeft));
    const top = Math.max(EDGE.top, Math.min(bottom, wantedTop));
    const covers = ([px, py]: Point) =>
      px > left - reach && px < left + size.width + reach && py > top - reach && py < top + size.height + reach;
    const far = Math.hypot(Math.max(left - x, 0, x - left - size.width) / unit, Math.max(top - y, 0, y - top - size.height) / unit);
    const cost = PICKABLE * picks.filter(covers).length + NEIGHBOUR * around.filter(covers).length + (covers(hex) ? ITSELF : 0) + FAR * far;
    if (cost < best.cost) best = { left, top, cost };
  }
  return { left: best.left, top: best.top };
}

/** From the edge of something that lies on the map to the ring around the hex of which it tells; null where it touches the ring. */
export function leash(at: { left: number; top: number }, size: Size, [x, y]: Point, ring: number): { from: Point; to: Point } | null {
  const from: Point = [Math.max(at.left, Math.min(at.left + size.width, x)), Math.max(at.top, Math.min(at.top + size.height, y))];
  const share = ring / Math.hypot(from[0] - x, from[1] - y);
  return share < 1 ? { from, to: [x + (from[0] - x) * share, y + (from[1] - y) * share] } : null;
}

export type Corner = "left-bottom" | "right-top" | "left-top" | "right-bottom";

/** The corner of the map in which something covers nothing that can be picked: the present one as long as that is free; null where none is. */
export function freeCorner(size: Size, frame: Size, unit: number, picks: readonly Point[], now: Corner | null, bar: number): Corner | null {
  const left = { left: 12, right: frame.width - size.width - 12 };
  const top = { top: 12, bottom: frame.height - size.height - 12 };
  const spots: [Corner, number, number][] = [
    ["left-bottom", left.left, top.bottom],
    ["right-top", left.right, top.top],
    ["left-top", left.left + 46, top.top],
    ["right-bottom", left.right, top.bottom - bar],
  ];
  const reach = unit * 0.6;
  const isFree = ([, x, y]: [Corner, number, number]) =>
    !picks.some(([px, py]) => px > x - reach && px < x + size.width + reach && py > y - reach && py < y + size.height + reach);
  const free = spots.filter(isFree).map(([corner]) => corner);
  return now && free.includes(now) ? now : (free[0] ?? null);
}

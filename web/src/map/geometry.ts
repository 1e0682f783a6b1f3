import type { Board, Point } from "../api";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface View {
  /** Pixels a board unit, and where the board's origin lies on the screen. */
  k: number;
  x: number;
  y: number;
}

export type Heading = "left" | "right" | "up" | "down";

const ANGLE: Record<Heading, number> = { right: 0, down: Math.PI / 2, left: Math.PI, up: -Math.PI / 2 };

/** The places of the hexes: all that the page knows of the grid. */
export class Geometry {
  readonly size: number;
  /** Offsets of the six corners from a centre. */
  readonly corners: readonly Point[];
  private readonly buckets = new Map<string, string[]>();
  private readonly step: number;
  private readonly near = new Map<string, string[]>();

  constructor(readonly grid: Board["grid"]) {
    this.size = grid.size;
    this.step = grid.size * 2;
    const first = grid.orientation === "columns" ? 0 : -Math.PI / 2;
    this.corners = Array.from({ length: 6 }, (_, i) => {
      const angle = first + (i * Math.PI) / 3;
      return [Math.cos(angle) * grid.size, Math.sin(angle) * grid.size] as const;
    });
    for (const [hex, [x, y]] of Object.entries(grid.hexes)) {
      const key = this.bucket(x, y);
      const found = this.buckets.get(key);
      if (found) found.push(hex);
      else this.buckets.set(key, [hex]);
    }
  }

  private bucket(x: number, y: number): string {
    return `${Math.floor(x / this.step)},${Math.floor(y / this.step)}`;
  }

  has(hex: string): boolean {
    return hex in this.grid.hexes;
  }

  centre(hex: string): Point | undefined {
    return this.grid.hexes[hex];
  }

  private *around(x: number, y: number): Generator<string> {
    const column = Math.floor(x / this.step);
    const row = Math.floor(y / this.step);
    for (let i = column - 1; i <= column + 1; i++) for (let j = row - 1; j <= row + 1; j++) yield* this.buckets.get(`${i},${j}`) ?? [];
  }

  /** The hex at a point of the board, null beyond the map. */
  at(x: number, y: number): string | null {
    let best: string | null = null;
    let least = this.size * this.size;
    for (const hex of this.around(x, y)) {
      const [cx, cy] = this.grid.hexes[hex]!;
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    return best;
  }

  neighbours(hex: string): string[] {
    const known = this.near.get(hex);
    if (known) return known;
    const centre = this.grid.hexes[hex];
    if (!centre) return [];
    const [x, y] = centre;
    const reach = (this.size * 1.9) ** 2;
    const found = [...this.around(x, y)].filter((other) => {
      const [a, b] = this.grid.hexes[other]!;
      return other !== hex && (a - x) ** 2 + (b - y) ** 2 < reach;
    });
    this.near.set(hex, found);
    return found;
  }

  /** The neighbour that lies most in a direction; the hex itself at the edge of the map. */
  beside(hex: string, heading: Heading): string {
    const centre = this.grid.hexes[hex];
    if (!centre) return hex;
    const wanted = ANGLE[heading];
    let best = hex;
    let most = 0.45;
    for (const other of this.neighbours(hex)) {
      const [a, b] = this.grid.hexes[other]!;
      const angle = Math.atan2(b - centre[1], a - centre[0]);
      // of two equally good ones the right or lower one, so that up and down again come back
      const good = Math.cos(angle - wanted) + (a > centre[0] ? (heading === "up" ? 1 : -1) * 1e-3 : 0);
      if (good > most) [best, most] = [other, good];
    }
    return best;
  }

  box(hexes: Iterable<string>): Rect | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const hex of hexes) {
      const centre = this.grid.hexes[hex];
      if (!centre) continue;
      left = Math.min(left, centre[0]);
      right = Math.max(right, centre[0]);
      top = Math.min(top, centre[1]);
      bottom = Math.max(bottom, centre[1]);
    }
    if (left > right) return null;
    const s = this.size;
    return { x: left - s, y: top - s, width: right - left + 2 * s, height: bottom - top + 2 * s };
  }
}

/** The view that shows a rectangle of the board in the middle of a screen. */
export function fit(rect: Rect, width: number, height: number, most = Infinity): View {
  const k = Math.min(width / rect.width, height / rect.height, most);
  return {
    k,
    x: width / 2 - (rect.x + rect.width / 2) * k,
    y: height / 2 - (rect.y + rect.height / 2) * k,
  };
}

/** The area beside what lies on the screen: the tools on the left, the bar below. */
export function fitInside(
  rect: Rect,
  width: number,
  height: number,
  inset: { left: number; right: number; top: number; bottom: number },
  most = Infinity,
): View {
  const view = fit(rect, Math.max(1, width - inset.left - inset.right), Math.max(1, height - inset.top - inset.bottom), most);
  return { k: view.k, x: view.x + inset.left, y: view.y + inset.top };
}

export function toBoard(view: View, x: number, y: number): Point {
  return [(x - view.x) / view.k, (y - view.y) / view.k];
}

export function toScreen(view: View, [x, y]: Point): Point {
  return [x * view.k + view.x, y * view.k + view.y];
}

/** The view at a scale with a point of the board in the middle of a frame. */
export function centredOn([x, y]: readonly [number, number], k: number, width: number, height: number): View {
  return { k, x: width / 2 - x * k, y: height / 2 - y * k };
}

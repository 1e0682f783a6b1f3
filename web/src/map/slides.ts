import type { Point, Scene } from "../api";
import type { Geometry } from "./geometry";
import type { Arrow } from "./picture";

interface Slide {
  way: Point[];
  start: number;
  ms: number;
}

/** More units than this in new places make another scene altogether. */
const MOST = 12;

/** Counters on their way from where they were to where they are. */
export class Slides {
  private readonly ways = new Map<string, Slide>();

  constructor(private readonly geometry: Geometry) {}

  get size(): number {
    return this.ways.size;
  }

  has(id: string): boolean {
    return this.ways.has(id);
  }

  begin(before: Scene, after: Scene, arrows: readonly Arrow[]): void {
    const now = performance.now();
    const moved = Object.entries(after.units).filter(([id, unit]) => {
      const old = before.units[id]?.hex;
      return unit.hex && old && old !== unit.hex;
    });
    if (moved.length > MOST) return;
    for (const [id, unit] of moved) {
      const from = before.units[id]!.hex!;
      const told = arrows.find((a) => a.weight === 1 && a.hexes.at(-1) === unit.hex && a.hexes.length > 1)?.hexes;
      const way = (told ? [from, ...told.filter((hex) => hex !== from)] : [from, unit.hex!])
        .map((hex) => this.geometry.centre(hex))
        .filter((p): p is Point => p !== undefined);
      if (way.length > 1) this.ways.set(id, { way, start: now, ms: Math.min(520, 200 + 60 * way.length) });
    }
  }

  /** The present place of a counter on the board. A counter that has arrived is no longer on its way. */
  place(id: string, now: number): Point {
    const slide = this.ways.get(id)!;
    const t = (now - slide.start) / slide.ms;
    if (t >= 1) this.ways.delete(id);
    return along(slide.way, Math.min(1, ease(t)));
  }
}

function ease(t: number): number {
  return t < 0 ? 0 : t > 1 ? 1 : 1 - (1 - t) ** 2;
}

/** The point at a share of a way. */
export function along(way: readonly Point[], share: number): Point {
  const lengths = way.slice(1).map((p, i) => Math.hypot(p[0] - way[i]![0], p[1] - way[i]![1]));
  let left = lengths.reduce((a, b) => a + b, 0) * share;
  for (let i = 0; i < lengths.length; i++) {
    const long = lengths[i]!;
    if (left <= long) {
      const t = long ? left / long : 0;
      const [a, b] = [way[i]!, way[i + 1]!];
      return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    }
    left -= long;
  }
  return way.at(-1)!;
}

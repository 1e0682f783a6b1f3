import type { Board } from "../api";
import { CounterCache, detailOf, FACTOR_FACE, isSmall } from "./counter";
import { toScreen } from "./geometry";
import { AMBER, type Pen } from "./pen";
import type { Picture } from "./picture";
import type { Slides } from "./slides";

/** The side of a counter in board units, for a hex of size 1. */
export const COUNTER = 1.17;
/** The size of a counter that is too small for its face to be read: larger, without touching the next hex. */
const SMALL_COUNTER = 1.42;
const OFFSET = 0.105;

/** Paints the stacks, with rings around what can be picked and what is picked. */
export class Counters {
  private readonly cache = new CounterCache();
  private readonly rings = new Map<string, HTMLCanvasElement>();

  constructor(
    private readonly board: Board,
    private readonly slides: Slides,
  ) {}

  clear(): void {
    this.cache.clear();
    this.rings.clear();
  }

  private ring(pixels: number, kind: "glow" | "solid"): HTMLCanvasElement {
    const key = `${pixels}|${kind}`;
    let canvas = this.rings.get(key);
    if (canvas) return canvas;
    if (this.rings.size > 40) this.rings.clear();
    const margin = Math.round(pixels * 0.28);
    canvas = document.createElement("canvas");
    canvas.width = canvas.height = pixels + 2 * margin;
    const c = canvas.getContext("2d")!;
    const grow = pixels * 0.035;
    const line = (pen: number, colour: string) => {
      c.beginPath();
      c.roundRect(margin - grow, margin - grow, pixels + 2 * grow, pixels + 2 * grow, pixels * 0.07);
      c.lineWidth = pen;
      c.strokeStyle = colour;
      c.stroke();
    };
    if (kind === "glow") {
      c.shadowColor = AMBER;
      c.shadowBlur = pixels * 0.17;
      line(pixels * 0.06, AMBER);
      line(pixels * 0.06, AMBER);
      c.shadowBlur = 0;
      line(Math.max(1.5, pixels * 0.05), "#f6c84f");
    } else {
      line(pixels * 0.14, "#4a3300");
      line(pixels * 0.095, AMBER);
    }
    this.rings.set(key, canvas);
    return canvas;
  }

  /** Counters are made for the zoom at which the map came to rest, and only stretched while it moves. */
  draw(pen: Pen, picture: Picture, stacks: ReadonlyMap<string, string[]>, rest: number): void {
    if (!picture.scene) return;
    const { c, geometry, view } = pen;
    const detail = detailOf(geometry.size * COUNTER * rest);
    const side = geometry.size * (isSmall(detail) ? SMALL_COUNTER : COUNTER);
    const settled = side * rest;
    const pixels = Math.max(6, Math.round(settled * pen.ratio));
    const drawn = side * view.k;
    const offset = geometry.size * OFFSET * view.k;
    const now = performance.now();
    const order = [...stacks].sort(([a], [b]) => (geometry.centre(a)?.[1] ?? 0) - (geometry.centre(b)?.[1] ?? 0));
    const moving: string[] = [];
    for (const [hex, stack] of order) {
      moving.push(...stack.filter((id) => this.slides.has(id)));
      const spot = pen.spot(hex, drawn * 2);
      if (!spot) continue;
      const [x, y] = spot;
      const still = stack.filter((id) => !this.slides.has(id));
      const shown = still.slice(-4);
      const shift = ((shown.length - 1) * offset) / 2;
      const pickable = still.some((id) => picture.picks.has(id));
      const chosen = still.some((id) => picture.chosenUnits.has(id));
      const corners = shown.map((_, i) => {
        const under = shown.length - 1 - i;
        return [x - drawn / 2 - shift + under * offset, y - drawn / 2 + shift - under * offset] as const;
      });
      // the ring lies around the whole stack and below it: how deep the stack is stays visible
      if (pickable || chosen) {
        const ring = this.ring(pixels, chosen ? "solid" : "glow");
        const grown = (ring.width / pixels) * drawn;
        for (const [left, top] of corners) c.drawImage(ring, left - (grown - drawn) / 2, top - (grown - drawn) / 2, grown, grown);
      }
      for (const [i, id] of shown.entries()) this.counter(pen, picture, id, ...corners[i]!, drawn, pixels, detail);
      if (still.length > shown.length) this.count(pen, still.length, x - shift + drawn / 2, y + shift + drawn / 2, drawn);
    }
    for (const id of moving) {
      const [x, y] = toScreen(view, this.slides.place(id, now));
      this.counter(pen, picture, id, x - drawn / 2, y - drawn / 2, drawn, pixels, detail);
    }
  }

  /** The number of counters in a hex that holds more than can be drawn. */
  private count(pen: Pen, number: number, right: number, bottom: number, drawn: number): void {
    const { c } = pen;
    const size = Math.max(8, drawn * 0.3);
    c.font = `700 ${size}px ${FACTOR_FACE}`;
    const text = `×${number}`;
    const wide = c.measureText(text).width + size * 0.4;
    c.fillStyle = "#26221c";
    c.beginPath();
    c.roundRect(right - wide * 0.7, bottom - size * 0.6, wide, size * 1.1, size * 0.3);
    c.fill();
    c.fillStyle = "#ffe9b8";
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, right - wide * 0.2, bottom - size * 0.02);
  }

  private counter(
    pen: Pen,
    picture: Picture,
    id: string,
    left: number,
    top: number,
    drawn: number,
    pixels: number,
    detail: ReturnType<typeof detailOf>,
  ): void {
    const info = this.board.units[id];
    const unit = picture.scene?.units[id];
    if (!info || !unit) return;
    const { c, ratio } = pen;
    c.fillStyle = "rgba(24,16,6,.3)";
    c.beginPath();
    c.roundRect(left + drawn * 0.03, top + drawn * 0.045, drawn, drawn, drawn * 0.06);
    c.fill();
    const snap = (v: number) => Math.round(v * ratio) / ratio;
    c.drawImage(this.cache.get(id, info, unit, pixels, detail), snap(left), snap(top), drawn, drawn);
  }
}

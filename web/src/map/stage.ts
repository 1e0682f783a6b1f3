import type { Board, PathAnswer, Pick, Point, ReachAnswer, Scene } from "../api";
import { inkOn, mix } from "./colour";
import { CounterCache, detailOf, FACTOR_FACE } from "./counter";
import { fit, toScreen, type Geometry, type View } from "./geometry";
import type { Paper } from "./paper";
import { hatching, type Overlay } from "./patterns";

export const AMBER = "#e0a526";
/** The side of a counter in board units, for a hex of size 1. */
const COUNTER = 1.17;
const OFFSET = 0.105;

export interface Arrow {
  hexes: string[];
  /** 1 for what happens now, less for what is past. */
  weight: number;
  side: string | null;
}

export interface Picture {
  scene: Scene | null;
  picks: ReadonlyMap<string, Pick>;
  chosenUnits: ReadonlySet<string>;
  chosenHexes: ReadonlySet<string>;
  hover: string | null;
  cursor: string | null;
  inspected: string | null;
  reach: ReachAnswer | null;
  path: PathAnswer | null;
  overlays: Overlay[];
  arrows: Arrow[];
  counters: boolean;
  calm: boolean;
}

export const NOTHING: Picture = {
  scene: null,
  picks: new Map(),
  chosenUnits: new Set(),
  chosenHexes: new Set(),
  hover: null,
  cursor: null,
  inspected: null,
  reach: null,
  path: null,
  overlays: [],
  arrows: [],
  counters: true,
  calm: false,
};

interface Slide {
  way: Point[];
  start: number;
  ms: number;
}

/** The units in each hex, the lowest first. */
export function stacksOf(scene: Scene): Map<string, string[]> {
  const stacks = new Map<string, string[]>();
  for (const [id, unit] of Object.entries(scene.units)) {
    if (!unit.hex) continue;
    const stack = stacks.get(unit.hex);
    if (stack) stack.push(id);
    else stacks.set(unit.hex, [id]);
  }
  const top = (id: string) => scene.units[id]?.top ?? 0;
  for (const stack of stacks.values()) stack.sort((a, b) => top(b) - top(a));
  return stacks;
}

/** Everything that is painted: the paper below, the table above. It knows no React and asks nobody. */
export class Stage {
  view: View = { k: 1, x: 0, y: 0 };
  width = 1;
  height = 1;
  ratio = 1;
  paper: Paper | null = null;
  stacks = new Map<string, string[]>();
  private picture: Picture = NOTHING;
  private readonly cache = new CounterCache();
  private readonly rings = new Map<string, HTMLCanvasElement>();
  private readonly hatchings = new Map<string, HTMLCanvasElement>();
  private readonly slides = new Map<string, Slide>();
  private frame = 0;
  private paperStale = true;
  private settled = 1;

  constructor(
    readonly board: Board,
    readonly geometry: Geometry,
    private readonly below: HTMLCanvasElement,
    private readonly above: HTMLCanvasElement,
  ) {}

  // -- what to show -----------------------------------------------------------------------------------------------

  show(picture: Picture): void {
    const before = this.picture;
    if (picture.scene !== before.scene) {
      this.stacks = picture.scene ? stacksOf(picture.scene) : new Map();
      if (picture.scene && before.scene && !picture.calm) this.slide(before.scene, picture.scene, picture.arrows);
    }
    this.picture = picture;
    this.draw();
  }

  private slide(before: Scene, after: Scene, arrows: Arrow[]): void {
    const now = performance.now();
    const moved = Object.entries(after.units).filter(([id, unit]) => {
      const old = before.units[id]?.hex;
      return unit.hex && old && old !== unit.hex;
    });
    if (moved.length > 12) return; // another scene altogether
    for (const [id, unit] of moved) {
      const from = before.units[id]!.hex!;
      const told = arrows.find((a) => a.weight === 1 && a.hexes.at(-1) === unit.hex && a.hexes.length > 1)?.hexes;
      const way = (told ? [from, ...told.filter((hex) => hex !== from)] : [from, unit.hex!])
        .map((hex) => this.geometry.centre(hex))
        .filter((p): p is Point => p !== undefined);
      if (way.length > 1) this.slides.set(id, { way, start: now, ms: Math.min(520, 200 + 60 * way.length) });
    }
  }

  setPaper(paper: Paper): void {
    this.paper = paper;
    this.paperStale = true;
    this.sharpen();
    this.draw();
  }

  repaint(): void {
    this.cache.clear();
    this.rings.clear();
    this.paperStale = true;
    this.draw();
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.ratio = Math.min(3, window.devicePixelRatio || 1);
    for (const canvas of [this.below, this.above]) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    this.paperStale = true;
    this.sharpen();
    this.drawNow();
  }

  move(view: View): void {
    this.view = view;
    this.paperStale = true;
    this.draw();
  }

  /** A movement has ended: paint sharp. */
  settle(): void {
    this.settled = this.view.k;
    this.sharpen();
    this.draw();
  }

  private sharpen(): void {
    this.paper?.sharpen(this.view, this.width, this.height, this.ratio);
  }

  /** The whole board with a little of the desk around it. */
  whole(): View {
    const box = this.paper?.box ?? { x: 0, y: 0, width: this.board.grid.width, height: this.board.grid.height };
    return fit({ x: box.x, y: box.y, width: box.width, height: box.height }, this.width, this.height);
  }

  paintedPaper(): void {
    this.paperStale = true;
    this.draw();
  }

  // -- drawing ----------------------------------------------------------------------------------------------------

  draw(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.drawNow());
  }

  private drawNow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.paperStale) {
      this.paperStale = false;
      const c = this.below.getContext("2d")!;
      c.setTransform(1, 0, 0, 1, 0, 0);
      c.clearRect(0, 0, this.below.width, this.below.height);
      this.paper?.draw(c, this.view, this.ratio);
    }
    const c = this.above.getContext("2d")!;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.above.width, this.above.height);
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.table(c);
    if (this.slides.size) this.draw();
  }

  private table(c: CanvasRenderingContext2D): void {
    const p = this.picture;
    for (const overlay of p.overlays) this.overlay(c, overlay);
    this.reach(c);
    this.pickableHexes(c);
    if (p.counters) this.counters(c);
    this.owners(c);
    this.marks(c);
    if (p.path) this.path(c);
    this.costs(c);
    for (const overlay of p.overlays) this.overlayTexts(c, overlay);
    for (const arrow of p.arrows) this.arrow(c, arrow);
    if (p.inspected) this.outline(c, [p.inspected], "#2a2620", 1.6, 0.98, [5, 3]);
    if (p.hover) this.outline(c, [p.hover], "rgba(255,252,240,.95)", 2.2, 0.97);
    if (p.cursor) {
      this.outline(c, [p.cursor], "#1b1814", 4.4, 0.93);
      this.outline(c, [p.cursor], "#fff3cf", 2, 0.93);
    }
  }

  private seen([x, y]: Point, margin: number): boolean {
    return x > -margin && y > -margin && x < this.width + margin && y < this.height + margin;
  }

  private trace(path: Path2D, hex: string, scale: number): boolean {
    const centre = this.geometry.centre(hex);
    if (!centre) return false;
    const { k } = this.view;
    const [x, y] = toScreen(this.view, centre);
    if (!this.seen([x, y], 2 * k * this.geometry.size)) return false;
    this.geometry.corners.forEach(([dx, dy], i) => {
      const [px, py] = [x + dx * k * scale, y + dy * k * scale];
      if (i) path.lineTo(px, py);
      else path.moveTo(px, py);
    });
    path.closePath();
    return true;
  }

  private shape(hexes: Iterable<string>, scale: number): Path2D {
    const path = new Path2D();
    for (const hex of hexes) this.trace(path, hex, scale);
    return path;
  }

  private outline(c: CanvasRenderingContext2D, hexes: Iterable<string>, colour: string, pen: number, scale: number, dash: number[] = []): void {
    c.save();
    c.strokeStyle = colour;
    c.lineWidth = pen;
    c.lineJoin = "round";
    c.setLineDash(dash);
    c.stroke(this.shape(hexes, scale));
    c.restore();
  }

  private overlay(c: CanvasRenderingContext2D, overlay: Overlay): void {
    const { view } = this;
    overlay.areas.forEach((area) => {
      const key = `${area.hatch}|${area.level}|${area.colour}|${this.ratio}`;
      let tile = this.hatchings.get(key);
      if (!tile) this.hatchings.set(key, (tile = hatching(area.hatch, area.level, area.colour, this.ratio)));
      const pattern = c.createPattern(tile, "repeat");
      const shape = this.shape(area.hexes, 1);
      c.save();
      c.globalAlpha = 0.07;
      c.fillStyle = area.colour;
      c.fill(shape);
      c.globalAlpha = 1;
      if (pattern) {
        pattern.setTransform(new DOMMatrix().translate(view.x, view.y).scale(1 / this.ratio));
        c.fillStyle = pattern;
        c.fill(shape);
      }
      if (area.level === null) {
        c.beginPath();
        for (const [x1, y1, x2, y2] of area.border) {
          c.moveTo(x1 * view.k + view.x, y1 * view.k + view.y);
          c.lineTo(x2 * view.k + view.x, y2 * view.k + view.y);
        }
        c.strokeStyle = area.colour;
        c.lineWidth = 2.4;
        c.lineCap = "round";
        if (area.hatch % 2) c.setLineDash([7, 5]);
        c.stroke();
      }
      c.restore();
    });
    for (const line of overlay.lines) this.polyline(c, line.hexes, line.colour, 3, [2, 5]);
  }

  private overlayTexts(c: CanvasRenderingContext2D, overlay: Overlay): void {
    const size = Math.max(11, Math.min(16, this.geometry.size * this.view.k * 0.42));
    if (this.geometry.size * this.view.k < 9) return;
    for (const [hex, text] of Object.entries(overlay.texts)) this.pill(c, hex, text, 0, -0.66, size, "#fffaf0", "#26231d");
  }

  private pill(c: CanvasRenderingContext2D, hex: string, text: string, dx: number, dy: number, size: number, ground: string, ink: string): void {
    const centre = this.geometry.centre(hex);
    if (!centre) return;
    const [cx, cy] = toScreen(this.view, centre);
    if (!this.seen([cx, cy], 60)) return;
    const unit = this.geometry.size * this.view.k;
    const [x, y] = [cx + dx * unit, cy + dy * unit];
    c.font = `700 ${size}px ${FACTOR_FACE}`;
    const wide = Math.max(size * 0.95, c.measureText(text).width + size * 0.5);
    c.beginPath();
    c.roundRect(x - wide / 2, y - size * 0.56, wide, size * 1.12, size * 0.3);
    c.fillStyle = ground;
    c.globalAlpha = 0.93;
    c.fill();
    c.globalAlpha = 1;
    c.lineWidth = 0.8;
    c.strokeStyle = "rgba(30,24,14,.55)";
    c.stroke();
    c.fillStyle = ink;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(text, x, y + size * 0.05);
  }

  private reach(c: CanvasRenderingContext2D): void {
    const { reach } = this.picture;
    if (!reach) return;
    const [can, cannot] = [[] as string[], [] as string[]];
    for (const [hex, { attack }] of Object.entries(reach.hexes)) (attack ? can : cannot).push(hex);
    c.fillStyle = "rgba(46,96,140,.26)";
    c.fill(this.shape(cannot, 0.985));
    c.fillStyle = "rgba(186,84,30,.3)";
    c.fill(this.shape(can, 0.985));
    c.strokeStyle = "rgba(28,62,92,.5)";
    c.lineWidth = 1;
    c.stroke(this.shape(cannot, 0.985));
    c.strokeStyle = "rgba(120,46,10,.6)";
    c.stroke(this.shape(can, 0.985));
  }

  private pickableHexes(c: CanvasRenderingContext2D): void {
    const p = this.picture;
    const hexes = [...p.picks.values()].filter((pick) => pick.kind === "hex").map((pick) => pick.pick);
    if (hexes.length) {
      const shape = this.shape(hexes, 0.94);
      c.save();
      c.fillStyle = "rgba(236,178,52,.24)";
      c.fill(shape);
      c.shadowColor = AMBER;
      c.shadowBlur = 9 * this.ratio;
      c.lineJoin = "round";
      c.strokeStyle = AMBER;
      c.lineWidth = Math.max(1.3, Math.min(3, this.view.k * 1.5));
      c.stroke(shape);
      c.restore();
    }
    if (p.chosenHexes.size) {
      this.outline(c, p.chosenHexes, "#5c3f00", Math.max(4.2, this.view.k * 4), 0.95);
      this.outline(c, p.chosenHexes, AMBER, Math.max(2.6, this.view.k * 2.6), 0.95);
    }
  }

  private owners(c: CanvasRenderingContext2D): void {
    const scene = this.picture.scene;
    const unit = this.geometry.size * this.view.k;
    if (!scene || unit < 14.5) return;
    for (const [hex, key] of Object.entries(scene.owners)) {
      const side = this.board.sides.find((each) => each.key === key);
      const centre = this.geometry.centre(hex);
      if (!side || !centre) continue;
      const [x, y] = toScreen(this.view, centre);
      if (!this.seen([x, y], unit * 2)) continue;
      const [wide, high] = [unit * 0.42, unit * 0.27];
      const [left, top] = [x - wide / 2, y + unit * 0.63];
      c.strokeStyle = "#2b251b";
      c.fillStyle = side.ground;
      c.fillRect(left, top, wide, high);
      c.lineWidth = Math.max(0.7, unit * 0.035);
      c.strokeRect(left, top, wide, high);
      if (unit > 16) {
        c.fillStyle = side.ink;
        c.font = `700 ${high * 0.95}px ${FACTOR_FACE}`;
        c.textAlign = "center";
        c.textBaseline = "middle";
        c.fillText(side.name.slice(0, 1), left + wide / 2, top + high * 0.55);
      }
    }
  }

  private marks(c: CanvasRenderingContext2D): void {
    const scene = this.picture.scene;
    const unit = this.geometry.size * this.view.k;
    if (!scene || unit < 10) return;
    for (const [hex, marks] of Object.entries(scene.marks)) {
      const centre = this.geometry.centre(hex);
      if (!centre) continue;
      const [x, y] = toScreen(this.view, centre);
      if (!this.seen([x, y], unit * 2)) continue;
      marks.filter((mark) => mark.letter).forEach((mark, n) => {
        const r = Math.max(4.5, unit * 0.19);
        const [mx, my] = [x + unit * 0.68 - n * r * 2.1, y + unit * 0.48];
        c.beginPath();
        for (let i = 0; i < 4; i++) {
          const angle = (i * Math.PI) / 2;
          c.lineTo(mx + Math.cos(angle) * r * 1.2, my + Math.sin(angle) * r * 1.2);
        }
        c.closePath();
        c.fillStyle = "#7a1f17";
        c.fill();
        c.strokeStyle = "#fbeedb";
        c.lineWidth = Math.max(0.8, r * 0.17);
        c.stroke();
        c.fillStyle = "#fff4e2";
        c.font = `700 ${r * 1.25}px ${FACTOR_FACE}`;
        c.textAlign = "center";
        c.textBaseline = "middle";
        c.fillText(mark.letter, mx, my + r * 0.06);
      });
    }
  }

  private costs(c: CanvasRenderingContext2D): void {
    const unit = this.geometry.size * this.view.k;
    if (unit < 11) return;
    const p = this.picture;
    const size = Math.max(9, Math.min(17, unit * 0.42));
    const costs = new Map<string, number>();
    if (p.reach) for (const [hex, { cost }] of Object.entries(p.reach.hexes)) costs.set(hex, cost);
    for (const pick of p.picks.values()) if (pick.kind === "hex" && pick.cost != null) costs.set(pick.pick, pick.cost);
    const edge = this.geometry.corners[0]![0] === 0 ? [0.5, 0.62] : [0.42, 0.6];
    for (const [hex, cost] of costs) if (cost) this.pill(c, hex, String(cost), edge[0]!, edge[1]!, size, "#fff7df", "#3a2a05");
  }

  // -- counters ---------------------------------------------------------------------------------------------------

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

  private counters(c: CanvasRenderingContext2D): void {
    const p = this.picture;
    const scene = p.scene;
    if (!scene) return;
    const { k } = this.view;
    const side = this.geometry.size * COUNTER;
    const settled = side * this.settled;
    const detail = detailOf(settled);
    const pixels = Math.max(6, Math.round(settled * this.ratio));
    const drawn = side * k;
    const offset = this.geometry.size * OFFSET * k;
    const now = performance.now();
    const order = [...this.stacks].sort(([a], [b]) => (this.geometry.centre(a)?.[1] ?? 0) - (this.geometry.centre(b)?.[1] ?? 0));
    const moving: string[] = [];
    for (const [hex, stack] of order) {
      const centre = this.geometry.centre(hex);
      if (!centre) continue;
      const [x, y] = toScreen(this.view, centre);
      if (!this.seen([x, y], drawn * 2)) continue;
      const still = stack.filter((id) => {
        const slide = this.slides.get(id);
        if (!slide) return true;
        moving.push(id);
        return false;
      });
      const shown = still.slice(-4);
      const shift = ((shown.length - 1) * offset) / 2;
      const pickable = still.some((id) => p.picks.has(id));
      const chosen = still.some((id) => p.chosenUnits.has(id));
      shown.forEach((id, i) => {
        const under = shown.length - 1 - i;
        const left = x - drawn / 2 - shift + under * offset;
        const top = y - drawn / 2 + shift - under * offset;
        const last = under === 0;
        if (last && (pickable || chosen)) {
          const ring = this.ring(pixels, chosen ? "solid" : "glow");
          const grown = (ring.width / pixels) * drawn;
          c.drawImage(ring, left - (grown - drawn) / 2, top - (grown - drawn) / 2, grown, grown);
        }
        this.counter(c, id, left, top, drawn, pixels, detail);
      });
    }
    for (const id of moving) {
      const slide = this.slides.get(id)!;
      const t = (now - slide.start) / slide.ms;
      if (t >= 1) {
        this.slides.delete(id);
        this.draw();
      }
      const [bx, by] = along(slide.way, Math.min(1, ease(t)));
      const [x, y] = toScreen(this.view, [bx, by]);
      this.counter(c, id, x - drawn / 2, y - drawn / 2, drawn, pixels, detail);
    }
  }

  private counter(c: CanvasRenderingContext2D, id: string, left: number, top: number, drawn: number, pixels: number, detail: ReturnType<typeof detailOf>): void {
    const info = this.board.units[id];
    const unit = this.picture.scene?.units[id];
    if (!info || !unit) return;
    c.fillStyle = "rgba(24,16,6,.3)";
    c.beginPath();
    c.roundRect(left + drawn * 0.03, top + drawn * 0.045, drawn, drawn, drawn * 0.06);
    c.fill();
    const snap = (v: number) => Math.round(v * this.ratio) / this.ratio;
    c.drawImage(this.cache.get(id, info, unit, pixels, detail), snap(left), snap(top), drawn, drawn);
  }

  // -- lines ------------------------------------------------------------------------------------------------------

  private points(hexes: readonly string[]): Point[] {
    return hexes
      .map((hex) => this.geometry.centre(hex))
      .filter((p): p is Point => p !== undefined)
      .map((p) => toScreen(this.view, p));
  }

  private polyline(c: CanvasRenderingContext2D, hexes: readonly string[], colour: string, pen: number, dash: number[] = []): void {
    const points = this.points(hexes);
    if (points.length < 2) return;
    c.save();
    c.beginPath();
    points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    c.lineJoin = c.lineCap = "round";
    c.lineWidth = pen;
    c.strokeStyle = colour;
    c.setLineDash(dash);
    c.stroke();
    c.restore();
  }

  private path(c: CanvasRenderingContext2D): void {
    const { path } = this.picture;
    if (!path) return;
    const unit = this.geometry.size * this.view.k;
    const way = path.steps.map((step) => step.hex);
    const from = this.picture.scene?.units[path.unit]?.hex;
    if (from && way[0] !== from) way.unshift(from);
    this.polyline(c, way, "rgba(255,250,232,.9)", Math.max(4, unit * 0.24));
    this.polyline(c, way, "#27476b", Math.max(2, unit * 0.13));
    for (const [x, y] of this.points(way.slice(1))) {
      c.beginPath();
      c.arc(x, y, Math.max(2.5, unit * 0.12), 0, 2 * Math.PI);
      c.fillStyle = "#fffaf0";
      c.fill();
      c.lineWidth = Math.max(1, unit * 0.05);
      c.strokeStyle = "#27476b";
      c.stroke();
    }
  }

  private arrow(c: CanvasRenderingContext2D, arrow: Arrow): void {
    const points = this.points(arrow.hexes);
    const unit = this.geometry.size * this.view.k;
    const at = this.board.sides.findIndex((side) => side.key === arrow.side);
    const colour = at === 1 ? "#1f4f7a" : at === 0 ? "#a32a12" : "#4a3a6a";
    c.save();
    c.globalAlpha = 0.35 + 0.6 * arrow.weight;
    if (points.length === 1) {
      this.outline(c, arrow.hexes, colour, Math.max(2.5, unit * 0.14), 0.86);
      c.restore();
      return;
    }
    const pen = Math.max(3, unit * (0.13 + 0.12 * arrow.weight));
    const [x2, y2] = points.at(-1) ?? [0, 0];
    const [x1, y1] = points.at(-2) ?? [0, 0];
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const head = pen * 2.6;
    const stop: Point = [x2 - Math.cos(angle) * head * 0.8, y2 - Math.sin(angle) * head * 0.8];
    const line = new Path2D();
    points.slice(0, -1).forEach(([x, y], i) => (i ? line.lineTo(x, y) : line.moveTo(x, y)));
    line.lineTo(...stop);
    const tip = new Path2D();
    tip.moveTo(x2, y2);
    tip.lineTo(x2 - Math.cos(angle - 0.5) * head, y2 - Math.sin(angle - 0.5) * head);
    tip.lineTo(x2 - Math.cos(angle + 0.5) * head, y2 - Math.sin(angle + 0.5) * head);
    tip.closePath();
    c.lineJoin = c.lineCap = "round";
    c.strokeStyle = "#fff6e2";
    c.lineWidth = pen + 3;
    c.stroke(line);
    c.stroke(tip);
    c.strokeStyle = c.fillStyle = colour;
    c.lineWidth = pen;
    c.stroke(line);
    c.fill(tip);
    c.restore();
  }

  // -- pictures ---------------------------------------------------------------------------------------------------

  /** What is on the screen, as a picture. */
  snapshot(): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = this.below.width;
    canvas.height = this.below.height;
    const c = canvas.getContext("2d")!;
    c.fillStyle = "#26231e";
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.drawImage(this.below, 0, 0);
    c.drawImage(this.above, 0, 0);
    return canvas;
  }

  /** The overview: the whole map small, a dot for each stack, the part that is on the screen. */
  overview(canvas: HTMLCanvasElement, width: number): void {
    const box = this.paper?.box ?? { x: 0, y: 0, width: this.board.grid.width, height: this.board.grid.height };
    const k = width / box.width;
    const ratio = this.ratio;
    const height = box.height * k;
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const c = canvas.getContext("2d")!;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = "#e9e0ca";
    c.fillRect(0, 0, width, height);
    c.imageSmoothingQuality = "high";
    if (this.paper?.small) c.drawImage(this.paper.small, 0, 0, width, height);
    for (const [hex, stack] of this.stacks) {
      const centre = this.geometry.centre(hex);
      const info = this.board.units[stack.at(-1) ?? ""];
      if (!centre || !info) continue;
      const side = this.board.sides.find((each) => each.key === info.side);
      const [x, y] = [(centre[0] - box.x) * k, (centre[1] - box.y) * k];
      c.fillStyle = mix(side?.ground ?? info.ground, inkOn(side?.ground ?? info.ground), 0.3);
      const at = this.board.sides.indexOf(side!);
      if (at === 1) c.fillRect(x - 1.7, y - 1.7, 3.4, 3.4);
      else {
        c.beginPath();
        c.arc(x, y, 1.9, 0, 2 * Math.PI);
        c.fill();
      }
    }
    const [left, top] = [(-this.view.x / this.view.k - box.x) * k, (-this.view.y / this.view.k - box.y) * k];
    const [wide, high] = [(this.width / this.view.k) * k, (this.height / this.view.k) * k];
    c.strokeStyle = "#1d1a15";
    c.lineWidth = 3;
    c.strokeRect(left, top, wide, high);
    c.strokeStyle = AMBER;
    c.lineWidth = 1.5;
    c.strokeRect(left, top, wide, high);
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

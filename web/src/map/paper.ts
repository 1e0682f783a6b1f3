import type { Rect, View } from "./geometry";

/** The place of an SVG in board coordinates: its viewBox. */
export function viewBox(svg: string): Rect {
  const found = /viewBox="\s*([-\d.]+)[\s,]+([-\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(svg);
  const size = /<svg[^>]*\swidth="([\d.]+)[^>]*\sheight="([\d.]+)/.exec(svg);
  if (found) {
    const [x, y, width, height] = found.slice(1).map(Number) as [number, number, number, number];
    return { x, y, width, height };
  }
  return { x: 0, y: 0, width: Number(size?.[1] ?? 1000), height: Number(size?.[2] ?? 1000) };
}

/** Pixels for a board unit in the bitmap of the whole map; at that scale nothing has to be painted again. */
const SMALL = 0.8;
const TILE = 512;

interface Bitmap {
  canvas: HTMLCanvasElement;
  view: View;
  done: boolean;
}

/** Paint tiles one by one, other work in between, until `goOn` says no; then say that it is done. */
function byTiles(
  canvas: HTMLCanvasElement,
  goOn: () => boolean,
  paint: (c: CanvasRenderingContext2D) => void,
  tile: () => void,
  end: () => void,
): void {
  const context = canvas.getContext("2d")!;
  const tiles: [number, number][] = [];
  for (let y = 0; y < canvas.height; y += TILE) for (let x = 0; x < canvas.width; x += TILE) tiles.push([x, y]);
  const far = ([x, y]: [number, number]) => Math.hypot(x + (TILE - canvas.width) / 2, y + (TILE - canvas.height) / 2);
  tiles.sort((a, b) => far(a) - far(b));
  const next = () => {
    if (!goOn()) return;
    const at = tiles.shift();
    if (!at) return end();
    context.save();
    context.beginPath();
    context.rect(at[0], at[1], TILE, TILE);
    context.clip();
    paint(context);
    context.restore();
    tile();
    setTimeout(next, 0);
  };
  setTimeout(next, 0);
}

/** The printed map. What is on the screen is painted sharp, tile by tile, when a movement has ended; then, once, the whole
 * of it in a small bitmap that is shown while the map moves and from afar. */
export class Paper {
  readonly box: Rect;
  private whole: { canvas: HTMLCanvasElement; done: boolean } | null = null;
  private sharp: Bitmap | null = null;
  /** The bitmap that is being painted: its tiles are shown as they are finished. */
  private pending: Bitmap | null = null;
  private job = 0;
  private timer = 0;

  private constructor(
    svg: string,
    private readonly image: HTMLImageElement,
    private readonly painted: () => void,
  ) {
    this.box = viewBox(svg);
  }

  static async load(svg: string, painted: () => void): Promise<Paper> {
    const image = new Image();
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.src = address;
    await image.decode();
    URL.revokeObjectURL(address);
    return new Paper(svg, image, painted);
  }

  /** The progress: what is on the screen is sharp, and the overview is ready too. */
  get done(): "" | "sharp" | "whole" {
    return this.pending || this.timer || !this.whole ? "" : this.whole.done ? "whole" : "sharp";
  }

  /** The whole map, small: for the overview. */
  get small(): HTMLCanvasElement | null {
    return this.whole?.canvas ?? null;
  }

  private paintWhole(): void {
    if (this.whole) return;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(this.box.width * SMALL);
    canvas.height = Math.round(this.box.height * SMALL);
    const whole = { canvas, done: false };
    this.whole = whole;
    byTiles(
      canvas,
      () => true,
      (c) => c.drawImage(this.image, 0, 0, canvas.width, canvas.height),
      () => undefined,
      () => {
        whole.done = true;
        this.painted();
      },
    );
  }

  draw(context: CanvasRenderingContext2D, view: View, ratio: number): void {
    const { x, y, width, height } = this.box;
    context.imageSmoothingQuality = "high";
    // paper, where nothing is printed yet; between printed sheets the desk is seen
    context.fillStyle = "#e9e0ca";
    if (!this.whole?.done)
      context.fillRect((view.x + x * view.k) * ratio, (view.y + y * view.k) * ratio, width * view.k * ratio, height * view.k * ratio);
    const sharp = this.sharp;
    const { whole } = this;
    const far = view.k * ratio <= SMALL && whole?.done;
    if (whole && (far || !sharp?.done || !this.covers(view, context.canvas, ratio)))
      context.drawImage(
        whole.canvas,
        (view.x + x * view.k) * ratio,
        (view.y + y * view.k) * ratio,
        width * view.k * ratio,
        height * view.k * ratio,
      );
    if (far) return;
    for (const bitmap of [sharp, this.pending]) {
      if (!bitmap) continue;
      const scale = view.k / bitmap.view.k;
      const [left, top] = [(view.x - bitmap.view.x * scale) * ratio, (view.y - bitmap.view.y * scale) * ratio];
      context.drawImage(bitmap.canvas, left, top, bitmap.canvas.width * scale, bitmap.canvas.height * scale);
    }
  }

  private covers(view: View, canvas: HTMLCanvasElement, ratio: number): boolean {
    const sharp = this.sharp!;
    const scale = view.k / sharp.view.k;
    const [left, top] = [(view.x - sharp.view.x * scale) * ratio, (view.y - sharp.view.y * scale) * ratio];
    return left <= 0 && top <= 0 && left + sharp.canvas.width * scale >= canvas.width && top + sharp.canvas.height * scale >= canvas.height;
  }

  /** A piece of the map around a point, as large as the canvas, at a number of pixels for a board unit. */
  piece(canvas: HTMLCanvasElement, [x, y]: readonly [number, number], k: number): void {
    const context = canvas.getContext("2d")!;
    const { box } = this;
    const [left, top] = [canvas.width / 2 - x * k, canvas.height / 2 - y * k];
    context.drawImage(this.image, left + box.x * k, top + box.y * k, box.width * k, box.height * k);
  }

  /** Paint what a view shows, sharp, as soon as no other view is asked for; the old bitmap is shown until then. */
  sharpen(view: View, width: number, height: number, ratio: number): void {
    const job = ++this.job;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.paintSharp(job, { ...view }, width, height, ratio), this.sharp || this.pending ? 110 : 0);
  }

  private paintSharp(job: number, view: View, width: number, height: number, ratio: number): void {
    this.timer = 0;
    if (view.k * ratio <= SMALL && this.whole?.done) {
      this.pending = null;
      this.painted();
      return;
    }
    const k = view.k * ratio;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const made: Bitmap = { canvas, view, done: false };
    this.pending = made;
    const { box, image } = this;
    byTiles(
      canvas,
      () => job === this.job,
      (c) => c.drawImage(image, view.x * ratio + box.x * k, view.y * ratio + box.y * k, box.width * k, box.height * k),
      () => this.painted(),
      () => {
        made.done = true;
        this.sharp = made;
        this.pending = null;
        this.painted();
        this.paintWhole();
      },
    );
  }
}

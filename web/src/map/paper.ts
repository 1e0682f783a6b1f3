import type { Rect, View } from "./geometry";

/** Where an SVG lies in board coordinates: its viewBox. */
export function viewBox(svg: string): Rect {
  const found = /viewBox="\s*([-\d.]+)[\s,]+([-\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*"/.exec(svg);
  const size = /<svg[^>]*\swidth="([\d.]+)[^>]*\sheight="([\d.]+)/.exec(svg);
  if (found) {
    const [x, y, width, height] = found.slice(1).map(Number) as [number, number, number, number];
    return { x, y, width, height };
  }
  return { x: 0, y: 0, width: Number(size?.[1] ?? 1000), height: Number(size?.[2] ?? 1000) };
}

const SMALL = 1600;
const TILE = 640;

/** The printed map. All of it is kept as a small bitmap; what is on the screen is painted sharp, tile by tile between
 * two frames, when a movement has ended. */
export class Paper {
  readonly box: Rect;
  private image: HTMLImageElement | null = null;
  private whole: HTMLCanvasElement | null = null;
  private sharp: { canvas: HTMLCanvasElement; view: View; done: boolean } | null = null;
  private job = 0;

  private constructor(
    svg: string,
    private readonly painted: () => void,
  ) {
    this.box = viewBox(svg);
  }

  static async load(svg: string, painted: () => void): Promise<Paper> {
    const paper = new Paper(svg, painted);
    const image = new Image();
    image.decoding = "async";
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.src = address;
    await image.decode();
    URL.revokeObjectURL(address);
    paper.image = image;
    paper.paintWhole();
    return paper;
  }

  private paintWhole(): void {
    const { width, height } = this.box;
    const scale = Math.min(1.5, SMALL / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")!.drawImage(this.image!, 0, 0, canvas.width, canvas.height);
    this.whole = canvas;
  }

  /** The whole map, small: for the overview. */
  get small(): HTMLCanvasElement | null {
    return this.whole;
  }

  draw(context: CanvasRenderingContext2D, view: View, ratio: number): void {
    const { x, y, width, height } = this.box;
    context.imageSmoothingQuality = "high";
    if (this.whole && !(this.sharp?.done && this.covers(view, context.canvas, ratio)))
      context.drawImage(this.whole, (view.x + x * view.k) * ratio, (view.y + y * view.k) * ratio, width * view.k * ratio, height * view.k * ratio);
    const sharp = this.sharp;
    if (!sharp) return;
    const scale = view.k / sharp.view.k;
    context.drawImage(
      sharp.canvas,
      (view.x - sharp.view.x * scale) * ratio,
      (view.y - sharp.view.y * scale) * ratio,
      sharp.canvas.width * scale,
      sharp.canvas.height * scale,
    );
  }

  private covers(view: View, canvas: HTMLCanvasElement, ratio: number): boolean {
    const sharp = this.sharp!;
    const scale = view.k / sharp.view.k;
    const left = (view.x - sharp.view.x * scale) * ratio;
    const top = (view.y - sharp.view.y * scale) * ratio;
    return (
      left <= 0 && top <= 0 && left + sharp.canvas.width * scale >= canvas.width && top + sharp.canvas.height * scale >= canvas.height
    );
  }

  /** Paint what a view shows, sharp; the old bitmap is shown until the new one is whole. */
  sharpen(view: View, width: number, height: number, ratio: number): void {
    const image = this.image;
    const job = ++this.job;
    if (!image) return;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d")!;
    const k = view.k * ratio;
    const tiles: [number, number][] = [];
    for (let y = 0; y < canvas.height; y += TILE) for (let x = 0; x < canvas.width; x += TILE) tiles.push([x, y]);
    const middle = [canvas.width / 2, canvas.height / 2] as const;
    const far = ([x, y]: [number, number]) => Math.hypot(x + TILE / 2 - middle[0], y + TILE / 2 - middle[1]);
    tiles.sort((a, b) => far(a) - far(b));
    const { box } = this;
    const left = view.x * ratio + box.x * k;
    const top = view.y * ratio + box.y * k;
    const paint = () => {
      if (job !== this.job) return;
      const tile = tiles.shift();
      if (!tile) {
        this.sharp = { canvas, view: { ...view }, done: true };
        this.painted();
        return;
      }
      context.save();
      context.beginPath();
      context.rect(tile[0], tile[1], TILE, TILE);
      context.clip();
      context.drawImage(image, left, top, box.width * k, box.height * k);
      context.restore();
      setTimeout(paint, 0);
    };
    paint();
  }
}

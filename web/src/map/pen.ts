import type { Point } from "../api";
import { FACTOR_FACE } from "./counter";
import { type Geometry, toScreen, type View } from "./geometry";
import type { Segment } from "./patterns";

export const AMBER = "#e0a526";
/** The mark of mandatory picks. */
export const DUTY = "#a8321f";

/** Draws on a canvas by the hexes of the board: shapes, lines and small texts where they lie in a view. */
export class Pen {
  constructor(
    readonly c: CanvasRenderingContext2D,
    readonly geometry: Geometry,
    readonly view: View,
    readonly width: number,
    readonly height: number,
    /** Pixels of the screen for one of the page. */
    readonly ratio: number,
  ) {}

  /** The size of a hex in pixels. */
  get unit(): number {
    return this.geometry.size * this.view.k;
  }

  /** Whether a point is on the screen, or not farther from it than a margin. */
  seen([x, y]: Point, margin: number): boolean {
    return x > -margin && y > -margin && x < this.width + margin && y < this.height + margin;
  }

  /** The middle of a hex on the screen; undefined where it is off the board or beyond a margin. */
  spot(hex: string, margin: number): Point | undefined {
    const centre = this.geometry.centre(hex);
    if (!centre) return undefined;
    const point = toScreen(this.view, centre);
    return this.seen(point, margin) ? point : undefined;
  }

  private trace(path: Path2D, hex: string, scale: number): void {
    const { k } = this.view;
    const spot = this.spot(hex, 2 * k * this.geometry.size);
    if (!spot) return;
    const [x, y] = spot;
    this.geometry.corners.forEach(([dx, dy], i) => {
      const [px, py] = [x + dx * k * scale, y + dy * k * scale];
      if (i) path.lineTo(px, py);
      else path.moveTo(px, py);
    });
    path.closePath();
  }

  shape(hexes: Iterable<string>, scale: number): Path2D {
    const path = new Path2D();
    for (const hex of hexes) this.trace(path, hex, scale);
    return path;
  }

  /** Sides of hexes, given as segments of the board. */
  segments(sides: readonly Segment[]): Path2D {
    const path = new Path2D();
    for (const [x1, y1, x2, y2] of sides) {
      path.moveTo(...toScreen(this.view, [x1, y1]));
      path.lineTo(...toScreen(this.view, [x2, y2]));
    }
    return path;
  }

  outline(hexes: Iterable<string>, colour: string, pen: number, scale: number, dash: number[] = []): void {
    const { c } = this;
    c.save();
    c.strokeStyle = colour;
    c.lineWidth = pen;
    c.lineJoin = "round";
    c.setLineDash(dash);
    c.stroke(this.shape(hexes, scale));
    c.restore();
  }

  /** A small text on its own ground, at a distance from the middle of a hex in sizes of a hex. */
  pill(hex: string, text: string, dx: number, dy: number, size: number, ground: string, ink: string): void {
    const { c } = this;
    const spot = this.spot(hex, 60);
    if (!spot) return;
    const [x, y] = [spot[0] + dx * this.unit, spot[1] + dy * this.unit];
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

  points(hexes: readonly string[]): Point[] {
    return hexes
      .map((hex) => this.geometry.centre(hex))
      .filter((p): p is Point => p !== undefined)
      .map((p) => toScreen(this.view, p));
  }

  polyline(hexes: readonly string[], colour: string, pen: number, dash: number[] = []): void {
    const { c } = this;
    const points = this.points(hexes);
    if (points.length < 2) return;
    c.save();
    c.beginPath();
    points.forEach(([x, y], i) => {
      if (i) c.lineTo(x, y);
      else c.moveTo(x, y);
    });
    c.lineJoin = c.lineCap = "round";
    c.lineWidth = pen;
    c.strokeStyle = colour;
    c.setLineDash(dash);
    c.stroke();
    c.restore();
  }
}

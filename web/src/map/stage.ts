import type { Board } from "../api";
import { drawArrow, drawPath } from "./arrows";
import { Counters } from "./counters";
import { fit, type Geometry, type Rect, type View } from "./geometry";
import { drawCosts, drawDuties, drawMarks, drawOwners, drawPickableHexes, drawReach } from "./marks";
import { drawOverlay, drawOverlayTexts } from "./overlays";
import type { Paper } from "./paper";
import { Pen } from "./pen";
import { NOTHING, type Picture, stacksOf } from "./picture";
import { Slides } from "./slides";

/** Everything that is painted: the paper below, the table above. The stage does not use React and does not ask the server. */
export class Stage {
  view: View = { k: 1, x: 0, y: 0 };
  width = 1;
  height = 1;
  ratio = 1;
  paper: Paper | null = null;
  /** The part of the board that is in play, where it is not all of it. */
  part: Rect | null = null;
  stacks = new Map<string, string[]>();
  private picture: Picture = NOTHING;
  private readonly hatchings = new Map<string, HTMLCanvasElement>();
  private readonly slides: Slides;
  private readonly counters: Counters;
  private frame = 0;
  private paperStale = true;
  private settled = 1;

  constructor(
    readonly board: Board,
    readonly geometry: Geometry,
    private readonly below: HTMLCanvasElement,
    private readonly above: HTMLCanvasElement,
  ) {
    this.slides = new Slides(geometry);
    this.counters = new Counters(board, this.slides);
  }

  // -- what to show -----------------------------------------------------------------------------------------------

  show(picture: Picture): void {
    const before = this.picture;
    if (picture.scene !== before.scene) {
      this.stacks = picture.scene ? stacksOf(picture.scene) : new Map();
      if (picture.scene && before.scene && !picture.calm) this.slides.begin(before.scene, picture.scene, picture.arrows);
    }
    this.picture = picture;
    this.draw();
  }

  setPaper(paper: Paper): void {
    this.paper = paper;
    this.paperStale = true;
    this.sharpen();
    this.draw();
  }

  repaint(): void {
    this.counters.clear();
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

  /** The visible area, in board units: the part in play, or the paper; before that is loaded, the hexes. */
  get box(): Rect {
    return this.part ?? this.paper?.box ?? { x: 0, y: 0, width: this.board.grid.width, height: this.board.grid.height };
  }

  /** All of it with a little of the desk around it. */
  whole(): View {
    return fit(this.box, this.width, this.height);
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
      c.save();
      this.clipToPart(c);
      this.paper?.draw(c, this.view, this.ratio);
      c.restore();
    }
    const c = this.above.getContext("2d")!;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.above.width, this.above.height);
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    const moving = this.slides.size > 0;
    this.table(new Pen(c, this.geometry, this.view, this.width, this.height, this.ratio));
    if (moving) this.draw();
  }

  /** A map that is not in play is not shown beside the one that is. */
  private clipToPart(c: CanvasRenderingContext2D): void {
    if (!this.part) return;
    const { x, y, width, height } = this.part;
    const k = this.view.k * this.ratio;
    c.beginPath();
    c.rect(this.view.x * this.ratio + x * k, this.view.y * this.ratio + y * k, width * k, height * k);
    c.clip();
  }

  private table(pen: Pen): void {
    const { scene, overlays, reach, path, arrows, inspected, hover, cursor } = this.picture;
    for (const overlay of overlays) drawOverlay(pen, overlay, this.hatchings);
    if (reach) drawReach(pen, reach);
    drawPickableHexes(pen, this.picture);
    drawDuties(pen, this.picture);
    if (this.picture.counters) this.counters.draw(pen, this.picture, this.stacks, this.settled);
    if (scene) drawOwners(pen, scene, this.board);
    if (scene) drawMarks(pen, scene);
    if (path) drawPath(pen, path, scene);
    drawCosts(pen, this.picture);
    for (const overlay of overlays) drawOverlayTexts(pen, overlay);
    for (const arrow of arrows) drawArrow(pen, arrow, this.board);
    if (inspected) pen.outline([inspected], "#2a2620", 1.6, 0.98, [5, 3]);
    if (hover) pen.outline([hover], "rgba(255,252,240,.95)", 2.2, 0.97);
    if (cursor) {
      pen.outline([cursor], "#1b1814", 4.4, 0.93);
      pen.outline([cursor], "#fff3cf", 2, 0.93);
    }
  }

  /** The present screen as a picture. */
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
}

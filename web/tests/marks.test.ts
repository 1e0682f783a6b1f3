import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Geometry } from "../src/map/geometry";
import { drawPickableHexes } from "../src/map/marks";
import { Pen } from "../src/map/pen";
import { NOTHING } from "../src/map/picture";
import { picksByName } from "../src/play/offer";
import { board, scene } from "./fixture";

/** Counts the hexes of a path. */
class Counted {
  closed = 0;
  lines = 0;
  moveTo(): void {}
  lineTo(): void {
    this.lines++;
  }
  closePath(): void {
    this.closed++;
  }
}

/** A board of 20 by 20 hexes in columns. */
const hexes = Object.fromEntries(
  Array.from({ length: 400 }, (_, n) => [`h${n}`, [15 * Math.floor(n / 20), 17.32 * ((n % 20) + (Math.floor(n / 20) % 2) / 2)]]),
);
const grid = { ...board.grid, orientation: "columns", size: 10, hexes } as unknown as typeof board.grid;

function draw(number: number): { fills: [string, number][]; strokes: number[] } {
  const fills: [string, number][] = [];
  const strokes: number[] = [];
  const nothing = () => undefined;
  const c = {
    save: nothing,
    restore: nothing,
    fillStyle: "",
    fill: (path: Counted) => fills.push([c.fillStyle, path.closed]),
    stroke: (path: Counted) => strokes.push(path.closed || path.lines),
  };
  const offer = {
    ...scene.offer!,
    picks: Object.keys(hexes)
      .slice(0, number)
      .map((pick) => ({ pick, kind: "hex" as const, text: pick, note: "", undo: "free" as const })),
  };
  const pen = new Pen(c as unknown as CanvasRenderingContext2D, new Geometry(grid), { k: 1, x: 0, y: 0 }, 1000, 1000, 1);
  drawPickableHexes(pen, { ...NOTHING, picks: picksByName(offer) });
  return { fills, strokes };
}

describe("hexes that can be picked", () => {
  beforeEach(() => void vi.stubGlobal("Path2D", Counted));
  afterEach(() => void vi.unstubAllGlobals());
  it("glow, each of them", () => {
    expect(draw(40)).toEqual({ fills: [["rgba(236,178,52,.24)", 40]], strokes: [40] });
  });
  it("are left alone where they are many: the others lie in the shade, beyond a border", () => {
    // 18 columns of 20, 40 hexes beside them. The border: 2 sides of each of the 20 hexes at the left and at the right,
    // one above and one below each column, and of every second column two more above, of the others below, of which one
    // at each corner has been counted: 40 + 40 + 18 + 18 + 17 + 17
    expect(draw(360)).toEqual({ fills: [["rgba(38,33,26,.3)", 40]], strokes: [150] });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Board, OverlayAnswer, OverlayInfo } from "../src/api";
import { channels } from "../src/map/colour";
import { Geometry } from "../src/map/geometry";
import { drawOverlay } from "../src/map/overlays";
import { type Area, makeOverlay, type Tint } from "../src/map/patterns";
import { Pen } from "../src/map/pen";
import { board as fixture } from "./fixture";

const hexes = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`h${n}`, [15 * n, 17.32 * ((n % 2) / 2)]]));
const board = { ...fixture, grid: { ...fixture.grid, orientation: "columns", size: 10, hexes } } as unknown as Board;
const geometry = new Geometry(board.grid);
const SUPPLY = { key: "supply", kind: "supply", name: "Supply", letter: "s", of: "side" } as unknown as OverlayInfo;
const KINDS = ["sources", "supplied", "supplied on foot", "isolated", "cuts"];

function answer(side: string, kinds: string[]): OverlayAnswer {
  const areas = kinds.map((kind, n) => ({ kind, text: `${side} ${kind}`, hexes: [`h${n}`] }));
  return { overlay: "supply", side, unit: null, areas, lines: [], values: {}, notes: [] };
}

function looks(sides: Board["sides"] = board.sides): Record<string, Area> {
  const told = sides.map((side) => answer(side.key, KINDS));
  return Object.fromEntries(makeOverlay(SUPPLY, told, { ...board, sides }, geometry).areas.map((area) => [area.text, area]));
}

// sRGB to linear light, a dichromat's view of it (Viénot and others, 1999; Machado and others, 2009), and CIE L*a*b*
const SIGHTS: Record<string, number[][]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  "no colours": Array(3).fill([0.2126, 0.7152, 0.0722]),
};

type Colour = [number, number, number];

function lab(colour: Colour, sight: number[][]): Colour {
  const light = colour.map((c) => (c <= 10.31475 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = sight.map((row) => Math.min(1, Math.max(0, row[0]! * light[0]! + row[1]! * light[1]! + row[2]! * light[2]!))) as Colour;
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const under = (tint: Tint, ground: Colour) => ground.map((c, i) => c + (channels(tint.colour)[i]! - c) * tint.alpha) as unknown as Colour;

describe("the overlay of supply", () => {
  it("tints the supplied hexes by side, and more weakly, with dots, those where only some units are supplied", () => {
    const { "soviet supplied": soviet, "axis supplied": axis, "axis supplied on foot": part } = looks();
    expect([soviet!.hatch, axis!.hatch, part!.hatch]).toEqual([null, null, 5]);
    expect(soviet!.tint!.colour).not.toBe(axis!.tint!.colour);
    expect(part!.tint).toEqual({ colour: axis!.tint!.colour, alpha: axis!.tint!.alpha / 2 });
    expect([soviet!.dashed, axis!.dashed]).toEqual([false, true]);
  });

  it("gives each meaning one look, and a side its colour in whatever order the game names its sides", () => {
    const [one, other] = [looks(), looks([...board.sides].reverse())];
    for (const side of ["soviet", "axis"])
      for (const kind of KINDS) {
        const name = `${side} ${kind}`;
        expect([name, one[name]!.colour, one[name]!.tint]).toEqual([name, other[name]!.colour, other[name]!.tint]);
      }
    const { "soviet cuts": cuts, "axis cuts": others, "soviet isolated": cutOff } = one;
    expect([cuts!.hatch, cuts!.tint, others!.colour]).toEqual([4, null, cuts!.colour]);
    expect(cutOff!.colour).not.toBe(cuts!.colour);
  });

  it("keeps both tints, both together and bare ground apart for every eye, on paper, woods, water and a dark map", () => {
    const { "soviet supplied": soviet, "axis supplied": axis } = looks();
    for (const paper of ["#efe8d6", "#b9c59a", "#a9c3cf", "#cfc6b0"])
      for (const [sight, matrix] of Object.entries(SIGHTS)) {
        const ground = channels(paper);
        const shown = [ground, under(soviet!.tint!, ground), under(axis!.tint!, ground), under(axis!.tint!, under(soviet!.tint!, ground))];
        const seen = shown.map((colour) => lab(colour, matrix));
        seen.forEach((a, i) => {
          // a difference of 2.3 is just seen
          for (const b of seen.slice(i + 1)) expect(Math.hypot(...a.map((c, n) => c - b[n]!)), `${paper} ${sight}`).toBeGreaterThan(4);
        });
      }
  });

  describe("on the map", () => {
    class Path {
      moveTo(): void {}
      lineTo(): void {}
      closePath(): void {}
    }
    beforeEach(() => void vi.stubGlobal("Path2D", Path));
    afterEach(() => void vi.unstubAllGlobals());
    it("is a wash of the side's tint", () => {
      const fills: [string, number][] = [];
      const nothing = () => undefined;
      const c = { fillStyle: "", globalAlpha: 1, save: nothing, restore: nothing, stroke: nothing, setLineDash: nothing };
      const context = { ...c, fill: () => fills.push([context.fillStyle, context.globalAlpha]) };
      const pen = new Pen(context as unknown as CanvasRenderingContext2D, geometry, { k: 1, x: 0, y: 0 }, 500, 500, 1);
      const overlay = makeOverlay(SUPPLY, [answer("soviet", ["supplied"])], board, geometry);
      drawOverlay(pen, overlay, new Map());
      expect(fills).toEqual([["#e8772e", 0.32]]);
    });
  });
});

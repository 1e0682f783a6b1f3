import { describe, expect, it } from "vitest";
import { fit, Geometry, toBoard, toScreen } from "../src/map/geometry";
import { viewBox } from "../src/map/paper";
import { borderOf } from "../src/map/patterns";
import { along } from "../src/map/slides";
import { board } from "./fixture";

const geometry = new Geometry(board.grid);

describe("hexes", () => {
  it("every hex is found at its centre and near its corners", () => {
    for (const [hex, [x, y]] of Object.entries(board.grid.hexes)) {
      expect(geometry.at(x, y)).toBe(hex);
      for (const [dx, dy] of geometry.corners) expect(geometry.at(x + dx * 0.8, y + dy * 0.8)).toBe(hex);
    }
  });
  it("nothing is found beyond the map", () => {
    expect(geometry.at(-500, -500)).toBeNull();
  });
  it("a hex in the middle has six neighbours, and each has it", () => {
    const near = geometry.neighbours("3234");
    expect(near).toHaveLength(6);
    for (const other of near) expect(geometry.neighbours(other)).toContain("3234");
  });
  it("left and right come back, up and down come back", () => {
    expect(geometry.beside(geometry.beside("3234", "left"), "right")).toBe("3234");
    expect(geometry.beside(geometry.beside("3234", "up"), "down")).toBe("3234");
  });
  it("the cursor stays at the edge of the map", () => {
    let hex = "3234";
    for (let i = 0; i < 30; i++) hex = geometry.beside(hex, "left");
    expect(geometry.beside(hex, "left")).toBe(hex);
  });
  it("the border of one hex is its six sides, of two neighbours ten", () => {
    expect(borderOf(["3234"], geometry)).toHaveLength(6);
    expect(borderOf(["3234", geometry.beside("3234", "right")], geometry)).toHaveLength(10);
  });
});

describe("views", () => {
  it("a rectangle fits in the middle", () => {
    // biome-ignore lint/suspicious/noFocusedTests: `fit` of the map is no test
    const view = fit({ x: 10, y: 10, width: 100, height: 50 }, 800, 800);
    expect(view.k).toBe(8);
    expect(toScreen(view, [60, 35])).toEqual([400, 400]);
    expect(toBoard(view, 400, 400)).toEqual([60, 35]);
  });
  it("the map lies where its viewBox says", () => {
    expect(viewBox('<svg width="9" height="9" viewBox="-26.0 -26 2210.5 1536">')).toEqual({ x: -26, y: -26, width: 2210.5, height: 1536 });
  });
  it("a way is walked evenly", () => {
    expect(
      along(
        [
          [0, 0],
          [10, 0],
          [10, 10],
        ],
        0.75,
      ),
    ).toEqual([10, 5]);
  });
});

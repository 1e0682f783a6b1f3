import { describe, expect, it } from "vitest";
import type { LogEntry } from "../src/api";
import { activations, summed } from "../src/play/film";

const entry = (n: number, hexes: string[], kind?: string, part: "opens" | "decides" | "after" = "opens", first = n): LogEntry => ({
  n,
  text: `line ${n}`,
  rules: [],
  hexes,
  units: [],
  ...(kind ? { card: { first, kind, part } } : {}),
  ...(kind === "turn" ? { begins: "turn" } : kind === "draw" ? { begins: "activation" } : {}),
});

const LOG = [
  entry(0, [], "turn"),
  entry(1, [], "draw"),
  entry(2, ["0101", "0102"]),
  entry(3, ["0103", "0104"]),
  entry(4, ["0105"], "combat"),
  entry(5, ["0105"], "combat", "decides", 4),
  entry(6, [], "draw"),
  entry(7, ["0201", "0202"]),
  entry(8, [], "draw"),
];

describe("activations", () => {
  it("begin with a turn, a draw or a segment, and have something to show", () => {
    expect(activations(LOG).map((each) => [each.first, each.steps.map((step) => step.n)])).toEqual([[1, [2, 3, 4, 5]]]);
  });

  it("are summed up in moves and combats", () => {
    expect(summed(activations(LOG)[0]!.steps)).toEqual({ moves: 2, combats: 1 });
  });

  it("are listed with the latest first, and a combat is no move", () => {
    const log = [
      ...[entry(0, [], "draw"), entry(1, ["0101", "0102"]), entry(2, ["0103", "0104"])],
      ...[entry(3, [], "draw"), entry(4, ["0201", "0202"]), entry(5, ["0203", "0204"], "combat")],
    ];
    expect(activations(log).map((each) => each.first)).toEqual([3, 0]);
    expect(summed(activations(log)[0]!.steps)).toEqual({ moves: 1, combats: 1 });
  });
});

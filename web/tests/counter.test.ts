import { describe, expect, it } from "vitest";
import { type Detail, detailOf, printed } from "../src/map/counter";

// counters of the four games: corps, battalions, an HQ with Command Points, guns, a morale that is not known, a marker
const FACTORS = ["4-4-5", "12-2-4", "2CP 1-6", "4/7-5", "8-*-6", "3", ""];
const at = (detail: Detail) => FACTORS.map((factors) => printed(factors, detail));

describe("a counter", () => {
  it("prints attack, defence and movement from the size at which they can be read", () => {
    for (const detail of ["plain", "full"] as const) expect(at(detail)).toEqual(FACTORS);
    expect(at("small")).toEqual(["4-4-5", "12-2-4", "2", "4/7-5", "8-*-6", "3", ""]);
  });

  it("prints attack and defence when it is smaller, and its strength when it is smallest", () => {
    expect(at("pair")).toEqual(["4-4", "12-2", "2", "4/7", "8", "3", ""]);
    expect(at("block")).toEqual(["4", "12", "2", "4", "8", "3", ""]);
  });

  it("shows more the closer the map is", () => {
    const sizes = [8, 10.9, 11, 15.9, 16, 25.9, 26, 39.9, 40, 80];
    expect(sizes.map(detailOf)).toEqual(["block", "block", "pair", "pair", "small", "small", "plain", "plain", "full", "full"]);
  });
});

import i18next from "i18next";
import { describe, expect, it } from "vitest";
import type { Hint, TableInfo } from "../src/api";
import { arrowsOf } from "../src/map/MapView";
import { isAlone } from "../src/ui/Hint";
import { gained } from "../src/ui/words";
import { board, scene } from "./fixture";

const seated = (soviet: string, axis: string) =>
  ({
    seats: [
      { side: "soviet", player: soviet },
      { side: "axis", player: axis },
    ],
  }) as TableInfo;

describe("help", () => {
  it("is for a player who holds all seats of people", () => {
    expect(isAlone(seated("person", "officer"), ["soviet"])).toBe(true);
    expect(isAlone(seated("person", "person"), ["soviet", "axis"])).toBe(true);
    expect(isAlone(seated("person", "person"), ["soviet"])).toBe(false);
    expect(isAlone(seated("officer", "officer"), [])).toBe(false);
    expect(isAlone(null, ["soviet"])).toBe(false);
  });
  it("draws a hint in place of what has just happened", () => {
    const fresh = [{ n: 1, text: "", rules: [], hexes: ["1731", "1732"], units: [] }];
    const hint: Hint = {
      is: "hint",
      state: 1,
      side: "axis",
      text: "",
      arrows: [
        { kind: "move", hexes: ["1731", "1831"], units: ["ax.1"] },
        { kind: "attack", hexes: ["1832"], units: [] },
      ],
    };
    expect(arrowsOf({ film: null, fresh, board, scene, hint: null }).map((each) => each.hexes)).toEqual([["1731", "1732"]]);
    const drawn = arrowsOf({ film: null, fresh, board, scene, hint });
    expect(drawn.map((each) => [each.hexes, each.side])).toEqual([
      [["1731", "1831"], "axis"],
      [["1832"], "axis"],
    ]);
    expect(drawn.every((each) => each.weight < 1)).toBe(true); // counters do not slide along it
  });
  it("writes gains and losses as the language does", () => {
    void i18next.changeLanguage("en");
    expect([0.0123, -0.2, 0].map(gained)).toEqual(["+1.2%", "−20%", "0%"]);
    void i18next.changeLanguage("fr");
    expect(gained(-0.0123).replace(/\s/g, " ")).toBe("−1,2 %");
    void i18next.changeLanguage("en");
  });
});

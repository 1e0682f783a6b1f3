import { describe, expect, it } from "vitest";
import type { Rule } from "../src/api";
import { byChapter, findRules } from "../src/play/rules";

const rule = (id: string, title: string, text: string, examples: Rule["examples"] = []): Rule => ({
  id,
  chapter: "Combat",
  title,
  text,
  refs: [],
  examples,
});

const RULES = [
  rule("5.0a", "Qué es apilar", "Dos o más unidades forman una pila."),
  rule("10.4a", "Retirada", "La unidad se retira dos hexágonos.", [{ id: "ex-1", given: "El HQ está en Járkiv.", expect: "Se retira." }]),
  rule("10.4b", "Avance", "Avanza una unidad tras el combate."),
];
const ids = (asked: string) => findRules(RULES, asked).map(({ id }) => id);

describe("the rules that a question finds", () => {
  it("are all where nothing is asked", () => expect(ids("  ")).toEqual(["5.0a", "10.4a", "10.4b"]));
  it("have every word, in small letters and without accents", () => {
    expect(ids("RETIRA hexagonos")).toEqual(["10.4a"]);
    expect(ids("unidad combate")).toEqual(["10.4b"]);
  });
  it("are found by the beginning of their number", () => {
    expect(ids("10.4")).toEqual(["10.4a", "10.4b"]);
    expect(ids("0.4")).toEqual([]);
  });
  it("are found by their examples", () => expect(ids("jarkiv")).toEqual(["10.4a"]));
  it("may be none", () => expect(ids("tanque")).toEqual([]));
});

it("chapters are the numbers before the first point, in their order", () => {
  expect(byChapter(RULES).map(([chapter, found]) => [chapter, found.length])).toEqual([
    ["5", 1],
    ["10", 2],
  ]);
});

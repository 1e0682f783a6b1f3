import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import en from "../src/locales/en.json";
import es from "../src/locales/es.json";
import fr from "../src/locales/fr.json";

function flat(node: unknown, path = ""): Map<string, string> {
  if (typeof node === "string") return new Map([[path, node]]);
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node as object))
    for (const [k, v] of flat(value, path ? `${path}.${key}` : key)) found.set(k, v);
  return found;
}

/** A side may be called by another form in another language. */
const FORMS = new Set(["player", "Player", "noun", "adjective"]);
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((found) => (FORMS.has(found[1]!) ? "side" : found[1])).sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory()
      ? sources(join(folder, each.name))
      : /\.tsx?$/.test(each.name)
        ? [readFileSync(join(folder, each.name), "utf8")]
        : [],
  );
}

describe.each([
  ["es", es],
  ["fr", fr],
])("%s", (_, file) => {
  const [wanted, found] = [flat(en), flat(file)];
  it("has every text and none too many", () => expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort()));
  it("keeps what is filled in", () => {
    for (const [key, text] of wanted) expect(holes(found.get(key) ?? ""), key).toEqual(holes(text));
  });
});

it("every text that the page asks for is there", () => {
  const known = flat(en);
  const asked = sources(join(import.meta.dirname, "../src")).flatMap((text) =>
    [...text.matchAll(/\bt\("([\w.]+)"/g)].map((found) => found[1]!),
  );
  expect(asked.length).toBeGreaterThan(80);
  for (const key of asked) expect(known.has(key) || known.has(`${key}_other`), key).toBe(true);
});

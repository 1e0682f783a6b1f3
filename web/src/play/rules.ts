import type { Rule } from "../api";

/** A text as it is searched: small letters without accents. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The rules that have every word of a question in their number, title, text or examples, in the rulebook's order. */
export function findRules(rules: Rule[], asked: string): Rule[] {
  const words = folded(asked).split(/\s+/).filter(Boolean);
  if (!words.length) return rules;
  return rules.filter((rule) => {
    const said = [rule.title, rule.text, ...rule.examples.flatMap(({ given, expect }) => [given, expect])];
    const [id, text] = [rule.id.toLowerCase(), folded(said.join(" "))];
    return words.every((word) => id.startsWith(word) || text.includes(word));
  });
}

/** Rules by the chapters of the rulebook, which their numbers begin with. */
export function byChapter(rules: Rule[]): [string, Rule[]][] {
  const chapters = new Map<string, Rule[]>();
  for (const rule of rules) {
    const chapter = rule.id.split(".")[0]!;
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), rule]);
  }
  return [...chapters];
}

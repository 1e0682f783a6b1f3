import type { Chances, Odds, Roll } from "../api";

/** Which support was given before a roll: that with whose column and modifier it was made, -1 for none; null if the roll
 * was not made at these odds, or at what the other side made of them. */
export function given(odds: Odds, roll: Roll): number | null {
  const modifier = roll.modifier ?? 0;
  const fits = (each: Chances) =>
    (!roll.column || each.column === roll.column) && each.results.some((result) => result.text === roll.result);
  const lines = odds.lines.reduce((sum, line) => (line.on === "roll" ? sum + line.value : sum), 0);
  if (fits(odds) && (odds.modifier === modifier || lines === modifier)) return -1;
  const support = odds.support ?? [];
  const exact = support.findIndex((each) => fits(each) && each.modifier === modifier);
  if (exact >= 0) return exact;
  const near = roll.column === odds.column ? -1 : support.findIndex(fits);
  return near >= 0 ? near : null;
}

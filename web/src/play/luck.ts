import type { StoryThrow } from "../api";

/** What the dice cost a side, what they cost on average, and how lucky it was: steps that it was spared, and that they cost the
 * enemy more. */
export interface Luck {
  side: string;
  lost: number;
  expected: number;
  luck: number;
}

/** The luck of each side up to a page of the game. */
export function luckOf(sides: readonly string[], throws: readonly StoryThrow[], until = Number.POSITIVE_INFINITY): Luck[] {
  const thrown = throws.filter((each) => each.page <= until);
  const sum = (of: (each: StoryThrow) => number) => thrown.reduce((total, each) => total + of(each), 0);
  return sides.map((side) => ({
    side,
    lost: sum((each) => each.losses[side] ?? 0),
    expected: sum((each) => each.expected[side] ?? 0),
    luck: sum((each) => Object.entries(each.swing).reduce((total, [whose, steps]) => total + (whose === side ? -steps : steps), 0)),
  }));
}

/** The throws that made the greatest difference. */
export function decisive(throws: readonly StoryThrow[], most = 5): StoryThrow[] {
  const weight = (each: StoryThrow) => Object.values(each.swing).reduce((total, steps) => total + Math.abs(steps), 0);
  return [...throws].sort((a, b) => weight(b) - weight(a)).slice(0, most);
}

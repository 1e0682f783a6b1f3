import type { StoryAnswer, StoryThrow } from "../api";

/** The steps that a side lost, what it would have lost with average dice, and how lucky it was: steps that it was spared, and
 * that the dice cost the enemy more. */
export interface Luck {
  side: string;
  lost: number;
  average: number;
  luck: number;
}

/** The luck of each side up to a page of the game. */
export function luckOf(
  sides: readonly string[],
  { throws, losses }: Pick<StoryAnswer, "throws" | "losses">,
  until = Number.POSITIVE_INFINITY,
): Luck[] {
  const sum = <T extends { page: number }>(all: readonly T[], of: (each: T) => number) =>
    all.filter((each) => each.page <= until).reduce((total, each) => total + of(each), 0);
  return sides.map((side) => {
    const lost = sum(losses, (each) => each.lost[side] ?? 0);
    const swing = sum(throws, (each) => each.swing[side] ?? 0);
    const others = sum(throws, (each) => Object.entries(each.swing).reduce((all, [whose, by]) => all + (whose === side ? 0 : by), 0));
    return { side, lost, average: lost - swing, luck: others - swing };
  });
}

/** The least difference of a throw, in steps, that is shown. */
export const SHOWN = 0.05;

/** The throws that made the greatest difference; none that made none. */
export function decisive(throws: readonly StoryThrow[], most = 5): StoryThrow[] {
  const weight = (each: StoryThrow) => Object.values(each.swing).reduce((total, steps) => total + Math.abs(steps), 0);
  return throws
    .filter((each) => Object.values(each.swing).some((steps) => Math.abs(steps) >= SHOWN))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, most);
}

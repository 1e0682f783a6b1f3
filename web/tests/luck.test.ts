import { describe, expect, it } from "vitest";
import type { StoryAnswer, StoryThrow } from "../src/api";
import { decisive, luckOf } from "../src/play/luck";
import { tempo } from "../src/ui/Replay";

/** A throw that costs both sides so many steps, and on average so many. */
function thrown(page: number, soviet: [number, number], axis: [number, number]): StoryThrow {
  return {
    page,
    title: `throw ${page}`,
    die: 1,
    result: "R",
    share: 1 / 6,
    losses: { soviet: soviet[0], axis: axis[0] },
    expected: { soviet: soviet[1], axis: axis[1] },
    swing: { soviet: soviet[0] - soviet[1], axis: axis[0] - axis[1] },
  };
}

const THROWS = [thrown(3, [0, 0.5], [4, 1]), thrown(9, [2, 0.5], [0, 1])];
/** The Axis lost a step more to something without odds. */
const STORY: Pick<StoryAnswer, "throws" | "losses"> = {
  throws: THROWS,
  losses: [
    { page: 3, lost: { axis: 4 } },
    { page: 9, lost: { soviet: 2 } },
    { page: 12, lost: { axis: 1 } },
  ],
};

describe("the luck of the dice", () => {
  it("is what a side was spared and what the enemy lost, against the average", () => {
    // first throw: the Soviets are spared 0.5 and the Axis loses 3 more; second: they lose 1.5 more, the Axis is spared 1
    const [soviet, axis] = luckOf(["soviet", "axis"], STORY);
    expect(soviet).toEqual({ side: "soviet", lost: 2, average: 2 + 0.5 - 1.5, luck: 0.5 + 3 - 1.5 - 1 });
    expect(axis).toEqual({ side: "axis", lost: 5, average: 5 - 3 + 1, luck: -(0.5 + 3 - 1.5 - 1) });
  });

  it("grows page by page in a replay", () => {
    expect(luckOf(["soviet"], STORY, 2)[0]).toMatchObject({ lost: 0, luck: 0 });
    expect(luckOf(["axis"], STORY, 3)[0]).toMatchObject({ lost: 4, luck: -3.5 });
  });

  it("has decisive throws, the greatest difference first", () => {
    expect(decisive([...THROWS].reverse(), 1).map((each) => each.page)).toEqual([3]);
  });

  it("has no decisive throw that made no difference", () => {
    expect(decisive([...THROWS, thrown(12, [1, 1], [0, 0.04])]).map((each) => each.page)).toEqual([3, 9]);
  });
});

describe("the tempo of a replay", () => {
  it("shows a whole game in three minutes, however long it is", () => {
    for (const last of [10, 900, 12_000]) {
      const { wait, by } = tempo(4, last);
      expect((wait * last) / by).toBeCloseTo(180_000);
      expect(wait).toBeGreaterThanOrEqual(60);
    }
    expect(tempo(1, 900)).toEqual({ wait: 800, by: 1 });
  });
});

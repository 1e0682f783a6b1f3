import { expect, test } from "vitest";
import type { Point } from "../src/api";
import { freeCorner, leash, placed } from "../src/map/placing";

const frame = { width: 1000, height: 600 };

test("what tells of a hex lies off it, off its neighbours and off what can be picked", () => {
  const size = { width: 200, height: 80 };
  const picks: Point[] = [[500, 180]];
  const { left, top } = placed(size, [500, 300], 30, frame, picks);
  const covers = ([x, y]: Point) => x > left && x < left + size.width && y > top && y < top + size.height;
  expect(covers([500, 300])).toBe(false);
  expect(picks.some(covers)).toBe(false);
  for (let i = 0; i < 6; i++) expect(covers([500 + 52 * Math.cos((i * Math.PI) / 3), 300 + 52 * Math.sin((i * Math.PI) / 3)])).toBe(false);
  expect(left >= 0 && top >= 0 && left + size.width <= 1000 && top + size.height <= 600).toBe(true);
});

test("where everything around a hex can be picked, it lies in the nearest gap, and a line leads to the hex", () => {
  const size = { width: 200, height: 80 };
  const hole = ([x, y]: Point) => x > 620 && x < 880 && y > 210 && y < 345;
  const grid: Point[] = Array.from({ length: 50 * 30 }, (_, n) => [20 * (n % 50), 20 * Math.floor(n / 50)]);
  const picks = grid.filter((each) => !hole(each));
  const spot = placed(size, [200, 300], 30, frame, picks);
  const covers = ([x, y]: Point) => x > spot.left && x < spot.left + 200 && y > spot.top && y < spot.top + 80;
  expect(picks.filter(covers)).toEqual([]);
  // the hex lies to the left at the height of its side, below it, below and to the left by 30 and 40, or beside it
  expect(leash({ left: 645, top: 237 }, size, [200, 300], 25)).toEqual({ from: [645, 300], to: [225, 300] });
  expect(leash({ left: 645, top: 237 }, size, [700, 500], 25)).toEqual({ from: [700, 317], to: [700, 475] });
  expect(leash({ left: 645, top: 237 }, size, [615, 357], 25)).toEqual({ from: [645, 317], to: [630, 337] });
  expect(leash({ left: 645, top: 237 }, size, [630, 300], 25)).toBe(null);
});

test("the overview goes to a corner where nothing can be picked, stays while that is free, and goes away where none is", () => {
  const size = { width: 190, height: 120 };
  const [low, high, last, right]: Point[] = [
    [100, 540],
    [900, 80],
    [150, 80],
    [900, 500],
  ];
  expect(freeCorner(size, frame, 20, [], "left-bottom", 48)).toBe("left-bottom");
  expect(freeCorner(size, frame, 20, [low!], "left-bottom", 48)).toBe("right-top");
  expect(freeCorner(size, frame, 20, [], "right-top", 48)).toBe("right-top");
  expect(freeCorner(size, frame, 20, [low!, high!], "right-top", 48)).toBe("left-top");
  expect(freeCorner(size, frame, 20, [low!, high!, last!, right!], "left-top", 48)).toBe(null);
});

import { expect, test } from "vitest";
import type { Board, LogEntry } from "../src/api";
import { naming, unfolded } from "../src/ui/Log";

const entry = (n: number, begins?: LogEntry["begins"], hexes: string[] = [], units: string[] = []): LogEntry =>
  ({ n, text: `${n}`, rules: [], hexes, units, ...(begins ? { begins } : {}) }) as LogEntry;
const log = [
  entry(0, "turn"),
  entry(1, "activation"),
  entry(2, "other", ["1204"], ["so.5gd"]),
  entry(3, "combat", ["1203"]),
  entry(4),
  entry(5, "other"),
  entry(6, "activation"),
  entry(7),
  entry(8, "turn"),
];
const numbers = (entries: LogEntry[]) => entries.map(({ n }) => n);

test("a fold ends at the next heading of its own or a greater level", () => {
  expect(numbers(unfolded(log, new Set()))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(numbers(unfolded(log, new Set([3])))).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
  expect(numbers(unfolded(log, new Set([1])))).toEqual([0, 1, 6, 7, 8]);
  expect(numbers(unfolded(log, new Set([0, 3])))).toEqual([0, 8]);
});

test("what is sought is found by number, label and name", () => {
  const board = { names: { "1203": "Rostov" }, units: { "so.5gd": { label: "5G", name: "5th Guards" } } } as unknown as Board;
  expect(numbers(naming(log, "1204", board))).toEqual([2]);
  expect(numbers(naming(log, " rostov", board))).toEqual([3]);
  expect(numbers(naming(log, "5g", board))).toEqual([2]);
  expect(numbers(naming(log, "12", board))).toEqual([]);
});

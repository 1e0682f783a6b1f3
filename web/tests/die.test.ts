import { expect, test } from "vitest";
import { Die } from "../src/ui/Die";

interface Drawn {
  type: string;
  props: { children?: unknown };
}

const drawn = (dice: number, sides: number, face: number): string[] => {
  const { children } = Die({ face, roll: { dice, sides, total: face, modifier: 0, column: "", result: "" } }).props as {
    children: unknown;
  };
  const all = [children].flat(3) as Drawn[];
  return all.map(({ type, props }) => (type === "text" ? `text ${props.children}` : type));
};

test("one die has dots, one of ten sides its number, and two dice are two, with their sum", () => {
  expect(drawn(1, 6, 3)).toEqual(["rect", "circle", "circle", "circle"]);
  expect(drawn(1, 10, 3)).toEqual(["rect", "text 3"]);
  expect(drawn(2, 6, 9)).toEqual(["rect", "rect", "text 9"]);
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Roll } from "../src/api";
import { Die } from "../src/ui/Die";

const drawn = (dice: number, sides: number, total: number) => {
  const roll: Roll = { dice, sides, total, modifier: 0, column: "", result: "" };
  return renderToStaticMarkup(createElement(Die, { face: total, roll }));
};
const count = (markup: string, what: string) => markup.split(`<${what}`).length - 1;

it("draws one die of six with its dots", () => {
  const five = drawn(1, 6, 5);
  expect([count(five, "rect"), count(five, "circle"), count(five, "text")]).toEqual([1, 5, 0]);
});

it("draws a die of ten with its number", () => {
  expect(drawn(1, 10, 7)).toContain(">7</text>");
  expect(count(drawn(1, 10, 7), "rect")).toBe(1);
});

it("draws two dice without faces, and their sum, which is all that is known", () => {
  const eight = drawn(2, 6, 8);
  expect(count(eight, "rect")).toBe(2);
  expect(eight).toContain(">8</text>");
  expect(count(eight, 'circle class="sum"')).toBe(count(eight, "circle"));
  expect(eight).toContain('aria-label="8"');
});

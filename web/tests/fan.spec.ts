import { expect } from "@playwright/test";
import { cardAt, layFan } from "../src/ui/fan";
import { test } from "./test";

test("the hands of the games have the measures of the design on a phone", () => {
  const measures = [17, 20, 25, 33].map((count) => {
    const { width, step, rows } = layFan(count, 376, [], 1);
    return [width, step, rows.length];
  });
  expect(measures).toEqual([[72, 38, 2], [66, 34, 2], [72, 38, 3], [60, 31, 3]]);
});

test("no fan is wider than its space, and no step below 31", () => {
  const wrong: string[] = [];
  for (const space of [306, 346, 376, 416, 754, 986]) {
    for (let count = 1; count <= 33; count++) {
      for (const size of [0, 1, 2] as const) {
        const { width, step, places, rows } = layFan(count, space, [7, 13, 20, 25], size);
        const fits = places.every(({ x }) => x >= -1 && x + width <= space + 1);
        if (step < 31 || rows.flat().length !== count || !fits) wrong.push(`${count} on ${space}, size ${size}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("rows break between groups where they can", () => {
  expect(layFan(17, 376, [9, 17], 1).rows.map((row) => row.length)).toEqual([9, 8]);
  expect(layFan(16, 376, [7, 16], 1).rows.map((row) => row.length)).toEqual([7, 9]);
});

test("a point finds the card whose index is there, in each row", () => {
  const fan = layFan(17, 376, [], 1);
  for (const [at, { x, y }] of fan.places.entries()) expect(cardAt(fan, x + 10, y + 20)).toBe(at);
  expect(cardAt(fan, -5, 20)).toBeNull();
  expect(cardAt(fan, 100, fan.height + 40)).toBeNull();
});

import { expect, test } from "vitest";
import { Pyramid } from "../../src/plots/pyramid.js";
import { measure } from "../../src/plots/statistics.js";

const columnOf = (values: readonly number[]): Pyramid => {
  const column = new Pyramid();
  column.append(Float64Array.from(values), 1, 0, 0, values.length);
  return column;
};

test("a sine over whole periods has mean 0 and the root of a half as its rms", () => {
  const count = 20_001;
  const t = Float64Array.from({ length: count }, (_, i) => (i / (count - 1)) * 4 * Math.PI);
  const found = measure(t, columnOf([...t].map(Math.sin)), 0, count - 1);
  // The trapezia of a sine are off by h²/12 of it.
  expect(found.mean).toBeCloseTo(0, 7);
  expect(found.rms).toBeCloseTo(Math.SQRT1_2, 7);
  expect(found.most).toBeCloseTo(1, 6);
});

test("a straight line between unequal steps has the mean of its ends", () => {
  const t = Float64Array.of(0, 0.1, 1, 4);
  const found = measure(t, columnOf([0, 0.2, 2, 8]), 0, 3);
  expect(found.change).toBe(8);
  expect(found.slope).toBe(2);
  expect(found.mean).toBeCloseTo(4, 12);
  expect(found.rms).toBeCloseTo(8 / Math.sqrt(3), 12);
});

test("backwards the change has the other sign, and the slope the same", () => {
  const t = Float64Array.of(0, 1, 2);
  const found = measure(t, columnOf([1, 2, 5]), 2, 0);
  expect(found.change).toBe(-4);
  expect(found.slope).toBe(2);
  expect([found.least, found.most]).toEqual([1, 5]);
});

test("gaps are left out, and one instant is itself", () => {
  const t = Float64Array.of(0, 1, 2, 3);
  expect(measure(t, columnOf([1, 1, NaN, 9]), 0, 3).mean).toBe(1);
  const single = measure(t, columnOf([3, 1, 1, 1]), 0, 0);
  expect([single.mean, single.rms, single.least]).toEqual([3, 3, 3]);
});

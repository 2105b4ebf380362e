import { describe, expect, test } from "vitest";
import { partOf, powersRange, powerTicks, roundedRange, roundTicks, shownRange } from "../../src/plots/ranges.js";

describe("ranges of axes", () => {
  test("have room around the values and are never empty", () => {
    expect(roundedRange(0, 1)).toEqual([-0.06, 1.06]);
    expect(roundedRange(5, 5)).toEqual([4.5, 5.5]);
    expect(roundedRange(0, 0)).toEqual([-1, 1]);
    expect(roundedRange(Infinity, -Infinity)).toEqual([-1, 1]);
    const [least, most] = roundedRange(1, 1 + 1e-15);
    expect(most - least).toBeGreaterThan(0.1);
  });

  test("are whole powers of ten on logarithmic axes", () => {
    expect(powersRange(2e-9, 3e-5)).toEqual([1e-9, 1e-4]);
    expect(powersRange(Infinity, -Infinity)).toEqual([1e-16, 1]);
    const [least, most] = powersRange(1e-300, 1);
    expect(Math.log10(most / least)).toBeLessThanOrEqual(18);
  });

  test("zoom and pan are parts of a range", () => {
    expect(partOf([0, 10], 0.25, 0.75)).toEqual([2.5, 7.5]);
    expect(partOf([0, 10], -0.5, 0.5)).toEqual([-5, 5]);
    const [least, most] = partOf([1e-6, 1], 0.5, 1, true);
    expect(Math.log10(least)).toBeCloseTo(-3, 9);
    expect(most).toBe(1);
  });

  test("zooming further than numbers can tell apart stays where it is", () => {
    expect(partOf([1, 1 + 1e-11], 0.4, 0.41)).toEqual([1, 1 + 1e-11]);
  });

  test("a stretch of time that is not there shows everything", () => {
    const t = Float64Array.of(0, 1, 2);
    expect(shownRange(null, t)).toEqual([0, 2]);
    expect(shownRange([0.5, 1.5], t)).toEqual([0.5, 1.5]);
    expect(shownRange([5, 6], t)).toEqual([0, 2]);
    expect(shownRange(null, new Float64Array(0))).toEqual([0, 1]);
    expect(shownRange(null, Float64Array.of(3))).toEqual([3, 4]);
  });
});

describe("ticks", () => {
  test("are round numbers inside the range", () => {
    expect(roundTicks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(roundTicks([-3, 7], 4)).toEqual([0, 5]);
    expect(roundTicks([1, 1 + 4e-12], 4).length).toBeLessThan(8);
  });

  test("are powers of ten on logarithmic axes, some left out where they crowd", () => {
    expect(powerTicks([1e-4, 1], 10)).toEqual([1e-4, 1e-3, 1e-2, 1e-1, 1]);
    expect(powerTicks([1e-16, 1], 4)).toHaveLength(5);
  });
});

import { inverseNormalCdf, uniform } from "kinetree/random";
import { describe, expect, test } from "vitest";
import { pairedRate } from "../../src/report/paired-rate.js";
import { bonettInterval, bonettRatio, spreadingOf } from "../../src/statistics/bonett.js";

const REPEATS = 600;
/** A share of so many repeats is known to two and a half of its own deviations. */
const slack = 2.5 * Math.sqrt((0.95 * 0.05) / REPEATS);

const draws = (kind: "normal" | "skewed", count: number, repeat: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => {
    const u = uniform(11, i, kind, repeat);
    return kind === "normal" ? inverseNormalCdf(u) : -Math.log(1 - u);
  });

describe.each(["normal", "skewed"] as const)("standard deviations of %s numbers, whose true one is 1", (kind) => {
  test("the interval holds it about 95 times of 100", () => {
    let held = 0;
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const { low, high } = bonettInterval(spreadingOf(draws(kind, 200, repeat)));
      if (low <= 1 && 1 <= high) held++;
    }
    // Bonett's own tables have 0.93 to 0.96 for such samples.
    expect(held / REPEATS).toBeGreaterThan(0.93 - slack);
    expect(held / REPEATS).toBeLessThan(0.97 + slack);
  });

  test("two samples of the same are told apart about 5 times of 100", () => {
    let told = 0;
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const [a, b] = [spreadingOf(draws(kind, 200, repeat)), spreadingOf(draws(kind, 400, repeat + REPEATS))];
      const { low, high } = bonettRatio(a, b);
      if (low > 1 || high < 1) told++;
    }
    expect(told / REPEATS).toBeLessThan(0.08 + slack);
    expect(told / REPEATS).toBeGreaterThan(0.03 - slack);
  });
});

test("a ratio's p is 0.05 where its interval ends at 1", () => {
  const ours = spreadingOf(draws("normal", 300, 0));
  const { low, difference } = bonettRatio(ours, { count: 400, std: 1 });
  const edge = bonettRatio({ ...ours, std: difference / low }, { count: 400, std: 1 });
  expect(edge.low).toBeCloseTo(1, 12);
  expect(edge.p).toBeCloseTo(0.05, 9);
});

test("fewer than five numbers / no interval", () => {
  expect(bonettInterval(spreadingOf([1, 2, 3, 4]))).toEqual({ low: NaN, high: NaN });
});

test("rates of the same samples that never differ / no difference, but no certainty either", () => {
  const flags = Array.from({ length: 20 }, (_, i) => (i < 6 ? 1 : 0));
  const { value, low, high } = pairedRate(flags, flags);
  expect(value).toBe(0);
  expect(low).toBeLessThan(-0.03);
  expect(high).toBe(-low);
});

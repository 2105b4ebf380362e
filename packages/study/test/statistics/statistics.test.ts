import { describe, expect, test } from "vitest";
import { stream } from "kinetree/random";
import { bootstrapInterval, stdInterval } from "../../src/statistics/bootstrap.js";
import { meanDifference, pairedDifference, rateDifference, stdRatio } from "../../src/statistics/differences.js";
import { meanInterval, rateInterval } from "../../src/statistics/intervals.js";
import { quantile, sorted } from "../../src/statistics/quantiles.js";
import { mergedMoments, momentsOf, noMoments, sampleStd, withNumber } from "../../src/statistics/running-moments.js";
import { incompleteBeta, logGamma, studentCdf, studentQuantile } from "../../src/statistics/student-t.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

describe("running moments", () => {
  const random = stream(1);
  const values = Array.from({ length: 1000 }, () => 1e6 + random.nextNormal());

  test("one by one / in two passes", () => {
    const moments = momentsOf(values);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    // Numbers of size 1e6 have ulps of 1e-10; the squares are sums of a thousand ones.
    expect(moments.mean).toBeCloseTo(mean, 8);
    expect(moments.squares).toBeCloseTo(squares, 5);
    expect([moments.min, moments.max]).toEqual([Math.min(...values), Math.max(...values)]);
  });

  test("of parts that are merged / of the whole", () => {
    const parts = [values.slice(0, 10), values.slice(10, 900), values.slice(900)].map(momentsOf);
    const merged = parts.reduce(mergedMoments, noMoments);
    expect(merged.count).toBe(1000);
    expect(sampleStd(merged)).toBeCloseTo(sampleStd(momentsOf(values)), 8);
    expect(merged.mean).toBeCloseTo(momentsOf(values).mean, 8);
  });

  test("what is missing does not count", () => {
    expect(momentsOf([1, NaN, 3])).toEqual(withNumber(withNumber(noMoments, 1), 3));
    expect(sampleStd(momentsOf([5]))).toBeNaN();
  });
});

describe("Student's distribution", () => {
  /* Tables of t, such as Abramowitz and Stegun 26.10. */
  test.each([
    [0.975, 1, 12.706204736174698],
    [0.975, 10, 2.2281388519862735],
    [0.995, 30, 2.749995653567224],
    [0.9, 2, 1.8856180831641267],
  ])("quantile %f with %i degrees of freedom / the table", (p, freedom, expected) => {
    expect(studentQuantile(p, freedom) / expected).toBeCloseTo(1, 12);
  });

  test("one degree of freedom / Cauchy's, in closed form", () => {
    for (const t of [-3, -0.5, 0, 1, 20]) expect(studentCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 13);
  });

  test("many degrees / normal", () => {
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.959966, 5);
  });

  test("incomplete beta / closed forms and symmetry", () => {
    expect(incompleteBeta(0.3, 1, 4)).toBeCloseTo(1 - 0.7 ** 4, 14);
    expect(incompleteBeta(0.3, 2.5, 4)).toBeCloseTo(1 - incompleteBeta(0.7, 4, 2.5), 14);
  });

  test.each([
    [0.5, 0.5723649429247001],
    [1, 0],
    [5, 3.1780538303479458],
    [100.5, 361.4355404677776],
  ])("ln Γ(%f)", (x, expected) => {
    expect(Math.abs(logGamma(x) - expected)).toBeLessThan(1e-14 * (1 + expected));
  });
});

describe("intervals", () => {
  /* Newcombe, Statistics in Medicine 17 (1998) 857, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29, 95 %. */
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("rate of %i of %i / Newcombe's table of Wilson's interval", (happened, trials, low, high) => {
    const interval = rateInterval(happened, trials);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("mean of 1 … 5 / by hand: 3 ± 2.776 √2.5/√5", () => {
    const { low, high } = meanInterval(momentsOf([1, 2, 3, 4, 5]));
    const half = (2.7764451051977987 * Math.sqrt(2.5)) / Math.sqrt(5);
    expect(low).toBeCloseTo(3 - half, 12);
    expect(high).toBeCloseTo(3 + half, 12);
  });

  test("mean: covers the truth as often as it says", () => {
    const random = stream(7);
    let covered = 0;
    for (let i = 0; i < 1000; i++) {
      const { low, high } = meanInterval(momentsOf(Array.from({ length: 8 }, () => random.nextNormal())));
      if (low < 0 && 0 < high) covered++;
    }
    // Binomial: 950 ± 5 × 6.9.
    expect(Math.abs(covered - 950)).toBeLessThan(35);
  });

  test("spread by bootstrap / its standard error for normal numbers, σ/√(2n)", () => {
    const random = stream(3);
    const values = Float64Array.from({ length: 2000 }, () => random.nextNormal());
    const { low, high } = stdInterval(values, { repeats: 400 });
    const expected = (2 * 1.96) / Math.sqrt(2 * 2000);
    expect((high - low) / expected).toBeGreaterThan(0.8);
    expect((high - low) / expected).toBeLessThan(1.2);
  });

  test("bootstrap: the same every time, and another with another seed", () => {
    const values = Array.from({ length: 50 }, (_, i) => Math.sqrt(i));
    const mean = (sample: Float64Array): number => momentsOf(sample).mean;
    expect(bootstrapInterval(values, mean)).toEqual(bootstrapInterval(values, mean));
    expect(bootstrapInterval(values, mean, { seed: 1 })).not.toEqual(bootstrapInterval(values, mean, { seed: 2 }));
  });

  test("a confidence of 95 is refused", () => {
    expect(refusal(() => rateInterval(1, 2, 95))).toEqual({
      code: "confidence-range",
      subject: "confidence",
      value: 95,
    });
  });
});

describe("quantiles", () => {
  test("type 7 of Hyndman and Fan", () => {
    const rising = sorted([4, 1, NaN, 3, 2]);
    expect([0, 0.25, 0.5, 1].map((p) => quantile(rising, p))).toEqual([1, 1.75, 2.5, 4]);
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe("differences", () => {
  test("Welch / by hand", () => {
    // t = 1.5/√(4/10 + 9/15) = 1.5; freedom = 1/(0.16/9 + 0.36/14)
    const { difference, p, low } = meanDifference({ count: 10, mean: 6.5, std: 2 }, { count: 15, mean: 5, std: 3 });
    const freedom = 1 / (0.16 / 9 + 0.36 / 14);
    expect(difference).toBe(1.5);
    expect(p).toBeCloseTo(2 * studentCdf(-1.5, freedom), 12);
    expect(low).toBeCloseTo(1.5 - studentQuantile(0.975, freedom), 12);
  });

  test("paired / the interval of the mean difference", () => {
    const [a, b] = [
      [5, 7, 9, 4],
      [4, 5, 8, 4],
    ];
    const expected = meanInterval(momentsOf([1, 2, 1, 0]));
    const found = pairedDifference(a, b);
    expect(found.low).toBeCloseTo(expected.low, 12);
    expect(found.high).toBeCloseTo(expected.high, 12);
  });

  test("rates / Newcombe's example 56/70 - 48/80: 0.0524 to 0.3339", () => {
    const { low, high } = rateDifference({ happened: 56, trials: 70 }, { happened: 48, trials: 80 });
    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
  });

  test("spreads: a ratio of 1 is nothing, one of 2 with 100 samples each is something", () => {
    expect(stdRatio({ count: 100, std: 3 }, { count: 100, std: 3 }).p).toBe(1);
    expect(stdRatio({ count: 100, std: 6 }, { count: 100, std: 3 }).p).toBeLessThan(1e-6);
  });
});

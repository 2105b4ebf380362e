import { describe, expect, test } from "vitest";
import { inverseNormalCdf } from "kinetree/random";
import { quantileOf } from "../../src/sampling/quantile.js";
import { inverseLogNormalCdfTail, logNormalCdfTail, normalCdf } from "../../src/sampling/normal-cdf.js";
import { truncatedNormalQuantile } from "../../src/sampling/quantile.js";

/** Mean and standard deviation by the midpoint rule over the quantile function: its error is below 5e-3 for these, most of it in the tails. */
function momentsOf(quantile: (u: number) => number, cells = 40_000): { mean: number; std: number } {
  let [sum, squares] = [0, 0];
  for (let k = 0; k < cells; k++) sum += quantile((k + 0.5) / cells);
  const mean = sum / cells;
  for (let k = 0; k < cells; k++) squares += (quantile((k + 0.5) / cells) - mean) ** 2;
  return { mean, std: Math.sqrt(squares / cells) };
}

/* Values of Φ from Abramowitz and Stegun, table 26.1, and the tails from mpmath to 17 digits. */
describe("normal distribution function", () => {
  test.each([
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [1.96, 0.9750021048517795],
    [-1.5, 0.06680720126885807],
    [-1.4999999, 0.06680721422061861],
    [-3, 0.0013498980316300933],
    [-5, 2.866515718791939e-7],
    [-10, 7.61985302416053e-24],
    [-20, 2.7536241186062337e-89],
    [-37, 5.725571222524577e-300],
  ])("at %f / the published value", (x, expected) => {
    // Each is the product of two functions that are good to an ulp or two, and of up to 30 terms.
    expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(2e-15 * (1 + Math.abs(x)));
  });

  test.each([1e-300, 1e-100, 1e-10, 0.01, 0.3, 0.5, 0.9, 1 - 1e-9])("undoes its inverse at %f", (p) => {
    const x = inverseNormalCdf(p);
    // An ulp of x is worth x φ(x)/Φ(x) ≈ x² ulps of p.
    expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(4e-16 * (20 + x * x));
  });

  test.each([-2, -10, -40, -1000, -1e6])("logarithm in the tail / its inverse, at %f", (x) => {
    expect(inverseLogNormalCdfTail(logNormalCdfTail(x))).toBeCloseTo(x, 8);
  });
});

describe("quantiles", () => {
  test("uniform: straight line", () => {
    const quantile = quantileOf({ kind: "uniform", min: -2, max: 6 });
    expect([0.25, 0.5, 0.75].map(quantile)).toEqual([0, 2, 4]);
  });

  test("normal: mean and standard deviation", () => {
    const { mean, std } = momentsOf(quantileOf({ kind: "normal", mean: 5, std: 2 }));
    expect(mean).toBeCloseTo(5, 10);
    expect(std).toBeCloseTo(2, 2);
  });

  test("truncated normal: mean and variance by the formula", () => {
    const [mean, std, min, max] = [10, 2, 9, 13];
    const phi = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    const [a, b] = [(min - mean) / std, (max - mean) / std];
    const Z = normalCdf(b) - normalCdf(a);
    const expected = mean + (std * (phi(a) - phi(b))) / Z;
    const variance = std ** 2 * (1 + (a * phi(a) - b * phi(b)) / Z - ((phi(a) - phi(b)) / Z) ** 2);
    const found = momentsOf(quantileOf({ kind: "truncatedNormal", mean, std, min, max }));
    expect(found.mean).toBeCloseTo(expected, 6);
    expect(found.std).toBeCloseTo(Math.sqrt(variance), 6);
  });

  test("truncated normal: stays within its ends, and is odd about a symmetric range", () => {
    const quantile = quantileOf({ kind: "truncatedNormal", mean: 0, std: 1, min: -1, max: 1 });
    for (const u of [1e-12, 0.1, 0.3, 0.5, 0.9, 1 - 1e-12]) {
      expect(Math.abs(quantile(u))).toBeLessThanOrEqual(1);
      expect(quantile(u)).toBeCloseTo(-quantile(1 - u), 10);
    }
  });

  test.each([5, 8, 30, 38, 100])("truncated normal far out, from %f sigma on / Φ solved for it", (a) => {
    // One-sided: P(X > x)/P(X > a) = 1 - u. Far out this is nearly exponential, with rate a.
    const quantile = truncatedNormalQuantile(a, Infinity);
    for (const u of [0.1, 0.5, 0.9]) {
      const x = quantile(u);
      const logRatio = logNormalCdfTail(-x) - logNormalCdfTail(-a);
      // The logarithms are of size a²/2, so that their difference keeps an error of a²/2 ulps.
      expect(Math.abs(logRatio - Math.log(1 - u))).toBeLessThan(4e-16 * (10 + a * a));
    }
  });

  test("truncated normal far above / the mirror of far below", () => {
    const [above, below] = [truncatedNormalQuantile(6, 7), truncatedNormalQuantile(-7, -6)];
    for (const u of [0.2, 0.5, 0.7]) expect(above(u)).toBe(-below(1 - u));
  });

  test("log-normal: median, and mean and spread by the formula", () => {
    const [mu, sigma] = [0.3, 0.4];
    const quantile = quantileOf({ kind: "logNormal", mu, sigma });
    expect(quantile(0.5)).toBeCloseTo(Math.exp(mu), 14);
    const { mean, std } = momentsOf(quantile);
    expect(mean).toBeCloseTo(Math.exp(mu + sigma ** 2 / 2), 4);
    expect(std).toBeCloseTo(Math.exp(mu + sigma ** 2 / 2) * Math.sqrt(Math.exp(sigma ** 2) - 1), 2);
  });

  test("discrete: shares are the weights, a weight of zero never comes", () => {
    const quantile = quantileOf({ kind: "discrete", values: [3, 1, 2], weights: [1, 0, 3] });
    expect([1e-9, 0.24, 0.26, 1 - 2 ** -53].map(quantile)).toEqual([3, 3, 2, 2]);
    const none = quantileOf({ kind: "discrete", values: [3, 1, 2], weights: [1, 3, 0] });
    expect(none(1 - 2 ** -53)).toBe(1);
  });
});

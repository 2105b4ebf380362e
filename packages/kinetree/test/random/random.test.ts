import { describe, expect, it, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { fnv1a } from "../../src/random/fnv1a.js";
import { inverseNormalCdf } from "../../src/random/inverse-normal.js";
import { philox4x32Into } from "../../src/random/philox.js";
import { normal, parameterWord, uniform } from "../../src/random/random.js";
import { stream } from "../../src/random/stream.js";
import { refusal } from "../support/refusal.js";

const N = 100_000;
const draws = (of: (i: number) => number): number[] => Array.from({ length: N }, (_, i) => of(i));

/*
 * Statistics of fixed seeds: nothing here is a matter of luck on a given day. Limits are those of significance 0.001, so a
 * sound generator passes with probability 0.999 when the seed is chosen, and ours does.
 */
const CHI_SQUARE_99 = { low: 61.137, high: 148.23 };
const KOLMOGOROV_SMIRNOV = 1.9495; // of D √n

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function histogram(values: readonly number[], bins: number): number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) counts[value]++;
  return counts;
}

/** Kolmogorov's D √n against the uniform distribution. */
function distanceFromUniform(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  let d = 0;
  sorted.forEach((u, i) => (d = Math.max(d, (i + 1) / N - u, u - i / N)));
  return d * Math.sqrt(N);
}

/** P(N(0,1) < x) by its Taylor series about 0 (Abramowitz, Stegun 26.2.11): an independent road, good to 1e-9 for |x| < 6. */
function normalCdf(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-18 * Math.abs(sum) && n < 400; n += 2) sum += term *= (x * x) / n;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

describe.each([
  { name: "samples", of: (i: number) => uniform(1, i, "mass") },
  { name: "draws", of: (i: number) => uniform(1, 7, "mass", i) },
  { name: "parameters", of: (i: number) => uniform(1, 7, i) },
  { name: "seeds", of: (i: number) => uniform(i, 7, "mass") },
])("uniform over successive $name", ({ of }) => {
  const values = draws(of);

  it("counts in 100 bins / equal, by chi-square, neither too far nor too near", () => {
    const statistic = chiSquare(
      histogram(
        values.map((u) => Math.floor(u * 100)),
        100,
      ),
    );
    expect(statistic).toBeLessThan(CHI_SQUARE_99.high);
    expect(statistic).toBeGreaterThan(CHI_SQUARE_99.low);
  });

  it("distribution / uniform, by Kolmogorov-Smirnov", () => {
    expect(distanceFromUniform(values)).toBeLessThan(KOLMOGOROV_SMIRNOV);
  });

  it("successive pairs in 10 × 10 bins / equal, by chi-square", () => {
    const pairs = Array.from({ length: N / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]]);
    const cells = pairs.map(([u, v]) => Math.floor(u * 10) * 10 + Math.floor(v * 10));
    expect(chiSquare(histogram(cells, 100))).toBeLessThan(CHI_SQUARE_99.high);
  });

  it("values / odd multiples of 2⁻⁵³ inside (0, 1)", () => {
    expect(values.every((u) => u > 0 && u < 1 && (u * 2 ** 53) % 2 === 1)).toBe(true);
  });
});

describe("normal", () => {
  const values = draws((i) => normal(2, i, "stiffness"));
  const moment = (power: number): number => values.reduce((sum, x) => sum + x ** power, 0) / N;

  // Standard deviations of the moments of N draws are √(1/N), √(2/N), √(15/N), √(96/N); 3.29 of them is 0.001.
  it.each([
    { power: 1, expected: 0, variance: 1 },
    { power: 2, expected: 1, variance: 2 },
    { power: 3, expected: 0, variance: 15 },
    { power: 4, expected: 3, variance: 96 },
  ])("moment $power / $expected", ({ power, expected, variance }) => {
    expect(Math.abs(moment(power) - expected)).toBeLessThan(3.29 * Math.sqrt(variance / N));
  });

  it("distribution / normal, by Kolmogorov-Smirnov against the series of the distribution function", () => {
    expect(distanceFromUniform(values.map(normalCdf))).toBeLessThan(KOLMOGOROV_SMIRNOV);
  });

  it("normal / quantile of uniform with the same arguments", () => {
    expect(normal(3, 5, "x", 9)).toBe(inverseNormalCdf(uniform(3, 5, "x", 9)));
  });
});

describe("what a number depends on", () => {
  it("order of asking / irrelevant", () => {
    const forwards = Array.from({ length: 100 }, (_, i) => uniform(4, i, "p"));
    const backwards = Array.from({ length: 100 }, (_, i) => uniform(4, 99 - i, "p")).reverse();
    expect(backwards).toEqual(forwards);
  });

  it("correlation between parameters, and between seeds / none, within 3.29/√N", () => {
    const covariance = (f: (i: number) => number, g: (i: number) => number): number =>
      draws((i) => (f(i) - 0.5) * (g(i) - 0.5) * 12).reduce((sum, x) => sum + x, 0) / N;
    const base = (i: number): number => uniform(1, i, "a");
    expect(Math.abs(covariance(base, (i) => uniform(1, i, "b")))).toBeLessThan(3.29 / Math.sqrt(N));
    expect(Math.abs(covariance(base, (i) => uniform(2, i, "a")))).toBeLessThan(3.29 / Math.sqrt(N));
    expect(Math.abs(covariance(base, (i) => uniform(1, i + 1, "a")))).toBeLessThan(3.29 / Math.sqrt(N));
  });

  it("seed, sample, parameter, draw beyond 32 bits / all words matter", () => {
    const big = 2 ** 32;
    const values = [
      uniform(0, 0, 0, 0),
      uniform(big, 0, 0, 0),
      uniform(0, big, 0, 0),
      uniform(1, 0, 0, 0),
      uniform(0, 1, 0, 0),
      uniform(0, 0, 1, 0),
      uniform(0, 0, 0, 1),
      uniform(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0xffffffff, 0xffffffff),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  it("uniform / first two words of the block, as the layout of key and counter says", () => {
    const [seed, sample] = [0x12_3456789a, 0x1f_0000002a];
    const words = philox4x32Into(new Uint32Array(4), 0x2a, 0x1f, 7, 3, 0x3456789a, 0x12);
    const bits = (BigInt(words[0]) << 20n) | (BigInt(words[1]) >> 12n);
    expect(uniform(seed, sample, 7, 3)).toBe(Number(2n * bits + 1n) / 2 ** 53);
  });

  it("a name / the number that is its hash", () => {
    expect(parameterWord("mass")).toBe(fnv1a("mass"));
    expect(uniform(1, 2, "mass", 3)).toBe(uniform(1, 2, fnv1a("mass"), 3));
  });
});

test.each([
  { what: "seed", call: () => uniform(-1, 0, 0), value: -1 },
  { what: "seed", call: () => uniform(2 ** 53, 0, 0), value: 2 ** 53 },
  { what: "sample", call: () => uniform(0, 1.5, 0), value: 1.5 },
  { what: "parameter", call: () => uniform(0, 0, 2 ** 32), value: 2 ** 32 },
  { what: "draw", call: () => normal(0, 0, 0, NaN), value: NaN },
])("$what $value / refused by name", ({ what, call, value }) => {
  expect(call).toThrow(RequestError);
  expect(refusal(call)).toEqual({ code: `random-${what}`, subject: what, value });
});

describe("stream", () => {
  it("two streams of the same seed and sample / same numbers", () => {
    const [a, b] = [stream(5, 6), stream(5, 6)];
    expect(Array.from({ length: 20 }, () => a.next())).toEqual(Array.from({ length: 20 }, () => b.next()));
  });

  it('draw i of a stream / draw i of the parameter "stream"', () => {
    const s = stream(5, 6);
    const kinds = [s.next(), s.nextNormal(), s.next()];
    expect(kinds).toEqual([uniform(5, 6, "stream", 0), normal(5, 6, "stream", 1), uniform(5, 6, "stream", 2)]);
  });

  it("integer(6) / each face equally often, by chi-square with 5 degrees of freedom", () => {
    const s = stream(8);
    const counts = histogram(
      draws(() => s.integer(6)),
      6,
    );
    expect(counts.length).toBe(6);
    expect(chiSquare(counts)).toBeLessThan(20.515);
  });

  it("integer(1) / 0", () => {
    const s = stream(9);
    expect(Array.from({ length: 50 }, () => s.integer(1)).every((n) => n === 0)).toBe(true);
  });

  it("largest uniform times n / stays below n after rounding", () => {
    for (const n of [1, 2, 3, 6, 7, 10, 1023, 2 ** 31 - 1, 2 ** 32]) expect(Math.floor((1 - 2 ** -53) * n)).toBe(n - 1);
  });
});

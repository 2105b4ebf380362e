import { describe, expect, test } from "vitest";
import { permuted } from "../../src/sampling/sampler.js";
import { factorialLevels, unitSampler } from "../../src/sampling/sampler.js";
import { owenScramble, sobolWord } from "../../src/sampling/sobol.js";
import { directionNumbers, MOST_SOBOL_DIMENSIONS } from "../../src/sampling/sobol-directions.js";

const axis = (key: string, dimension = 0): { key: string; dimension: number } => ({ key, dimension });
const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const all = (count: number, of: (i: number) => number): number[] => indices(count).map(of);

describe("permutation without a list", () => {
  test.each([1, 2, 3, 7, 64, 100, 1000])("of %i: every place once", (count) => {
    const places = all(count, (i) => permuted(i, count, 3, "length"));
    expect([...places].sort((a, b) => a - b)).toEqual(indices(count));
  });

  test("differs by key and by seed", () => {
    const of = (seed: number, key: string): string => all(50, (i) => permuted(i, 50, seed, key)).join();
    expect(new Set([of(1, "a"), of(1, "b"), of(2, "a")]).size).toBe(3);
  });

  test("every value is about equally likely at every place", () => {
    const counts = new Float64Array(36);
    const trials = 6000;
    for (let seed = 0; seed < trials; seed++) for (let i = 0; i < 6; i++) counts[6 * i + permuted(i, 6, seed, "x")]++;
    // Each count is binomial: five standard deviations.
    const spread = Math.sqrt(trials * (1 / 6) * (5 / 6));
    for (const count of counts) expect(Math.abs(count - trials / 6)).toBeLessThan(5 * spread);
  });
});

describe("latin hypercube", () => {
  test.each([1, 10, 400])("%i samples: exactly one in each stratum of each parameter", (samples) => {
    for (const key of ["length", "damping"]) {
      const strata = all(samples, unitSampler("latin-hypercube", axis(key), samples, 7)).map((u) =>
        Math.floor(u * samples),
      );
      expect(strata.sort((a, b) => a - b)).toEqual(indices(samples));
    }
  });

  test("parameters are not in step with each other", () => {
    const samples = 1000;
    const [a, b] = ["a", "b"].map((key) => all(samples, unitSampler("latin-hypercube", axis(key), samples, 7)));
    const covariance = a.reduce((sum, x, i) => sum + (x - 0.5) * (b[i] - 0.5), 0) / samples;
    // A correlation of independent numbers has the standard deviation 1/√n; five of them.
    expect(Math.abs(12 * covariance)).toBeLessThan(5 / Math.sqrt(samples));
  });
});

describe("sobol", () => {
  /* Joe and Kuo's own example, the first ten points of dimensions 1 to 3: web.maths.unsw.edu.au/~fkuo/sobol */
  const published = [
    [0, 0, 0],
    [0.5, 0.5, 0.5],
    [0.75, 0.25, 0.25],
    [0.25, 0.75, 0.75],
    [0.375, 0.375, 0.625],
    [0.875, 0.875, 0.125],
    [0.625, 0.125, 0.875],
    [0.125, 0.625, 0.375],
    [0.1875, 0.3125, 0.9375],
    [0.6875, 0.8125, 0.4375],
  ];
  test("first points / the published ones", () => {
    const found = published.map((_, i) => [0, 1, 2].map((d) => sobolWord(directionNumbers(d), i) / 2 ** 32));
    expect(found).toEqual(published);
  });

  /* Points 777, 1000 and 4095 as scipy.stats.qmc.Sobol 1.17 gives them, which has the same direction numbers. */
  test.each([
    [777, 9, 0.3232421875],
    [777, 31, 0.8994140625],
    [777, 99, 0.5107421875],
    [1000, 63, 0.4462890625],
    [1000, 127, 0.5439453125],
    [4095, 2, 0.334228515625],
    [4095, 127, 0.261474609375],
  ])("point %i in dimension %i / another implementation", (index, dimension, expected) => {
    expect(sobolWord(directionNumbers(dimension), index) / 2 ** 32).toBe(expected);
  });

  test("every dimension: the numbers are odd, so that every block of 2^k points has one in each of 2^k cells", () => {
    for (let dimension = 0; dimension < MOST_SOBOL_DIMENSIONS; dimension++) {
      const directions = directionNumbers(dimension);
      directions.forEach((v, k) => expect((v >>> (31 - k)) & 1).toBe(1));
    }
  });

  test.each([0, 1, 5, 63, 127])("dimension %i, scrambled: one point in each cell, block by block", (dimension) => {
    const sample = unitSampler("sobol", axis("length", dimension), 256, 11);
    for (const [block, size] of [
      [0, 256],
      [1, 256],
      [3, 64],
      [5, 16],
    ]) {
      const cells = indices(size).map((i) => Math.floor(sample(block * size + i) * size));
      expect(cells.sort((a, b) => a - b)).toEqual(indices(size));
    }
  });

  test("two dimensions, scrambled: 256 points have one in each of 16 x 16 squares", () => {
    const [x, y] = [0, 1].map((d) => unitSampler("sobol", axis(`p${d}`, d), 256, 5));
    const squares = all(256, (i) => 16 * Math.floor(16 * x(i)) + Math.floor(16 * y(i)));
    expect(squares.sort((a, b) => a - b)).toEqual(indices(256));
  });

  test("scrambling: bits above decide about bits below, so that neighbours stay in their cells", () => {
    const scrambled = (word: number): number => owenScramble(word, 1, "x");
    expect(scrambled(0x80000000) >>> 31).not.toBe(scrambled(0) >>> 31);
    expect(scrambled(0x12345678) >>> 16).toBe(scrambled(0x12340000) >>> 16);
  });

  test("each point alone is uniform: over seeds, the mean of point 0 is 1/2", () => {
    const seeds = 2000;
    const mean = all(seeds, (seed) => unitSampler("sobol", axis("x"), 1, seed)(0)).reduce((a, b) => a + b, 0) / seeds;
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / seeds));
  });
});

describe("every sampler", () => {
  test.each(["monte-carlo", "latin-hypercube", "sobol"] as const)("%s: sample i alone / among others", (name) => {
    const make = (): ((i: number) => number) => unitSampler(name, axis("mass", 3), 100, 42);
    const forward = all(100, make());
    const sampler = make();
    for (const i of [99, 3, 50, 3]) expect(sampler(i)).toBe(forward[i]);
    for (const u of forward) expect(u > 0 && u < 1).toBe(true);
  });

  test("full factorial: every combination once, the last changing fastest", () => {
    const combinations = indices(6).map((i) => factorialLevels([2, 3], i));
    expect(combinations).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
  });
});

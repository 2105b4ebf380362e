import { describe, expect, test } from "vitest";
import {
  alphaHat,
  betaHat,
  c,
  collocationInto,
  e,
  gammaHat,
  T,
  Tinverse,
} from "../../../src/integrate/implicit/one-step/radau-tableau.js";
import { missedConditions, rootedTrees, rootedTreesUpTo, roundingBound } from "../rooted-trees.js";

const r = Math.sqrt(6);

/** Coefficients of the stages; the weights are the last row. */
const A: readonly (readonly [number, number, number])[] = [
  [(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225],
  [(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225],
  [(16 - r) / 36, (16 + r) / 36, 1 / 9],
];
const b = A[2];
const stages = [0, 1, 2];
const sum = (term: (i: number) => number): number => stages.reduce((total, i) => total + term(i), 0);
const dot = (x: readonly number[], y: readonly number[]): number => sum((i) => x[i] * y[i]);
const columnOf = (M: readonly (readonly number[])[], j: number): number[] => M.map((row) => row[j]);

/** Sums of a few products of numbers of size 1, each rounded. */
const ROUNDING = 8 * Number.EPSILON;

describe("Radau IIA of order 5", () => {
  test.each([1, 2, 3, 4, 5])("B(5): Σ b_i c_i^(k−1) = 1/k, k = %d", (k) => {
    expect(Math.abs(sum((i) => b[i] * c[i] ** (k - 1)) - 1 / k)).toBeLessThan(ROUNDING);
  });

  test.each([1, 2, 3])("C(3): Σ_j a_ij c_j^(k−1) = c_i^k / k, k = %d", (k) => {
    for (const i of stages)
      expect(Math.abs(sum((j) => A[i][j] * c[j] ** (k - 1)) - c[i] ** k / k)).toBeLessThan(ROUNDING);
  });

  test.each([1, 2])("D(2): Σ_i b_i c_i^(k−1) a_ij = b_j (1 − c_j^k) / k, k = %d", (k) => {
    for (const j of stages)
      expect(Math.abs(sum((i) => b[i] * c[i] ** (k - 1) * A[i][j]) - (b[j] * (1 - c[j] ** k)) / k)).toBeLessThan(
        ROUNDING,
      );
  });

  test("conditions of all trees up to order 5 / met; of order 6 / some missed", () => {
    const bound = (t: Parameters<typeof roundingBound>[2]): number => roundingBound(A, b, t);
    expect(missedConditions(A, b, 1, rootedTreesUpTo(5), bound)).toEqual([]);
    expect(missedConditions(A, b, 1, rootedTrees(6), bound)).not.toEqual([]);
  });

  test("A T Λ / T, which says that T⁻¹ A⁻¹ T = Λ", () => {
    const Lambda = [
      [gammaHat, 0, 0],
      [0, alphaHat, -betaHat],
      [0, betaHat, alphaHat],
    ];
    for (const j of stages) {
      const TLambda = T.map((row) => dot(row, columnOf(Lambda, j)));
      for (const i of stages) expect(Math.abs(dot(A[i], TLambda) - T[i][j])).toBeLessThan(ROUNDING);
    }
  });

  test("T⁻¹ T / 1", () => {
    for (const i of stages)
      for (const j of stages)
        expect(Math.abs(dot(Tinverse[i], columnOf(T, j)) - (i === j ? 1 : 0))).toBeLessThan(ROUNDING);
  });

  test("eigenvalues / roots of Q(z) = 1 − 3z/5 + 3z²/20 − z³/60 by Cardano", () => {
    const [p, q] = [Math.cbrt(81), Math.cbrt(9)];
    const [re, im] = [(12 - p + q) / 60, ((p + q) * Math.sqrt(3)) / 60];
    expect(Math.abs(gammaHat * ((6 + p - q) / 30) - 1)).toBeLessThan(ROUNDING);
    expect(Math.abs(alphaHat / (re / (re ** 2 + im ** 2)) - 1)).toBeLessThan(ROUNDING);
    expect(Math.abs(betaHat / (im / (re ** 2 + im ** 2)) - 1)).toBeLessThan(ROUNDING);
  });

  test("Σ e_i z_i of z = h A f / cancels h f₀ for motions up to t³, so that the estimate is of order 3", () => {
    expect(Math.abs(dot(e, c) + 1)).toBeLessThan(10 * ROUNDING); // e is of size 10
    expect(Math.abs(sum((i) => e[i] * c[i] ** 2))).toBeLessThan(10 * ROUNDING);
    expect(Math.abs(sum((i) => e[i] * c[i] ** 3))).toBeLessThan(10 * ROUNDING);
    expect(Math.abs(sum((i) => e[i] * c[i] ** 4))).toBeGreaterThan(0.01);
  });

  test.each([0.3, 0.9, 2.7])("collocation polynomial at θ = %d / cubics that vanish at 0", (theta) => {
    const l = new Float64Array(3);
    collocationInto(l, theta);
    for (const k of [1, 2, 3]) expect(Math.abs(sum((i) => l[i] * c[i] ** k) - theta ** k)).toBeLessThan(100 * ROUNDING); // |l| < 100 at 2.7
  });

  test("collocation polynomial at both ends / to the bit", () => {
    const l = new Float64Array(3);
    collocationInto(l, 0);
    expect([...l].map(Math.abs)).toEqual([0, 0, 0]);
    collocationInto(l, 1);
    expect([...l].map(Math.abs)).toEqual([0, 0, 1]);
  });
});

import { describe, expect, test } from "vitest";
import { rodasp } from "../../../src/integrate/implicit/one-step/rosenbrock-tableau.js";
import { rootedTrees, rootedTreesUpTo, type RootedTree } from "../rooted-trees.js";

/*
 * The conditions are stated in α_ij, γ_ij and b_i: (1/γ − C) Γ = 1, α = a Γ, b = m Γ. Hairer, Wanner II (1996), IV.7: as those of
 * Runge-Kutta methods, with β = α + γ in place of a below a vertex that has a single child, and α below the others.
 */

const { gamma, a, c, m, alphaSum, gammaSum, dense } = rodasp;
const s = m.length;
const stages = Array.from({ length: s }, (_, i) => i);
const entry = (row: readonly number[], j: number): number => row[j] ?? 0;

const Gamma = stages.map(() => new Array<number>(s).fill(0));
for (const j of stages)
  for (let i = j; i < s; i++) {
    const below = stages.slice(j, i).reduce((sum, k) => sum + c[i][k] * Gamma[k][j], i === j ? 1 : 0);
    Gamma[i][j] = gamma * below;
  }
const timesGamma = (row: readonly number[]): number[] =>
  stages.map((j) => stages.reduce((sum, k) => sum + entry(row, k) * Gamma[k][j], 0));
const alpha = a.map(timesGamma);
const beta = alpha.map((row, i) => row.map((x, j) => x + Gamma[i][j]));

const times = (M: readonly (readonly number[])[], x: readonly number[]): number[] =>
  M.map((row) => row.reduce((sum, each, j) => sum + each * x[j], 0));
const phi = (t: RootedTree): number[] => {
  const below = t.children.map((child) => times(t.children.length === 1 ? beta : alpha, phi(child)));
  return stages.map((i) => below.reduce((product, sums) => product * sums[i], 1));
};
const dot = (x: readonly number[], y: readonly number[]): number => times([x], y)[0];

/** Coefficients of up to 57 are given to 16 digits, and up to some twenty products of them are summed. */
const ROUNDING = 57 * 20 * Number.EPSILON;

const missed = (weights: readonly number[], theta: number, trees: readonly RootedTree[]): string[] =>
  trees
    .filter((t) => Math.abs(dot(timesGamma(weights), phi(t)) - theta ** t.order / t.density) > ROUNDING)
    .map((t) => t.name);

/** Weights of the increments at θ. */
const weightsAt = (theta: number): number[] =>
  stages.map((i) => theta * (m[i] + (1 - theta) * (dense[0][i] + theta * dense[1][i])));

describe("rodasp", () => {
  test("conditions of all trees up to order 4 / met; of order 5 / some missed", () => {
    expect(missed(m, 1, rootedTreesUpTo(4))).toEqual([]);
    expect(missed(m, 1, rootedTrees(5))).not.toEqual([]);
  });

  test("companion, which leaves the last increment out / order 3 and not 4", () => {
    const companion = [...m.slice(0, s - 1), 0];
    expect(missed(companion, 1, rootedTreesUpTo(3))).toEqual([]);
    expect(missed(companion, 1, rootedTrees(4))).not.toEqual([]);
  });

  test.each([0.2, 0.5, 0.9])("dense output at θ = %d / order 3", (theta) => {
    expect(missed(weightsAt(theta), theta, rootedTreesUpTo(3))).toEqual([]);
  });

  test("dense output at both ends / 0 and the step's own weights", () => {
    expect(weightsAt(0).map(Math.abs)).toEqual(m.map(() => 0));
    expect(weightsAt(1)).toEqual(m);
  });

  test("α_i and γ_i / sums of α_ij and γ_ij", () => {
    const sums = (M: readonly (readonly number[])[]): number[] =>
      times(
        M,
        stages.map(() => 1),
      );
    sums(alpha).forEach((each, i) => expect(Math.abs(each - alphaSum[i])).toBeLessThan(ROUNDING));
    sums(Gamma).forEach((each, i) => expect(Math.abs(each - gammaSum[i])).toBeLessThan(ROUNDING));
  });

  test("weights / last row of β: stiffly accurate, so that R(∞) = 0 and equations of index 1 hold", () => {
    timesGamma(m).forEach((b, i) => expect(Math.abs(b - beta[s - 1][i])).toBeLessThan(ROUNDING));
  });

  test("Σ b_i α_i α_ij ω_jk α_k² with ω = β⁻¹ / 1/4: order 4 with equations of index 1 (Hairer, Wanner II, VI.4)", () => {
    // β x = α² from the top, since β is lower triangular.
    const square = alphaSum.map((each) => each ** 2);
    const x: number[] = [];
    for (const i of stages)
      x[i] = (square[i] - stages.slice(0, i).reduce((sum, j) => sum + beta[i][j] * x[j], 0)) / beta[i][i];
    const inner = times(alpha, x).map((each, i) => alphaSum[i] * each);
    expect(Math.abs(dot(timesGamma(m), inner) - 1 / 4)).toBeLessThan(100 * ROUNDING); // β⁻¹ has entries of some 100
  });
});

import { describe, expect, it, test } from "vitest";
import { dop853 } from "../../src/integrate/tableaus/dop853.js";
import { dormandPrince54 } from "../../src/integrate/tableaus/dormand-prince-54.js";
import { rk4 } from "../../src/integrate/tableaus/rk4.js";
import { rkf45 } from "../../src/integrate/tableaus/rkf45.js";
import type { DenseOutput, Tableau } from "../../src/integrate/tableaus/tableau.js";
import { missedConditions, rootedTrees, rootedTreesUpTo, roundingBound, type RootedTree } from "./rooted-trees.js";

const tableaus: readonly Tableau[] = [rk4, rkf45, dormandPrince54, dop853];
const dense = tableaus.flatMap((tableau) =>
  tableau.dense ? [{ name: tableau.name, tableau, dense: tableau.dense }] : [],
);

type Rows = readonly (readonly number[])[];

/** Every set of weights that claims an order, as it stands on the stages `a`. */
const claims: { readonly name: string; readonly a: Rows; readonly b: readonly number[]; readonly order: number }[] =
  tableaus.flatMap(({ name, a, b, order, bHat, embeddedOrder, bHatLow, embeddedLowOrder }) => [
    { name, a, b, order },
    ...(bHat && embeddedOrder ? [{ name: `${name}, companion`, a, b: bHat, order: embeddedOrder }] : []),
    ...(bHatLow && embeddedLowOrder
      ? [{ name: `${name}, low companion`, a, b: bHatLow, order: embeddedLowOrder }]
      : []),
  ]);

const polynomial = (coefficients: readonly number[], theta: number): number =>
  coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * theta, 0);
const derivative = (coefficients: readonly number[], theta: number): number =>
  coefficients.reduceRight((sum, coefficient, k) => sum * theta + (k + 1) * coefficient, 0);
const allStages = (tableau: Tableau, { extraStages }: DenseOutput): Rows => [...tableau.a, ...extraStages.a];
const weightsAt = ({ weights }: DenseOutput, theta: number): number[] => weights.map((w) => polynomial(w, theta));

describe("rooted trees", () => {
  test("number of trees of orders 1 to 9 / sequence A000081", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => rootedTrees(n).length)).toEqual([1, 1, 2, 4, 9, 20, 48, 115, 286]);
  });

  test("names of the trees / all different", () => {
    const names = rootedTreesUpTo(8).map((t) => t.name);
    expect(new Set(names).size).toBe(200);
  });

  test("Σ over trees of order n of α(t) / (n−1)!, with α(t) = n! / (γ(t) σ(t))", () => {
    // σ and γ from independent recursions; the identity counts the labelled growths of trees (HNW I, II.2).
    const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
    const symmetry = (t: RootedTree): number => {
      const counts = new Map<string, number>();
      for (const child of t.children) counts.set(child.name, (counts.get(child.name) ?? 0) + 1);
      return (
        [...counts.values()].reduce((s, m) => s * factorial(m), 1) * t.children.reduce((s, u) => s * symmetry(u), 1)
      );
    };
    for (let n = 1; n <= 8; n++) {
      const growths = rootedTrees(n).reduce((sum, t) => sum + factorial(n) / (t.density * symmetry(t)), 0);
      expect(Math.round(growths)).toBe(factorial(n - 1));
      expect(Math.abs(growths - factorial(n - 1))).toBeLessThan(1e-9); // 5040 terms' worth of rounding
    }
  });
});

describe.each(tableaus)("$name", (tableau) => {
  const { a, b, c } = tableau;

  it("has s rows, row i with i entries, s nodes and s weights", () => {
    expect(a.map((row) => row.length)).toEqual(a.map((_, i) => i));
    expect([b.length, c.length]).toEqual([a.length, a.length]);
  });

  it("row sums of a / c", () => {
    a.forEach((row, i) => {
      const sum = row.reduce((s, a_ij) => s + a_ij, 0);
      const size = row.reduce((s, a_ij) => s + Math.abs(a_ij), 0);
      expect(Math.abs(sum - c[i])).toBeLessThanOrEqual(Number.EPSILON * row.length * size);
    });
  });

  it("is frozen to the last row", () => {
    expect(Object.isFrozen(tableau)).toBe(true);
    expect(a.every((row) => Object.isFrozen(row))).toBe(true);
    expect(tableau.dense?.weights.every((row) => Object.isFrozen(row))).toBe(true);
  });
});

describe.each(claims)("$name, order $order", ({ a, b, order }) => {
  it("meets all order conditions up to its order, within rounding", () => {
    expect(missedConditions(a, b, 1, rootedTreesUpTo(order), (t) => roundingBound(a, b, t))).toEqual([]);
  });

  it("meets all order conditions up to its order, within 1e-14", () => {
    // The bound above is 2e-12 for DOP853, with coefficients up to 43; errors that do not conspire stay a hundredth of it.
    expect(missedConditions(a, b, 1, rootedTreesUpTo(order), () => 1e-14)).toEqual([]);
  });

  it("fails some condition of the next order by far more than rounding", () => {
    expect(missedConditions(a, b, 1, rootedTrees(order + 1), () => 1e-8)).not.toEqual([]);
  });

  it("with a coefficient wrong by 1e-11 fails a condition, so that the conditions can fail", () => {
    const stage = b.reduce((last, b_i, i) => (b_i === 0 ? last : i), 0);
    const wrong = a.map((row, i) => (i === stage ? [row[0] + 1e-11, ...row.slice(1)] : row));
    expect(missedConditions(wrong, b, 1, rootedTreesUpTo(order), () => 1e-14)).not.toEqual([]);
  });
});

describe.each(dense)("dense output of $name, order $dense.order", ({ tableau, dense }) => {
  const a = allStages(tableau, dense);
  const c = [...tableau.c, ...dense.extraStages.c];

  it("has one polynomial a stage and extra rows that see all stages before them", () => {
    expect(dense.weights.length).toBe(a.length);
    expect(a.map((row) => row.length)).toEqual(a.map((_, i) => i));
    expect(c.length).toBe(a.length);
  });

  it("row sums of the extra stages / c", () => {
    dense.extraStages.a.forEach((row, i) => {
      const sum = row.reduce((s, a_ij) => s + a_ij, 0);
      const size = row.reduce((s, a_ij) => s + Math.abs(a_ij), 0);
      expect(Math.abs(sum - dense.extraStages.c[i])).toBeLessThanOrEqual(Number.EPSILON * row.length * size);
    });
  });

  it("row of the end stage / b", () => {
    expect(c[dense.endStage]).toBe(1);
    expect(a[dense.endStage].every((a_ij, j) => a_ij === tableau.b[j])).toBe(true);
  });

  // Rounding of b_i(θ): coefficients reach 545 (DOP853) and cancel, so the weights are good to 16 · 545 · ε/2 = 1e-12, and
  // Φ_i is at most 1. In the other methods the coefficients are below 11.
  const largest = Math.max(...dense.weights.flat().map(Math.abs));
  const tolerance = 8 * largest * Number.EPSILON;

  it.each([0.1, 0.25, 0.5, 0.7, 0.9, 1])("meets all order conditions up to its order at θ = %f", (theta) => {
    const missed = missedConditions(a, weightsAt(dense, theta), theta, rootedTreesUpTo(dense.order), () => tolerance);
    expect(missed).toEqual([]);
  });

  it("fails some condition of the next order at θ = 0.7", () => {
    const missed = missedConditions(a, weightsAt(dense, 0.7), 0.7, rootedTrees(dense.order + 1), () => 1e-8);
    expect(missed).not.toEqual([]);
  });

  it("weights at θ = 1 / b", () => {
    weightsAt(dense, 1).forEach((w, i) => expect(Math.abs(w - (tableau.b[i] ?? 0))).toBeLessThan(tolerance));
  });

  it("slopes at both ends / first and end stage, so that the solution is continuously differentiable", () => {
    dense.weights.forEach((w, i) => {
      expect(Math.abs(derivative(w, 0) - (i === 0 ? 1 : 0))).toBeLessThan(tolerance);
      expect(Math.abs(derivative(w, 1) - (i === dense.endStage ? 1 : 0))).toBeLessThan(tolerance * w.length);
    });
  });
});

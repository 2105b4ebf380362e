import { describe, expect, it } from "vitest";
import { condition, conditionSpd, newConditionWork, reciprocalConditionOne } from "../../src/linalg/condition.js";
import { lu, luInverse } from "../../src/linalg/lu.js";
import { identity, newMatrix, normOne, type Matrix } from "../../src/linalg/matrix.js";
import { EPS, fill, hilbert, randomMatrix, randomSpd } from "./matrices.js";

const estimate = (A: Matrix): number => reciprocalConditionOne(lu(A), normOne(A), newConditionWork(A.rows));

describe("estimate of the reciprocal condition number in the 1-norm", () => {
  it("condition number from the inverse / never exceeded, and met within a factor of 3", () => {
    for (let seed = 0; seed < 100; seed++) {
      const n = 1 + (seed % 20);
      const A = randomMatrix(seed, n, n);
      const exact = normOne(A) * normOne(luInverse(lu(A)));
      const ratio = 1 / estimate(A) / exact;
      expect(ratio).toBeLessThan(1 + n * EPS * exact);
      expect(ratio).toBeGreaterThan(1 / 3);
    }
  });

  it("of Hilbert's matrix of size 6 / 29070279, whose inverse is of integers", () => {
    // The inverse in floating point is good to κ ε = 6e-9.
    expect(Math.abs(1 / estimate(hilbert(6)) / 29070279 - 1)).toBeLessThan(29070279 * 6 * EPS);
  });

  it("of the identity, of size 1, of the empty matrix / 1", () => {
    expect([estimate(identity(5)), estimate(fill(1, 1, () => -7)), estimate(newMatrix(0, 0))]).toEqual([1, 1, 1]);
  });

  it("of a singular matrix / 0", () => {
    expect(estimate(fill(3, 3, () => 1))).toBe(0);
  });

  it("of scratch used before / the same", () => {
    const A = randomMatrix(9, 8, 8);
    const work = newConditionWork(8);
    const first = reciprocalConditionOne(lu(A), normOne(A), work);
    expect(reciprocalConditionOne(lu(A), normOne(A), work)).toBe(first);
  });
});

describe("condition number in the 2-norm", () => {
  it.each([0, 3, 8])("of a positive definite matrix made with condition 10^%i", (digits) => {
    // Small eigenvalues are good to n ε ‖A‖, relatively n ε κ.
    const relative = 4 * 12 * EPS * 10 ** digits;
    const A = randomSpd(digits, 12, digits);
    expect(Math.abs(conditionSpd(A) / 10 ** digits - 1)).toBeLessThan(relative);
    expect(Math.abs(condition(A) / 10 ** digits - 1)).toBeLessThan(relative);
  });

  it("of Hilbert's matrix of size 6 / reference of 20 digits", () => {
    expect(Math.abs(conditionSpd(hilbert(6)) / 14951058.640131216 - 1)).toBeLessThan(6 * EPS * 1.5e7);
  });

  it("of an indefinite matrix / Infinity as positive definite, 2 as any matrix", () => {
    const A = fill(2, 2, (i, j) => (i === j ? (i === 0 ? 2 : -1) : 0));
    expect(conditionSpd(A)).toBe(Infinity);
    expect(condition(A)).toBe(2);
  });

  it("of a tall matrix with orthogonal columns 3 and 4 long / 4/3", () => {
    const A = fill(3, 2, (i, j) => (i === j ? 3 + i : 0));
    expect(condition(A)).toBe(4 / 3);
  });

  it("of zero and of nothing / NaN and 1", () => {
    expect(condition(newMatrix(2, 2))).toBeNaN();
    expect(conditionSpd(newMatrix(0, 0))).toBe(1);
    expect(condition(newMatrix(0, 3))).toBe(1);
  });
});

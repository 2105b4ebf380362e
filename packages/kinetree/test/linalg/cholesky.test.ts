import { describe, expect, it } from "vitest";
import { choleskyInto, choleskySolveInto, choleskySolveMatrixInto } from "../../src/linalg/cholesky.js";
import {
  copy,
  matMul,
  matrixFromRows,
  matVec,
  newMatrix,
  normMax,
  normOne,
  transpose,
} from "../../src/linalg/matrix.js";
import { cholesky, choleskySolve, normInf, identity } from "../support/linalg.js";
import {
  binomial,
  column,
  difference,
  entry,
  EPS,
  fill,
  hilbert,
  largest,
  minus,
  pascal,
  randomMatrix,
  randomSpd,
  randomVector,
} from "./matrices.js";

describe("factor", () => {
  it.each([1, 2, 3, 10, 40, 100])("L Lᵀ / A, within n ε ‖A‖₁ (n = %i)", (n) => {
    const A = randomSpd(n, n);
    const { L, failedPivot } = cholesky(A);
    expect(failedPivot).toBe(-1);
    // Higham, Accuracy and Stability (2002), theorem 10.3: |A − L Lᵀ| <= (n + 1)(ε/2) |L||L|ᵀ.
    expect(normOne(difference(A, matMul(L, transpose(L))))).toBeLessThanOrEqual((n + 1) * EPS * normOne(A));
  });

  it("of Pascal's matrix / the binomials, exactly", () => {
    const { L } = cholesky(pascal(12));
    expect(L).toEqual(fill(12, 12, (i, j) => (j > i ? 0 : binomial(i, j))));
  });

  it("reads only the lower triangle, and may work in place", () => {
    const A = randomSpd(7, 9);
    const garbage = fill(9, 9, (i, j) => (j > i ? NaN : entry(A, i, j)));
    const { L } = cholesky(A);
    expect(cholesky(garbage).L).toEqual(L);
    expect(choleskyInto(garbage, garbage)).toBe(-1);
    expect(garbage).toEqual(L);
  });

  it("of the empty matrix / empty", () => {
    expect(cholesky(newMatrix(0, 0)).failedPivot).toBe(-1);
  });

  it("of Hilbert's matrix of size 10, condition 1.6e13 / still L Lᵀ = A within n ε ‖A‖", () => {
    const A = hilbert(10);
    const { L, failedPivot } = cholesky(A);
    expect(failedPivot).toBe(-1);
    expect(normMax(difference(A, matMul(L, transpose(L))))).toBeLessThan(11 * EPS);
  });
});

describe("what is not positive definite", () => {
  it.each([0, 1, 4, 7])("first leading block with a negative eigenvalue / pivot %i", (k) => {
    const A = identity(8);
    A.data[k * 8 + k] = -1e-3;
    A.data[7 * 8 + 7] -= k === 7 ? 0 : 5; // a later one as well, which must not be reported
    expect(cholesky(A).failedPivot).toBe(k);
  });

  it("a singular matrix with an exact factor / its dependent row", () => {
    const L = matrixFromRows([
      [2, 0, 0],
      [4, 3, 0],
      [6, 9, 0],
    ]);
    expect(cholesky(matMul(L, transpose(L))).failedPivot).toBe(2);
  });

  it("NaN and infinity / the pivot where they are met", () => {
    const A = identity(3);
    A.data[1 * 3 + 0] = NaN;
    expect(cholesky(A).failedPivot).toBe(1);
    const B = identity(3);
    B.data[0] = Infinity;
    expect(cholesky(B).failedPivot).toBe(0);
  });
});

describe("solve", () => {
  it.each([1, 5, 30])("‖A x − b‖ / within 2 n ε ‖A‖ ‖x‖ (n = %i)", (n) => {
    const A = randomSpd(100 + n, n, 6);
    const b = randomVector(n, n);
    const x = choleskySolve(cholesky(A).L, b);
    expect(largest(minus(matVec(A, x), b))).toBeLessThanOrEqual(2 * n * EPS * normInf(A) * largest(x));
  });

  it("in place / out of place", () => {
    const { L } = cholesky(randomSpd(3, 6));
    const b = randomVector(4, 6);
    const x = choleskySolve(L, b);
    expect(choleskySolveInto(b, L, b)).toEqual(x);
  });

  it("many right-hand sides / one by one", () => {
    const { L } = cholesky(randomSpd(5, 6));
    const B = randomMatrix(6, 6, 4);
    const X = choleskySolveMatrixInto(newMatrix(6, 4), L, copy(B));
    // Sums in another order: as much as the residual of a solve, magnified by the condition number 1e3.
    for (let j = 0; j < 4; j++) {
      const x = choleskySolve(L, column(B, j));
      expect(largest(minus(column(X, j), x))).toBeLessThanOrEqual(2 * 6 * 1e3 * EPS * largest(x));
    }
  });
});

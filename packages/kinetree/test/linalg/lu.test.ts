import { describe, expect, it } from "vitest";
import { lu, luDeterminantSign, luInto, luSolveInto, type Lu } from "../../src/linalg/lu.js";
import { copy, matMul, matrixFromRows, matVec, newMatrix, normMax, type Matrix } from "../../src/linalg/matrix.js";
import { swapRows } from "../../src/linalg/triangular.js";
import { luSolve, normInf } from "../support/linalg.js";
import {
  difference,
  entry,
  EPS,
  fill,
  largest,
  minus,
  randomMatrix,
  randomOrthogonal,
  randomVector,
} from "./matrices.js";

const lower = ({ lu }: Lu): Matrix => fill(lu.rows, lu.rows, (i, j) => (i === j ? 1 : j < i ? entry(lu, i, j) : 0));
const upper = ({ lu }: Lu): Matrix => fill(lu.rows, lu.rows, (i, j) => (j >= i ? entry(lu, i, j) : 0));
function permuted(A: Matrix, { pivots }: Lu): Matrix {
  const out = copy(A);
  pivots.forEach((p, k) => swapRows(out, k, p));
  return out;
}

/** Wilkinson's example of the greatest growth under partial pivoting: 1 on the diagonal and right, −1 below. */
const growing = (n: number): Matrix => fill(n, n, (i, j) => (j === n - 1 || i === j ? 1 : j < i ? -1 : 0));

describe("factors", () => {
  it.each([1, 2, 5, 20, 80])("L U / P A, within n ε ‖L‖ ‖U‖ (n = %i)", (n) => {
    const A = randomMatrix(n, n, n);
    const factors = lu(A);
    expect(factors.failedPivot).toBe(-1);
    const [L, U] = [lower(factors), upper(factors)];
    // Higham (2002), theorem 9.3: |P A − L U| <= n (ε/2) |L||U|.
    expect(normInf(difference(permuted(A, factors), matMul(L, U)))).toBeLessThanOrEqual(
      n * EPS * normInf(L) * normInf(U),
    );
  });

  it("of L / at most 1 in size: pivots are the largest of their columns", () => {
    expect(normMax(lower(lu(randomMatrix(3, 50, 50))))).toBe(1);
  });

  it("of Wilkinson's growing matrix / last pivot 2^(n−1), exactly", () => {
    const { lu: factors } = lu(growing(40));
    expect(entry(factors, 39, 39)).toBe(2 ** 39);
  });

  it("in place / out of place", () => {
    const A = randomMatrix(4, 6, 6);
    const { lu: expected, pivots } = lu(A);
    const inPlace: Lu = { lu: A, pivots: new Int32Array(6) };
    expect(luInto(inPlace, A)).toBe(-1);
    expect(inPlace).toEqual({ lu: expected, pivots });
  });

  it("of a singular matrix / the first zero pivot", () => {
    const A = matrixFromRows([
      [1, 2, 3, 1],
      [2, 4, 6, 0],
      [4, 8, 8, 5],
      [1, 2, 1, 1],
    ]);
    expect(lu(A).failedPivot).toBe(1);
    expect(lu(newMatrix(3, 3)).failedPivot).toBe(0);
  });

  it("of a matrix with NaN / a failed pivot", () => {
    expect(lu(fill(2, 2, () => NaN)).failedPivot).toBe(0);
  });

  it("of the empty matrix / nothing failed, determinant 1", () => {
    const factors = lu(newMatrix(0, 0));
    expect(factors.failedPivot).toBe(-1);
    expect(luDeterminantSign(factors)).toBe(1);
  });
});

describe("solve", () => {
  it.each([1, 3, 30])("‖A x − b‖ / within 2 n ε ‖L‖ ‖U‖ ‖x‖ (n = %i)", (n) => {
    const A = randomMatrix(50 + n, n, n);
    const b = randomVector(n, n);
    const factors = lu(A);
    const x = luSolve(factors, b);
    const bound = 2 * n * EPS * normInf(lower(factors)) * normInf(upper(factors)) * largest(x);
    expect(largest(minus(matVec(A, x), b))).toBeLessThanOrEqual(bound);
  });

  it("in place / out of place", () => {
    const factors = lu(randomMatrix(62, 7, 7));
    const b = randomVector(63, 7);
    const x = luSolve(factors, b);
    expect(luSolveInto(b, factors, b)).toEqual(x);
  });
});

describe("sign of the determinant", () => {
  it("of permutations / their parity", () => {
    const cycle = (n: number): Matrix => fill(n, n, (i, j) => (j === (i + 1) % n ? 1 : 0));
    expect([2, 3, 4, 5].map((n) => luDeterminantSign(lu(cycle(n))))).toEqual([-1, 1, -1, 1]);
  });

  it("of products / the product of the signs", () => {
    for (let seed = 0; seed < 20; seed++) {
      const [A, B] = [randomMatrix(200 + seed, 6, 6), randomMatrix(300 + seed, 6, 6)];
      expect(luDeterminantSign(lu(matMul(A, B)))).toBe(luDeterminantSign(lu(A)) * luDeterminantSign(lu(B)));
    }
  });

  it("of an exchange of two rows / the opposite", () => {
    const A = randomOrthogonal(5, 9);
    const sign = luDeterminantSign(lu(A));
    swapRows(A, 2, 6);
    expect(luDeterminantSign(lu(A))).toBe(-sign);
  });

  it("of a singular matrix / 0", () => {
    expect(luDeterminantSign(lu(fill(3, 3, () => 1)))).toBe(0);
  });
});

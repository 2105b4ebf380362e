import { describe, expect, test } from "vitest";
import {
  factorFullPivoting,
  fullPivotingNullSpace,
  fullPivotingSolveInto,
} from "../../../src/formulation/partitioned/full-pivoting.js";
import { SparseCholesky } from "../../../src/formulation/partitioned/sparse-cholesky.js";
import { SparseLu } from "../../../src/formulation/partitioned/sparse-lu.js";
import { lu, luDeterminantSign } from "../../../src/linalg/lu.js";
import { matMul, matVec, newMatrix, transpose, type Matrix } from "../../../src/linalg/matrix.js";
import { dice } from "../../support/dice.js";

const draw = dice(31, 7, false);
const random = (rows: number, cols: number): Matrix => ({
  rows,
  cols,
  data: Float64Array.from({ length: rows * cols }, () => draw.between(-1, 1)),
});
/** Matrices of up to 12 rows with condition of some thousands: a thousand roundings of 1e-16 each, magnified. */
const TOLERANCE = 1e-9;
const largest = (x: Iterable<number>): number => Math.max(0, ...[...x].map(Math.abs));

describe.each(Array.from({ length: 20 }, (_, i) => [4 + (i % 7), 3 + ((5 * i) % 9), 1 + (i % 3)] as const))(
  "a matrix of %i × %i with rank %i",
  (rows, cols, rank) => {
    const A = matMul(random(rows, rank), random(rank, cols));
    const factors = factorFullPivoting(A);

    test("has that rank", () => expect(factors.rank).toBe(rank));

    test("orders all rows and columns, pivots first and never growing by more than elimination lets them", () => {
      expect([...factors.rows].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i));
      expect([...factors.columns].sort((a, b) => a - b)).toEqual(Array.from({ length: cols }, (_, i) => i));
      expect(Math.abs(factors.pivots[0])).toBe(largest(A.data));
    });

    test("solves a right-hand side that is in its range", () => {
      const b = matVec(A, random(cols, 1).data);
      const x = fullPivotingSolveInto(new Float64Array(cols), factors, b);
      expect(largest(matVec(A, x).map((y, i) => y - b[i]))).toBeLessThan(TOLERANCE);
      expect(x.filter((y) => y !== 0).length).toBeLessThanOrEqual(rank);
    });

    test("has a null space of the other dimensions", () => {
      const space = fullPivotingNullSpace(factors);
      expect(space.length).toBe(cols - rank);
      for (const direction of space) expect(largest(matVec(A, direction))).toBeLessThan(TOLERANCE * largest(direction));
    });
  },
);

test("a matrix of zeros, an empty one and one of NaN have rank 0", () => {
  expect(factorFullPivoting(newMatrix(3, 2)).rank).toBe(0);
  expect(factorFullPivoting(newMatrix(0, 4)).rank).toBe(0);
  expect(factorFullPivoting({ rows: 1, cols: 1, data: Float64Array.of(NaN) }).rank).toBe(0);
});

describe.each(Array.from({ length: 20 }, (_, i) => [1 + i, 1 + (i % 4)] as const))(
  "a band of %i rows, %i wide on either side",
  (n, width) => {
    const A = newMatrix(n, n);
    for (let i = 0; i < n; i++)
      for (let j = Math.max(0, i - width); j <= Math.min(n - 1, i + width); j++)
        A.data[i * n + j] = draw.between(-1, 1);

    test("is solved by sparse LU, and its determinant is that of the dense one", () => {
      const factors = new SparseLu(n + 2);
      factors.clear(n);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) if (A.data[i * n + j] !== 0) factors.set(i, j, A.data[i * n + j]);
      expect(factors.factor()).toBe(true);
      const dense = lu(A);
      expect(Math.sign(factors.mantissa)).toBe(luDeterminantSign(dense));
      const size = Array.from({ length: n }, (_, k) => Math.abs(dense.lu.data[k * n + k])).reduce((a, b) => a * b, 1);
      expect(Math.abs(factors.mantissa) * 2 ** factors.exponent).toBeCloseTo(size, 12);
      expect(factors.ratioTo(factors.mantissa / 2, factors.exponent - 1)).toBe(4);
      const x = random(n, 1).data;
      const b = matVec(A, x);
      factors.solve(b);
      expect(largest(b.map((y, i) => y - x[i]))).toBeLessThan(TOLERANCE);
    });

    test("times its transpose is solved by sparse Cholesky", () => {
      const S = matMul(A, transpose(A));
      for (let i = 0; i < n; i++) S.data[i * n + i] += 0.1;
      const factors = new SparseCholesky(n);
      factors.clear(n);
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) if (S.data[i * n + j] !== 0) factors.add(j, i, S.data[i * n + j]);
      expect(factors.factor()).toBe(true);
      const x = random(n, 1).data;
      const b = matVec(S, x);
      factors.solve(b);
      expect(largest(b.map((y, i) => y - x[i]))).toBeLessThan(TOLERANCE);
    });
  },
);

test("singular matrices are told apart from the others", () => {
  const factors = new SparseLu(2);
  factors.clear(2);
  factors.set(0, 0, 1);
  factors.set(1, 0, 2);
  expect(factors.factor()).toBe(false);
  const symmetric = new SparseCholesky(2);
  symmetric.clear(2);
  symmetric.add(0, 0, 1);
  expect(symmetric.factor()).toBe(false);
});

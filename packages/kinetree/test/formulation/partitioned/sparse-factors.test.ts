import { describe, expect, test } from "vitest";
import { SparseCholesky } from "../../../src/formulation/partitioned/sparse-cholesky.js";
import { SparseLu } from "../../../src/formulation/partitioned/sparse-lu.js";
import { lu, luDeterminantSign } from "../../../src/linalg/lu.js";
import { matMul, matVec, newMatrix, transpose, type Matrix } from "../../../src/linalg/matrix.js";
import { dice } from "../../support/dice.js";

const draw = dice(31, 7, false);
const randomVector = (n: number): Float64Array => Float64Array.from({ length: n }, () => draw.between(-1, 1));
/** Matrices of up to 20 rows with condition of some thousands: a thousand roundings of 1e-16 each, magnified. */
const TOLERANCE = 1e-9;
const largest = (x: Iterable<number>): number => Math.max(0, ...[...x].map(Math.abs));

/** A band, with zeros in it by chance. */
function band(n: number, width: number): Matrix {
  const A = newMatrix(n, n);
  for (let i = 0; i < n; i++)
    for (let j = Math.max(0, i - width); j <= Math.min(n - 1, i + width); j++)
      if (i === j || draw.chance(0.8)) A.data[i * n + j] = draw.between(-1, 1);
  return A;
}

/** The pattern of a band, zeros included. */
function bandPattern(n: number, width: number): { n: number; count: number; rows: Int32Array; columns: Int32Array } {
  const places = Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n]).filter(
    ([i, j]) => Math.abs(i - j) <= width,
  );
  return {
    n,
    count: places.length,
    rows: Int32Array.from(places, ([i]) => i),
    columns: Int32Array.from(places, ([, j]) => j),
  };
}

function enter(factors: SparseLu, pattern: ReturnType<typeof bandPattern>, A: Matrix): void {
  for (let e = 0; e < pattern.count; e++) factors.entries[e] = A.data[pattern.rows[e] * pattern.n + pattern.columns[e]];
}

describe.each(Array.from({ length: 20 }, (_, i) => [1 + i, 1 + (i % 4)] as const))(
  "a band of %i rows, %i wide on either side",
  (n, width) => {
    const A = band(n, width);
    const pattern = bandPattern(n, width);

    test("is solved by sparse LU, and its determinant is that of the dense one", () => {
      const factors = new SparseLu(n + 2, pattern.count + 3);
      factors.shape(pattern);
      enter(factors, pattern, A);
      expect(factors.factor()).toBe(true);
      const dense = lu(A);
      expect(Math.sign(factors.mantissa)).toBe(luDeterminantSign(dense));
      const size = Array.from({ length: n }, (_, k) => Math.abs(dense.lu.data[k * n + k])).reduce((a, b) => a * b, 1);
      expect(Math.abs(factors.mantissa) * 2 ** factors.exponent).toBeCloseTo(size, 12);
      expect(factors.ratioTo(factors.mantissa / 2, factors.exponent - 1)).toBe(4);
      const x = randomVector(n);
      const b = matVec(A, x);
      factors.solve(b);
      expect(largest(b.map((y, i) => y - x[i]))).toBeLessThan(TOLERANCE);
    });

    test("has the same factors to the bit whatever was factored before", () => {
      const [old, fresh] = [new SparseLu(n, pattern.count), new SparseLu(n, pattern.count)];
      old.shape(pattern);
      const b = randomVector(n);
      // Near to one another, so that plans are followed, and every fourth one far, so that they are not.
      let each = A;
      for (let k = 0; k < 20; k++) {
        each = k % 4 === 3 ? band(n, width) : { ...each, data: each.data.map((x) => x * draw.between(0.9, 1.1)) };
        const solutions = [old, fresh].map((factors) => {
          if (factors === fresh) factors.shape(pattern);
          enter(factors, pattern, each);
          const isSolvable = factors.factor();
          const x = b.slice();
          if (isSolvable) factors.solve(x);
          return { isSolvable, x, smallest: factors.smallest, mantissa: factors.mantissa, exponent: factors.exponent };
        });
        expect(solutions[0]).toEqual(solutions[1]);
      }
    });

    test("times its transpose is solved by sparse Cholesky", () => {
      const S = matMul(A, transpose(A));
      for (let i = 0; i < n; i++) S.data[i * n + i] += 0.1;
      const factors = new SparseCholesky(n);
      // What another matrix has left behind is not looked at.
      factors.clear(n);
      for (let i = 0; i < n; i++) for (let j = i; j < n; j++) factors.add(i, j, 7);
      factors.clear(n);
      for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) if (S.data[i * n + j] !== 0) factors.add(j, i, S.data[i * n + j]);
      expect(factors.factor()).toBe(true);
      const x = randomVector(n);
      const b = matVec(S, x);
      factors.solve(b);
      expect(largest(b.map((y, i) => y - x[i]))).toBeLessThan(TOLERANCE);
    });
  },
);

test("singular matrices are told apart from the others, and those with what is not a number", () => {
  const pattern = { n: 2, count: 2, rows: Int32Array.of(0, 1), columns: Int32Array.of(0, 0) };
  const factors = new SparseLu(2, 2);
  factors.shape(pattern);
  factors.entries.set([1, 2]);
  expect(factors.factor()).toBe(false);
  expect(factors.smallest).toBe(0);
  factors.shape({ ...pattern, columns: Int32Array.of(0, 1) });
  expect(factors.factor()).toBe(true);
  factors.entries[1] = NaN;
  expect(factors.factor()).toBe(false);
  factors.entries[1] = 3;
  expect(factors.factor()).toBe(true);
  const symmetric = new SparseCholesky(2);
  symmetric.clear(2);
  symmetric.add(0, 0, 1);
  expect(symmetric.factor()).toBe(false);
});

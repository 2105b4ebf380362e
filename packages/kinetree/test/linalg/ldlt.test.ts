import { describe, expect, it } from "vitest";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { ldlt, ldltInertia, ldltInto, ldltSolve, ldltSolveInto, newLdlt, type Ldlt } from "../../src/linalg/ldlt.js";
import {
  copy,
  matMul,
  matrixFromRows,
  matVec,
  newMatrix,
  normInf,
  transpose,
  type Matrix,
} from "../../src/linalg/matrix.js";
import { swapRows } from "../../src/linalg/triangular.js";
import {
  difference,
  entry,
  EPS,
  fill,
  largest,
  minus,
  randomMatrix,
  randomSpd,
  randomSymmetric,
  randomVector,
  symmetricWithValues,
} from "./matrices.js";

/** Mass matrix and constraints: [M Gᵀ; G 0]. */
function saddle(seed: number, n: number, m: number): Matrix {
  const M = randomSpd(seed, n);
  const G = randomMatrix(seed + 1, m, n);
  return fill(n + m, n + m, (i, j) => {
    if (i < n && j < n) return entry(M, i, j);
    if (i >= n && j >= n) return 0;
    return i < n ? entry(G, j - n, i) : entry(G, i - n, j);
  });
}

/** L and D as matrices, from the packed form as its description has it. */
function unpack({ ld, pivots }: Ldlt): { readonly L: Matrix; readonly D: Matrix; readonly blocks: number } {
  const n = ld.rows;
  const first = new Set<number>();
  for (let k = 0; k < n; k++) if (pivots[k] < 0) first.add(k++);
  const inBlock = (i: number, j: number): boolean => i === j + 1 && first.has(j);
  return {
    L: fill(n, n, (i, j) => (i === j ? 1 : i > j && !inBlock(i, j) ? entry(ld, i, j) : 0)),
    D: fill(n, n, (i, j) => (i === j || inBlock(i, j) ? entry(ld, i, j) : inBlock(j, i) ? entry(ld, j, i) : 0)),
    blocks: first.size,
  };
}

function permuted(A: Matrix, { pivots }: Ldlt): Matrix {
  const out = copy(A);
  const exchange = (B: Matrix): void => pivots.forEach((p, k) => swapRows(B, k, p < 0 ? ~p : p));
  exchange(out);
  const columns = transpose(out);
  exchange(columns);
  return transpose(columns);
}

const cases = [
  { name: "random symmetric, n = 1", A: randomSymmetric(1, 1) },
  { name: "random symmetric, n = 2", A: randomSymmetric(2, 2) },
  { name: "random symmetric, n = 15", A: randomSymmetric(3, 15) },
  { name: "random symmetric, n = 60", A: randomSymmetric(4, 60) },
  { name: "zero diagonal", A: fill(12, 12, (i, j) => (i === j ? 0 : 1 / (1 + Math.abs(i - j)) + (i + j) / 7)) },
  {
    name: "[0 1; 1 0]",
    A: matrixFromRows([
      [0, 1],
      [1, 0],
    ]),
  },
  { name: "mass matrix with constraints", A: saddle(5, 20, 8) },
  { name: "positive definite", A: randomSpd(6, 20) },
  { name: "negative definite", A: fill(10, 10, (i, j) => (i === j ? -4 : Math.abs(i - j) === 1 ? 1 : 0)) },
];

describe.each(cases)("$name", ({ A }) => {
  const n = A.rows;
  const factors = ldlt(A);

  it("L D Lᵀ / P A Pᵀ", () => {
    const { L, D } = unpack(factors);
    const product = matMul(matMul(L, D), transpose(L));
    // Higham (2002), theorem 11.3: a small multiple of n ε times |L||D||Lᵀ|, here taken by norms.
    const bound = 2 * n * EPS * normInf(L) * normInf(D) * normInf(transpose(L));
    expect(normInf(difference(permuted(A, factors), product))).toBeLessThanOrEqual(bound);
    expect(factors.failedPivot).toBe(-1);
  });

  it("‖A x − b‖ / within 8 n ε ‖A‖ ‖x‖", () => {
    const b = randomVector(n, n);
    const x = ldltSolve(factors, b);
    expect(largest(minus(matVec(A, x), b))).toBeLessThanOrEqual(8 * n * EPS * normInf(A) * largest(x));
  });

  it("inertia / signs of the eigenvalues", () => {
    const { values } = eigenSymmetric(A);
    const positive = values.filter((value) => value > 0).length;
    expect(ldltInertia(factors)).toEqual({ positive, negative: n - positive, zero: 0 });
  });
});

describe("blocks of size 2", () => {
  it("occur in the indefinite cases and not in the definite ones, so that both roads are tested", () => {
    const blocks = cases.map(({ A }) => unpack(ldlt(A)).blocks);
    expect(blocks.filter((count) => count > 0).length).toBeGreaterThanOrEqual(5);
    expect(blocks.slice(-2)).toEqual([0, 0]);
  });
});

it("reads only the lower triangle, and may work in place", () => {
  const A = randomSymmetric(7, 10);
  const garbage = fill(10, 10, (i, j) => (j > i ? 99 : entry(A, i, j)));
  const b = randomVector(8, 10);
  const x = ldltSolve(ldlt(A), b);
  const inPlace = { ...newLdlt(10), ld: garbage };
  expect(ldltInto(inPlace, garbage)).toBe(-1);
  expect(ldltSolve(inPlace, b)).toEqual(x);
  expect(ldltSolveInto(b, inPlace, b)).toEqual(x);
});

describe("singular matrices", () => {
  it("zero / first pivot fails, all eigenvalues zero", () => {
    const factors = ldlt(newMatrix(3, 3));
    expect(factors.failedPivot).toBe(0);
    expect(ldltInertia(factors)).toEqual({ positive: 0, negative: 0, zero: 3 });
  });

  it("rank 1 of integers / second pivot fails", () => {
    const factors = ldlt(fill(3, 3, (i, j) => (i + 1) * (j + 1)));
    expect(factors.failedPivot).toBe(1);
    expect(ldltInertia(factors)).toEqual({ positive: 1, negative: 0, zero: 2 });
  });

  it("empty / nothing fails", () => {
    expect(ldlt(newMatrix(0, 0)).failedPivot).toBe(-1);
  });
});

it("inertia of matrices with prescribed eigenvalues / the prescription", () => {
  for (let negative = 0; negative <= 9; negative++) {
    const values = Array.from({ length: 9 }, (_, k) => (k < negative ? -1 - k : 1 + k));
    const inertia = ldltInertia(ldlt(symmetricWithValues(negative, values)));
    expect(inertia).toEqual({ positive: 9 - negative, negative, zero: 0 });
  }
});

import { describe, expect, it } from "vitest";
import { matMul, newMatrix, normMax, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { applyQInPlace, applyQTransposedInPlace, qrFactor, qrR, qrRank } from "../../src/linalg/qr.js";
import { stream } from "../../src/random/stream.js";
import { qrQ, normFrobenius, identity } from "../support/linalg.js";
import { singularValues } from "../support/svd.js";
import { difference, entry, EPS, fill, hilbert, randomMatrix, randomOrthogonal } from "./matrices.js";

const withColumns = (A: Matrix, order: Int32Array): Matrix => fill(A.rows, A.cols, (i, j) => entry(A, i, order[j]));

/** Rank r, singular values between 1 and 1e-2. */
const ofRank = (seed: number, rows: number, cols: number, r: number): Matrix =>
  matMul(
    fill(rows, r, (i, j) => entry(randomOrthogonal(seed, rows), i, j) * 10 ** ((-2 * j) / r)),
    fill(r, cols, (i, j) => entry(randomOrthogonal(seed + 1, cols), i, j)),
  );

describe.each([
  { name: "1 × 1", A: randomMatrix(1, 1, 1) },
  { name: "square", A: randomMatrix(2, 20, 20) },
  { name: "tall", A: randomMatrix(3, 30, 12) },
  { name: "wide", A: randomMatrix(4, 12, 30) },
  { name: "one column", A: randomMatrix(5, 9, 1) },
  { name: "one row", A: randomMatrix(6, 1, 9) },
  { name: "rank 3 of 10", A: ofRank(7, 10, 10, 3) },
  { name: "Hilbert", A: hilbert(9) },
  { name: "zero", A: newMatrix(4, 3) },
  { name: "huge entries", A: fill(5, 5, (i, j) => 1e200 * Math.cos(1 + i * j)) },
  { name: "no rows", A: newMatrix(0, 3) },
  { name: "no columns", A: newMatrix(3, 0) },
])("$name", ({ A }) => {
  const factors = qrFactor(A);
  const [Q, R] = [qrQ(factors), qrR(factors)];
  const size = Math.max(A.rows, A.cols);
  const scale = Math.max(normMax(A), Number.MIN_VALUE);

  it("Q R / A with permuted columns, within 4 n ε ‖A‖", () => {
    const gap = difference(withColumns(A, factors.permutation), matMul(Q, R));
    expect(normFrobenius(gap)).toBeLessThanOrEqual(4 * size * EPS * normFrobenius(A));
  });

  it("Qᵀ Q / I, within 4 n ε", () => {
    expect(normMax(difference(matMul(transpose(Q), Q), identity(Q.cols)))).toBeLessThanOrEqual(4 * size * EPS);
  });

  it("diagonal of R / decreasing in size, and no smaller than what stands right of and below it", () => {
    for (let k = 0; k < R.rows; k++)
      for (let j = k + 1; j < R.cols; j++) {
        let sum = 0;
        for (let i = k; i <= Math.min(j, R.rows - 1); i++) sum += (entry(R, i, j) / scale) ** 2;
        // Updated norms are trusted down to √ε of themselves.
        const bound = (Math.abs(entry(R, k, k)) / scale) * (1 + 1e-7) + EPS * size;
        expect(Math.sqrt(sum)).toBeLessThanOrEqual(bound);
      }
  });

  it("permutation / of all columns", () => {
    expect([...factors.permutation].sort((a, b) => a - b)).toEqual(Array.from({ length: A.cols }, (_, j) => j));
  });

  it("Q (Qᵀ X) / X", () => {
    const X = randomMatrix(8, A.rows, 2);
    const Y = applyQTransposedInPlace({ ...X, data: X.data.slice() }, factors, new Float64Array(2));
    expect(normMax(difference(applyQInPlace(Y, factors, new Float64Array(2)), X))).toBeLessThanOrEqual(8 * size * EPS);
  });

  it("rank / number of singular values above rounding", () => {
    const values = singularValues(A);
    expect(qrRank(factors)).toBe(values.filter((value) => value > size * EPS * values[0]).length);
  });
});

describe("rank", () => {
  it.each([0, 1, 4, 7])("of products through %i dimensions", (r) => {
    expect(qrRank(qrFactor(ofRank(30 + r, 9, 7, r)))).toBe(r);
  });

  it("of 1000 matrices of small integers, mostly zero / number of singular values above rounding", () => {
    const { integer } = stream(12);
    for (let k = 0; k < 1000; k++) {
      const [rows, cols] = [1 + integer(8), 1 + integer(8)];
      const A = fill(rows, cols, () => (integer(3) === 0 ? integer(5) - 2 : 0));
      const values = singularValues(A);
      // Nonzero singular values of such matrices are above 1e-6, rounding is below 1e-14.
      expect(qrRank(qrFactor(A))).toBe(values.filter((value) => value > 1e-10).length);
    }
  });

  it("with a tolerance / counts what is above it", () => {
    const A = fill(4, 4, (i, j) => (i === j ? 10 ** (-2 * i) : 0));
    expect([1, 1e-1, 1e-3, 1e-5, 1e-7].map((tolerance) => qrRank(qrFactor(A), tolerance))).toEqual([0, 1, 2, 3, 4]);
  });
});

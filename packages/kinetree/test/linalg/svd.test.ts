import { describe, expect, it } from "vitest";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { matMul, newMatrix, normMax, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { normFrobenius, identity } from "../support/linalg.js";
import { singularValues, svd } from "../support/svd.js";
import { difference, entry, EPS, fill, hilbert, largest, minus, randomMatrix, randomOrthogonal } from "./matrices.js";

/** U without the columns of zero singular values, which are zero by definition. */
const determined = (X: Matrix, values: Float64Array): Matrix =>
  fill(X.rows, values.filter((value) => value > 0).length, (i, j) => entry(X, i, j));

describe.each([
  { name: "1 × 1", A: fill(1, 1, () => -3) },
  { name: "square", A: randomMatrix(1, 20, 20) },
  { name: "tall", A: randomMatrix(2, 25, 8) },
  { name: "wide", A: randomMatrix(3, 8, 25) },
  { name: "Hilbert", A: hilbert(8) },
  { name: "orthogonal", A: randomOrthogonal(4, 9) },
  { name: "zero", A: newMatrix(3, 4) },
  { name: "zero column", A: fill(5, 3, (i, j) => (j === 1 ? 0 : 1 + i * j)) },
  { name: "huge", A: fill(4, 4, (i, j) => 1e200 * Math.cos(i + 2 * j * j)) },
  { name: "graded over 30 orders", A: fill(6, 6, (i, j) => 10 ** (-6 * j) * Math.cos(1 + i * (j + 1))) },
  { name: "no rows", A: newMatrix(0, 3) },
  { name: "no columns", A: newMatrix(3, 0) },
])("$name", ({ A }) => {
  const { values, U, V } = svd(A);
  const k = Math.min(A.rows, A.cols);
  const n = Math.max(A.rows, A.cols);

  it("U diag(values) Vᵀ / A, within 8 n ε ‖A‖", () => {
    const scaled = fill(A.rows, k, (i, j) => entry(U, i, j) * values[j]);
    const gap = difference(matMul(scaled, transpose(V)), A);
    expect(normFrobenius(gap)).toBeLessThanOrEqual(8 * n * EPS * normFrobenius(A));
  });

  it("Uᵀ U and Vᵀ V / I, within 8 n ε", () => {
    for (const X of [determined(U, values), determined(V, values)])
      expect(normMax(difference(matMul(transpose(X), X), identity(X.cols)))).toBeLessThanOrEqual(8 * n * EPS);
  });

  it("values / descending, none negative, as many as the smaller dimension", () => {
    expect(values.length).toBe(k);
    for (let j = 0; j < k; j++) expect(values[j]).toBeGreaterThanOrEqual(j + 1 < k ? values[j + 1] : 0);
  });
});

describe("known values", () => {
  it("squares / eigenvalues of Aᵀ A", () => {
    const A = randomMatrix(5, 9, 6);
    const { values } = eigenSymmetric(matMul(transpose(A), A));
    const squares = singularValues(A)
      .map((value) => value * value)
      .reverse();
    expect(largest(minus(squares, values))).toBeLessThan(8 * 9 * EPS * normFrobenius(A) ** 2);
  });

  it("of the transpose / the same", () => {
    const A = randomMatrix(6, 7, 7);
    expect(largest(minus(singularValues(A), singularValues(transpose(A))))).toBeLessThan(
      8 * 7 * EPS * normFrobenius(A),
    );
  });

  it("of Hilbert's matrix of size 6 / reference of 20 digits, the smallest within κ ε", () => {
    const values = singularValues(hilbert(6));
    const exact = [
      1.618899858924339, 0.24236087057520955, 0.016321521319875822, 0.0006157483541826576, 1.2570757122625194e-5,
      1.0827994845655498e-7,
    ];
    expect(largest(minus(values, Float64Array.from(exact)))).toBeLessThan(8 * 6 * EPS * 1.62);
  });

  it("of columns scaled by 1e-6 each / relatively accurate, as for the unscaled columns", () => {
    // Orthonormal columns times a diagonal: the singular values are the diagonal.
    const Q = randomOrthogonal(7, 5);
    const values = singularValues(fill(5, 5, (i, j) => entry(Q, i, j) * 10 ** (-6 * j)));
    values.forEach((value, j) => expect(Math.abs(value / 10 ** (-6 * j) - 1)).toBeLessThan(8 * 5 * EPS));
  });
});

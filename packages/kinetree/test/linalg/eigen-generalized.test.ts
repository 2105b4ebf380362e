import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { choleskySolveMatrixInto } from "../../src/linalg/cholesky.js";
import { eigenGeneralized } from "../../src/linalg/eigen-generalized.js";
import { eigenSymmetric } from "../../src/linalg/eigen-symmetric.js";
import { matMul, newMatrix, normMax, normOne, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { cholesky, normFrobenius, identity } from "../support/linalg.js";
import { difference, entry, EPS, fill, largest, minus, randomSpd, randomSymmetric } from "./matrices.js";
import { refusal } from "../support/refusal.js";

const inverseNorm = (M: Matrix): number =>
  normOne(choleskySolveMatrixInto(newMatrix(M.rows, M.rows), cholesky(M).L, identity(M.rows)));

/** n equal masses m in a row between walls, joined by springs k. */
const chain = (n: number, k: number): Matrix =>
  fill(n, n, (i, j) => (i === j ? 2 * k : Math.abs(i - j) === 1 ? -k : 0));

describe.each([
  { name: "1 × 1", K: fill(1, 1, () => 6), M: fill(1, 1, () => 2) },
  { name: "random", K: randomSymmetric(1, 15), M: randomSpd(2, 15, 2) },
  {
    name: "semidefinite K: free body",
    K: fill(4, 4, (i, j) => (i === j ? (i === 0 || i === 3 ? 1 : 2) : Math.abs(i - j) === 1 ? -1 : 0)),
    M: randomSpd(3, 4, 1),
  },
  { name: "mass matrix over 4 orders", K: randomSpd(4, 10, 1), M: randomSpd(5, 10, 4) },
])("$name", ({ K, M }) => {
  const n = K.rows;
  const { values, vectors } = eigenGeneralized(K, M);
  const tolerance = 8 * n * EPS * normFrobenius(K) * inverseNorm(M); // of the values: ‖C‖ <= ‖K‖ ‖M⁻¹‖

  it("K Φ / M Φ diag(values)", () => {
    const scaled = fill(n, n, (i, j) => entry(vectors, i, j) * values[j]);
    const gap = difference(matMul(K, vectors), matMul(M, scaled));
    expect(normMax(gap)).toBeLessThanOrEqual(tolerance * normOne(M) * normMax(vectors));
  });

  it("Φᵀ M Φ / I", () => {
    const gap = difference(matMul(transpose(vectors), matMul(M, vectors)), identity(n));
    expect(normMax(gap)).toBeLessThanOrEqual(8 * n * EPS * normOne(M) * inverseNorm(M));
  });

  it("Φᵀ K Φ / diag(values)", () => {
    const product = matMul(transpose(vectors), matMul(K, vectors));
    expect(
      normMax(
        difference(
          product,
          fill(n, n, (i, j) => (i === j ? values[i] : 0)),
        ),
      ),
    ).toBeLessThanOrEqual(tolerance);
  });
});

describe("known values", () => {
  it("chain of masses / (4 k/m) sin²(j π/(2 n + 2))", () => {
    const [n, k, m] = [12, 500, 0.25];
    const { values } = eigenGeneralized(
      chain(n, k),
      fill(n, n, (i, j) => (i === j ? m : 0)),
    );
    const exact = Float64Array.from(
      { length: n },
      (_, j) => ((4 * k) / m) * Math.sin(((j + 1) * Math.PI) / (2 * n + 2)) ** 2,
    );
    expect(largest(minus(values, exact))).toBeLessThan(4 * n * EPS * ((4 * k) / m));
  });

  it("M = I / the symmetric problem", () => {
    const K = randomSymmetric(6, 9);
    const { values } = eigenGeneralized(K, identity(9));
    expect(largest(minus(values, eigenSymmetric(K).values))).toBeLessThan(4 * 9 * EPS * normFrobenius(K));
  });

  it("empty / none", () => {
    expect(eigenGeneralized(newMatrix(0, 0), newMatrix(0, 0)).values.length).toBe(0);
  });
});

describe("refusals", () => {
  it("a speed without inertia / named by its index", () => {
    const M = identity(4);
    M.data[2 * 4 + 2] = 0;
    let error: unknown;
    try {
      eigenGeneralized(identity(4), M);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: "mass-matrix-not-positive-definite", value: 2 });
  });

  it("matrices of different sizes / refused", () => {
    expect(refusal(() => eigenGeneralized(identity(3), identity(4)))).toEqual({
      code: "matrix-shape",
      subject: "mass matrix M",
      value: [4, 4],
    });
  });
});

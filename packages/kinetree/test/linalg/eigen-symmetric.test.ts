import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { eigenSymmetric, eigenSymmetricInto, newEigenSymmetricWork } from "../../src/linalg/eigen-symmetric.js";
import { matMul, newMatrix, normMax, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { normFrobenius, identity } from "../support/linalg.js";
import {
  difference,
  entry,
  EPS,
  fill,
  hilbert,
  largest,
  minus,
  randomSymmetric,
  randomVector,
  symmetricWithValues,
} from "./matrices.js";
import { refusal } from "../support/refusal.js";

const range = (n: number, value: (k: number) => number): number[] => Array.from({ length: n }, (_, k) => value(k));

/** Wilkinson's W⁺: |i − m| on the diagonal, 1 beside it; its large eigenvalues come in pairs that agree to 14 digits. */
const wilkinson = (n: number): Matrix =>
  fill(n, n, (i, j) => (i === j ? Math.abs(i - (n - 1) / 2) : Math.abs(i - j) === 1 ? 1 : 0));

const secondDifference = (n: number): Matrix => fill(n, n, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0));

/** Pieces of the same few stiffnesses, coupled weakly: clusters of `pieces` nearly equal eigenvalues, orders of magnitude apart. */
function clusters(pieces: number, stiffnesses: readonly number[], coupling: number): Matrix {
  const n = pieces * stiffnesses.length;
  const C = randomSymmetric(1, n);
  return fill(n, n, (i, j) => (i === j ? stiffnesses[i % stiffnesses.length] : 0) + coupling * entry(C, i, j));
}

/** A beam in 64 pieces: bending in two planes with two modes each, and torsion. */
const beamPieces = [1.2e11, 1.2e9, 3e9, 3e7, 4e3];

const cases = [
  { name: "1 × 1", A: fill(1, 1, () => -3) },
  { name: "2 × 2", A: randomSymmetric(1, 2) },
  { name: "random, n = 10", A: randomSymmetric(2, 10) },
  { name: "random, n = 80", A: randomSymmetric(3, 80) },
  { name: "repeated eigenvalues", A: symmetricWithValues(4, [1, 1, 1, 2, 2, 5, 5, 5, 5, -1]) },
  { name: "identity", A: identity(7) },
  { name: "zero", A: newMatrix(5, 5) },
  { name: "rank one", A: fill(9, 9, (i, j) => (i + 1) * (j + 1)) },
  { name: "diagonal, descending", A: fill(6, 6, (i, j) => (i === j ? 10 - i : 0)) },
  { name: "Wilkinson W21", A: wilkinson(21) },
  { name: "second difference", A: secondDifference(50) },
  { name: "Hilbert", A: hilbert(10) },
  { name: "graded over 24 orders", A: fill(9, 9, (i, j) => 10 ** (-1.5 * (i + j))) },
  { name: "zero diagonal", A: fill(8, 8, (i, j) => (Math.abs(i - j) === 1 ? 1 : 0)) },
  { name: "60 nearly equal eigenvalues 12 orders below others", A: clusters(60, [1e12, 1e4, 1], 1e-5) },
  { name: "the same, 14 orders below", A: clusters(60, [1e14, 1e7, 1], 1e-7) },
  { name: "entries of 1e150", A: fill(6, 6, (i, j) => 1e150 / (1 + Math.abs(i - j))) },
  { name: "entries of 1e-150", A: fill(6, 6, (i, j) => 1e-150 / (1 + Math.abs(i - j))) },
];

describe.each(cases)("$name", ({ A }) => {
  const n = A.rows;
  const { values, vectors } = eigenSymmetric(A);

  it("A V / V diag(values), within 4 n ε ‖A‖", () => {
    const scaled = fill(n, n, (i, j) => entry(vectors, i, j) * values[j]);
    expect(normMax(difference(matMul(A, vectors), scaled))).toBeLessThanOrEqual(4 * n * EPS * normFrobenius(A));
  });

  it("Vᵀ V / I, within 4 n ε", () => {
    expect(normMax(difference(matMul(transpose(vectors), vectors), identity(n)))).toBeLessThanOrEqual(4 * n * EPS);
  });

  it("values / ascending", () => {
    for (let k = 1; k < n; k++) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
  });

  it("sum of the values / trace, within n² ε ‖A‖", () => {
    const trace = range(n, (k) => entry(A, k, k)).reduce((sum, x) => sum + x, 0);
    const sum = values.reduce((total, x) => total + x, 0);
    expect(Math.abs(sum - trace)).toBeLessThanOrEqual(n * n * EPS * normFrobenius(A));
  });
});

describe("known values", () => {
  it("second difference / 2 − 2 cos(k π/(n + 1))", () => {
    const { values } = eigenSymmetric(secondDifference(50));
    const exact = Float64Array.from({ length: 50 }, (_, k) => 2 - 2 * Math.cos(((k + 1) * Math.PI) / 51));
    expect(largest(minus(values, exact))).toBeLessThan(50 * EPS * 4);
  });

  it("Wilkinson W21 / reference of 40 digits, also the pair that agrees to 14", () => {
    const { values } = eigenSymmetric(wilkinson(21));
    const exact = [
      -1.1254415221199843, 0.2538058170966782, 0.9475343675292932, 1.7893213526950815, 2.130209219362506,
      2.9610588841857264, 3.0430992925788236, 3.996048201383625, 4.004354023440857, 4.999782477742902,
      5.000244425001913, 6.000217522257098, 6.000234031584167, 7.003951798616375, 7.003952209528676, 8.038941115814273,
      8.038941122829023, 9.210678647304919, 9.210678647361332, 10.746194182903322, 10.746194182903393,
    ];
    expect(largest(minus(values, Float64Array.from(exact)))).toBeLessThan(4 * 21 * EPS * 10.75);
  });

  it("prescribed values / recovered", () => {
    const prescribed = [-7, -2, -2, 0, 1e-3, 1, 1, 4, 9];
    const { values } = eigenSymmetric(symmetricWithValues(5, prescribed));
    expect(largest(minus(values, Float64Array.from(prescribed)))).toBeLessThan(8 * 9 * EPS * 9);
  });

  it("of the empty matrix / none", () => {
    expect(eigenSymmetric(newMatrix(0, 0)).values.length).toBe(0);
  });
});

it("reads only the lower triangle, and may work in place", () => {
  const A = randomSymmetric(6, 8);
  const expected = eigenSymmetric(A);
  const garbage = fill(8, 8, (i, j) => (j > i ? 1e9 : entry(A, i, j)));
  const values = new Float64Array(8);
  expect(eigenSymmetricInto(values, garbage, garbage, newEigenSymmetricWork(8))).toBe(true);
  expect({ values, vectors: garbage }).toEqual(expected);
});

it.each([
  { name: "64 pieces of a beam, n = 320", A: clusters(64, beamPieces, 1e-3) },
  { name: "120 pieces of a beam, n = 600", A: clusters(120, beamPieces, 1e-3) },
])("$name / values next to the stiffnesses, by at most the coupling", ({ A }) => {
  const n = A.rows;
  const { values } = eigenSymmetric(A);
  const stiffnesses = Float64Array.from({ length: n }, (_, k) => beamPieces[k % beamPieces.length]).sort();
  // Weyl: the norm of the coupling is at most 1e-3 n; rounding of the matrix is n ε ‖A‖.
  expect(largest(minus(values, stiffnesses))).toBeLessThan(1e-3 * n + n * EPS * 1.2e11);
});

describe("what is not finite", () => {
  it("is refused", () => {
    const A = identity(3);
    A.data[4] = NaN;
    expect(() => eigenSymmetric(A)).toThrow(RequestError);
    expect(refusal(() => eigenSymmetric(A))).toEqual({ code: "not-finite", subject: "symmetric matrix", value: NaN });
  });

  it("ends the hot variant without a result", () => {
    const A = fill(3, 3, () => NaN);
    expect(eigenSymmetricInto(randomVector(1, 3), newMatrix(3, 3), A, newEigenSymmetricWork(3))).toBe(false);
  });
});

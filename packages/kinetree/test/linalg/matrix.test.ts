import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { hypotenuse } from "../../src/linalg/hypotenuse.js";
import {
  copy,
  matMul,
  matrixFromRows,
  matTransposedVec,
  matVec,
  newMatrix,
  norm2,
  normMax,
  normOne,
  transpose,
  transposeInPlace,
} from "../../src/linalg/matrix.js";
import { normFrobenius, normInf, identity } from "../support/linalg.js";
import { column, difference, entry, EPS, fill, randomMatrix, randomVector } from "./matrices.js";
import { refusal } from "../support/refusal.js";

const A = matrixFromRows([
  [1, -2, 3],
  [4, 5, -6],
]);

describe("products", () => {
  it("product by hand / matMul", () => {
    const B = matrixFromRows([
      [1, 0],
      [2, -1],
      [0, 3],
    ]);
    expect(matMul(A, B)).toEqual(
      matrixFromRows([
        [-3, 11],
        [14, -23],
      ]),
    );
  });

  it("matMul / matVec of each column", () => {
    const [P, Q] = [randomMatrix(1, 7, 5), randomMatrix(2, 5, 4)];
    const product = matMul(P, Q);
    for (let j = 0; j < 4; j++) {
      const byColumn = matVec(P, column(Q, j));
      // Five products below 1 each, summed in the same or another order.
      byColumn.forEach((x, i) => expect(Math.abs(x - entry(product, i, j))).toBeLessThanOrEqual(5 * 5 * EPS));
    }
  });

  it("A (B C) / (A B) C", () => {
    const [P, Q, R] = [randomMatrix(3, 6, 9), randomMatrix(4, 9, 8), randomMatrix(5, 8, 3)];
    const gap = difference(matMul(P, matMul(Q, R)), matMul(matMul(P, Q), R));
    expect(normMax(gap)).toBeLessThan((9 + 8) * 9 * 8 * EPS);
  });

  it("Aᵀ x / matVec of the transpose", () => {
    const P = randomMatrix(6, 7, 5);
    const x = randomVector(7, 7);
    const gap = matTransposedVec(P, x).map((y, j) => y - matVec(transpose(P), x)[j]);
    expect(Math.max(...gap.map(Math.abs))).toBeLessThan(7 * 7 * EPS);
  });

  it("product with the identity / the matrix, bit for bit", () => {
    const P = randomMatrix(8, 6, 6);
    expect(matMul(P, identity(6))).toEqual(P);
    expect(matMul(identity(6), P)).toEqual(P);
  });

  it("product through an empty dimension / zeros", () => {
    expect(matMul(newMatrix(2, 0), newMatrix(0, 3))).toEqual(newMatrix(2, 3));
  });
});

describe("transposes", () => {
  it("transpose of the transpose / the matrix", () => {
    expect(transpose(transpose(A))).toEqual(A);
    expect(entry(transpose(A), 2, 1)).toBe(-6);
  });

  it("in place / out of place", () => {
    const P = randomMatrix(9, 5, 5);
    expect(transposeInPlace(copy(P))).toEqual(transpose(P));
  });
});

describe("norms", () => {
  it("by hand", () => {
    expect(normOne(A)).toBe(9);
    expect(normInf(A)).toBe(15);
    expect(normMax(A)).toBe(6);
    expect(Math.abs(normFrobenius(A) - Math.sqrt(91))).toBeLessThan(6 * EPS * Math.sqrt(91));
  });

  it("of empty matrices / 0", () => {
    const empty = newMatrix(0, 0);
    expect([normOne(empty), normInf(empty), normMax(empty), normFrobenius(empty)]).toEqual([0, 0, 0, 0]);
  });

  it("‖A‖max <= ‖A‖F, ‖A‖1, ‖A‖∞ and ‖A‖F² <= ‖A‖1 ‖A‖∞", () => {
    for (let seed = 0; seed < 20; seed++) {
      const P = randomMatrix(seed, 4, 7);
      const frobenius = normFrobenius(P);
      for (const norm of [frobenius, normOne(P), normInf(P)]) expect(normMax(P)).toBeLessThanOrEqual(norm);
      expect(frobenius).toBeLessThanOrEqual(Math.sqrt(4) * normInf(P));
    }
  });

  it("of huge and tiny entries / no overflow, no underflow", () => {
    const huge = fill(3, 3, () => 1e200);
    const tiny = fill(3, 3, () => 1e-200);
    expect(Math.abs(normFrobenius(huge) / 3e200 - 1)).toBeLessThan(12 * EPS);
    expect(Math.abs(normFrobenius(tiny) / 3e-200 - 1)).toBeLessThan(12 * EPS);
  });

  it("of NaN and infinity / themselves", () => {
    expect(norm2(Float64Array.of(1, NaN, 2), 0, 3, 1)).toBeNaN();
    expect(norm2(Float64Array.of(1, -Infinity), 0, 2, 1)).toBe(Infinity);
  });

  it("of every second entry", () => {
    expect(norm2(Float64Array.of(9, 3, 9, 4, 9), 1, 2, 2)).toBe(5);
  });
});

describe("hypotenuse", () => {
  it("Pythagorean triples, at sizes where squares overflow and underflow", () => {
    for (const scale of [1, 2 ** 600, 2 ** -600])
      for (const [a, b, c] of [
        [3, 4, 5],
        [-5, 12, 13],
        [20, -21, 29],
      ])
        expect(Math.abs(hypotenuse(a * scale, b * scale) / (c * scale) - 1)).toBeLessThanOrEqual(2 * EPS);
  });

  it("zeros, infinity, NaN", () => {
    expect([hypotenuse(0, 0), hypotenuse(-0, 0), hypotenuse(0, -7)]).toEqual([0, 0, 7]);
    expect(hypotenuse(NaN, 1)).toBeNaN();
    expect(hypotenuse(1, NaN)).toBeNaN();
    expect(hypotenuse(0, NaN)).toBeNaN();
    expect(hypotenuse(Infinity, 1)).toBe(Infinity);
  });
});

describe("wrong sizes", () => {
  it("are refused by name and shape", () => {
    expect(() => matMul(A, A)).toThrow(RequestError);
    const shape = { code: "matrix-shape", value: [2, 3] };
    expect(refusal(() => matMul(A, A))).toEqual({ ...shape, subject: "right factor" });
    expect(() => matMul(A, identity(3))).not.toThrow();
    expect(refusal(() => transposeInPlace(copy(A)))).toEqual({ ...shape, subject: "matrix transposed in place" });
    const vector = refusal(() => matVec(A, new Float64Array(2)));
    expect(vector).toEqual({ code: "wrong-length", subject: "vector", value: 2 });
    const rows = refusal(() => matrixFromRows([[1, 2], [3]]));
    expect(rows).toEqual({ code: "wrong-length", subject: "row 1 of the matrix", value: 1 });
  });
});

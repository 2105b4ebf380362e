import { describe, expect, it } from "vitest";
import { ModuleBuilder } from "../../src/kernel/module-builder.js";
import { addDenseSolve } from "../../src/kernel/dense-solve.js";
import { Code, I32 } from "../../src/kernel/code.js";
import { conditionSpd } from "../support/linalg.js";
import { matMul, matVec, newMatrix, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { stream } from "../../src/random/stream.js";
import { relativeError } from "../support/numbers.js";

/** The compiled function on two systems at once; upper triangles hold garbage, which it must not read. */
function solveBoth(
  A: readonly [Matrix, Matrix],
  r: readonly [Float64Array, Float64Array],
): [Float64Array, Float64Array] {
  const n = A[0].rows;
  const module = new ModuleBuilder();
  const code = new Code([I32, I32, I32]);
  module.add(code.get(0).get(1).get(2).call(addDenseSolve(module, n)), "solve");
  const matrixBytes = 16 * n * n;
  const memory = new WebAssembly.Memory({ initial: 1 + Math.ceil((2 * matrixBytes + 16 * n) / 65536) });
  const f64 = new Float64Array(memory.buffer);
  f64.fill(NaN, 0, 4 * n * n); // the factor needs no cleaning, neither does the upper triangle
  for (const lane of [0, 1]) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) f64[2 * (i * n + j) + lane] = A[lane].data[i * n + j];
      f64[4 * n * n + 2 * i + lane] = r[lane][i];
    }
  }
  const compiled = new WebAssembly.Module(module.encode() as BufferSource);
  const { exports } = new WebAssembly.Instance(compiled, { kinetree: { memory } });
  (exports["solve"] as (matrix: number, factor: number, x: number) => void)(0, matrixBytes, 2 * matrixBytes);
  const lane = (l: number): Float64Array => Float64Array.from({ length: n }, (_, i) => f64[4 * n * n + 2 * i + l]);
  return [lane(0), lane(1)];
}

/** The same operations in the same order, with plain numbers. */
function solvePlain(A: Matrix, r: Float64Array): Float64Array {
  const n = A.rows;
  const L = newMatrix(n, n).data;
  const x = r.map((value) => -value);
  for (let i = 0; i < n; i++) {
    let pivot = A.data[i * n + i];
    for (let j = 0; j < i; j++) {
      let w = A.data[i * n + j];
      for (let k = 0; k < j; k++) w -= L[i * n + k] * L[j * n + k];
      L[i * n + j] = w;
    }
    for (let j = 0; j < i; j++) {
      const w = L[i * n + j];
      L[i * n + j] = w / L[j * n + j];
      pivot -= w * L[i * n + j];
    }
    L[i * n + i] = pivot;
    for (let k = 0; k < i; k++) x[i] -= L[i * n + k] * x[k];
  }
  for (let i = 0; i < n; i++) x[i] /= L[i * n + i];
  for (let i = n - 1; i >= 0; i--) for (let k = 0; k < i; k++) x[k] -= L[i * n + k] * x[i];
  return x;
}

function randomSpd(n: number, seed: number): Matrix {
  const { nextNormal } = stream(seed, n);
  const B = newMatrix(n, n);
  for (let k = 0; k < n * n; k++) B.data[k] = nextNormal();
  const A = matMul(B, transpose(B));
  for (let i = 0; i < n; i++) A.data[i * n + i] += 0.1;
  return A;
}

const randomRight = (n: number, seed: number): Float64Array => {
  const { nextNormal } = stream(seed, n);
  return Float64Array.from({ length: n }, nextNormal);
};

describe.each([1, 2, 3, 7, 24, 61])("dense solve of %d rows", (n) => {
  const A = [randomSpd(n, 1), randomSpd(n, 2)] as const;
  const r = [randomRight(n, 3), randomRight(n, 4)] as const;
  const x = solveBoth(A, r);

  it("has in both lanes the bits of plain arithmetic", () => {
    expect(x[0]).toEqual(solvePlain(A[0], r[0]));
    expect(x[1]).toEqual(solvePlain(A[1], r[1]));
  });

  // Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. (2002), theorem 10.4: n κ ε, up to a small factor.
  it("A x + r = 0 within n κ ε", () => {
    for (const lane of [0, 1] as const) {
      const residual = matVec(A[lane], x[lane]).map((value) => -value);
      expect(relativeError(residual, r[lane])).toBeLessThan(n * conditionSpd(A[lane]) * Number.EPSILON);
    }
  });

  it("keeps a failure in one lane to that lane", () => {
    const zero = newMatrix(n, n);
    const [lost, kept] = solveBoth([zero, A[1]], r);
    expect(lost.every((value) => !Number.isFinite(value))).toBe(true);
    expect(kept).toEqual(x[1]);
  });
});

import { describe, expect, it } from "vitest";
import { Code } from "../../src/kernel/code.js";
import { addConstrainedFactor, addConstrainedSolve } from "../../src/kernel/constrained-solve.js";
import { ModuleBuilder } from "../../src/kernel/module-builder.js";
import { Pool } from "../../src/kernel/pool.js";
import { lu } from "../../src/linalg/lu.js";
import { matMul, newMatrix, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { stream } from "../../src/random/stream.js";
import { luSolve, conditionSpd } from "../support/linalg.js";
import { relativeError } from "../support/numbers.js";

interface Equations {
  readonly M: Matrix;
  readonly K: Matrix;
  readonly r: Float64Array;
  readonly gamma: Float64Array;
}

/** x and λ of both lanes, one after the other, by the compiled functions. */
function solveBoth(lanes: readonly [Equations, Equations], zeros: readonly number[], atRest = false): Float64Array[] {
  const { rows: m, cols: n } = lanes[0].K;
  const module = new ModuleBuilder();
  const pool = new Pool();
  const shape = { n, m, zeros };
  const sizes = { M: n * n, K: m * n, factor: n * n, Y: m * n, S: m * m, sFactor: m * m, x: n, lambda: m, scratch: n };
  const factor = addConstrainedFactor(module, pool, shape);
  const solve = addConstrainedSolve(module, shape, { atRest });
  let end = pool.length;
  const at = Object.fromEntries(
    Object.entries(sizes).map(([name, slots]) => [name, (end += 16 * slots) - 16 * slots]),
  ) as Record<keyof typeof sizes, number>;
  const code = new Code([]);
  for (const name of ["M", "K", "factor", "Y", "S", "scratch"] as const) code.i32(at[name]);
  code.call(factor);
  for (const name of ["factor", "Y", "S", "sFactor", "x", "lambda", "scratch"] as const) code.i32(at[name]);
  module.add(code.call(solve), "both");

  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / 65536) });
  new Uint8Array(memory.buffer).set(pool.view());
  const f64 = new Float64Array(memory.buffer);
  const place = (name: keyof typeof sizes, k: number, lane: number): number => at[name] / 8 + 2 * k + lane;
  for (const name of ["M", "factor", "S", "sFactor", "scratch"] as const)
    for (let k = 0; k < 2 * sizes[name]; k++) f64[place(name, 0, k)] = NaN; // upper triangles are never read
  lanes.forEach(({ M, K, r, gamma }, lane) => {
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) f64[place("M", i * n + j, lane)] = M.data[i * n + j];
    K.data.forEach((value, k) => (f64[place("K", k, lane)] = value));
    r.forEach((value, k) => (f64[place("x", k, lane)] = value));
    gamma.forEach((value, k) => (f64[place("lambda", k, lane)] = value));
  });
  const compiled = new WebAssembly.Module(module.encode() as BufferSource);
  const { exports } = new WebAssembly.Instance(compiled, { kinetree: { memory } });
  (exports["both"] as () => void)();
  return [0, 1].map((lane) =>
    Float64Array.from({ length: n + m }, (_, k) => f64[k < n ? place("x", k, lane) : place("lambda", k - n, lane)]),
  );
}

/** The same by LU of [M −Kᵀ; K 0] with pivoting. */
function solveWhole({ M, K, r, gamma }: Equations): Float64Array {
  const { rows: m, cols: n } = K;
  const whole = newMatrix(n + m, n + m);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) whole.data[i * (n + m) + j] = M.data[i * n + j];
  for (let k = 0; k < m; k++)
    for (let j = 0; j < n; j++) {
      whole.data[(n + k) * (n + m) + j] = K.data[k * n + j];
      whole.data[j * (n + m) + n + k] = -K.data[k * n + j];
    }
  return luSolve(
    lu(whole),
    Float64Array.from([...r, ...gamma], (value) => -value),
  );
}

/** Rows of K have as many zeros at their beginning as `zeros` says. */
function randomEquations(n: number, zeros: readonly number[], seed: number): Equations {
  const { nextNormal } = stream(seed, n);
  const B = newMatrix(n, n);
  B.data.forEach((_, k) => (B.data[k] = nextNormal()));
  const M = matMul(B, transpose(B));
  for (let i = 0; i < n; i++) M.data[i * n + i] += n;
  const K = newMatrix(zeros.length, n);
  zeros.forEach((count, k) => {
    for (let j = count; j < n; j++) K.data[k * n + j] = nextNormal();
  });
  return { M, K, r: Float64Array.from({ length: n }, nextNormal), gamma: Float64Array.from(zeros, nextNormal) };
}

/** κ of M times κ of K Kᵀ, which bounds that of K M⁻¹ Kᵀ together with the former. */
const conditionOf = ({ M, K }: Equations): number =>
  conditionSpd(M) ** 2 * (K.rows === 0 ? 1 : conditionSpd(matMul(K, transpose(K))));

const shapes: readonly (readonly [number, readonly number[]])[] = [
  [1, []],
  [1, [0]],
  [5, [2, 0]],
  [9, [0, 3, 4]],
  [24, [6, 6, 6, 9, 9, 0, 1]],
  [61, Array.from({ length: 18 }, (_, k) => 2 * k)],
];

describe.each(shapes)("constrained solve of %d rows, zeros before %j", (n, zeros) => {
  const lanes = [randomEquations(n, zeros, 1), randomEquations(n, zeros, 2)] as const;
  const found = solveBoth(lanes, zeros);
  const tolerance = Math.max(...lanes.map((each) => (n + zeros.length) * conditionOf(each) * Number.EPSILON));

  it("x and λ / LU of the whole equations", () => {
    lanes.forEach((each, lane) => expect(relativeError(found[lane], solveWhole(each))).toBeLessThan(tolerance));
  });

  it("leading zeros left out / multiplied, bit for bit", () => {
    const none = zeros.map(() => 0);
    expect(solveBoth(lanes, none)).toEqual(found);
  });

  it("at rest / r = 0, whatever x held", () => {
    const still = lanes.map((each) => ({ ...each, r: new Float64Array(n) }));
    solveBoth(lanes, zeros, true).forEach((x, lane) => {
      expect(relativeError(x, solveWhole(still[lane]), 1e-300)).toBeLessThan(tolerance);
    });
  });

  it("keeps a failure in one lane to that lane", () => {
    const [lost, kept] = solveBoth([{ ...lanes[0], M: newMatrix(n, n) }, lanes[1]], zeros);
    expect(lost.every((value) => !Number.isFinite(value))).toBe(true);
    expect(kept).toEqual(found[1]);
  });
});

import { SLOT } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { addAddRows, addSubtractDots } from "./dense-code.js";
import { addBackward, addDenseSolve, addFactor, addForward } from "./dense-solve.js";
import { addresses, advance, numbers, offset, whileBelow } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";
import type { Pool } from "./pool.js";

/*
 * M x + r = Kᵀ λ, K x + γ = 0 for a symmetric positive definite M of n rows and a K of m independent rows, both lanes at once.
 * With M = L D Lᵀ, Y = K L⁻ᵀ and y = −L⁻¹ r: Y D⁻¹ Yᵀ λ + γ + Y D⁻¹ y = 0, then x = L⁻ᵀ D⁻¹ (y + Yᵀ λ).
 */

/** Sizes, and for each row of K a number of entries at its beginning that are always zero. */
export interface ConstrainedShape {
  readonly n: number;
  readonly m: number;
  readonly zeros: readonly number[];
}

/** Parameters of the function that factors. */
const [M, K, FACTOR, Y, S, SCRATCH] = [0, 1, 2, 3, 4, 5];

/**
 * Adds a function (M, K, factor, Y, S, scratch): leaves L and D of M in `factor`, Y row by row like K, and the lower triangle of S = Y D⁻¹ Yᵀ.
 * Scratch is a row of n. Entries of Y that are zero because of leading zeros are not written: Y begins as zeros, and keeps them.
 */
export function addConstrainedFactor(module: ModuleBuilder, pool: Pool, shape: ConstrainedShape): number {
  const { n, m, zeros } = shape;
  const forward = { one: addForward(module, n, 1), two: addForward(module, n, 2) };
  const subtractDots = addSubtractDots(module, n);
  const code = new Code([I32, I32, I32, I32, I32, I32]);
  code.get(M).get(FACTOR);
  code.call(addFactor(module, n, forward));
  if (m === 0) return module.add(code);
  const [y, end, skip, skips, at, d, rowEnd] = addresses(code, 7);
  // Rows that are solved for together begin together.
  const firsts = zeros.map((_, k) => SLOT * Math.min(...zeros.slice(k - (k % 2), k - (k % 2) + 2)));
  const walk: RowWalk = { code, y, end, skip, skips, at, d, firsts: pool.words(firsts) };
  solveRows(walk, shape, forward);
  multiplyRows(walk, shape, rowEnd, subtractDots);
  return module.add(code);
}

/** Locals of a walk along the rows of Y: the row, the end, the zeros at its beginning in bytes, where those are listed, and scratch. */
interface RowWalk extends Readonly<Record<"y" | "end" | "skip" | "skips" | "at" | "d", number>> {
  readonly code: Code;
  /** Address of the list of zeros. */
  readonly firsts: number;
}

/** Begins at the first row of Y, to end after `rows` rows. */
function beginWalk({ code, y, end, skips, firsts }: RowWalk, rows: number, row: number): void {
  code.get(Y).set(y).i32(firsts).set(skips);
  offset(code, Y, rows * row).set(end);
}

const sum = (code: Code, address: number, by: number): Code => code.get(address).get(by).op("i32.add");

/** Y = K L⁻ᵀ, in pairs of rows, from the first entry of each pair that is not zero. */
function solveRows(
  walk: RowWalk,
  { n, m }: ConstrainedShape,
  forward: { readonly one: number; readonly two: number },
): void {
  const { code, y, end, skip, skips } = walk;
  const row = n * SLOT;
  const solve = (index: number): void => {
    code.get(skips).loadI32(0).set(skip);
    sum(code, K, skip);
    sum(code, y, skip);
    offset(code, y, row);
    diagonalAt(code, FACTOR, skip, n).call(index);
  };
  beginWalk(walk, m - (m % 2), row);
  whileBelow(code, y, end, () => {
    solve(forward.two);
    advance(code, y, 2 * row);
    advance(code, K, 2 * row);
    advance(code, skips, 8);
  });
  if (m % 2 === 1) solve(forward.one);
}

/** Row k of S: −D⁻¹ y_k into scratch, then its products with the rows up to k. */
function multiplyRows(walk: RowWalk, { n, m }: ConstrainedShape, rowEnd: number, subtractDots: number): void {
  const { code, y, end, skip, skips, at } = walk;
  const row = n * SLOT;
  const [zero] = numbers(code, 1);
  beginWalk(walk, m, row);
  code.get(S).set(rowEnd);
  whileBelow(code, y, end, () => {
    code.get(skips).loadI32(0).set(skip);
    scaleRow({ ...walk, factor: FACTOR, scratch: SCRATCH }, n);
    advance(code, rowEnd, SLOT);
    code.get(S).set(at);
    whileBelow(code, at, rowEnd, () => {
      code.get(at).get(zero).store(0);
      advance(code, at, SLOT);
    });
    code.get(S).get(rowEnd);
    sum(code, SCRATCH, skip);
    offset(code, SCRATCH, row);
    sum(code, Y, skip).call(subtractDots);
    advance(code, y, row);
    advance(code, skips, 4);
    advance(code, S, m * SLOT);
    advance(code, rowEnd, m * SLOT);
  });
}

/**
 * Adds a function (factor, Y, S, factor of S, x, λ, scratch) on the results of the factoring: replaces r in the n slots of x by the solution,
 * and γ in the m slots of λ by the multipliers. At rest, r is zero whatever x holds.
 */
export function addConstrainedSolve(
  module: ModuleBuilder,
  { n, m, zeros }: ConstrainedShape,
  { atRest }: { readonly atRest: boolean },
): number {
  const [FACTOR, Y, S, S_FACTOR, X, LAMBDA, SCRATCH] = [0, 1, 2, 3, 4, 5, 6];
  const row = n * SLOT;
  const first = SLOT * Math.min(n, ...zeros);
  const code = new Code([I32, I32, I32, I32, I32, I32, I32]);
  const [at, end, skip, d] = addresses(code, 4);
  const [zero] = numbers(code, 1);
  code.get(X).set(at);
  offset(code, X, row).set(end);
  whileBelow(code, at, end, () => {
    code.get(at);
    if (atRest) code.get(zero);
    else code.get(at).load(0).simd("f64x2.neg");
    code.store(0);
    advance(code, at, SLOT);
  });
  // y = −L⁻¹ r
  if (!atRest) {
    code.get(X).get(X).get(end).get(FACTOR);
    code.call(addForward(module, n, 1));
  }
  if (m > 0) {
    if (!atRest) {
      // γ + Y D⁻¹ y
      code.i32(first).set(skip);
      scaleRow({ code, y: X, factor: FACTOR, scratch: SCRATCH, skip, at, d }, n);
      code.get(LAMBDA);
      offset(code, LAMBDA, m * SLOT);
      offset(code, SCRATCH, first);
      offset(code, SCRATCH, row);
      offset(code, Y, first).call(addSubtractDots(module, n));
    }
    code.get(S).get(S_FACTOR).get(LAMBDA).call(addDenseSolve(module, m));
    // y + Yᵀ λ
    offset(code, X, first).get(end).get(LAMBDA);
    offset(code, LAMBDA, m * SLOT);
    offset(code, Y, first).call(addAddRows(module, n));
  }
  code.get(X).get(FACTOR).call(addBackward(module, n));
  return module.add(code);
}

/** Pushes the address of the diagonal entry of the factor that is `skip` bytes into its row. */
const diagonalAt = (code: Code, factor: number, skip: number, n: number): Code => {
  const stride = n + 1;
  return code.get(factor).get(skip).i32(stride).op("i32.mul").op("i32.add");
};

type RowScaling = Omit<RowWalk, "end" | "skips" | "firsts"> & Readonly<Record<"factor" | "scratch", number>>;

/** scratch_j = −y_j / d_j, from `skip` bytes into the row on. */
function scaleRow({ code, y, factor, scratch, skip, at, d }: RowScaling, n: number): void {
  const [end, out] = addresses(code, 2);
  sum(code, y, skip).set(at);
  sum(code, scratch, skip).set(out);
  diagonalAt(code, factor, skip, n).set(d);
  offset(code, y, n * SLOT).set(end);
  whileBelow(code, at, end, () => {
    code.get(out).get(at).load(0).simd("f64x2.neg").get(d).load(0).simd("f64x2.div").store(0);
    advance(code, at, SLOT);
    advance(code, out, SLOT);
    advance(code, d, (n + 1) * SLOT);
  });
}

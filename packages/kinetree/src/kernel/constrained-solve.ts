import { SLOT } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { addAddRows, addresses, addSubtractDots, advance, numbers, whileBelow } from "./dense-code.js";
import { addBackward, addFactor, addForward } from "./dense-factor.js";
import { addDenseSolve } from "./dense-solve.js";
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

/**
 * Adds a function (M, K, factor, Y, S, scratch): leaves L and D of M in `factor`, Y row by row like K, and the lower triangle of S = Y D⁻¹ Yᵀ.
 * Scratch is a row of n. What leading zeros make zero in Y is not written: Y begins as zeros, and keeps them.
 */
export function addConstrainedFactor(module: ModuleBuilder, pool: Pool, { n, m, zeros }: ConstrainedShape): number {
  const [M, K, FACTOR, Y, S, SCRATCH] = [0, 1, 2, 3, 4, 5];
  const row = n * SLOT;
  const forward = { one: addForward(module, n, 1), two: addForward(module, n, 2) };
  const subtractDots = addSubtractDots(module, n);
  const code = new Code([I32, I32, I32, I32, I32, I32]);
  code
    .get(M)
    .get(FACTOR)
    .call(addFactor(module, n, forward));
  if (m === 0) return module.add(code);
  const [y, end, skip, skips, at, d, rowEnd] = addresses(code, 7);
  const [zero] = numbers(code, 1);
  // Rows that are solved for together begin together.
  const firsts = zeros.map((_, k) => SLOT * Math.min(...zeros.slice(k - (k % 2), k - (k % 2) + 2)));
  const table = pool.words(firsts);
  const plus = (address: number, by: number): Code => code.get(address).get(by).op("i32.add");
  const nextSkip = (): void => {
    code.get(skips).loadI32(0).set(skip);
  };

  // Y = K L⁻ᵀ, from the first entry of each row that is not zero on.
  const forwardBy = (index: number): void => {
    plus(K, skip);
    plus(y, skip);
    code.get(y).i32(row).op("i32.add");
    code
      .get(FACTOR)
      .get(skip)
      .i32(n + 1)
      .op("i32.mul")
      .op("i32.add");
    code.call(index);
  };
  code.get(Y).set(y).i32(table).set(skips);
  code
    .get(Y)
    .i32((m - (m % 2)) * row)
    .op("i32.add")
    .set(end);
  whileBelow(code, y, end, () => {
    nextSkip();
    forwardBy(forward.two);
    advance(code, y, 2 * row);
    advance(code, K, 2 * row);
    advance(code, skips, 8);
  });
  if (m % 2 === 1) {
    nextSkip();
    forwardBy(forward.one);
  }

  // Row k of S: −D⁻¹ y_k into scratch, then its products with the rows up to k.
  code.get(Y).set(y).i32(table).set(skips);
  code
    .get(Y)
    .i32(m * row)
    .op("i32.add")
    .set(end);
  code.get(S).set(rowEnd);
  whileBelow(code, y, end, () => {
    nextSkip();
    scaleRow(code, { y, factor: FACTOR, scratch: SCRATCH, skip, at, d }, n);
    advance(code, rowEnd, SLOT);
    code.get(S).set(at);
    whileBelow(code, at, rowEnd, () => {
      code.get(at).get(zero).store(0);
      advance(code, at, SLOT);
    });
    code.get(S).get(rowEnd);
    plus(SCRATCH, skip);
    code.get(SCRATCH).i32(row).op("i32.add");
    plus(Y, skip).call(subtractDots);
    advance(code, y, row);
    advance(code, skips, 4);
    advance(code, S, m * SLOT);
    advance(code, rowEnd, m * SLOT);
  });
  return module.add(code);
}

/**
 * Adds a function (factor, Y, S, factor of S, x, λ, scratch) over what the factoring leaves: replaces r in the n slots of x by the solution,
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
  const behind = (address: number, bytes: number): Code => code.get(address).i32(bytes).op("i32.add");
  code.get(X).set(at);
  behind(X, row).set(end);
  whileBelow(code, at, end, () => {
    code.get(at);
    if (atRest) code.get(zero);
    else code.get(at).load(0).simd("f64x2.neg");
    code.store(0);
    advance(code, at, SLOT);
  });
  // y = −L⁻¹ r
  if (!atRest)
    code
      .get(X)
      .get(X)
      .get(end)
      .get(FACTOR)
      .call(addForward(module, n, 1));
  if (m > 0) {
    if (!atRest) {
      // γ + Y D⁻¹ y
      code.i32(first).set(skip);
      scaleRow(code, { y: X, factor: FACTOR, scratch: SCRATCH, skip, at, d }, n);
      code.get(LAMBDA);
      behind(LAMBDA, m * SLOT);
      behind(SCRATCH, first);
      behind(SCRATCH, row);
      behind(Y, first).call(addSubtractDots(module, n));
    }
    code.get(S).get(S_FACTOR).get(LAMBDA).call(addDenseSolve(module, m));
    // y + Yᵀ λ
    behind(X, first).get(end).get(LAMBDA);
    behind(LAMBDA, m * SLOT);
    behind(Y, first).call(addAddRows(module, n));
  }
  code.get(X).get(FACTOR).call(addBackward(module, n));
  return module.add(code);
}

/** scratch_j = −y_j / d_j, from `skip` bytes into the row on. */
function scaleRow(
  code: Code,
  { y, factor, scratch, skip, at, d }: Readonly<Record<"y" | "factor" | "scratch" | "skip" | "at" | "d", number>>,
  n: number,
): void {
  const [end, out] = addresses(code, 2);
  code.get(y).get(skip).op("i32.add").set(at);
  code.get(scratch).get(skip).op("i32.add").set(out);
  code
    .get(factor)
    .get(skip)
    .i32(n + 1)
    .op("i32.mul")
    .op("i32.add")
    .set(d);
  code
    .get(y)
    .i32(n * SLOT)
    .op("i32.add")
    .set(end);
  whileBelow(code, at, end, () => {
    code.get(out).get(at).load(0).simd("f64x2.neg").get(d).load(0).simd("f64x2.div").store(0);
    advance(code, at, SLOT);
    advance(code, out, SLOT);
    advance(code, d, (n + 1) * SLOT);
  });
}

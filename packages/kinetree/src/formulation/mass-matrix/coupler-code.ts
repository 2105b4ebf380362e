import { SLOT } from "../../kernel/allocate.js";
import { Code, I32, V128 } from "../../kernel/code.js";
import type { ModuleBuilder } from "../../kernel/module-builder.js";
import { RATIO_SIZE } from "./coupler-trace.js";
import type { Coupling } from "../../state/couplings.js";

/*
 * Equations of motion in independent speeds alone. With v = G y and v̇ = G ẏ + γ, where G has h′ in the row of each driven
 * speed, M v̇ + r = f, where the forces f of the couplers do no work (Gᵀ f = 0), becomes Gᵀ M G ẏ + Gᵀ (r + M γ) = 0
 * (Featherstone 2008, section 3.2, explicit constraints). The size n stays: rows and columns of driven speeds are folded into those of their roots, which leaves a 1 on the
 * diagonal and nothing else, so the dense solve needs to know of no coupler. Loops run over slots, both lanes at once.
 */

/** Some entries k of row a of a symmetric matrix of which the lower triangle is kept: first byte and bytes between two. */
interface Run {
  readonly start: number;
  readonly stride: number;
}

/**
 * Adds a function (matrix, folded, r, ratios): leaves the folded equations in `folded` (lower triangle) and `r`. The matrix
 * is kept, since entries that nobody writes again have to stay zero.
 */
export function addFold(module: ModuleBuilder, n: number, couplings: readonly Coupling[]): number {
  const addMultiple = addAddMultiple(module);
  const clear = addClear(module);
  const copy = addCopy(module);
  const [MATRIX, FOLDED, R, RATIOS] = [0, 1, 2, 3];
  const code = new Code([I32, I32, I32, I32]);
  const factor = code.local(V128);
  const row = n * SLOT;
  const address = (base: number, offset: number): Code => code.get(base).i32(offset).op("i32.add");
  const entry = (i: number, j: number): number => Math.max(i, j) * row + Math.min(i, j) * SLOT;
  /** Row a from entry `from` on, which lies on one side of the diagonal up to where the caller goes. */
  const rowOf = (a: number, from: number): Run => ({ start: entry(a, from), stride: from < a ? SLOT : row });
  const addRun = (x: number, to: Run, y: number, of: Run, count: number): void => {
    if (count <= 0) return;
    address(x, to.start).i32(to.stride);
    address(y, of.start).i32(of.stride);
    code.i32(count).get(factor).call(addMultiple);
  };

  code
    .get(FOLDED)
    .get(MATRIX)
    .i32(n * n)
    .call(copy);
  // r + M γ, as long as the matrix is whole.
  couplings.forEach(({ driven: { v: d }, root }, k) => {
    if (root === null) return;
    code
      .get(RATIOS)
      .load((RATIO_SIZE * k + 2) * SLOT)
      .set(factor);
    addRun(R, { start: 0, stride: SLOT }, MATRIX, rowOf(d, 0), d);
    addRun(R, { start: d * SLOT, stride: SLOT }, MATRIX, rowOf(d, d), n - d);
  });
  couplings.forEach(({ driven: { v: d }, root }, k) => {
    if (root !== null) {
      const i = root.v;
      const [low, high] = [Math.min(i, d), Math.max(i, d)];
      code
        .get(RATIOS)
        .load(RATIO_SIZE * k * SLOT)
        .set(factor);
      // (i, i) += h′ (2 (d, i) + h′ (d, d))
      code.get(FOLDED).get(FOLDED).load(entry(i, i)).get(factor);
      code.get(FOLDED).load(entry(d, i)).get(FOLDED).load(entry(d, i)).simd("f64x2.add");
      code.get(factor).get(FOLDED).load(entry(d, d)).simd("f64x2.mul").simd("f64x2.add");
      code.simd("f64x2.mul").simd("f64x2.add").store(entry(i, i));
      for (const [from, to] of [
        [0, low],
        [low + 1, high],
        [high + 1, n],
      ])
        addRun(FOLDED, rowOf(i, from), FOLDED, rowOf(d, from), to - from);
      addRun(R, { start: i * SLOT, stride: SLOT }, R, { start: d * SLOT, stride: SLOT }, 1);
    }
    const before = rowOf(d, 0);
    const behind = rowOf(d, d);
    if (d > 0) address(FOLDED, before.start).i32(before.stride).i32(d).call(clear);
    address(FOLDED, behind.start)
      .i32(behind.stride)
      .i32(n - d)
      .call(clear);
    code.get(FOLDED).f64(1).simd("f64x2.splat").store(entry(d, d));
    code
      .get(R)
      .f64(0)
      .simd("f64x2.splat")
      .store(d * SLOT);
  });
  return module.add(code);
}

/** Adds a function (x, ratios) that sets the driven speeds of ẏ to h′ ẏ_r + γ. */
export function addUnfold(module: ModuleBuilder, couplings: readonly Coupling[]): number {
  const [X, RATIOS] = [0, 1];
  const code = new Code([I32, I32]);
  couplings.forEach(({ driven, root }, k) => {
    const at = RATIO_SIZE * k * SLOT;
    code.get(X);
    if (root === null) code.f64(0).simd("f64x2.splat");
    else {
      code
        .get(RATIOS)
        .load(at)
        .get(X)
        .load(root.v * SLOT)
        .simd("f64x2.mul");
      code
        .get(RATIOS)
        .load(at + 2 * SLOT)
        .simd("f64x2.add");
    }
    code.store(driven.v * SLOT);
  });
  return module.add(code);
}

/** Runs `body` as often as the local `count` says. */
function times(code: Code, count: number, body: () => void): void {
  code.block().loop().get(count).op("i32.eqz").brIf(1);
  body();
  code.get(count).i32(1).op("i32.sub").set(count).br(0).op("end").op("end");
}

const advance = (code: Code, pointer: number, by: number): Code => code.get(pointer).get(by).op("i32.add").set(pointer);

/** (x, its stride, y, its stride, count, factor): x_k += factor · y_k. */
function addAddMultiple(module: ModuleBuilder): number {
  const [X, BY_X, Y, BY_Y, COUNT, FACTOR] = [0, 1, 2, 3, 4, 5];
  const code = new Code([I32, I32, I32, I32, I32, V128]);
  times(code, COUNT, () => {
    code.get(X).get(X).load(0).get(FACTOR).get(Y).load(0).simd("f64x2.mul").simd("f64x2.add").store(0);
    advance(code, X, BY_X);
    advance(code, Y, BY_Y);
  });
  return module.add(code);
}

/** (x, its stride, count): x_k = 0. */
function addClear(module: ModuleBuilder): number {
  const [X, BY_X, COUNT] = [0, 1, 2];
  const code = new Code([I32, I32, I32]);
  times(code, COUNT, () => {
    code.get(X).f64(0).simd("f64x2.splat").store(0);
    advance(code, X, BY_X);
  });
  return module.add(code);
}

/** (x, y, count): x_k = y_k over consecutive slots. */
function addCopy(module: ModuleBuilder): number {
  const [X, Y, COUNT] = [0, 1, 2];
  const code = new Code([I32, I32, I32]);
  times(code, COUNT, () => {
    code.get(X).get(Y).load(0).store(0);
    for (const pointer of [X, Y]) code.get(pointer).i32(SLOT).op("i32.add").set(pointer);
  });
  return module.add(code);
}

import type { Num } from "../../graph/graph.js";
import { add, mul } from "../../graph/num.js";
import { SLOT } from "../../kernel/allocate.js";
import { Code, I32, V128 } from "../../kernel/code.js";
import type { ModuleBuilder } from "../../kernel/module-builder.js";
import type { Rec } from "../../kernel/record.js";
import type { Coupling } from "../../state/couplings.js";
import { polynomialJet } from "../loops/closures/polynomial-jet.js";
import type { TreeProgram } from "../tree/tree-program.js";

/*
 * Equations of motion in independent speeds alone. With v = G y and v̇ = G ẏ + γ, where G has h′ in the row of each driven
 * speed, M v̇ + r = f, where the forces f of the couplers do no work (Gᵀ f = 0), becomes Gᵀ M G ẏ + Gᵀ (r + M γ) = 0
 * (Featherstone 2008, section 3.2, explicit constraints). The size n stays: rows and columns of driven speeds are folded into
 * those of their roots, which leaves a 1 on the diagonal and nothing else, so the dense solve is the same as without couplers. Loops run
 * over slots, both lanes at once.
 */

/** h′ of a coupling, then γ: v̇ of the driven speed is h′ v̇_r + γ. */
export const RATIO_SIZE = 2;
type RatioFields = { first: readonly Num[]; gamma: readonly Num[] };

/** Ratios of all couplings at the state, in a state record with `RATIO_SIZE` entries each. */
export function traceRatios(tree: TreeProgram, couplings: readonly Coupling[]): Rec {
  const { program, skeleton } = tree;
  const all = program.state({ ratios: RATIO_SIZE * couplings.length });
  const ratiosOf = (k: number): Rec<RatioFields> =>
    program.slice<RatioFields>(all, RATIO_SIZE * k, { first: 1, gamma: 1 });
  const independent = program.constants<RatioFields>({ first: [1], gamma: [0] });
  couplings.forEach(({ driving, before, root, polynomial }, k) => {
    // Held: never written, so it stays zero, as memory begins.
    if (driving === null || root === null) return;
    const inputs = {
      x: program.slice<{ q: readonly Num[] }>(tree.q, driving.q, { q: 1 }),
      v: program.slice<{ v: readonly Num[] }>(tree.v, driving.v, { v: 1 }),
      u: before < 0 ? independent : ratiosOf(before),
      c: program.constants<{ c: readonly Num[] }>({ c: polynomial.map(skeleton.scope.num) }),
    };
    // By the rates of the driving coordinate, not of the root: where speeds miss a coupler, the equations are those of the others.
    program.step(
      "coupler ratios",
      inputs,
      ({ x, v, u, c }) => {
        const [, p1, p2] = polynomialJet(c.c, x.q[0]);
        const gamma = add(mul(p1, u.gamma[0]), mul(p2, mul(v.v[0], v.v[0])));
        return { ratios: { first: [mul(p1, u.first[0])], gamma: [gamma] } };
      },
      { ratios: ratiosOf(k) },
    );
  });
  return all;
}

/** Entries of a row, on one side of the diagonal of a symmetric matrix of which the lower triangle is kept: first byte and stride. */
interface Run {
  readonly start: number;
  readonly stride: number;
}

/** Parameters of the function that `addFold` adds. */
const [MATRIX, FOLDED, R, RATIOS] = [0, 1, 2, 3];

/** (matrix, folded, r, ratios): folded equations in `folded` (lower triangle) and `r`. `matrix` keeps its structural zeros. */
export function addFold(module: ModuleBuilder, n: number, couplings: readonly Coupling[]): number {
  const fold = new FoldCode(module, n);
  fold.copyMatrix();
  // All of r + M γ first, as long as the matrix is whole.
  couplings.forEach(({ driven, root }, k) => {
    if (root !== null) fold.addBias(k, driven.v);
  });
  couplings.forEach(({ driven, root }, k) => {
    if (root !== null) fold.addToRoot(k, driven.v, root.v);
    fold.clearDriven(driven.v);
  });
  return module.add(fold.code);
}

class FoldCode {
  readonly code = new Code([I32, I32, I32, I32]);
  readonly #n: number;
  readonly #factor = this.code.local(V128);
  readonly #addMultiple: number;
  readonly #clear: number;
  readonly #copy: number;

  constructor(module: ModuleBuilder, n: number) {
    this.#n = n;
    this.#addMultiple = addAddMultiple(module);
    this.#clear = addClear(module);
    this.#copy = addCopy(module);
  }

  copyMatrix(): void {
    this.code
      .get(FOLDED)
      .get(MATRIX)
      .i32(this.#n ** 2)
      .call(this.#copy);
  }

  /** r += M γ for the driven speed d of coupling k. */
  addBias(k: number, d: number): void {
    this.#setFactor(RATIO_SIZE * k + 1);
    this.#addRun(R, slots(0), MATRIX, this.#row(d, 0), d);
    this.#addRun(R, slots(d), MATRIX, this.#row(d, d), this.#n - d);
  }

  /** Adds h′ times the row and column of the driven speed d to those of its root i. */
  addToRoot(k: number, d: number, i: number): void {
    const { code } = this;
    const factor = this.#factor;
    const [ii, di, dd] = [this.#entry(i, i), this.#entry(d, i), this.#entry(d, d)];
    this.#setFactor(RATIO_SIZE * k);
    // (i, i) += h′ (2 (d, i) + h′ (d, d))
    code.get(FOLDED).get(FOLDED).load(ii).get(factor);
    code.get(FOLDED).load(di).get(FOLDED).load(di).simd("f64x2.add");
    code.get(factor).get(FOLDED).load(dd).simd("f64x2.mul").simd("f64x2.add");
    code.simd("f64x2.mul").simd("f64x2.add").store(ii);
    const [low, high] = [Math.min(i, d), Math.max(i, d)];
    for (const [from, to] of [
      [0, low],
      [low + 1, high],
      [high + 1, this.#n],
    ])
      this.#addRun(FOLDED, this.#row(i, from), FOLDED, this.#row(d, from), to - from);
    this.#addRun(R, slots(i), R, slots(d), 1);
  }

  /** Row and column d of the unit matrix, and a zero in r. */
  clearDriven(d: number): void {
    const clear = ({ start, stride }: Run, count: number): void => {
      this.#address(FOLDED, start).i32(stride).i32(count).call(this.#clear);
    };
    if (d > 0) clear(this.#row(d, 0), d);
    clear(this.#row(d, d), this.#n - d);
    this.code.get(FOLDED).f64(1).simd("f64x2.splat").store(this.#entry(d, d));
    this.code
      .get(R)
      .f64(0)
      .simd("f64x2.splat")
      .store(d * SLOT);
  }

  #setFactor(ratio: number): void {
    this.code
      .get(RATIOS)
      .load(ratio * SLOT)
      .set(this.#factor);
  }

  #address(base: number, offset: number): Code {
    return this.code.get(base).i32(offset).op("i32.add");
  }

  #entry(i: number, j: number): number {
    return (Math.max(i, j) * this.#n + Math.min(i, j)) * SLOT;
  }

  /** Row a from entry `from` on. */
  #row(a: number, from: number): Run {
    return { start: this.#entry(a, from), stride: from < a ? SLOT : this.#n * SLOT };
  }

  /** x += factor · y over `count` entries. */
  #addRun(x: number, to: Run, y: number, of: Run, count: number): void {
    if (count <= 0) return;
    this.#address(x, to.start).i32(to.stride);
    this.#address(y, of.start).i32(of.stride);
    this.code.i32(count).get(this.#factor).call(this.#addMultiple);
  }
}

const slots = (first: number): Run => ({ start: first * SLOT, stride: SLOT });

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
        .load(at + SLOT)
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

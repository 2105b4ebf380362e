import { SLOT } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { addresses, advance, loadAt, numbers, storeAt, subtractProduct, whileBelow } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";

/*
 * Parts of dense linear algebra as loops over rows of memory, both lanes at once. A sum that waits for its last term takes four
 * cycles per term, so four sums run side by side, each in its own order: the bits are those of one sum after the other.
 */

/** Sums side by side: as many as cover the latency of an addition. */
export const ABREAST = 4;

/** Runs `some` with the size of a group of columns: fours while as many are left before `end`, then the rest; `at` is the group's first column. */
export function abreast(code: Code, at: number, end: number, some: (count: number) => void, next: () => void): void {
  const whole = code.local(I32);
  // Where the whole groups end: the distance is cut to a multiple of their size.
  code.get(end).get(at).op("i32.sub");
  code.i32(-ABREAST * SLOT).op("i32.and");
  code.get(at).op("i32.add").set(whole);
  whileBelow(code, at, whole, () => {
    some(ABREAST);
    advance(code, at, ABREAST * SLOT);
    next();
  });
  for (let count = 1; count < ABREAST; count++) {
    code.get(end).get(at).op("i32.sub");
    code.i32(count * SLOT).op("i32.eq");
    code.if();
    some(count);
    code.op("end");
  }
}

/** Adds a function (target, end, x, x end, rows): target_k −= row_k · x, for entries from `target` to `end`; rows are n slots apart. */
export function addSubtractDots(module: ModuleBuilder, n: number): number {
  const [TARGET, END, X, X_END, ROWS] = [0, 1, 2, 3, 4];
  const row = n * SLOT;
  const code = new Code([I32, I32, I32, I32, I32]);
  const [x, r] = addresses(code, 2);
  const sums = numbers(code, ABREAST);
  const [term] = numbers(code, 1);
  const some = (count: number): void => {
    const mine = sums.slice(0, count);
    mine.forEach((sum, c) => loadAt(code, TARGET, c * SLOT).set(sum));
    code.get(X).set(x).get(ROWS).set(r);
    whileBelow(code, x, X_END, () => {
      code.get(x).load(0).set(term);
      mine.forEach((sum, c) => {
        code.get(sum).get(term);
        loadAt(code, r, c * row);
        subtractProduct(code).set(sum);
      });
      advance(code, x, SLOT);
      advance(code, r, SLOT);
    });
    mine.forEach((sum, c) => storeAt(code, TARGET, c * SLOT, sum));
  };
  abreast(code, TARGET, END, some, () => advance(code, ROWS, ABREAST * row));
  return module.add(code);
}

/** Adds a function (target, end, x, x end, rows): target += Σ_k x_k row_k, for entries from `target` to `end`; rows are n slots apart. */
export function addAddRows(module: ModuleBuilder, n: number): number {
  const [TARGET, END, X, X_END, ROWS] = [0, 1, 2, 3, 4];
  const row = n * SLOT;
  const code = new Code([I32, I32, I32, I32, I32]);
  const [at, r] = addresses(code, 2);
  const by = numbers(code, ABREAST);
  const [sum] = numbers(code, 1);
  const some = (count: number): void => {
    const mine = by.slice(0, count);
    mine.forEach((x, c) => loadAt(code, X, c * SLOT).set(x));
    code.get(TARGET).set(at).get(ROWS).set(r);
    whileBelow(code, at, END, () => {
      code.get(at).load(0).set(sum);
      mine.forEach((x, c) => {
        code.get(sum);
        loadAt(code, r, c * row).get(x);
        code.simd("f64x2.mul").simd("f64x2.add").set(sum);
      });
      code.get(at).get(sum).store(0);
      advance(code, at, SLOT);
      advance(code, r, SLOT);
    });
  };
  abreast(code, X, X_END, some, () => advance(code, ROWS, ABREAST * row));
  return module.add(code);
}

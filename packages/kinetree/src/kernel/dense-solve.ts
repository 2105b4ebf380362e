import { SLOT } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { ABREAST, abreast } from "./dense-code.js";
import { addresses, advance, loadAt, numbers, offset, storeAt, subtractProduct, whileBelow } from "./memory-code.js";
import type { ModuleBuilder } from "./module-builder.js";

/*
 * A x + r = 0 for a symmetric positive definite A of n rows, both lanes at once, by A = L D Lᵀ without pivoting. Loops, not
 * straight-line code: n³/6 operations would outgrow any instruction cache. Everything runs along rows of memory. The lanes
 * never meet, so each has the bits it would have alone.
 */

/**
 * Adds a function (matrix, factor, x). Reads the lower triangle of the n × n matrix, row by row; leaves L below and D on the
 * diagonal of the n × n `factor`; replaces r by the solution in the n slots of `x`. The matrix itself is kept: entries that
 * are not written again, such as the zeros between two branches of a tree, would not survive a factor in their place.
 */
export function addDenseSolve(module: ModuleBuilder, n: number): number {
  const forward = { one: addForward(module, n, 1), two: addForward(module, n, 2) };
  const factorise = addFactor(module, n, forward);
  const backward = addBackward(module, n);
  const [MATRIX, FACTOR, X] = [0, 1, 2];
  const code = new Code([I32, I32, I32]);
  const [at, end] = addresses(code, 2);
  code.get(MATRIX).get(FACTOR).call(factorise);
  code.get(X).tee(at);
  code.i32(n * SLOT).op("i32.add");
  code.set(end);
  whileBelow(code, at, end, () => {
    code.get(at).get(at).load(0).simd("f64x2.neg").store(0);
    advance(code, at, SLOT);
  });
  code.get(X).get(X).get(end).get(FACTOR).call(forward.one); // y = −L⁻¹ r
  code.get(X).get(FACTOR).call(backward); // x = L⁻ᵀ D⁻¹ y
  return module.add(code);
}

/**
 * Adds a function (source, target, end, L): target_j = source_j − Σ_k<j target_k l_jk, for the entries from `target` to `end`; L lies in
 * rows of n and has a diagonal of ones that is not looked at. Source and target may be the same. With two rows at once, the
 * second ones lie n slots behind the first, and every entry of L that is read serves both.
 */
export function addForward(module: ModuleBuilder, n: number, rows: 1 | 2): number {
  const [SOURCE, TARGET, END, ROWS] = [0, 1, 2, 3];
  const row = n * SLOT;
  const code = new Code([I32, I32, I32, I32]);
  const [at, x, l] = addresses(code, 3);
  const sums = Array.from({ length: rows }, () => numbers(code, ABREAST));
  const terms = numbers(code, rows);
  const [entry] = numbers(code, 1);
  const some = (count: number): void => {
    const columns = Array.from({ length: count }, (_, c) => c);
    const subtract = (sum: number, by: number): Code => {
      code.get(sum).get(by).get(entry);
      return subtractProduct(code).set(sum);
    };
    const loadEntry = (c: number, k: number): Code => loadAt(code, l, c * row + k * SLOT).set(entry);
    for (const c of columns) sums.forEach((sum, r) => loadAt(code, SOURCE, r * row + c * SLOT).set(sum[c]));
    code.get(TARGET).set(x).get(ROWS).set(l);
    // All columns before these have been done in groups of four.
    whileBelow(code, x, at, () => {
      for (let k = 0; k < ABREAST; k++) {
        terms.forEach((term, r) => loadAt(code, x, r * row + k * SLOT).set(term));
        for (const c of columns) {
          loadEntry(c, k);
          sums.forEach((sum, r) => subtract(sum[c], terms[r]));
        }
      }
      advance(code, x, ABREAST * SLOT);
      advance(code, l, ABREAST * SLOT);
    });
    for (const c of columns) {
      for (let k = 0; k < c; k++) {
        loadEntry(c, k);
        for (const sum of sums) subtract(sum[c], sum[k]);
      }
      sums.forEach((sum, r) => storeAt(code, at, r * row + c * SLOT, sum[c]));
    }
  };
  code.get(TARGET).set(at);
  abreast(code, at, END, some, () => {
    advance(code, SOURCE, ABREAST * SLOT);
    advance(code, ROWS, ABREAST * row);
  });
  return module.add(code);
}

/**
 * Adds a function (matrix, factor): A = L D Lᵀ without pivoting (Golub, Van Loan, Matrix Computations, 4th ed. 2013, section 4.1).
 * Reads the lower triangle of the n × n matrix, row by row; leaves L below and D on the diagonal of the n × n `factor`.
 */
export function addFactor(
  module: ModuleBuilder,
  n: number,
  forward: { readonly one: number; readonly two: number },
): number {
  const [A, F] = [0, 1];
  const row = n * SLOT;
  const code = new Code([I32, I32]);
  const [factor, diagonal, end, at, g, a] = addresses(code, 6);
  const [w, l, pivot, across] = numbers(code, 4);
  code.get(F).tee(factor).set(diagonal);
  code.get(A).set(a); // a_ii
  /** d_i = a_ii − Σ_j<i w_ij l_ij, and with the next row also the entry below it, w_i+1,i = a_i+1,i − Σ_j<i w_i+1,j l_ij. */
  const finish = (withNext: boolean): void => {
    code.get(a).load(0).set(pivot);
    if (withNext) code.get(a).load(row).set(across);
    code.get(F).set(at).get(factor).set(g);
    whileBelow(code, at, diagonal, () => {
      code.get(at).load(0).tee(w).get(g).load(0).simd("f64x2.div").set(l);
      code.get(at).get(l).store(0);
      subtractProduct(code.get(pivot).get(w).get(l)).set(pivot);
      if (withNext) subtractProduct(code.get(across).get(at).load(row).get(l)).set(across);
      advance(code, at, SLOT);
      advance(code, g, row + SLOT);
    });
    code.get(diagonal).get(pivot).store(0);
    if (withNext) code.get(diagonal).get(across).store(row);
    advance(code, A, row);
    advance(code, F, row);
    advance(code, a, row + SLOT);
    advance(code, diagonal, row + SLOT);
  };
  // w_ij = a_ij − Σ_k<j w_ik l_jk, where w_ij = l_ij d_j
  const forwardBy = (index: number): Code => code.get(A).get(F).get(diagonal).get(factor).call(index);
  offset(code, F, (n - (n % 2)) * row).set(end);
  whileBelow(code, F, end, () => {
    forwardBy(forward.two);
    finish(true);
    finish(false);
  });
  if (n % 2 === 1) {
    forwardBy(forward.one);
    finish(false);
  }
  return module.add(code);
}

/** Adds a function (x, factor): x ← L⁻ᵀ D⁻¹ x for the n slots of x, by the rows of L from the last to the first. */
export function addBackward(module: ModuleBuilder, n: number): number {
  const [X, F] = [0, 1];
  const row = n * SLOT;
  const code = new Code([I32, I32]);
  const [at, l, end, f] = addresses(code, 4);
  const by = numbers(code, ABREAST);
  const [sum] = numbers(code, 1);
  code.get(X).set(at).get(F).set(l);
  offset(code, X, row).set(end);
  whileBelow(code, at, end, () => {
    code.get(at).get(at).load(0).get(l).load(0).simd("f64x2.div").store(0);
    advance(code, at, SLOT);
    advance(code, l, row + SLOT);
  });
  const some = (count: number): void => subtractRows(code, { x: X, at, l, end, f, sum }, by, row, count);
  const rest = n % ABREAST;
  offset(code, F, n * row).set(f);
  if (n >= ABREAST) {
    const first = code.local(I32);
    offset(code, X, rest * SLOT).set(first);
    whileBelow(code, first, at, () => {
      advance(code, at, -ABREAST * SLOT);
      advance(code, f, -ABREAST * row);
      some(ABREAST);
    });
  }
  if (rest > 0) {
    code.get(X).set(at).get(F).set(f);
    some(rest);
  }
  return module.add(code);
}

/** x −= rows · their x for the entries before `count` rows, of which `at` and `f` are the first; `by` holds the x of the rows. */
function subtractRows(
  code: Code,
  { x, at, l, end, f, sum }: Readonly<Record<"x" | "at" | "l" | "end" | "f" | "sum", number>>,
  by: readonly number[],
  row: number,
  count: number,
): void {
  for (let c = count - 1; c >= 0; c--) {
    loadAt(code, at, c * SLOT).set(sum);
    // Entries within the group, each less the contributions of the rows after it.
    for (let k = count - 1; k > c; k--) {
      code.get(sum).get(f).get(at).get(x).op("i32.sub").op("i32.add");
      code.load(k * row + c * SLOT).get(by[k]);
      subtractProduct(code).set(sum);
    }
    code.get(sum).set(by[c]);
    storeAt(code, at, c * SLOT, sum);
  }
  code.get(x).set(end).get(f).set(l);
  whileBelow(code, end, at, () => {
    code.get(end).load(0).set(sum);
    for (let k = count - 1; k >= 0; k--) {
      code.get(sum);
      loadAt(code, l, k * row).get(by[k]);
      subtractProduct(code).set(sum);
    }
    code.get(end).get(sum).store(0);
    advance(code, end, SLOT);
    advance(code, l, SLOT);
  });
}

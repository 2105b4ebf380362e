import { SLOT } from "./allocate.js";
import { Code, I32, V128, type ValueType } from "./code.js";
import type { ModuleBuilder } from "./module-builder.js";

/*
 * A x + r = 0 for a symmetric positive definite A of n rows, both lanes at once, by A = L D Lᵀ without pivoting (Golub, Van
 * Loan, Matrix Computations, 4th ed. 2013, section 4.1). Loops, not straight-line code: n³/6 operations would outgrow any
 * instruction cache. Everything runs along rows of memory. The lanes never meet, so each has the bits it would have alone.
 */

/**
 * Adds a function (matrix, factor, x). Reads the lower triangle of the n × n matrix, row by row; leaves L below and D on the
 * diagonal of the n × n `factor`; replaces r by the solution in the n slots of `x`. The matrix itself is kept: entries that
 * nobody writes again, such as the zeros between two branches of a tree, would not survive a factor in their place.
 */
export function addDenseSolve(module: ModuleBuilder, n: number): number {
  const minusDot = addMinusDot(module);
  const subtractMultiple = addSubtractMultiple(module);
  const [MATRIX, FACTOR, X] = [0, 1, 2];
  const row = n * SLOT;
  const code = new Code([I32, I32, I32]);
  const locals = (count: number, type: ValueType): number[] => Array.from({ length: count }, () => code.local(type));
  const [a, f, diagonal, xi, end] = locals(5, I32);
  const [aj, fj, g] = locals(3, I32);
  const [w, l, pivot] = locals(3, V128);
  const set = (target: number, source: number): Code => code.get(source).set(target);

  // Row i of L and D, then row i of the forward substitution.
  set(a, MATRIX);
  set(f, FACTOR);
  set(diagonal, FACTOR);
  set(xi, X);
  code.get(X).i32(row).op("i32.add").set(end);
  whileBelow(code, xi, end, () => {
    set(aj, a);
    set(fj, f);
    set(g, FACTOR);
    whileBelow(code, fj, diagonal, () => {
      // w_ij = a_ij − Σ_k<j w_ik l_jk, where w_ij = l_ij d_j
      code.get(fj).get(aj).load(0).get(f).get(fj).get(g).call(minusDot).store(0);
      advance(code, aj, SLOT);
      advance(code, fj, SLOT);
      advance(code, g, row);
    });
    // d_i = a_ii − Σ_j<i w_ij l_ij
    code.get(aj).load(0).set(pivot);
    set(fj, f);
    set(g, FACTOR);
    whileBelow(code, fj, diagonal, () => {
      code.get(fj).load(0).tee(w).get(g).load(0).simd("f64x2.div").set(l);
      code.get(fj).get(l).store(0);
      code.get(pivot).get(w).get(l).simd("f64x2.mul").simd("f64x2.sub").set(pivot);
      advance(code, fj, SLOT);
      advance(code, g, row + SLOT);
    });
    code.get(diagonal).get(pivot).store(0);
    // y_i = −r_i − Σ_k<i l_ik y_k
    code.get(xi).get(xi).load(0).simd("f64x2.neg").get(f).get(diagonal).get(X).call(minusDot).store(0);
    advance(code, a, row);
    advance(code, f, row);
    advance(code, diagonal, row + SLOT);
    advance(code, xi, SLOT);
  });

  // z = D⁻¹ y
  set(xi, X);
  set(diagonal, FACTOR);
  whileBelow(code, xi, end, () => {
    code.get(xi).get(xi).load(0).get(diagonal).load(0).simd("f64x2.div").store(0);
    advance(code, xi, SLOT);
    advance(code, diagonal, row + SLOT);
  });

  // x = L⁻ᵀ z, by the rows of L from the last to the first; f is behind the last row still.
  whileBelow(code, X, xi, () => {
    advance(code, xi, -SLOT);
    advance(code, f, -row);
    code.get(X).get(xi).get(f).get(xi).load(0).call(subtractMultiple);
  });
  return module.add(code);
}

/** Runs `body` as long as the address in `at` is below that in `end`; `body` brings them together. */
function whileBelow(code: Code, at: number, end: number, body: () => void): void {
  code.block().loop().get(at).get(end).op("i32.ge_u").brIf(1);
  body();
  code.br(0).op("end").op("end");
}

const advance = (code: Code, pointer: number, bytes: number): Code =>
  code.get(pointer).i32(bytes).op("i32.add").set(pointer);

/** (start, a, end, b) → start − Σ a_k b_k over the slots from a to end. */
function addMinusDot(module: ModuleBuilder): number {
  const [START, A, END, B] = [0, 1, 2, 3];
  const code = new Code([V128, I32, I32, I32], [V128]);
  whileBelow(code, A, END, () => {
    code.get(START).get(A).load(0).get(B).load(0).simd("f64x2.mul").simd("f64x2.sub").set(START);
    advance(code, A, SLOT);
    advance(code, B, SLOT);
  });
  code.get(START);
  return module.add(code);
}

/** (x, end, row, factor): x_k −= factor · row_k over the slots from x to end. */
function addSubtractMultiple(module: ModuleBuilder): number {
  const [XK, END, ROW, BY] = [0, 1, 2, 3];
  const code = new Code([I32, I32, I32, V128]);
  whileBelow(code, XK, END, () => {
    code.get(XK).get(XK).load(0).get(ROW).load(0).get(BY).simd("f64x2.mul").simd("f64x2.sub").store(0);
    advance(code, XK, SLOT);
    advance(code, ROW, SLOT);
  });
  return module.add(code);
}

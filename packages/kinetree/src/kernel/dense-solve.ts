import { SLOT } from "./allocate.js";
import { Code, I32 } from "./code.js";
import { addresses, advance, whileBelow } from "./dense-code.js";
import { addBackward, addFactor, addForward } from "./dense-factor.js";
import type { ModuleBuilder } from "./module-builder.js";

/*
 * A x + r = 0 for a symmetric positive definite A of n rows, both lanes at once, by A = L D Lᵀ without pivoting. Loops, not
 * straight-line code: n³/6 operations would outgrow any instruction cache. Everything runs along rows of memory. The lanes
 * never meet, so each has the bits it would have alone.
 */

/**
 * Adds a function (matrix, factor, x). Reads the lower triangle of the n × n matrix, row by row; leaves L below and D on the
 * diagonal of the n × n `factor`; replaces r by the solution in the n slots of `x`. The matrix itself is kept: entries that
 * nobody writes again, such as the zeros between two branches of a tree, would not survive a factor in their place.
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
  code
    .i32(n * SLOT)
    .op("i32.add")
    .set(end);
  whileBelow(code, at, end, () => {
    code.get(at).get(at).load(0).simd("f64x2.neg").store(0);
    advance(code, at, SLOT);
  });
  code.get(X).get(X).get(end).get(FACTOR).call(forward.one); // y = −L⁻¹ r
  code.get(X).get(FACTOR).call(backward); // x = L⁻ᵀ D⁻¹ y
  return module.add(code);
}

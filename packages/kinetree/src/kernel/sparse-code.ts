import { Code, F64, I32 } from "./code.js";
import { addresses, advance, whileBelow } from "./memory-code.js";
import { ModuleBuilder } from "./module-builder.js";

/*
 * Gaussian elimination in a sparse matrix, in the order of its rows and without exchanges, and solutions with the factors: the
 * arithmetic of `linalg/sparse-factors.ts`, operation by operation. One module serves all matrices: the pattern is data.
 *
 * Memory layout, for rows i of n and entries e: for each row a record of `ROW` bytes (addresses of its first entry, of its first
 * entry for solutions, of the diagonal, of the end; in the list of columns the same number of entries along), the number 1 / pivot
 * behind the place of unknown i, and for each entry the address of its unknown.
 */

/** Bytes of a row's record: first, middle, diagonal, end among the values; then its kind. */
export const ROW = 32;
const [FIRST, MIDDLE, DIAGONAL, END, KIND] = [0, 4, 8, 12, 16];

/** Kinds of rows: must have a pivot; has the pivot 1, unchecked; may be redundant, and is then dropped. */
export const [PLAIN, SURE, OPTIONAL] = [0, 1, 2];

/** A pivot this small compared with the terms it was made of is rounding. */
const ROUNDING = 1e-13;

/** Bytes of an unknown: its value, and 1 / pivot of its row. */
export const UNKNOWN = 16;

/**
 * Code of a module with "factor" (rows, end of rows, unknowns, columns minus half of the values' address) -> number of the row that
 * fails, or -1, and "solve" with the first row to solve for in place of the first one.
 */
export function sparseModule(): Uint8Array {
  const module = new ModuleBuilder();
  module.add(factor(), "factor");
  module.add(solve(), "solve");
  return module.encode();
}

/** Parameters of both functions. */
const [ROWS, ROWS_END, UNKNOWNS, COLUMNS] = [0, 1, 2, 3];

/** Pushes the address of the unknown of the entry at `value`: columns are half as long as values. */
const column = (code: Code, value: number): Code =>
  code.get(value).i32(1).op("i32.shr_u").get(COLUMNS).op("i32.add").loadI32(0);

function factor(): Code {
  const code = new Code([I32, I32, I32, I32], [I32]);
  const [row, own, at, middle, end] = addresses(code, 5);
  const elimination = addresses(code, 5);
  const [made, multiple, before, pivot] = [0, 1, 2, 3].map(() => code.local(F64));
  code.get(ROWS).set(row).get(UNKNOWNS).set(own);
  whileBelow(code, row, ROWS_END, () => {
    code.get(row).loadI32(END).set(end).get(row).loadI32(DIAGONAL).set(middle);
    code.get(row).loadI32(FIRST).set(at);
    whileBelow(code, at, end, () => {
      column(code, at).get(at).loadF64(0).storeF64(0);
      advance(code, at, 8);
    });
    code.get(own).loadF64(0).op("f64.abs").set(made);
    code.get(row).loadI32(FIRST).set(at);
    whileBelow(code, at, middle, () => {
      eliminate(code, { own, at, made, multiple, before }, elimination);
      advance(code, at, 8);
    });
    code.get(middle).set(at);
    whileBelow(code, at, end, () => {
      code.get(at);
      column(code, at).loadF64(0).storeF64(0);
      advance(code, at, 8);
    });
    code.get(own).loadF64(0).set(pivot);
    invertPivot(code, { row, own, made, pivot });
    advance(code, row, ROW);
    advance(code, own, UNKNOWN);
  });
  return code.i32(-1);
}

/** Subtracts the multiple of another row that removes the entry at `at`, and adds the size of its effect on the pivot to `made`. */
function eliminate(
  code: Code,
  { own, at, made, multiple, before }: Readonly<Record<"own" | "at" | "made" | "multiple" | "before", number>>,
  [unknown, other, inner, innerEnd, target]: readonly number[],
): void {
  column(code, at).set(unknown);
  code.get(unknown).loadF64(0).get(unknown).loadF64(8).op("f64.mul").set(multiple);
  code.get(at).get(multiple).storeF64(0);
  code.get(multiple).f64(0).op("f64.eq").op("i32.eqz").if();
  // The record of the unknown's own row: records are twice as long as unknowns.
  code.get(unknown).get(UNKNOWNS).op("i32.sub").i32(1).op("i32.shl").get(ROWS).op("i32.add").set(other);
  code.get(other).loadI32(DIAGONAL).i32(8).op("i32.add").set(inner).get(other).loadI32(END).set(innerEnd);
  code.get(own).loadF64(0).set(before);
  whileBelow(code, inner, innerEnd, () => {
    column(code, inner).tee(target);
    code.get(target).loadF64(0).get(multiple).get(inner).loadF64(0).op("f64.mul").op("f64.sub").storeF64(0);
    advance(code, inner, 8);
  });
  code.get(made).get(own).loadF64(0).get(before).op("f64.sub").op("f64.abs").op("f64.add").set(made);
  code.op("end");
}

/** Keeps 1 / pivot. A redundant row gets 0; a row that is not finite, or must have a pivot and has none, ends the function. */
function invertPivot(
  code: Code,
  { row, own, made, pivot }: Readonly<Record<"row" | "own" | "made" | "pivot", number>>,
): void {
  const isFinite = (): Code => code.get(pivot).op("f64.abs").f64(Infinity).op("f64.lt");
  const isOfKind = (kind: number): Code => code.get(row).loadI32(KIND).i32(kind).op("i32.eq");
  isFinite();
  isOfKind(SURE);
  code.get(pivot).op("f64.abs").f64(ROUNDING).get(made).op("f64.mul").op("f64.gt").op("i32.or").op("i32.and").if();
  code.get(own).f64(1).get(pivot).op("f64.div").storeF64(8);
  code.op("else");
  isFinite();
  isOfKind(OPTIONAL).op("i32.and").op("i32.eqz").if();
  code.get(row).get(ROWS).op("i32.sub").i32(5).op("i32.shr_u").op("return").op("end");
  code.get(own).f64(0).storeF64(8);
  code.op("end");
}

function solve(): Code {
  const code = new Code([I32, I32, I32, I32]);
  const [row, own, at, end] = addresses(code, 4);
  const sum = code.local(F64);
  const subtractProducts = (): void => {
    code.get(own).loadF64(0).set(sum);
    whileBelow(code, at, end, () => {
      code.get(sum).get(at).loadF64(0);
      column(code, at).loadF64(0).op("f64.mul").op("f64.sub").set(sum);
      advance(code, at, 8);
    });
  };
  code.get(ROWS).set(row).get(UNKNOWNS).set(own);
  whileBelow(code, row, ROWS_END, () => {
    code.get(row).loadI32(MIDDLE).set(at).get(row).loadI32(DIAGONAL).set(end);
    subtractProducts();
    code.get(own).get(sum).storeF64(0);
    advance(code, row, ROW);
    advance(code, own, UNKNOWN);
  });
  whileBelow(code, ROWS, row, () => {
    advance(code, row, -ROW);
    advance(code, own, -UNKNOWN);
    code.get(row).loadI32(DIAGONAL).i32(8).op("i32.add").set(at).get(row).loadI32(END).set(end);
    subtractProducts();
    code.get(own).get(sum).get(own).loadF64(8).op("f64.mul").storeF64(0);
  });
  return code;
}

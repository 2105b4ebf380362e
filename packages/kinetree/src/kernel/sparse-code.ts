import { Code, F64, I32 } from "./code.js";
import { ModuleBuilder } from "./module-builder.js";

/*
 * Gaussian elimination in a sparse matrix, in the order of its rows and without exchanges, and solutions with the factors: see
 * `linalg/sparse-factors.ts`, whose arithmetic this is, operation by operation. One module serves all matrices: the pattern is data.
 *
 * Where things are, for rows i of n and entries e: for each row a record of `ROW` bytes (addresses of its first entry, of its first
 * entry for solutions, of the diagonal, of the end; in the list of columns the same number of entries along), the number 1 / pivot
 * behind the place of unknown i, and for each entry the address of its unknown.
 */

/** Bytes of a row's record: first, middle, diagonal, end among the values; then what the row is (0 plain, 1 sure, 2 optional). */
export const ROW = 32;
const [FIRST, MIDDLE, DIAGONAL, END, KIND] = [0, 4, 8, 12, 16];

/** What a row is: its pivot may vanish; is 1, and need not be looked at; may vanish, and the row is then given up. */
export const [PLAIN, SURE, OPTIONAL] = [0, 1, 2];

/** A pivot this small against what it was made of is rounding. */
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

/** Runs `body` as long as `counter` is below `end`; `body` moves it on. */
function whileBelow(code: Code, counter: number, end: number, body: () => void): void {
  code.block().loop();
  code.get(counter).get(end).op("i32.ge_u").brIf(1);
  body();
  code.br(0).op("end").op("end");
}

const advance = (code: Code, local: number, bytes: number): Code => code.get(local).i32(bytes).op("i32.add").set(local);

/** Address of the unknown of the entry at `value`: columns are half as long as values. */
const column = (code: Code, value: number, columns: number): Code =>
  code.get(value).i32(1).op("i32.shr_u").get(columns).op("i32.add").loadI32(0);

function factor(): Code {
  const [ROWS, ROWS_END, UNKNOWNS, COLUMNS] = [0, 1, 2, 3];
  const code = new Code([I32, I32, I32, I32], [I32]);
  const [row, own, at, middle, end] = [0, 1, 2, 3, 4].map(() => code.local(I32));
  const [unknown, other, inner, innerEnd, target] = [0, 1, 2, 3, 4].map(() => code.local(I32));
  const [made, multiple, before, pivot] = [0, 1, 2, 3].map(() => code.local(F64));
  code.get(ROWS).set(row).get(UNKNOWNS).set(own);
  whileBelow(code, row, ROWS_END, () => {
    code.get(row).loadI32(END).set(end).get(row).loadI32(DIAGONAL).set(middle);
    code.get(row).loadI32(FIRST).set(at);
    whileBelow(code, at, end, () => {
      column(code, at, COLUMNS).get(at).loadF64(0).storeF64(0);
      advance(code, at, 8);
    });
    code.get(own).loadF64(0).op("f64.abs").set(made);
    code.get(row).loadI32(FIRST).set(at);
    whileBelow(code, at, middle, () => {
      column(code, at, COLUMNS).set(unknown);
      code.get(unknown).loadF64(0).get(unknown).loadF64(8).op("f64.mul").set(multiple);
      code.get(at).get(multiple).storeF64(0);
      code.get(multiple).f64(0).op("f64.eq").op("i32.eqz").if();
      // The record of the unknown's own row: records are twice as long as unknowns.
      code.get(unknown).get(UNKNOWNS).op("i32.sub").i32(1).op("i32.shl").get(ROWS).op("i32.add").set(other);
      code.get(other).loadI32(DIAGONAL).i32(8).op("i32.add").set(inner).get(other).loadI32(END).set(innerEnd);
      code.get(own).loadF64(0).set(before);
      whileBelow(code, inner, innerEnd, () => {
        column(code, inner, COLUMNS).tee(target);
        code.get(target).loadF64(0).get(multiple).get(inner).loadF64(0).op("f64.mul").op("f64.sub").storeF64(0);
        advance(code, inner, 8);
      });
      code.get(made).get(own).loadF64(0).get(before).op("f64.sub").op("f64.abs").op("f64.add").set(made);
      code.op("end");
      advance(code, at, 8);
    });
    code.get(middle).set(at);
    whileBelow(code, at, end, () => {
      code.get(at);
      column(code, at, COLUMNS).loadF64(0).storeF64(0);
      advance(code, at, 8);
    });
    code.get(own).loadF64(0).set(pivot);
    code.get(pivot).op("f64.abs").f64(Infinity).op("f64.lt");
    code.get(row).loadI32(KIND).i32(SURE).op("i32.eq");
    code.get(pivot).op("f64.abs").f64(ROUNDING).get(made).op("f64.mul").op("f64.gt").op("i32.or").op("i32.and").if();
    code.get(own).f64(1).get(pivot).op("f64.div").storeF64(8);
    code.op("else");
    // A row that says what others say is given up; one that is no row of numbers, or must have a pivot, ends it all.
    code
      .get(pivot)
      .op("f64.abs")
      .f64(Infinity)
      .op("f64.lt")
      .get(row)
      .loadI32(KIND)
      .i32(OPTIONAL)
      .op("i32.eq")
      .op("i32.and");
    code.op("i32.eqz").if();
    code.get(row).get(ROWS).op("i32.sub").i32(5).op("i32.shr_u").op("return").op("end");
    code.get(own).f64(0).storeF64(8);
    code.op("end");
    advance(code, row, ROW);
    advance(code, own, UNKNOWN);
  });
  return code.i32(-1);
}

function solve(): Code {
  const [ROWS, ROWS_END, UNKNOWNS, COLUMNS] = [0, 1, 2, 3];
  const code = new Code([I32, I32, I32, I32]);
  const [row, own, at, end] = [0, 1, 2, 3].map(() => code.local(I32));
  const sum = code.local(F64);
  const take = (): void => {
    code.get(own).loadF64(0).set(sum);
    whileBelow(code, at, end, () => {
      code.get(sum).get(at).loadF64(0);
      column(code, at, COLUMNS).loadF64(0).op("f64.mul").op("f64.sub").set(sum);
      advance(code, at, 8);
    });
  };
  code.get(ROWS).set(row).get(UNKNOWNS).set(own);
  whileBelow(code, row, ROWS_END, () => {
    code.get(row).loadI32(MIDDLE).set(at).get(row).loadI32(DIAGONAL).set(end);
    take();
    code.get(own).get(sum).storeF64(0);
    advance(code, row, ROW);
    advance(code, own, UNKNOWN);
  });
  whileBelow(code, ROWS, row, () => {
    advance(code, row, -ROW);
    advance(code, own, -UNKNOWN);
    code.get(row).loadI32(DIAGONAL).i32(8).op("i32.add").set(at).get(row).loadI32(END).set(end);
    take();
    code.get(own).get(sum).get(own).loadF64(8).op("f64.mul").storeF64(0);
  });
  return code;
}

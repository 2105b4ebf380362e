import { I32, WasmCode, type MemoryInstruction, type PlainInstruction, type ValueType } from "kinetree/tools";

/*
 * WebAssembly as nested expressions, for the number writer: 64-bit integers are many times slower in JavaScript.
 */

/** Appends its instructions to a function. */
export type Expression = (code: WasmCode) => void;

export const sequence =
  (...parts: readonly Expression[]): Expression =>
  (code) => {
    for (const part of parts) part(code);
  };

/** An instruction behind its operands. */
const operation =
  (instruction: PlainInstruction) =>
  (...operands: readonly Expression[]): Expression =>
    sequence(...operands, (code) => code.op(instruction));
const load =
  (instruction: MemoryInstruction) =>
  (address: Expression, offset = 0): Expression =>
    sequence(address, (code) => code.memory(instruction, offset));
const store =
  (instruction: MemoryInstruction) =>
  (address: Expression, value: Expression, offset = 0): Expression =>
    sequence(address, value, (code) => code.memory(instruction, offset));

export const i32 = {
  constant:
    (value: number): Expression =>
    (code) =>
      code.i32(value),
  isZero: operation("i32.eqz"),
  equal: operation("i32.eq"),
  below: operation("i32.lt_u"),
  lessSigned: operation("i32.lt_s"),
  atMostSigned: operation("i32.le_s"),
  atLeast: operation("i32.ge_u"),
  leadingZeros: operation("i32.clz"),
  add: operation("i32.add"),
  sub: operation("i32.sub"),
  mul: operation("i32.mul"),
  div: operation("i32.div_u"),
  rem: operation("i32.rem_u"),
  and: operation("i32.and"),
  or: operation("i32.or"),
  shl: operation("i32.shl"),
  shrSigned: operation("i32.shr_s"),
  shr: operation("i32.shr_u"),
  low: operation("i32.wrap_i64"),
  load: load("i32.load"),
  load8: load("i32.load8_u"),
  load16: load("i32.load16_u"),
  store8: store("i32.store8"),
  store16: store("i32.store16"),
} as const;

export const i64 = {
  constant:
    (value: bigint): Expression =>
    (code) =>
      code.i64(value),
  isZero: operation("i64.eqz"),
  equal: operation("i64.eq"),
  below: operation("i64.lt_u"),
  above: operation("i64.gt_u"),
  atMost: operation("i64.le_u"),
  trailingZeros: operation("i64.ctz"),
  add: operation("i64.add"),
  sub: operation("i64.sub"),
  mul: operation("i64.mul"),
  and: operation("i64.and"),
  or: operation("i64.or"),
  shl: operation("i64.shl"),
  shr: operation("i64.shr_u"),
  /** An i32 without a sign, as i64. */
  widen: operation("i64.extend_i32_u"),
  bitsOf: operation("i64.reinterpret_f64"),
  load: load("i64.load"),
  store: store("i64.store"),
} as const;

export const f64 = { equal: operation("f64.eq"), load: load("f64.load") } as const;

export const get =
  (local: number): Expression =>
  (code) =>
    code.get(local);
export const set = (local: number, value: Expression): Expression => sequence(value, (code) => code.set(local));
export const call = (index: number, ...args: readonly Expression[]): Expression =>
  sequence(...args, (code) => code.call(index));
export const giveBack = operation("return");

export const when = (condition: Expression, yes: readonly Expression[], no: readonly Expression[] = []): Expression =>
  sequence(
    condition,
    (code) => code.if(),
    ...yes,
    ...(no.length > 0 ? [operation("else")(), ...no] : []),
    operation("end")(),
  );

/** Runs the body while the condition holds; the condition is tested first. */
export const repeatWhile = (condition: Expression, body: readonly Expression[]): Expression =>
  sequence(
    (code) => code.block().loop(),
    i32.isZero(condition),
    (code) => code.brIf(1),
    ...body,
    (code) => code.br(0).op("end").op("end"),
  );

/** Makes a local of a function; locals are numbered after the parameters. */
export type NewLocal = (type: ValueType) => number;

/** A function that returns an i32. */
export function routine(
  parameters: readonly ValueType[],
  bodyOf: (local: NewLocal) => readonly Expression[],
): WasmCode {
  const code = new WasmCode(parameters, [I32]);
  sequence(...bodyOf((type) => code.local(type)))(code);
  return code;
}

export const one = i32.constant(1);
export const ascii = (letter: string): Expression => i32.constant(letter.charCodeAt(0));
/** Eight letters as one i64. */
export const word = (letters: string): Expression =>
  i64.constant([...letters].reduceRight((bits, letter) => (bits << 8n) | BigInt(letter.charCodeAt(0)), 0n));

/** high = upper half of a · b; scratch: three locals. */
export function multiplyHigh(
  high: number,
  a: Expression,
  b: Expression,
  [cross, carry, product]: readonly [number, number, number],
): Expression {
  const lo = (x: Expression): Expression => i64.and(x, i64.constant(0xffff_ffffn));
  const hi = (x: Expression): Expression => i64.shr(x, i64.constant(32n));
  return sequence(
    set(product, i64.mul(lo(a), lo(b))),
    set(cross, i64.add(i64.mul(hi(a), lo(b)), hi(get(product)))),
    set(carry, i64.add(i64.mul(lo(a), hi(b)), lo(get(cross)))),
    set(high, i64.add(i64.add(i64.mul(hi(a), hi(b)), hi(get(cross))), hi(get(carry)))),
  );
}

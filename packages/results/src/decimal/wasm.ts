/*
 * WebAssembly by hand, as nested expressions: what the number writer needs of 64-bit integers, which JavaScript has not
 * at this speed. (WebAssembly Core Specification 2.0, chapter 5.)
 */

/** The bytes of some instructions. */
export type Code = readonly number[];

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F64 = 0x7c;

const unary =
  (opcode: number) =>
  (a: Code): Code => [...a, opcode];
const binary =
  (opcode: number) =>
  (a: Code, b: Code): Code => [...a, ...b, opcode];
const load =
  (opcode: number, align: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, align, ...unsigned(offset)];
const store =
  (opcode: number, align: number) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, opcode, align, ...unsigned(offset)];

export const i32 = {
  constant: (value: number): Code => [0x41, ...signed(BigInt(value | 0))],
  isZero: unary(0x45),
  equal: binary(0x46),
  below: binary(0x49),
  lessSigned: binary(0x48),
  atMostSigned: binary(0x4c),
  atLeast: binary(0x4f),
  leadingZeros: unary(0x67),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  div: binary(0x6e),
  rem: binary(0x70),
  and: binary(0x71),
  or: binary(0x72),
  shl: binary(0x74),
  shrSigned: binary(0x75),
  shr: binary(0x76),
  low: unary(0xa7),
  load: load(0x28, 2),
  load16: load(0x2f, 0),
  store8: store(0x3a, 0),
  store16: store(0x3b, 0),
} as const;

export const i64 = {
  constant: (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))],
  isZero: unary(0x50),
  equal: binary(0x51),
  below: binary(0x54),
  above: binary(0x56),
  atMost: binary(0x58),
  add: binary(0x7c),
  sub: binary(0x7d),
  mul: binary(0x7e),
  div: binary(0x80),
  and: binary(0x83),
  or: binary(0x84),
  shl: binary(0x86),
  shr: binary(0x88),
  trailingZeros: unary(0x7a),
  /** An i32 without a sign, as i64. */
  widen: unary(0xad),
  bitsOf: unary(0xbd),
  load: load(0x29, 3),
  store: store(0x37, 0),
} as const;

export const loadF64 = load(0x2b, 3);
export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const call = (index: number, ...args: Code[]): Code => [...args.flat(), 0x10, ...unsigned(index)];
export const giveBack = (value: Code): Code => [...value, 0x0f];
export const when = (condition: Code, yes: readonly Code[], no: readonly Code[] = []): Code => [
  ...condition,
  0x04,
  0x40,
  ...yes.flat(),
  ...(no.length > 0 ? [0x05, ...no.flat()] : []),
  0x0b,
];
/** Runs the body again and again while the condition holds; the condition is looked at first. */
export const repeatWhile = (condition: Code, body: readonly Code[]): Code => [
  0x02,
  0x40,
  0x03,
  0x40,
  ...i32.isZero(condition),
  0x0d,
  1,
  ...body.flat(),
  0x0c,
  0,
  0x0b,
  0x0b,
];

/** "\0asm", version 1. */
const PREAMBLE: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

export interface WasmFunction {
  readonly exportName: string | null;
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  /** Types of the locals, numbered after the parameters. */
  readonly locals: readonly number[];
  readonly body: readonly Code[];
}

/** A module that imports a memory ("env" "memory") and one function ("env" "missing"), which is function 0. */
export function wasmModule(missing: readonly number[], functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
  const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
  const signature = (from: readonly number[], to: readonly number[]): Code => [
    0x60,
    ...unsigned(from.length),
    ...from,
    ...unsigned(to.length),
    ...to,
  ];
  const code = ({ locals, body }: WasmFunction): Code => {
    const inner = [...list(locals.map((type) => [1, type])), ...body.flat(), 0x0b];
    return [...unsigned(inner.length), ...inner];
  };
  const exported = functions.flatMap(({ exportName }, i) =>
    exportName === null ? [] : [[...text(exportName), 0, ...unsigned(i + 1)]],
  );
  return new Uint8Array([
    ...PREAMBLE,
    ...section(
      1,
      list([signature(missing, []), ...functions.map(({ parameters, results }) => signature(parameters, results))]),
    ),
    ...section(
      2,
      list([
        [...text("env"), ...text("memory"), 2, 0, 1],
        [...text("env"), ...text("missing"), 0, 0],
      ]),
    ),
    ...section(3, list(functions.map((_, i) => unsigned(i + 1)))),
    ...section(7, list(exported)),
    ...section(10, list(functions.map(code))),
  ]);
}

/** LEB128, unsigned. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** LEB128, signed. */
function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest >> 6n === 0n || rest >> 6n === -1n) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

const text = (name: string): Code => [name.length, ...[...name].map((letter) => letter.charCodeAt(0))];

import { Bytes } from "./bytes.js";

/* The part of WebAssembly's binary format in use (Core Specification 2.0, chapter 5). No optimiser: on straight-line code it cost seconds and won nothing. */

/** Type of 32-bit integers. */
export const I32 = 0x7f;
/** Type of 64-bit integers. */
export const I64 = 0x7e;
/** Type of doubles. */
export const F64 = 0x7c;
/** Type of vectors, here of two doubles. */
export const V128 = 0x7b;
/** Type of a parameter, a local or a result. */
export type ValueType = typeof I32 | typeof I64 | typeof F64 | typeof V128;

/** Plain instructions of one byte. */
export const plain = {
  end: 0x0b,
  return: 0x0f,
  drop: 0x1a,
  select: 0x1b,
  else: 0x05,
  "i32.eqz": 0x45,
  "i32.eq": 0x46,
  "i32.ne": 0x47,
  "i32.lt_s": 0x48,
  "i32.lt_u": 0x49,
  "i32.gt_u": 0x4b,
  "i32.le_s": 0x4c,
  "i32.ge_u": 0x4f,
  "i32.clz": 0x67,
  "i32.add": 0x6a,
  "i32.sub": 0x6b,
  "i32.mul": 0x6c,
  "i32.div_u": 0x6e,
  "i32.rem_u": 0x70,
  "i32.and": 0x71,
  "i32.or": 0x72,
  "i32.shl": 0x74,
  "i32.shr_s": 0x75,
  "i32.shr_u": 0x76,
  "i32.wrap_i64": 0xa7,
  "i64.eqz": 0x50,
  "i64.eq": 0x51,
  "i64.lt_u": 0x54,
  "i64.gt_u": 0x56,
  "i64.le_u": 0x58,
  "i64.ctz": 0x7a,
  "i64.add": 0x7c,
  "i64.sub": 0x7d,
  "i64.mul": 0x7e,
  "i64.and": 0x83,
  "i64.or": 0x84,
  "i64.shl": 0x86,
  "i64.shr_u": 0x88,
  "i64.extend_i32_u": 0xad,
  "i64.reinterpret_f64": 0xbd,
  "f64.eq": 0x61,
  "f64.lt": 0x63,
  "f64.gt": 0x64,
  "f64.le": 0x65,
  "f64.ge": 0x66,
  "f64.abs": 0x99,
  "f64.neg": 0x9a,
  "f64.floor": 0x9c,
  "f64.sqrt": 0x9f,
  "f64.add": 0xa0,
  "f64.sub": 0xa1,
  "f64.mul": 0xa2,
  "f64.div": 0xa3,
} as const;

/** Vector instructions without immediates, by their number behind the prefix 0xfd. */
const vector = {
  "f64x2.splat": 0x14,
  "f64x2.eq": 0x47,
  "f64x2.lt": 0x49,
  "f64x2.gt": 0x4a,
  "f64x2.le": 0x4b,
  "f64x2.ge": 0x4c,
  "v128.not": 0x4d,
  "v128.and": 0x4e,
  "v128.andnot": 0x4f,
  "v128.or": 0x50,
  "v128.xor": 0x51,
  "v128.bitselect": 0x52,
  "v128.any_true": 0x53,
  "f64x2.floor": 0x75,
  "f64x2.nearest": 0x94,
  "i64x2.all_true": 0xc3,
  "i64x2.bitmask": 0xc4,
  "i64x2.shl": 0xcb,
  "i64x2.shr_u": 0xcd,
  "i64x2.add": 0xce,
  "i64x2.eq": 0xd6,
  "f64x2.abs": 0xec,
  "f64x2.neg": 0xed,
  "f64x2.sqrt": 0xef,
  "f64x2.add": 0xf0,
  "f64x2.sub": 0xf1,
  "f64x2.mul": 0xf2,
  "f64x2.div": 0xf3,
  "f64x2.pmin": 0xf6,
  "f64x2.pmax": 0xf7,
} as const;

/** Loads and stores: the instruction, and the binary logarithm of the alignment that it may count on. */
const memory = {
  "i32.load": [0x28, 2],
  "i64.load": [0x29, 3],
  "f64.load": [0x2b, 3],
  "i32.load8_u": [0x2d, 0],
  "i32.load16_u": [0x2f, 0],
  "i64.store": [0x37, 0],
  "f64.store": [0x39, 3],
  "i32.store8": [0x3a, 0],
  "i32.store16": [0x3b, 0],
} as const;

/** An instruction without immediates. */
export type PlainInstruction = keyof typeof plain;
/** An instruction on vectors, without immediates. */
export type VectorInstruction = keyof typeof vector;
/** An instruction that loads or stores a number. */
export type MemoryInstruction = keyof typeof memory;

/** The body of one function. Locals are numbered after the parameters, in order of their making. */
export class Code {
  readonly #bytes = new Bytes();
  readonly #locals: ValueType[] = [];
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];

  constructor(parameters: readonly ValueType[], results: readonly ValueType[] = []) {
    this.parameters = parameters;
    this.results = results;
  }

  local(type: ValueType): number {
    return this.parameters.length + this.#locals.push(type) - 1;
  }

  op(instruction: PlainInstruction): this {
    this.#bytes.u8(plain[instruction]);
    return this;
  }

  simd(instruction: VectorInstruction): this {
    this.#bytes.u8(0xfd).u32(vector[instruction]);
    return this;
  }

  get(local: number): this {
    this.#bytes.u8(0x20).u32(local);
    return this;
  }

  set(local: number): this {
    this.#bytes.u8(0x21).u32(local);
    return this;
  }

  tee(local: number): this {
    this.#bytes.u8(0x22).u32(local);
    return this;
  }

  i32(value: number): this {
    this.#bytes.u8(0x41).s32(value);
    return this;
  }

  i64(value: bigint): this {
    this.#bytes.u8(0x42).s64(value);
    return this;
  }

  f64(value: number): this {
    this.#bytes.u8(0x44).f64(value);
    return this;
  }

  memory(instruction: MemoryInstruction, offset = 0): this {
    this.#bytes.u8(...memory[instruction]).u32(offset);
    return this;
  }

  loadI32(offset: number): this {
    return this.memory("i32.load", offset);
  }

  loadF64(offset: number): this {
    return this.memory("f64.load", offset);
  }

  storeF64(offset: number): this {
    return this.memory("f64.store", offset);
  }

  load(offset: number): this {
    this.#bytes.u8(0xfd, 0, 4).u32(offset);
    return this;
  }

  store(offset: number): this {
    this.#bytes.u8(0xfd, 0x0b, 4).u32(offset);
    return this;
  }

  /** One lane of a vector as a number. */
  lane(index: 0 | 1): this {
    this.#bytes.u8(0xfd, 0x21, index);
    return this;
  }

  /** A vector with one lane replaced by a number. */
  replaceLane(index: 0 | 1): this {
    this.#bytes.u8(0xfd, 0x22, index);
    return this;
  }

  /** A number to an integer, towards zero; NaN gives 0. */
  truncate(): this {
    this.#bytes.u8(0xfc, 2);
    return this;
  }

  block(): this {
    this.#bytes.u8(0x02, 0x40);
    return this;
  }

  loop(): this {
    this.#bytes.u8(0x03, 0x40);
    return this;
  }

  if(): this {
    this.#bytes.u8(0x04, 0x40);
    return this;
  }

  br(depth: number): this {
    this.#bytes.u8(0x0c).u32(depth);
    return this;
  }

  brIf(depth: number): this {
    this.#bytes.u8(0x0d).u32(depth);
    return this;
  }

  call(index: number): this {
    this.#bytes.u8(0x10).u32(index);
    return this;
  }

  /** Calls entry `top of stack` of table 0. */
  callIndirect(type: number): this {
    this.#bytes.u8(0x11).u32(type).u8(0);
    return this;
  }

  /** Runs `body` while the i32 in `counter` is below the i32 in `end`; `body` advances it. At least once. */
  repeat(body: () => void, counter: number, end: number): this {
    this.loop();
    body();
    return this.get(counter).get(end).op("i32.lt_u").brIf(0).op("end");
  }

  encode(): Uint8Array {
    const out = new Bytes().u32(this.#locals.length);
    for (const type of this.#locals) out.u32(1).u8(type);
    out.bytes(this.#bytes.view()).u8(plain.end);
    return new Bytes().u32(out.length).bytes(out.view()).view();
  }
}

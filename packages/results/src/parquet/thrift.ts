import type { ByteWriter } from "../byte-writer.js";

/*
 * Thrift's compact protocol, as much of it as Parquet's metadata needs. Integers here are never negative, so the zigzag
 * form is twice the value. (Apache Thrift, doc/specs/thrift-compact-protocol.md.)
 */

const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/** Writes one struct; fields in ascending order of their ids. */
export class ThriftStruct {
  readonly #out: ByteWriter;
  #last = 0;

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  i32(id: number, value: number): this {
    this.#field(id, I32).varint(2 * value);
    return this;
  }

  i64(id: number, value: number): this {
    this.#field(id, I64).varint(2 * value);
    return this;
  }

  /** 32 bits as an i32, in five bytes whatever its value, so that it can be written later. */
  checksum(id: number, value: number): this {
    const signed = value | 0;
    let rest = ((signed << 1) ^ (signed >> 31)) >>> 0;
    const out = this.#field(id, I32);
    for (let i = 0; i < 4; i++, rest >>>= 7) out.u8((rest & 0x7f) | 0x80);
    out.u8(rest);
    return this;
  }

  text(id: number, value: string): this {
    this.#field(id, BINARY).text(value, "varint");
    return this;
  }

  binary(id: number, value: Uint8Array): this {
    this.#field(id, BINARY).varint(value.length).bytes(value);
    return this;
  }

  struct(id: number, write: (inner: ThriftStruct) => ThriftStruct): this {
    write(new ThriftStruct(this.#field(id, STRUCT))).end();
    return this;
  }

  i32List(id: number, values: readonly number[]): this {
    this.#list(id, I32, values.length);
    for (const value of values) this.#out.varint(2 * value);
    return this;
  }

  textList(id: number, values: readonly string[]): this {
    this.#list(id, BINARY, values.length);
    for (const value of values) this.#out.text(value, "varint");
    return this;
  }

  structList<T>(
    id: number,
    items: readonly T[],
    write: (inner: ThriftStruct, item: T, index: number) => ThriftStruct,
  ): this {
    this.#list(id, STRUCT, items.length);
    items.forEach((item, index) => write(new ThriftStruct(this.#out), item, index).end());
    return this;
  }

  /** A list of structs that are encoded already. */
  encodedList(id: number, count: number, encoded: Uint8Array): this {
    this.#list(id, STRUCT, count);
    this.#out.bytes(encoded);
    return this;
  }

  end(): void {
    this.#out.u8(0);
  }

  #list(id: number, type: number, count: number): void {
    this.#field(id, LIST);
    if (count < 15) this.#out.u8((count << 4) | type);
    else this.#out.u8(0xf0 | type).varint(count);
  }

  #field(id: number, type: number): ByteWriter {
    this.#out.u8(((id - this.#last) << 4) | type);
    this.#last = id;
    return this.#out;
  }
}

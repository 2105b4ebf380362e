/*
 * A look at the shape of a structure of Thrift's compact protocol before anything is made of it: lengths and counts that its
 * bytes cannot hold would have a reader fill the memory.
 */

/** More levels than any structure of Parquet has. */
const DEEPEST = 24;

/** What is found instead of a structure: more bytes are needed, or these cannot be one. */
export type NoStruct = "cut off" | "malformed";

/** Where the structure that begins at `start` ends. */
export function thriftEnd(bytes: Uint8Array, start: number): number | NoStruct {
  const walk = new Walk(bytes, start);
  try {
    walk.struct(0);
    return walk.at;
  } catch (stop) {
    if (stop instanceof Stop) return stop.reason;
    throw stop;
  }
}

class Walk {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.at = start;
  }

  struct(depth: number): void {
    for (;;) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === 0) return;
      if (head >> 4 === 0) this.#varint(5);
      // A boolean field is its own value.
      if (type !== 1 && type !== 2) this.#value(type, depth);
    }
  }

  #value(type: number, depth: number): void {
    if (depth > DEEPEST) stopAt("malformed");
    switch (type) {
      // Booleans in lists, and bytes
      case 1:
      case 2:
      case 3:
        return this.#skip(1);
      case 4:
      case 5:
        return void this.#varint(5);
      case 6:
        return void this.#varint(10);
      case 7:
        return this.#skip(8);
      case 8:
        return this.#skip(this.#varint(5));
      case 9:
        return this.#list(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        stopAt("malformed");
    }
  }

  #list(depth: number): void {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint(5) : head >> 4;
    // Each item takes a byte at least.
    if (count > this.#bytes.length - this.at) stopAt("cut off");
    for (let i = 0; i < count; i++) this.#value(head & 0x0f, depth + 1);
  }

  #byte(): number {
    if (this.at >= this.#bytes.length) stopAt("cut off");
    return this.#bytes[this.at++];
  }

  #skip(length: number): void {
    if (length > this.#bytes.length - this.at) stopAt("cut off");
    this.at += length;
  }

  #varint(longest: number): number {
    let value = 0;
    for (let i = 0, unit = 1; ; i++, unit *= 128) {
      if (i === longest) stopAt("malformed");
      const byte = this.#byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }
}

class Stop extends Error {
  readonly reason: NoStruct;

  constructor(reason: NoStruct) {
    super(reason);
    this.reason = reason;
  }
}

function stopAt(reason: NoStruct): never {
  throw new Stop(reason);
}

const f64Bytes = new Uint8Array(8);
const f64View = new DataView(f64Bytes.buffer);

/** A growing row of bytes with the format's number encodings. */
export class Bytes {
  #data = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  u8(...values: readonly number[]): this {
    this.#reserve(values.length);
    for (const value of values) this.#data[this.#length++] = value;
    return this;
  }

  /** Unsigned LEB128. */
  u32(value: number): this {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    return this.u8(rest);
  }

  /** Signed LEB128. */
  s32(value: number): this {
    let rest = value | 0;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)) return this.u8(low);
      this.u8(low | 0x80);
    }
  }

  /** Signed LEB128; of a larger number the lower 64 bits. */
  s64(value: bigint): this {
    for (let rest = BigInt.asIntN(64, value); ; rest >>= 7n) {
      const low = Number(rest & 0x7fn);
      if (rest >> 6n === 0n || rest >> 6n === -1n) return this.u8(low);
      this.u8(low | 0x80);
    }
  }

  f64(value: number): this {
    f64View.setFloat64(0, value, true);
    return this.u8(...f64Bytes);
  }

  text(value: string): this {
    const encoded = new TextEncoder().encode(value);
    return this.u32(encoded.length).bytes(encoded);
  }

  bytes(values: Uint8Array): this {
    this.#reserve(values.length);
    this.#data.set(values, this.#length);
    this.#length += values.length;
    return this;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#data.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#data.length));
    grown.set(this.#data.subarray(0, this.#length));
    this.#data = grown;
  }

  view(): Uint8Array {
    return this.#data.subarray(0, this.#length);
  }
}

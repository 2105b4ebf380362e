import { layout, LONGEST_NUMBER, SCRATCHED } from "./layout.js";
import { shortestDecimalModule } from "./shortest-decimal.js";

const PAGE = 65_536;

/**
 * Writes doubles as their shortest decimals, several times as fast as String(x) and straight to bytes. Same text as
 * String(x) but for minus zero, which keeps its sign ("-0").
 */
export interface NumberWriter {
  /** The bytes written; positions below count from its start. Anything else may be put in between. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Room in `bytes` [bytes]; a number may scratch some bytes behind itself, which are there in addition. */
  readonly capacity: number;
  /** What `writeRow` reads. */
  readonly numbers: Float64Array;
  /** Writes one number and gives the position behind it. */
  readonly write: (x: number, position: number) => number;
  /** Writes one of the texts, given by its place among them, and a number behind it; gives the position behind both. */
  readonly writeAfter: (text: number, x: number, position: number) => number;
  /** Writes `numbers`, commas between and a line feed behind, and gives the position behind that. */
  readonly writeRow: (position: number) => number;
}

/** Most bytes that `count` numbers with a separator each can take. */
export const longestRow = (count: number): number => count * (LONGEST_NUMBER + 1);

/** `texts` are those that `writeAfter` writes. */
export function createNumberWriter(
  capacity: number,
  numbersInRow: number,
  texts: readonly Uint8Array[] = [],
): NumberWriter {
  const numbersAt = (layout.end + 7) & ~7;
  const textsAt = numbersAt + 8 * numbersInRow;
  const textAt: number[] = [];
  let bytesAt = textsAt;
  for (const { length } of texts) {
    textAt.push(bytesAt);
    bytesAt += (length + 7) & ~7;
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytesAt + capacity + SCRATCHED) / PAGE) });
  texts.forEach((text, i) => new Uint8Array(memory.buffer).set(text, textAt[i]));
  const view = new DataView(memory.buffer);
  for (let i = 0; i < 100; i++) view.setUint16(layout.pairs + 2 * i, 0x3030 + (((i / 10) | 0) << 8) + (i % 10));
  for (let i = 0; i < 10; i++) view.setUint32(layout.smallPowers + 4 * i, 10 ** i, true);
  const missing = (exponent: number): void => {
    const power = upperBitsOfPower(exponent);
    const at = layout.powers + 16 * (exponent - layout.firstPower);
    view.setBigUint64(at, BigInt.asUintN(64, power), true);
    view.setBigUint64(at + 8, power >> 64n, true);
  };
  const { exports } = new WebAssembly.Instance(compiled(), { kinetree: { memory, missing } });
  const write = exports["write"] as (x: number, out: number) => number;
  const row = exports["row"] as (numbers: number, count: number, out: number) => number;
  const after = exports["writeAfter"] as (text: number, length: number, x: number, out: number) => number;
  return {
    bytes: new Uint8Array(memory.buffer, bytesAt, capacity + SCRATCHED),
    capacity,
    numbers: new Float64Array(memory.buffer, numbersAt, numbersInRow),
    write: (x, position) => write(x, bytesAt + position) - bytesAt,
    writeAfter: (text, x, position) => after(textAt[text], texts[text].length, x, bytesAt + position) - bytesAt,
    writeRow: (position) => row(numbersAt, numbersInRow, bytesAt + position) - bytesAt,
  };
}

/** Compiled when first needed, once. */
const code: { module: WebAssembly.Module | null } = { module: null };
const compiled = (): WebAssembly.Module => (code.module ??= new WebAssembly.Module(shortestDecimalModule()));

/** The upper 128 bits of 10^exponent, rounded up where it has more. */
function upperBitsOfPower(exponent: number): bigint {
  const ten = 10n ** BigInt(Math.abs(exponent));
  const bits = ten.toString(2).length;
  if (exponent >= 0) {
    if (bits <= 128) return ten << BigInt(128 - bits);
    return (ten >> BigInt(bits - 128)) + 1n;
  }
  // 2^(bits + 127) / ten lies in [2¹²⁷, 2¹²⁸): ten is no power of two.
  return (1n << BigInt(bits + 127)) / ten + 1n;
}

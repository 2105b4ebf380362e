import { get, i32, i64, set, type Code } from "./wasm.js";

/* Phrases of WebAssembly that both halves of the number writer use. */

const LOW_HALF = i64.constant(0xffff_ffffn);
const thirtyTwo = i64.constant(32n);

export const one = i32.constant(1);
export const ascii = (letter: string): Code => i32.constant(letter.charCodeAt(0));
/** Eight letters as one i64. */
export const word = (letters: string): Code =>
  i64.constant([...letters].reduceRight((bits, letter) => (bits << 8n) | BigInt(letter.charCodeAt(0)), 0n));

/** Numbers locals in order of their making. */
export function scope(parameters: readonly number[]): { local: (type: number) => number; types: number[] } {
  const types: number[] = [];
  return { types, local: (type) => parameters.length + types.push(type) - 1 };
}

/** high = upper half of a · b; scratch: three locals. */
export function multiplyHigh(high: number, a: Code, b: Code, scratch: readonly [number, number, number]): Code {
  const [cross, carry, product] = scratch;
  const lo = (x: Code): Code => i64.and(x, LOW_HALF);
  const hi = (x: Code): Code => i64.shr(x, thirtyTwo);
  return [
    ...set(product, i64.mul(lo(a), lo(b))),
    ...set(cross, i64.add(i64.mul(hi(a), lo(b)), hi(get(product)))),
    ...set(carry, i64.add(i64.mul(lo(a), hi(b)), lo(get(cross)))),
    ...set(high, i64.add(i64.add(i64.mul(hi(a), hi(b)), hi(get(cross))), hi(get(carry)))),
  ];
}

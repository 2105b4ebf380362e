import { I32, V128, type Code } from "./code.js";

/* Idioms of code that walks through memory, shared by the hand-written kernels. */

export const addresses = (code: Code, count: number): number[] => Array.from({ length: count }, () => code.local(I32));

/** New locals for numbers, two lanes each. */
export const numbers = (code: Code, count: number): number[] => Array.from({ length: count }, () => code.local(V128));

/** Pushes the address in `base` plus a number of bytes. */
export const offset = (code: Code, base: number, bytes: number): Code => code.get(base).i32(bytes).op("i32.add");

export const advance = (code: Code, pointer: number, bytes: number): Code => offset(code, pointer, bytes).set(pointer);

/** Pushes the slot at the address in `base` plus a number of bytes. */
export const loadAt = (code: Code, base: number, bytes: number): Code => code.get(base).load(bytes);

/** Stores a local in the slot at the address in `base` plus a number of bytes. */
export const storeAt = (code: Code, base: number, bytes: number, value: number): Code =>
  code.get(base).get(value).store(bytes);

/** Pops c, a and b and pushes c − a b. */
export const subtractProduct = (code: Code): Code => code.simd("f64x2.mul").simd("f64x2.sub");

/** Runs `body` while the address in `at` is below that in `end`; `body` brings them together. */
export function whileBelow(code: Code, at: number, end: number, body: () => void): void {
  code.block().loop().get(at).get(end).op("i32.ge_u").brIf(1);
  body();
  code.br(0).op("end").op("end");
}

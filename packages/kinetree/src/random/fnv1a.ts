/*
 * FNV-1a, 32 bits (Fowler, Noll, Vo), over the UTF-8 bytes of a text: turns the name of a parameter into a word. Two names
 * collide with probability 2⁻³² per pair; a caller that has all the names can compare their words.
 */

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

const mix = (hash: number, byte: number): number => Math.imul(hash ^ byte, PRIME);

export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS;
  for (const character of text) {
    const code = wellFormed(character.codePointAt(0) ?? 0);
    if (code < 0x80) {
      hash = mix(hash, code);
    } else if (code < 0x800) {
      hash = mix(mix(hash, 0xc0 | (code >> 6)), continuation(code));
    } else if (code < 0x10000) {
      hash = mix(mix(mix(hash, 0xe0 | (code >> 12)), continuation(code >> 6)), continuation(code));
    } else {
      hash = mix(mix(hash, 0xf0 | (code >> 18)), continuation(code >> 12));
      hash = mix(mix(hash, continuation(code >> 6)), continuation(code));
    }
  }
  return hash >>> 0;
}

const continuation = (code: number): number => 0x80 | (code & 0x3f);

/** A lone surrogate has no UTF-8 form; encoders write the replacement character instead. */
const wellFormed = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? 0xfffd : code);

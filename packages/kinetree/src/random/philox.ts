/*
 * Philox4x32-10, a counter-based generator: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC'11. Random bits are a function of (counter, key) without state, so a number does not depend on earlier
 * requests, on the thread, or on the order.
 */

const M0 = 0xd2511f53;
const M1 = 0xcd9e8d57;
/** Weyl increments of the key: golden ratio − 1 and √3 − 1, times 2³². */
const W0 = 0x9e3779b9;
const W1 = 0xbb67ae85;

/** Upper 32 bits of a · b for 32-bit a and b, as a signed word: from the four products of their 16-bit halves. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  // (2¹⁶ − 1)² + 2¹⁶ − 1 < 2³²: no sum below overflows a word, and as doubles all are exact.
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (carry >>> 16)) | 0;
}

/** out = the block of four 32-bit words for the counter c0..c3 and the key k0, k1 (any representation of the words). */
export function philox4x32Into(
  out: Uint32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
): Uint32Array {
  for (let round = 0; round < 10; round++) {
    const high0 = multiplyHigh(M0, c0);
    const low0 = Math.imul(M0, c0);
    const high1 = multiplyHigh(M1, c2);
    const low1 = Math.imul(M1, c2);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + W0) | 0;
    k1 = (k1 + W1) | 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
  return out;
}

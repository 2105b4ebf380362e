import { describe, expect, it, test } from "vitest";
import { philox4x32Into } from "../../src/random/philox.js";

const block = (counter: readonly number[], key: readonly number[]): number[] => [
  ...philox4x32Into(new Uint32Array(4), counter[0], counter[1], counter[2], counter[3], key[0], key[1]),
];

/** The definition in whole numbers of any size, from the paper: independent of 16-bit halves and signed words. */
function philoxByBigInt(counter: readonly number[], key: readonly number[]): number[] {
  const mask = 0xffffffffn;
  let [c0, c1, c2, c3] = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const p0 = 0xd2511f53n * c0;
    const p1 = 0xcd9e8d57n * c2;
    [c0, c1, c2, c3] = [(p1 >> 32n) ^ c1 ^ k0, p1 & mask, (p0 >> 32n) ^ c3 ^ k1, p0 & mask];
    [k0, k1] = [(k0 + 0x9e3779b9n) & mask, (k1 + 0xbb67ae85n) & mask];
  }
  return [c0, c1, c2, c3].map(Number);
}

describe("philox4x32-10", () => {
  // Random123 distribution, tests/kat_vectors.
  const ones = 0xffffffff;
  it.each([
    { name: "zeros", counter: [0, 0, 0, 0], key: [0, 0], out: [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8] },
    {
      name: "all ones",
      counter: [ones, ones, ones, ones],
      key: [ones, ones],
      out: [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    },
    {
      name: "digits of π",
      counter: [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      key: [0xa4093822, 0x299f31d0],
      out: [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    },
  ])("known answer of Random123: $name", ({ counter, key, out }) => {
    expect(block(counter, key)).toEqual(out);
  });

  it("blocks / the definition in big integers, along a walk of 1000 blocks", () => {
    let counter = [1, 2, 3, 4];
    let key = [5, 6];
    for (let i = 0; i < 1000; i++) {
      const out = block(counter, key);
      expect(out).toEqual(philoxByBigInt(counter, key));
      [counter, key] = [out, [out[3], out[1] ^ i].map((word) => word >>> 0)];
    }
  });

  it("signed and unsigned representations of the same words / same block", () => {
    expect(block([-1, -2, -3, -4], [-5, -6])).toEqual(
      block([0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc], [0xfffffffb, 0xfffffffa]),
    );
  });
});

test("one flipped bit of counter or key / flips half of the 128 bits on average", () => {
  const bitsSet = (word: number): number => word.toString(2).replaceAll("0", "").length;
  const base = [0x01234567, 0x89abcdef, 0x00000000, 0xffffffff, 0xdeadbeef, 0x00000001];
  const reference = block(base.slice(0, 4), base.slice(4));
  let flipped = 0;
  for (let bit = 0; bit < 192; bit++) {
    const input = base.map((word, i) => (i === bit >> 5 ? (word ^ (1 << (bit & 31))) >>> 0 : word));
    const out = block(input.slice(0, 4), input.slice(4));
    flipped += out.reduce((sum, word, i) => sum + bitsSet((word ^ reference[i]) >>> 0), 0);
  }
  // 192 · 128 fair coins: standard deviation of the mean 0.0032; five of them.
  expect(Math.abs(flipped / (192 * 128) - 0.5)).toBeLessThan(0.016);
});

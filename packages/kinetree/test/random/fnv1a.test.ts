import { expect, it, test } from "vitest";
import { fnv1a } from "../../src/random/fnv1a.js";

// Test vectors of the FNV reference distribution (Noll).
it.each([
  { text: "", hash: 0x811c9dc5 },
  { text: "a", hash: 0xe40c292c },
  { text: "foobar", hash: 0xbf9cf968 },
])('known answer of FNV-1a: "$text"', ({ text, hash }) => {
  expect(fnv1a(text)).toBe(hash);
});

test("hash of a text / hash of its UTF-8 bytes as the platform encodes them", () => {
  const texts = ["Größe", "⌀ 3 µm", "\u07ff\u0800\uffff", "gear 🦾 \u{10ffff}", "lone \ud800 surrogate", "\udfff"];
  for (const text of texts) {
    let hash = 0x811c9dc5n;
    for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
    expect(fnv1a(text)).toBe(Number(hash));
  }
});

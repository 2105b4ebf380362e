import { expect, test } from "vitest";
import { matchesPattern } from "../../src/simulate/channels/name-pattern.js";

test.each([
  ["pos.leg1.z", "pos.leg*.z", true],
  ["pos.leg.z", "pos.leg*.z", true],
  ["pos.arm.z", "pos.leg*.z", false],
  ["aba", "ab*ba", false],
  ["abba", "ab*ba", true],
  ["abcabc", "*abc", true],
  ["axbxc", "a*b*c", true],
  ["axc", "a*b*c", false],
  ["line\nbreak", "line*break", true],
  ["a.b", "a+b", false],
  ["", "*", true],
])("%j / %j: %s", (text, pattern, expected) => expect(matchesPattern(text, pattern)).toBe(expected));

test("a pattern of many stars is answered at once", () => {
  // Tried one by one, the places of the stars are more than 1e20.
  expect(matchesPattern(`q.${"a".repeat(60)}`, `q.${"*a*".repeat(30)}!`)).toBe(false);
});

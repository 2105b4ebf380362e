import { assert, double, property } from "fast-check";
import { expect, test } from "vitest";
import { numberText, parseNumber } from "../../src/ui/behaviour/number-text.js";

test("a number that is shown reads back to the same bits", () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true }), (x) => {
      // A field shows no sign of zero.
      expect(parseNumber(numberText(x))).toBe(x === 0 ? 0 : x);
    }),
  );
});

test.each([
  ["0,25", 0.25],
  [" 1e-6 ", 1e-6],
  ["−3", -3],
  [".5", 0.5],
  ["7.", 7],
])("%s is taken as %d", (text, value) => expect(parseNumber(text)).toBe(value));

test.each(["", "abc", "1 2", "1e", "--1", "1,000,000", "0x10", "Infinity", "NaN", "1e999"])("%s is refused", (text) =>
  expect(parseNumber(text)).toBeNull(),
);

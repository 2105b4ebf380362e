import { expect, test } from "vitest";
import { excerptOf } from "../../src/ui/display/error-card.js";

test("the caret stands under the column, in files of any line ending", () => {
  for (const ending of ["\n", "\r\n", "\r"]) {
    const text = ["{", '  "mass": -1', "}"].join(ending);
    const excerpt = excerptOf(text, 2, 11);
    expect(excerpt?.text).toBe('  "mass": -1');
    expect(excerpt?.text.slice(excerpt.before)).toBe("-1");
  }
});

test("a line of a million characters is cut around the place", () => {
  const text = `${"a".repeat(500_000)}X${"b".repeat(500_000)}`;
  const excerpt = excerptOf(text, 1, 500_001);
  expect(excerpt?.text.length).toBeLessThan(120);
  expect(excerpt?.text[excerpt.before]).toBe("X");
});

test("tabs are one column wide, as editors' column numbers count them", () => {
  const excerpt = excerptOf("\t\tmass", 1, 3);
  expect(excerpt?.text.slice(excerpt.before)).toBe("mass");
});

test("a line that is not there has no excerpt", () => expect(excerptOf("one", 5, 1)).toBeNull());

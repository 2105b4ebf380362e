import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nearestName, suggestName } from "../../src/errors/nearest-name.js";

describe("edit distance", () => {
  test.each([
    ["elbow", "elbow", 0],
    ["elbow", "elbo", 1],
    ["elbow", "elbwo", 1], // swapped neighbours
    ["elbow", "ellbow", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
  ])("%s / %s = %i", (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  test("is symmetric, and zero for equal words only", () =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    ));

  test("one edit away means distance 1", () =>
    fc.assert(
      fc.property(word, fc.nat(), (a, where) => {
        const at = where % (a.length + 1);
        expect(editDistance(a, `${a.slice(0, at)}x${a.slice(at)}`)).toBe(1);
      }),
    ));
});

describe("nearest name", () => {
  const known = ["shoulder", "elbow", "wrist"];
  test("the typing slip finds its name", () => expect(nearestName("elobw", known)).toBe("elbow"));
  test("case does not matter", () => expect(nearestName("WRIST", known)).toBe("wrist"));
  test("a wholly different word finds nothing", () => expect(nearestName("xyzzy", known)).toBeNull());
  test("an abbreviation finds its name", () => expect(nearestName("sho", known)).toBe("shoulder"));
  test("two letters could mean anything", () => expect(nearestName("sh", known)).toBeNull());
  test("of equally near names the first wins", () => expect(nearestName("ab", ["ac", "ad"])).toBe("ac"));
});

describe("suggestion", () => {
  test("names the nearest", () => expect(suggestName("elbw", ["elbow"])).toBe('Did you mean "elbow"?'));
  test("lists what there is when nothing is near", () =>
    expect(suggestName("xyzzy", ["a", "b"])).toBe('Known: "a", "b".'));
  test("says how many more there are", () =>
    expect(
      suggestName(
        "xyzzy",
        Array.from({ length: 11 }, (_, i) => `q${i}`),
      ),
    ).toContain("and 3 more"));
  test("a name that is missing altogether is compared as a word", () =>
    expect(suggestName(undefined as never, ["arm"])).toBe('Known: "arm".'));
  test("says when there is none", () => expect(suggestName("x", [])).toContain("none"));
});

test("thousands of names among thousands of others / each is looked at a bounded number of times", () => {
  let looked = 0;
  const known = {
    *[Symbol.iterator]() {
      for (let i = 0; i < 20_000; i++) {
        looked++;
        yield `body${i}`;
      }
    },
  };
  expect(suggestName("nobody", known)).toMatch(/^Known: "body0", .*, and over \d+ more\.$/);
  expect(looked).toBeLessThan(2100);
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FormatError } from "../../../src/formats/format-error.js";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { systems } from "../../../src/systems/registry.js";

function codeOf(text: string): string {
  try {
    readJsonModel(text);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
  return "none";
}

const inModel = (parts: string): string => `{"kinetree":1,${parts}}`;

describe("hostile texts / a named error", () => {
  test.each([
    ["deep lists", "[".repeat(1e6), "too-deep"],
    ["deep objects", '{"a":'.repeat(1e5), "too-deep"],
    ["too many values", inModel(`"bodies":[${"0,".repeat(4e5)}0]`), "too-large"],
    ["too long", " ".repeat(1.1e7), "too-large"],
    ["nothing but blanks", " ".repeat(5e6), "empty-file"],
    ["many wrong values", inModel(`"bodies":[${"0,".repeat(1e5)}0]`), "wrong-type"],
    ["a long key", inModel(`"${"x".repeat(1e6)}":1`), "unknown-key"],
    ["a long name", inModel(`"name":"${"x".repeat(1e6)}"`), "text-length"],
    ["a long quantity", inModel(`"gravity":[0,0,"${"9".repeat(1e6)}"]`), "quantity-syntax"],
    ["a long expression", inModel(`"gravity":[0,0,"=${"9+".repeat(1e6)}"]`), "expression-length"],
    ["a deep expression", inModel(`"gravity":[0,0,"=${"(".repeat(9e4)}"]`), "expression-depth"],
    ["UTF-16 read as UTF-8", "\uFFFD\uFFFD{\0}\0", "wrong-encoding"],
    ["a text for a number", inModel(`"gravity":[0,0,"NaN"]`), "quantity-syntax"],
    ["a prototype", inModel(`"bodies":[{"__proto__":{"mass":1},"name":"a"}]`), "unknown-key"],
    ["constructor as kind", inModel(`"joints":[{"kind":"constructor"}]`), "unknown-kind"],
  ])("%s", (_, text, code) => expect(codeOf(text)).toBe(code));

  test("a byte-order mark / is skipped", () => expect(codeOf(`\uFEFF${inModel('"name":"a"')}`)).toBe("none"));
});

describe("mutated files / a model or a named error", () => {
  const texts = systems.map(({ build }) => writeJsonModel(build()));
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "null",
    "-1",
    "1e999",
    '"= x"',
    '"3 m"',
    "\\",
    "\0",
    "é",
    "\ud800",
  ];

  test("seeded", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20), fc.constantFrom("", ...pieces)), {
          minLength: 1,
          maxLength: 4,
        }),
        (text, changes) => {
          let mutated = text;
          for (const [where, removed, added] of changes) {
            const at = Math.floor(where * mutated.length);
            mutated = mutated.slice(0, at) + added + mutated.slice(at + removed);
          }
          expect(codeOf(mutated)).toMatch(/^[a-z-]+$/);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  test("one value replaced by another", () => {
    const values = [
      "null",
      "true",
      "0",
      "-1",
      '""',
      '"x"',
      "[]",
      "{}",
      '"= 1/0"',
      '"5 kg"',
      "1e300",
      '["a"]',
      '{"kind":"weld"}',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.constantFrom(...values), (text, which, value) => {
        const places = [...text.matchAll(/(?<=[:[,]\s*)("[^"]*"|-?\d[\d.e+-]*)(?=\s*[,\]}])/g)];
        const place = places[which % places.length];
        const mutated = text.slice(0, place.index) + value + text.slice(place.index + place[0].length);
        expect(codeOf(mutated)).toMatch(/^[a-z-]+$/);
      }),
      { seed: 6, numRuns: 300 },
    );
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { readUrdf } from "../../../src/formats/urdf/read-urdf.js";
import { stream, type Stream } from "../../../src/random/stream.js";

const names = ["panda", "ur5", "quadruped"] as const;
const texts = names.map((name) =>
  readFileSync(new URL(`../../../../../examples/robots/${name}.urdf`, import.meta.url), "utf8"),
);

/** More with MUTATED_FILES=10000. */
const COUNT = Number(process.env["MUTATED_FILES"] ?? 300);

const odd = ["nan", "-1", "1e400", "inf", "0", "", "1e-320", "-1e9", "0x10", "1,5", "${pi}", "1 2", "é"];

/** One change that leaves the XML whole, or one that hardly ever does. */
function mutate(d: Stream, text: string): string {
  const lines = text.split("\n");
  const at = d.integer(lines.length);
  const replaceOne = (pattern: RegExp, by: (found: readonly RegExpMatchArray[]) => string): string => {
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return text;
    const { index = 0, 0: old } = found[d.integer(found.length)];
    return text.slice(0, index) + by(found) + text.slice(index + old.length);
  };
  switch (d.integer(8)) {
    case 0:
      return replaceOne(/"[-\d.e ]+"/g, () => `"${odd[d.integer(odd.length)]}"`);
    case 1:
      return replaceOne(/"[A-Za-z_]\w*"/g, (found) => found[d.integer(found.length)][0]);
    case 2:
      return replaceOne(/ \w+="[^"]*"/g, () => "");
    case 3:
      return replaceOne(/<(?!joint|link|robot)\w+ [^>]*\/>/g, (found) => found[d.integer(found.length)][0].repeat(2));
    case 4:
      return [...lines.slice(0, at), ...lines.slice(at + 1)].join("\n");
    case 5:
      return [...lines.slice(0, at), ...lines.slice(at, at + 1 + d.integer(20)), ...lines.slice(at)].join("\n");
    case 6: {
      const i = d.integer(text.length);
      return text.slice(0, i) + String.fromCharCode(d.integer(300)) + text.slice(i + 1);
    }
    default:
      return d.integer(10) === 0 ? text.slice(0, d.integer(text.length)) : replaceOne(/<\w+/g, () => "<odd");
  }
}

interface Outcome {
  /** Null for a model. */
  readonly issues: readonly FormatIssue[] | null;
  /** Of the processor: the machine may have other work too [s]. */
  readonly seconds: number;
}

function outcomeOf(sample: number): Outcome {
  const d = stream(20261116, sample);
  let text = texts[d.integer(texts.length)];
  for (let changes = 1 + d.integer(3); changes > 0; changes--) text = mutate(d, text);
  const start = process.cpuUsage();
  const spent = (): number => process.cpuUsage(start).user / 1e6;
  try {
    readUrdf(text, { base: d.integer(2) === 0 ? "fixed" : "free", strict: d.integer(4) === 0 });
    return { issues: null, seconds: spent() };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { issues: error.issues, seconds: spent() };
  }
}

describe(`${COUNT} mutated files`, () => {
  const outcomes = Array.from({ length: COUNT }, (_, sample) => outcomeOf(sample));

  test("each gives a model or a named error within 1 s", () => {
    expect(Math.max(...outcomes.map(({ seconds }) => seconds))).toBeLessThan(1);
  });

  test("every mistake has its line and ends with the fix", () => {
    const issues = outcomes.flatMap((outcome) => outcome.issues ?? []);
    expect(issues.filter(({ line, message }) => line === null || !/\. [A-Z"].*[.?]$/s.test(message))).toEqual([]);
  });

  test("enough of them are models still: changes that only broke the XML would test its parser alone", () => {
    expect(outcomes.filter(({ issues }) => issues === null).length).toBeGreaterThan(COUNT / 10);
  });
});

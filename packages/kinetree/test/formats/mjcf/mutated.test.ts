import { expect, test } from "vitest";
import { KinetreeError } from "../../../src/errors/kinetree-error.js";
import { readMjcf } from "../../../src/formats/mjcf/read-mjcf.js";
import { dice, type Dice } from "../../support/dice.js";
import { machines } from "./machines.js";

const SEED = 4711;
const COUNT = 400;
/** Time of the processor, which other work of the machine does not take [ms]: generous beside the 5 ms that a file takes. */
const SLOWEST = 1000;

const pieces = [
  "",
  "-1",
  "0",
  "1e308",
  "1e-320",
  "nan",
  "inf",
  "<",
  '"',
  "/>",
  "<body>",
  "9999999999",
  "../..",
  "&amp;",
  "true",
  "\u0000",
  "ball",
  "free",
];

const values = ["0", "-1", "1", "0.5", "1e300", "-1e300", "1e-300", "1e9", "2 3", "3"];

function mutated(d: Dice, text: string): string {
  let result = text;
  for (let edits = 1 + d.integer(4); edits > 0; edits--) {
    const at = d.integer(result.length);
    const length = d.integer(12);
    const words = [...result.matchAll(/-?\d*\.?\d+|"[^"]*"|<\w+/g)];
    const word = d.pick(words);
    const number = d.pick([...result.matchAll(/-?\d*\.?\d+/g)]);
    switch (d.integer(8)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + length);
        break;
      case 1:
        result = result.slice(0, at) + d.pick(pieces) + result.slice(at);
        break;
      case 2:
        result = result.slice(0, word.index) + d.pick(pieces) + result.slice(word.index + word[0].length);
        break;
      case 3:
        result = result.slice(0, word.index) + d.pick(words)[0] + result.slice(word.index + word[0].length);
        break;
      default:
        // Most often a number, so that the text stays XML and the reader gets far.
        result = result.slice(0, number.index) + d.pick(values) + result.slice(number.index + number[0].length);
    }
  }
  return result;
}

test(`${COUNT} mutated files (seed ${SEED}) each give a model or a named error, soon`, () => {
  let models = 0;
  const withoutFile: string[] = [];
  for (let sample = 0; sample < COUNT; sample++) {
    const d = dice(SEED, sample, false);
    const text = mutated(d, d.pick(machines).text);
    const before = process.cpuUsage();
    try {
      readMjcf(text, { file: `mutated-${sample}.xml`, strict: d.chance(0.5) });
      models++;
    } catch (error) {
      if (!(error instanceof KinetreeError))
        throw new Error(`sample ${sample}: ${String(error)}\n${text}`, { cause: error });
      if (!error.message.includes(`mutated-${sample}.xml`)) withoutFile.push(error.message);
    }
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(SLOWEST);
  }
  expect(withoutFile).toEqual([]);
  // Many mutations change only a number: a reader that refuses everything would pass otherwise.
  expect(models).toBeGreaterThan(COUNT / 10);
});

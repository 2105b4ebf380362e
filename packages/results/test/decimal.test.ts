import { describe, expect, test } from "vitest";
import { createNumberWriter, longestRow } from "../src/decimal/number-writer.js";

const writer = createNumberWriter(longestRow(3), 3);
const decoder = new TextDecoder("latin1");
const written = (x: number): string => decoder.decode(writer.bytes.subarray(0, writer.write(x, 0)));
const expected = (x: number): string => (Object.is(x, -0) ? "-0" : String(x));

/** Those of which the text differs from String(x), at most ten. */
function differing(numbers: Iterable<number>): string[] {
  const wrong: string[] = [];
  for (const x of numbers) {
    if (written(x) !== expected(x) && wrong.length < 10) wrong.push(`${expected(x)} was written ${written(x)}`);
  }
  return wrong;
}

const one = new Float64Array(1);
const bits = new BigUint64Array(one.buffer);
const words = new Uint32Array(one.buffer);

function* randomBits(count: number, seed: number): Generator<number> {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  for (let i = 0; i < count; i++) {
    words[0] = next();
    words[1] = next();
    yield one[0];
  }
}

function* powersOfTwoAndNeighbours(): Generator<number> {
  for (let e = -1074; e < 1024; e++) {
    for (const step of [-1n, 0n, 1n]) {
      one[0] = 2 ** e;
      bits[0] += step;
      yield one[0];
      yield -one[0];
    }
  }
}

function* shortDecimals(): Generator<number> {
  for (let e = -330; e < 309; e++) for (let m = 1; m < 100; m += 3) yield Number(`${m}e${e}`);
}

function* timesAndSines(): Generator<number> {
  for (let i = 0; i < 100_000; i++) {
    yield i;
    yield i * 0.001;
    yield Math.sin(i);
    yield i * 1e15;
  }
}

describe("the number writer prints what String(x) prints", () => {
  test("a million random bit patterns (seed 20)", () => expect(differing(randomBits(1_000_000, 20))).toEqual([]));
  test("powers of two and their neighbours", () => expect(differing(powersOfTwoAndNeighbours())).toEqual([]));
  test("short decimals of every exponent", () => expect(differing(shortDecimals())).toEqual([]));
  test("integers, times and sines", () => expect(differing(timesAndSines())).toEqual([]));
  test.each([
    0,
    NaN,
    Infinity,
    -Infinity,
    5e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    1e21,
    1e-6,
    1e-7,
    1e23,
  ])("%s", (x) => expect(written(x)).toBe(String(x)));
  test("but keeps the sign of zero", () => expect(written(-0)).toBe("-0"));
});

test("a row has commas between and a line feed behind", () => {
  writer.numbers.set([1.5, NaN, -1e-7]);
  expect(decoder.decode(writer.bytes.subarray(0, writer.writeRow(0)))).toBe("1.5,NaN,-1e-7\n");
});

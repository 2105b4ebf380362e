import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Pyramid } from "../../src/plots/pyramid.js";

const extentByScan = (values: readonly number[]): [number, number] => {
  const finite = values.filter(Number.isFinite);
  return finite.length === 0 ? [Infinity, -Infinity] : [Math.min(...finite), Math.max(...finite)];
};

test("the extent of any stretch is that of a scan, however the column has grown and been cut", () => {
  const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(NaN), fc.constant(Infinity));
  const stretch = fc.array(value, { maxLength: 600 });
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), fc.nat(), (parts, cut, a, b) => {
      const pyramid = new Pyramid();
      let expected: number[] = [];
      parts.forEach((part, i) => {
        pyramid.append(Float64Array.from(part), 1, 0, 0, part.length);
        expected = [...expected, ...part];
        if (i === 1) {
          const length = cut % (expected.length + 1);
          pyramid.truncate(length);
          expected = expected.slice(0, length);
        }
      });
      const [from, to] = [a % (expected.length + 1), b % (expected.length + 1)].sort((x, y) => x - y);
      const out = new Float64Array(2);
      pyramid.extent(out, from, to);
      expect([...pyramid.values]).toEqual(expected);
      expect([...out]).toEqual(extentByScan(expected.slice(from, to)));
    }),
    { numRuns: 200 },
  );
});

test("one column is taken out of a table that is held row after row", () => {
  const pyramid = new Pyramid();
  const table = Float64Array.from({ length: 30 }, (_, i) => i);
  pyramid.append(table, 3, 1, 0, 4);
  pyramid.append(table, 3, 1, 4, 10);
  expect([...pyramid.values]).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
  expect(pyramid.at(10)).toBeNaN();
  expect(pyramid.at(-1)).toBeNaN();
});

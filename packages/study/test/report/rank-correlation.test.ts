import { expect, test } from "vitest";
import { uniform } from "kinetree/random";
import { correlationOf, rankSums, ranksOf } from "../../src/report/rank-correlation.js";

const numbers = (name: string, count = 50): number[] => Array.from({ length: count }, (_, i) => uniform(4, i, name));

test("ranks / equal numbers share the middle of their places", () => {
  expect([...ranksOf([3, 1, 3, 2, 3])]).toEqual([4, 1, 4, 2, 4]);
});

test("without equal numbers / the formula of squared differences of ranks", () => {
  const [x, y] = [numbers("x"), numbers("y")];
  const [rx, ry] = [ranksOf(x), ranksOf(y)];
  const squares = rx.reduce((sum, r, i) => sum + (r - ry[i]) ** 2, 0);
  const n = x.length;
  expect(correlationOf([rankSums(x, y)])).toBeCloseTo(1 - (6 * squares) / (n * (n * n - 1)), 12);
});

test("a rising curve of the other / 1, a falling one / -1", () => {
  const x = numbers("x");
  expect(correlationOf([rankSums(x, x.map(Math.exp))])).toBe(1);
  expect(
    correlationOf([
      rankSums(
        x,
        x.map((a) => -a * a * a),
      ),
    ]),
  ).toBe(-1);
});

test("pairs of which one is missing / left out", () => {
  const [x, y] = [numbers("x"), numbers("y")];
  const gaps = y.map((value, i) => (i % 5 === 0 ? NaN : value));
  const kept = x.map((_, i) => i).filter((i) => i % 5 !== 0);
  const alone = correlationOf([
    rankSums(
      kept.map((i) => x[i]),
      kept.map((i) => y[i]),
    ),
  ]);
  expect(correlationOf([rankSums(x, gaps)])).toBe(alone);
});

test("cases apart by more than they vary / do not correlate by that", () => {
  const near = rankSums(numbers("a", 200), numbers("b", 200));
  const far = rankSums(
    numbers("c", 200).map((x) => x + 10),
    numbers("d", 200).map((x) => x + 10),
  );
  const joined = correlationOf([near, far]);
  expect(Math.abs(joined)).toBeLessThan(4 / Math.sqrt(400));
});

test("what does not vary / no correlation", () => {
  expect(
    correlationOf([
      rankSums(
        numbers("x"),
        numbers("x").map(() => 1),
      ),
    ]),
  ).toBeNaN();
});

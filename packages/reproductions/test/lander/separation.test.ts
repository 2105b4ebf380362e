import { inverseNormalCdf, uniform } from "kinetree/random";
import { expect, test } from "vitest";
import { separation } from "../../src/lander/report/separation.js";

const draws = (count: number, repeat: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => inverseNormalCdf(uniform(11, i, "normal", repeat)));

test("separation / the share of pairs in which the first is larger, counted one by one", () => {
  const [a, b] = [draws(30, 1).map((x) => x + 0.5), draws(45, 2)];
  let larger = 0;
  for (const x of a) for (const y of b) larger += x > y ? 1 : x === y ? 0.5 : 0;
  expect(separation(a, b).value).toBeCloseTo(larger / (a.length * b.length), 12);
  expect(separation(a, b).value + separation(b, a).value).toBeCloseTo(1, 12);
});

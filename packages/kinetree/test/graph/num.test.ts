import { describe, expect, it } from "vitest";
import { Graph, isExpr, reachable, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import {
  add,
  and,
  div,
  eq,
  exponent,
  isOdd,
  le,
  lt,
  mantissa,
  max,
  min,
  mul,
  nearest,
  neg,
  not,
  or,
  pow2,
  select,
  sub,
  upper,
} from "../../src/graph/num.js";
import { stream } from "../../src/random/stream.js";
import { randomFunction, traced } from "./random-graph.js";
import { refusal } from "../support/refusal.js";

describe("rules that drop what is superfluous", () => {
  const graph = new Graph();
  const [x, y] = graph.newInputs(2);
  const rules: readonly [name: string, result: Num, expected: Num][] = [
    ["x + 0 = x", add(x, 0), x],
    ["0 + x = x", add(0, x), x],
    ["x − 0 = x", sub(x, 0), x],
    ["x − x = 0", sub(x, x), 0],
    ["0 − x = −x", sub(0, x), neg(x)],
    ["x · 0 = 0", mul(x, 0), 0],
    ["x · 1 = x", mul(x, 1), x],
    ["x · −1 = −x", mul(-1, x), neg(x)],
    ["0 / x = 0", div(0, x), 0],
    ["x / 1 = x", div(x, 1), x],
    ["−(−x) = x", neg(neg(x)), x],
    ["−(x − y) = y − x", neg(sub(x, y)), sub(y, x)],
    ["x + (−y) = x − y", add(x, neg(y)), sub(x, y)],
    ["x − (−y) = x + y", sub(x, neg(y)), add(x, y)],
    ["(−x) (−y) = x y", mul(neg(x), neg(y)), mul(x, y)],
    ["x y = y x, one node", mul(x, y), mul(y, x)],
    ["x + y = y + x, one node", add(x, y), add(y, x)],
    ["min(x, x) = x", min(x, x), x],
    ["select(true, x, y) = x", select(true, x, y), x],
    ["select(c, x, x) = x", select(lt(x, y), x, x), x],
  ];
  it.each(rules)("%s", (_, result, expected) => expect(result).toBe(expected));

  it("nothing is reassociated: (x + c) − c stays, as rounding tricks need it", () => {
    const trick = sub(add(x, 2 ** 52), 2 ** 52);
    expect(interpret([trick], [0.7, 0])[0]).toBe(1);
    expect(reachable([trick]).map(({ op }) => op)).toEqual(["input", "add", "sub"]);
  });

  it("conditions fold as logic says", () => {
    const c = lt(x, y);
    expect([and(true, c), and(c, false), or(c, false), or(true, c), not(true)]).toEqual([c, false, c, true, false]);
  });
});

it("known numbers fold to the bits that interpretation gives", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const f = randomFunction(seed, 4, 50);
    const { next } = stream(seed);
    const at = Array.from({ length: 4 }, () => 4 * next() - 2);
    const { outputs } = traced(f, 4);
    expect([...interpret(outputs, at)]).toEqual(f(at));
  }
});

describe("operations on known numbers", () => {
  it("nearest goes to the nearest integer, ties to even, and keeps the sign of zero", () => {
    const cases: readonly [number, number][] = [
      [0.5, 0],
      [1.5, 2],
      [2.5, 2],
      [-0.5, -0],
      [-1.5, -2],
      [-0.3, -0],
      [0.49999999999999994, 0],
      [4503599627370495.5, 4503599627370496],
      [-7.6, -8],
      [Infinity, Infinity],
      [NaN, NaN],
    ];
    for (const [x, expected] of cases) expect(nearest(x)).toBe(expected);
  });

  it("min and max give the first argument unless the second is strictly beyond it", () => {
    expect([min(1, 2), min(2, 1), max(1, 2), max(2, 1)]).toEqual([1, 1, 2, 2]);
    expect([min(NaN, 1), max(NaN, 1), min(1, NaN), max(1, NaN)]).toEqual([NaN, NaN, 1, 1]);
    expect([Object.is(min(0, -0), 0), Object.is(max(-0, 0), -0)]).toEqual([true, true]);
  });

  it("x = mantissa · 2^exponent with 1 <= mantissa < 2", () => {
    const { next } = stream(4);
    for (let i = 0; i < 200; i++) {
      const x = (1 + next()) * 2 ** Math.round(2000 * next() - 1000);
      const m = mantissa(x) as number;
      expect(m >= 1 && m < 2).toBe(true);
      expect(m * (pow2(exponent(x)) as number)).toBe(x);
    }
  });

  it("pow2 is exact from −1022 to 1023", () => {
    for (let k = -1022; k <= 1023; k += 5) expect(pow2(k)).toBe(2 ** k);
  });

  it("upper · upper is exact and upper is within 2^-25 of x", () => {
    const { next } = stream(9);
    for (let i = 0; i < 200; i++) {
      const x = 2 * next() - 1;
      const u = upper(x) as number;
      expect(Math.abs(x - u)).toBeLessThanOrEqual(2 ** -25 * Math.abs(x));
      // 26 bits and fewer: the square needs at most 52.
      const [whole, shift] = [u * 2 ** 26, 2 ** 52];
      const scale = 2 ** -Math.floor(Math.log2(Math.abs(u)));
      expect(Number.isInteger(whole * scale)).toBe(true);
      expect(Number(BigInt(whole * scale) ** 2n)).toBe((u * scale) ** 2 * shift);
    }
  });

  it("comparisons with NaN do not hold", () => {
    expect([lt(NaN, 1), le(1, NaN), eq(NaN, NaN)]).toEqual([false, false, false]);
  });

  it("isOdd tells odd integers", () => {
    expect([isOdd(3), isOdd(-5), isOdd(4), isOdd(0)]).toEqual([true, true, false, false]);
  });
});

it("an expression of another graph is refused by name", () => {
  const [a] = new Graph().newInputs(1);
  const [, b] = new Graph().newInputs(2);
  expect(refusal(() => add(a, b))).toEqual({ code: "graph-mixed", subject: "expression input#1" });
});

it("the same operation of the same arguments is one node", () => {
  const graph = new Graph();
  const [a, b] = graph.newInputs(2);
  const count = (): number => graph.nodes.length;
  const first = mul(add(a, b), 3);
  const before = count();
  expect(mul(3, add(b, a))).toBe(first);
  expect(count()).toBe(before);
  expect(isExpr(first)).toBe(true);
});

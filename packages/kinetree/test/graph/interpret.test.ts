import { expect, it } from "vitest";
import { cos, sin } from "../../src/graph/elementary.js";
import { Graph, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { lower, substitute } from "../../src/graph/lower.js";
import { add, div, lt, mul, select, sqrt } from "../../src/graph/num.js";
import { stream } from "../../src/random/stream.js";
import { randomFunction, traced } from "./random-graph.js";

it("gives the numbers of the same formula in JavaScript", () => {
  const f = ([a, b]: readonly Num[]): Num[] => [div(add(mul(a, b), 3), sqrt(b)), select(lt(a, b), a, b)];
  const { outputs } = traced(f, 2);
  for (const [a, b] of [
    [0.1, 0.7],
    [-3, 2],
    [5, 1e-3],
  ])
    expect([...interpret(outputs, [a, b])]).toEqual([(a * b + 3) / Math.sqrt(b), a < b ? a : b]);
});

it("gives the same bits after elementary functions are replaced by their definitions", () => {
  for (let seed = 200; seed < 260; seed++) {
    const { outputs } = traced(randomFunction(seed, 3, 40), 3);
    const { next } = stream(seed);
    const at = Array.from({ length: 3 }, () => 4 * next() - 2);
    const lowered = lower(outputs, new Graph().newInputs(3));
    expect([...interpret(lowered, at)]).toEqual([...interpret(outputs, at)]);
  }
});

it("passes on numbers that are no expressions", () => {
  expect([...interpret([2, -1], [])]).toEqual([2, -1]);
});

it("substitution of expressions nests functions", () => {
  const inner = new Graph();
  const [x] = inner.newInputs(1);
  const outer = traced(([a]) => [mul(sin(a), a)], 1);
  const nested = substitute(outer.outputs, [cos(x)]);
  const value = Math.cos(0.4);
  expect(Math.abs(interpret(nested, [0.4])[0] - Math.sin(value) * value)).toBeLessThan(2 * Number.EPSILON);
});

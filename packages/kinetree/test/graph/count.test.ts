import { describe, expect, it } from "vitest";
import { countOperations } from "../../src/graph/count.js";
import { forward, gradient } from "../../src/graph/derivative.js";
import { exp, sin } from "../../src/graph/elementary.js";
import { Graph, type Num } from "../../src/graph/graph.js";
import { curve } from "../../src/graph/lookup.js";
import { add, div, lt, mul, neg, select, sqrt, sum } from "../../src/graph/num.js";
import { randomFunction, someCurve, traced } from "./random-graph.js";

const dot = (a: readonly Num[], b: readonly Num[]): Num => sum(a.map((x, i) => mul(x, b[i])));

describe("operation counts", () => {
  const graph = new Graph();
  const x = graph.newInputs(6);

  it("of a scalar product of n: n products, n − 1 sums", () => {
    const { add: adds, mul: muls, flops } = countOperations([dot(x.slice(0, 3), x.slice(3))]);
    expect([adds, muls, flops]).toEqual([2, 3, 5]);
  });

  it("each kind by itself", () => {
    const outputs = [div(x[0], x[1]), sqrt(x[2]), select(lt(x[0], x[1]), x[2], neg(x[3])), curve(someCurve, x[4])];
    expect(countOperations(outputs)).toEqual({ add: 0, mul: 0, div: 1, sqrt: 1, other: 3, lookup: 1, flops: 2 });
  });

  it("what is shared once, what is not asked for never, what is zero not at all", () => {
    const shared = mul(x[0], x[1]);
    mul(x[4], x[5]);
    expect(countOperations([add(shared, x[2]), add(shared, x[3]), mul(shared, 0)]).flops).toBe(3);
  });

  it("elementary functions by their definitions", () => {
    const one = countOperations([sin(x[0])]).flops;
    expect(one).toBeGreaterThan(10);
    expect(countOperations([sin(x[0]), exp(x[1])]).flops).toBe(one + countOperations([exp(x[1])]).flops);
    expect(countOperations([sin(x[0]), mul(2, sin(x[0]))]).flops).toBe(one + 1);
  });
});

describe("costs of derivatives", () => {
  // Griewank and Walther, Evaluating Derivatives (2008): a direction costs at most 2.5 times the function, a gradient 4 to 5,
  // in operations. Elementary functions count by their definitions here, and sharing helps.
  const cost = (outputs: readonly Num[]): number => {
    const { flops, other, lookup } = countOperations(outputs);
    return flops + other + lookup;
  };

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "a direction and a gradient stay within a few times the function: seed %i",
    (seed) => {
      const { outputs, x } = traced(randomFunction(seed, 8, 120), 8);
      const own = cost(outputs);
      const along = forward(outputs, new Map(x.map((xi, i) => [xi, i + 1])));
      expect(cost([...outputs, ...along]) / own).toBeLessThan(3);
      expect(cost([outputs[0], ...gradient(outputs[0], x)]) / cost([outputs[0]])).toBeLessThan(5);
    },
  );
});

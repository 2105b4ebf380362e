import * as elementary from "../../src/graph/elementary.js";
import { Graph, type Expr, type Num } from "../../src/graph/graph.js";
import { curve, map } from "../../src/graph/lookup.js";
import {
  abs,
  add,
  and,
  div,
  le,
  lt,
  max,
  min,
  mul,
  neg,
  not,
  or,
  select,
  sqrt,
  square,
  sub,
} from "../../src/graph/num.js";
import { curveTable, mapTable } from "../../src/graph/table.js";
import { stream } from "../../src/random/stream.js";

export const someCurve = curveTable([-2, -1, 0.5, 2], [1, -2, 4, 3], "extend");
export const someMap = mapTable({
  x0: -1,
  y0: -1,
  dx: 0.5,
  dy: 1,
  nx: 4,
  ny: 3,
  z: [0, 1, 2, 1, 3, 5, 8, 2, -1, 0, 4, 6],
});

/** Operations that keep numbers of the order of 1, differentiable but for corners. */
const operations: readonly ((a: Num, b: Num, c: Num) => Num)[] = [
  add,
  sub,
  mul,
  (a, b) => div(a, add(2, square(b))),
  (a) => neg(a),
  (a) => abs(a),
  (a) => sqrt(add(1, square(a))),
  min,
  max,
  (a, b, c) => select(lt(a, b), c, a),
  (a, b, c) => select(or(le(a, c), not(lt(b, c))), mul(a, b), sub(c, b)),
  (a, b, c) => select(and(lt(a, 1), lt(b, c)), a, b),
  (a) => elementary.sin(a),
  (a) => elementary.cos(a),
  (a) => elementary.tan(mul(0.3, elementary.sin(a))),
  (a) => elementary.asin(mul(0.5, elementary.cos(a))),
  (a) => elementary.acos(mul(0.5, elementary.sin(a))),
  (a) => elementary.atan(a),
  (a, b) => elementary.atan2(a, add(2, square(b))),
  (a) => elementary.exp(elementary.sin(a)),
  (a) => elementary.log(add(1.5, square(a))),
  (a, b) => elementary.pow(add(0.5, square(a)), elementary.sin(b)),
  (a) => curve(someCurve, elementary.sin(a)),
  (a, b) => map(someMap, elementary.sin(a), elementary.cos(b)),
];

/** The same arithmetic on any kind of number: run it on inputs of a graph, or on plain numbers. */
export function randomFunction(seed: number, inputs: number, length: number): (x: readonly Num[]) => Num[] {
  const draw = stream(seed);
  const plan = Array.from({ length }, (_, k) => ({
    operation: operations[draw.integer(operations.length)],
    args: [0, 1, 2].map(() => draw.integer(inputs + k)),
    factor: 0.5 + draw.next(),
  }));
  return (x) => {
    const values: Num[] = [...x];
    for (const { operation, args, factor } of plan) {
      const value = operation(values[args[0]], values[args[1]], values[args[2]]);
      // A bounded factor keeps products of products from growing without end.
      values.push(mul(factor, elementary.sin(value)));
    }
    return values.slice(-Math.min(4, length));
  };
}

export function traced(f: (x: readonly Num[]) => Num[], inputs: number): { outputs: Num[]; x: Expr[]; graph: Graph } {
  const graph = new Graph();
  const x = graph.newInputs(inputs);
  return { outputs: f(x), x, graph };
}

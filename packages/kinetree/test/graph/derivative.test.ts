import { describe, expect, it } from "vitest";
import { forward, gradient, jacobian, reverse } from "../../src/graph/derivative.js";
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from "../../src/graph/elementary.js";
import { isExpr, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { curve, curveSlope, map, mapDx, mapDxDy, mapDy } from "../../src/graph/lookup.js";
import { abs, add, div, floor, le, lt, max, min, mul, nearest, neg, select, sqrt, sub } from "../../src/graph/num.js";
import { stream } from "../../src/random/stream.js";
import { randomFunction, someCurve, someMap, traced } from "./random-graph.js";

/** ∂f/∂x_j by central differences of steps h, h/2, h/4 and two extrapolations: h⁶ and 10 ε/h are both below 1e-11. */
function difference(f: (x: readonly Num[]) => Num[], at: readonly number[], j: number, h = 1e-2): number[] {
  const value = (shift: number): number[] => f(at.map((x, i) => (i === j ? x + shift : x))) as number[];
  const central = (s: number): number[] => {
    const below = value(-s);
    return value(s).map((y, i) => (y - below[i]) / (2 * s));
  };
  const [a, b, c] = [central(h), central(h / 2), central(h / 4)];
  return a.map((_, i) => (16 * ((4 * c[i] - b[i]) / 3) - (4 * b[i] - a[i]) / 3) / 15);
}

interface Case {
  readonly name: string;
  readonly f: (x: readonly Num[]) => Num;
  readonly at: readonly (readonly number[])[];
}

/** Every operation, on both sides of its corners. */
const cases: readonly Case[] = [
  { name: "add", f: ([a, b]) => add(a, b), at: [[1, 2]] },
  { name: "sub", f: ([a, b]) => sub(a, b), at: [[1, 2]] },
  { name: "mul", f: ([a, b]) => mul(a, b), at: [[1.5, -2]] },
  {
    name: "div",
    f: ([a, b]) => div(a, b),
    at: [
      [1.5, -2],
      [0.3, 0.7],
    ],
  },
  { name: "neg", f: ([a]) => neg(mul(a, a)), at: [[0.7]] },
  { name: "abs", f: ([a]) => abs(mul(a, a)), at: [[0.7]] },
  { name: "abs of a sign", f: ([a]) => mul(a, abs(a)), at: [[0.7], [-0.7]] },
  { name: "sqrt", f: ([a]) => sqrt(a), at: [[0.7], [9]] },
  {
    name: "min",
    f: ([a, b]) => min(mul(a, a), b),
    at: [
      [1, 2],
      [2, 1],
    ],
  },
  {
    name: "max",
    f: ([a, b]) => max(mul(a, a), b),
    at: [
      [1, 2],
      [2, 1],
    ],
  },
  {
    name: "select",
    f: ([a, b]) => select(lt(a, b), mul(a, b), div(a, b)),
    at: [
      [1, 2],
      [2, 1],
    ],
  },
  { name: "floor", f: ([a]) => mul(a, floor(a)), at: [[1.3], [-1.3]] },
  { name: "nearest", f: ([a]) => mul(a, nearest(a)), at: [[1.3], [-1.7]] },
  { name: "sin", f: ([a]) => sin(a), at: [[0.3], [-5]] },
  { name: "cos", f: ([a]) => cos(a), at: [[0.3], [-5]] },
  { name: "tan", f: ([a]) => tan(a), at: [[0.3], [-1]] },
  { name: "asin", f: ([a]) => asin(a), at: [[0.3], [-0.8]] },
  { name: "acos", f: ([a]) => acos(a), at: [[0.3], [-0.8]] },
  { name: "atan", f: ([a]) => atan(a), at: [[0.3], [-8]] },
  {
    name: "atan2",
    f: ([a, b]) => atan2(a, b),
    at: [
      [0.3, 0.5],
      [0.3, -0.5],
      [-0.3, -0.5],
      [-2, 0.1],
    ],
  },
  { name: "exp", f: ([a]) => exp(a), at: [[0.3], [-2]] },
  { name: "log", f: ([a]) => log(a), at: [[0.3], [20]] },
  {
    name: "pow",
    f: ([a, b]) => pow(a, b),
    at: [
      [0.3, 0.5],
      [2, -3],
    ],
  },
  { name: "pow of a constant exponent", f: ([a]) => pow(a, 3), at: [[0.3], [-2]] },
  { name: "pow of a constant base", f: ([a]) => pow(2.5, a), at: [[0.3], [-2]] },
  { name: "curve", f: ([a]) => curve(someCurve, a), at: [[-3], [-1.5], [0.1], [1], [5]] },
  { name: "curve slope", f: ([a]) => mul(a, curveSlope(someCurve, a)), at: [[-1.5], [1]] },
  {
    name: "map",
    f: ([a, b]) => map(someMap, a, b),
    at: [
      [-0.7, -0.3],
      [0.2, 0.6],
      [3, -4],
    ],
  },
  {
    name: "map by x",
    f: ([a, b]) => mul(a, mapDx(someMap, a, b)),
    at: [
      [-0.7, -0.3],
      [0.2, 0.6],
    ],
  },
  {
    name: "map by y",
    f: ([a, b]) => mul(b, mapDy(someMap, a, b)),
    at: [
      [-0.7, -0.3],
      [0.2, 0.6],
    ],
  },
  {
    name: "map by x and y",
    f: ([a, b]) => mul(b, mapDxDy(someMap, a, b)),
    at: [
      [-0.7, -0.3],
      [0.2, 0.6],
    ],
  },
];

describe.each(cases)("the derivative of $name", ({ f, at }) => {
  const vector = (x: readonly Num[]): Num[] => [f(x)];
  const { outputs, x } = traced(vector, at[0].length);
  const rows = jacobian(outputs, x);
  const backwards = gradient(outputs[0], x);

  it.each(at.map((point) => ({ point })))("agrees with differences at $point", ({ point }) => {
    const exact = interpret(rows[0], point);
    point.forEach((_, j) => {
      const expected = difference(vector, point, j)[0];
      expect(Math.abs(exact[j] - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    });
  });

  it.each(at.map((point) => ({ point })))("is the same forwards and backwards at $point", ({ point }) => {
    const [a, b] = [interpret(rows[0], point), interpret(backwards, point)];
    a.forEach((value, j) => expect(Math.abs(value - b[j])).toBeLessThanOrEqual(4 * Number.EPSILON * Math.abs(value)));
  });
});

describe("random functions of 4 variables and 60 operations", () => {
  const seeds = Array.from({ length: 60 }, (_, seed) => ({ seed: seed + 1 }));
  const pointOf = (seed: number): number[] => {
    const { next } = stream(1000 + seed);
    return Array.from({ length: 4 }, () => 2 * next() - 1);
  };

  it.each(seeds)("forward = reverse, to rounding of the sums: seed $seed", ({ seed }) => {
    const { outputs, x } = traced(randomFunction(seed, 4, 60), 4);
    const at = pointOf(seed);
    const forwards = jacobian(outputs, x).map((row) => interpret(row, at));
    // Σ |terms|: what the rounding errors of either sweep are relative to. Derivatives here are sums of up to some 1e3 paths.
    outputs.forEach((output, i) => {
      const back = interpret(gradient(output, x), at);
      const size = Math.max(1, ...forwards.flatMap((row) => [...row].map(Math.abs)));
      back.forEach((value, j) => expect(Math.abs(value - forwards[i][j])).toBeLessThan(1e-12 * size));
    });
  });

  it("agree with differences where no corner is near", () => {
    let smooth = 0;
    for (const { seed } of seeds) {
      const f = randomFunction(seed, 4, 60);
      const { outputs, x } = traced(f, 4);
      const at = pointOf(seed);
      const rows = jacobian(outputs, x).map((row) => interpret(row, at));
      for (let j = 0; j < 4; j++) {
        const [coarse, fine] = [difference(f, at, j, 1e-2), difference(f, at, j, 2e-3)];
        coarse.forEach((_, i) => {
          // Where two step sizes disagree, a corner lies between the points; those say nothing.
          if (Math.abs(coarse[i] - fine[i]) > 1e-9) return;
          smooth++;
          expect(Math.abs(rows[i][j] - fine[i])).toBeLessThan(1e-8);
        });
      }
    }
    expect(smooth).toBeGreaterThan(200); // of 960
  });
});

describe("sweeps", () => {
  it("forward takes one direction of all variables together", () => {
    const f = randomFunction(3, 3, 30);
    const { outputs, x } = traced(f, 3);
    const direction = [0.3, -2, 0.7];
    const at = [0.2, -0.4, 0.9];
    const along = interpret(forward(outputs, new Map(x.map((xi, i) => [xi, direction[i]]))), at);
    const rows = jacobian(outputs, x).map((row) => interpret(row, at));
    rows.forEach((row, i) => {
      const sum = row.reduce((total, value, j) => total + value * direction[j], 0);
      expect(Math.abs(along[i] - sum)).toBeLessThan(1e-13 * Math.max(1, Math.abs(sum)));
    });
  });

  it("reverse weighs several outputs at once", () => {
    const { outputs, x } = traced(randomFunction(5, 3, 30), 3);
    const weights = outputs.map((_, i) => 1 - 0.6 * i);
    const at = [0.2, -0.4, 0.9];
    const back = interpret(reverse(outputs, weights, x), at);
    const rows = jacobian(outputs, x).map((row) => interpret(row, at));
    back.forEach((value, j) => {
      const sum = rows.reduce((total, row, i) => total + row[j] * weights[i], 0);
      expect(Math.abs(value - sum)).toBeLessThan(1e-13 * Math.max(1, Math.abs(sum)));
    });
  });

  it("the derivative of a derivative is a symmetric matrix", () => {
    const [second, x] = (() => {
      const traced3 = traced(([a, b, c]) => [mul(sin(mul(a, b)), exp(div(c, add(2, mul(a, a)))))], 3);
      return [jacobian(gradient(traced3.outputs[0], traced3.x), traced3.x), traced3.x] as const;
    })();
    const H = second.map((row) => interpret(row, [0.3, -0.7, 1.2]));
    expect(x.length).toBe(3);
    for (let i = 0; i < 3; i++) for (let j = 0; j < i; j++) expect(Math.abs(H[i][j] - H[j][i])).toBeLessThan(1e-14);
    expect(Math.abs(H[0][1])).toBeGreaterThan(0.1);
  });

  it("a variable that does not enter has a derivative that is zero now", () => {
    const { outputs, x } = traced(([a, , c]) => [mul(a, c)], 3);
    expect(jacobian(outputs, x)[0][1]).toBe(0);
    expect(gradient(outputs[0], x)[1]).toBe(0);
  });

  it("a choice moves as the side it took, whatever the other side does", () => {
    // The square root of the side not taken has an infinite rate at 0.
    const { outputs, x } = traced(([a]) => [select(le(a, 0), mul(3, a), sqrt(a))], 1);
    expect(interpret(forward(outputs, new Map([[x[0], 1]])), [0])[0]).toBe(3);
  });

  it("derives what is known now to 0 and leaves no expression behind", () => {
    const derivatives = forward([3, 0], new Map());
    expect(derivatives.some(isExpr)).toBe(false);
    expect(derivatives).toEqual([0, 0]);
  });
});

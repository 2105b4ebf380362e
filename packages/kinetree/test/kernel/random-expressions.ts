import * as fc from "fast-check";
import * as elementary from "../../src/graph/elementary.js";
import type { Cond, Num } from "../../src/graph/graph.js";
import * as lookup from "../../src/graph/lookup.js";
import * as num from "../../src/graph/num.js";
import { curveTable, mapTable, stepTable } from "../../src/graph/table.js";

/** One instruction of a random expression; its operands are chosen among what there is, counted modulo. */
export interface Instruction {
  readonly op: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly constant: number;
}

const extended = curveTable([-2, -0.5, 0.1, 3], [1, -1, 0.5, 7], "extend");
const held = curveTable([-1, 0, 2.5], [0.25, -3, 1e3], "hold");
const stairs = stepTable([-1, 0.5, 4], [2, -2, 11], -7);
const hills = mapTable({
  x0: -1,
  y0: -2,
  dx: 0.75,
  dy: 0.5,
  nx: 4,
  ny: 5,
  z: Array.from({ length: 20 }, (_, i) => ((i * 7) % 11) - 4.5),
});

/** x where it is a number within ±most, else something within: some operations are defined there only. */
const within = (x: Num, most: number): Num => num.select(num.eq(x, x), num.max(num.min(x, most), -most), 0);
const positive = (x: Num): Num => num.max(num.abs(within(x, 1e300)), 1e-300);

/** All operations on numbers, by name; each takes any three numbers. */
export const numberOps: Readonly<Record<string, (a: Num, b: Num, c: Num) => Num>> = {
  add: num.add,
  sub: num.sub,
  mul: num.mul,
  div: num.div,
  neg: num.neg,
  abs: num.abs,
  sqrt: num.sqrt,
  square: num.square,
  min: num.min,
  max: num.max,
  floor: num.floor,
  nearest: num.nearest,
  pow2: (a) => num.pow2(num.nearest(within(a, 1022))),
  exponent: (a) => num.exponent(positive(a)),
  mantissa: (a) => num.mantissa(positive(a)),
  upper: num.upper,
  sum: (a, b, c) => num.sum([a, b, c]),
  sin: elementary.sin,
  cos: elementary.cos,
  tan: elementary.tan,
  asin: elementary.asin,
  acos: elementary.acos,
  atan: elementary.atan,
  atan2: elementary.atan2,
  exp: elementary.exp,
  log: elementary.log,
  pow: (a, b) => elementary.pow(num.abs(a), b),
  curve: (a) => lookup.curve(extended, a),
  curveHeld: (a) => lookup.curve(held, a),
  stairs: (a) => lookup.curve(stairs, a),
  curveSlope: (a) => lookup.curveSlope(held, a),
  map: (a, b) => lookup.map(hills, a, b),
  mapDx: (a, b) => lookup.mapDx(hills, a, b),
  mapDy: (a, b) => lookup.mapDy(hills, a, b),
  mapDxDy: (a, b) => lookup.mapDxDy(hills, a, b),
};

/** All operations that give conditions, and the choice that uses them. */
export const conditionOps: Readonly<Record<string, (a: Num, b: Num, p: Cond, q: Cond) => Cond>> = {
  lt: num.lt,
  le: num.le,
  eq: num.eq,
  and: (_, __, p, q) => num.and(p, q),
  or: (_, __, p, q) => num.or(p, q),
  not: (_, __, p) => num.not(p),
  isOdd: (a) => num.isOdd(num.nearest(within(a, 2 ** 50))),
};

const numberNames = Object.keys(numberOps);
const conditionNames = Object.keys(conditionOps);
const SELECT = numberNames.length + conditionNames.length;

const awkward = fc.constantFrom(
  0,
  -0,
  1,
  -1,
  0.5,
  NaN,
  Infinity,
  -Infinity,
  5e-324,
  -1e-310,
  1e300,
  2 ** 52 + 1,
  Math.PI,
);
const ordinary = fc.double({ min: -4, max: 4, noNaN: true });
export const anyNumber = fc.oneof(
  { arbitrary: ordinary, weight: 6 },
  { arbitrary: fc.double(), weight: 2 },
  { arbitrary: awkward, weight: 2 },
);

export const anyInstructions = (most: number): fc.Arbitrary<Instruction[]> =>
  fc.array(fc.record({ op: fc.nat(SELECT), a: fc.nat(1000), b: fc.nat(1000), c: fc.nat(1000), constant: anyNumber }), {
    minLength: 1,
    maxLength: most,
    size: "max",
  });

/** Builds the expressions over the inputs; gives all numbers made, the inputs left out. */
export function follow(instructions: readonly Instruction[], inputs: readonly Num[]): Num[] {
  const numbers: Num[] = [...inputs];
  const conditions: Cond[] = [num.lt(inputs[0], 0)];
  for (const { op, a, b, c, constant } of instructions) {
    // Recent values more often than old ones, so that expressions grow deep; a constant now and then.
    const pick = (k: number): Num => (k % 8 === 0 ? constant : numbers[Math.max(0, numbers.length - 1 - (k % 7))]);
    const choose = (k: number): Cond => conditions[k % conditions.length];
    if (op < numberNames.length) numbers.push(numberOps[numberNames[op]](pick(a), pick(b), pick(c)));
    else if (op < SELECT)
      conditions.push(conditionOps[conditionNames[op - numberNames.length]](pick(a), pick(b), choose(a), choose(b)));
    else numbers.push(num.select(choose(c), pick(a), pick(b)));
  }
  return numbers.slice(inputs.length);
}

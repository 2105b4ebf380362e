import { describe, expect, it } from "vitest";
import { atan2, cos, exp, pow, sin } from "../../src/graph/elementary.js";
import { Graph, isExpr, type Num } from "../../src/graph/graph.js";
import { curve, map } from "../../src/graph/lookup.js";
import { add, div, lt, max, mul, select, sqrt, sub } from "../../src/graph/num.js";
import { curveTable, mapTable } from "../../src/graph/table.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import type { Rec } from "../../src/kernel/record.js";
import { seedOf, traceTangent } from "../../src/kernel/tangent.js";

type Numbers = { x: readonly Num[] };

/** A linked program, read and written record by record. */
function run(program: Program) {
  const { artifact, offsetOf } = link(program);
  const instance = new Instance(artifact);
  const at = (rec: Rec): number => (instance.state() + offsetOf(rec)) / 8;
  return {
    instance,
    flops: artifact.flops,
    set: (rec: Rec, lane0: readonly number[], lane1 = lane0): void =>
      lane0.forEach((value, i) => {
        instance.f64[at(rec) + 2 * i] = value;
        instance.f64[at(rec) + 2 * i + 1] = lane1[i];
      }),
    get: (rec: Rec, lane: 0 | 1): number[] =>
      Array.from({ length: rec.layout.size }, (_, i) => instance.f64[at(rec) + 2 * i + lane]),
  };
}

const someCurve = curveTable([0, 1, 3], [1, -2, 4], "extend");
const someMap = mapTable({ x0: -1, y0: -1, dx: 0.5, dy: 1, nx: 3, ny: 2, z: [0, 1, 2, 3, 5, 8] });

/** Three steps, one after the other, with every sort of operation; written over Num, so that plain numbers go through too. */
const first = ([a, b, c]: readonly Num[]): Num[] => [
  sin(mul(a, b)),
  0,
  sqrt(add(2, mul(c, c))),
  div(a, add(2, mul(b, b))),
];
const second = ([p, , r, s]: readonly Num[], [, b]: readonly Num[]): Num[] => [
  select(lt(p, s), mul(p, r), exp(s)),
  curve(someCurve, mul(2, p)),
  map(someMap, p, s),
  atan2(b, r),
];
const third = (m: readonly Num[]): Num[] => [pow(add(3, m[1]), m[0]), max(m[2], m[3]), sub(cos(m[3]), m[0])];
const whole = (x: readonly Num[]): number[] => third(second(first(x), x)) as number[];

function threeSteps() {
  const program = new Program(new Graph());
  const x = program.state<Numbers>({ x: 3 });
  const y = program.state<Numbers>({ x: 3 });
  program.begin("values");
  const { a } = program.step("first", { x }, ({ x }) => ({ a: { x: first(x.x) } }));
  const { b } = program.step("second", { a, x }, ({ a, x }) => ({ b: { x: second(a.x, x.x) } }));
  program.step("third", { b }, ({ b }) => ({ y: { x: third(b.x) } }), { y });
  const steps = [...program.steps];
  const dx = program.state<Numbers>({ x: 3 });
  const dy = program.state<Numbers>({ x: 3 });
  program.begin("tangent");
  traceTangent(program, { steps, seed: seedOf(program, x, dx), results: [{ of: y, into: dy }] });
  return { program, x, y, dx, dy };
}

describe("the tangent of a program", () => {
  const { program, x, y, dx, dy } = threeSteps();
  const { instance, set, get } = run(program);
  const points = [
    [0.3, -0.7, 0.11],
    [0.9, 0.8, -0.4],
    [-0.5, 0.25, 1.3],
  ];

  it.each(points)("agrees with differences at (%f, %f, %f), a direction in each lane", (...point) => {
    set(x, point);
    instance.run("values");
    expect(get(y, 0)).toEqual(whole(point));
    const directions = [
      [1, 0, 0],
      [0.3, -2, 0.7],
    ];
    set(dx, directions[0], directions[1]);
    instance.run("tangent");
    const h = 1e-4; // error h² / 6 of third derivatives of some 10, and ε / h
    ([0, 1] as const).forEach((lane) => {
      const [above, below] = [h, -h].map((s) => whole(point.map((value, i) => value + s * directions[lane][i])));
      get(dy, lane).forEach((rate, i) => expect(Math.abs(rate - (above[i] - below[i]) / (2 * h))).toBeLessThan(1e-6));
    });
  });

  it("can be run again for other directions without the values", () => {
    set(x, points[0]);
    instance.run("values");
    const rates = (direction: readonly number[]): number[] => {
      set(dx, direction);
      instance.run("tangent");
      return get(dy, 0);
    };
    const [a, b] = [rates([1, 0, 0]), rates([0, 1, 0])];
    const both = rates([2, -3, 0]);
    // Linear in the direction, to rounding of a few sums.
    both.forEach((rate, i) => expect(Math.abs(rate - (2 * a[i] - 3 * b[i]))).toBeLessThan(1e-14 * 10));
    expect(rates([1, 0, 0])).toEqual(a);
  });

  it("of two samples in two lanes is that of each alone", () => {
    set(x, points[0], points[1]);
    set(dx, [1, 2, 3], [-1, 0.5, 0]);
    instance.run("values");
    instance.run("tangent");
    const together = [get(dy, 0), get(dy, 1)];
    set(x, points[1]);
    set(dx, [-1, 0.5, 0]);
    instance.run("values");
    instance.run("tangent");
    expect(get(dy, 0)).toEqual(together[1]);
    expect(get(dy, 1)).toEqual(together[1]);
  });
});

describe("zeros of tangents", () => {
  it("travel from step to step: what a direction cannot reach is not computed", () => {
    const program = new Program(new Graph());
    const x = program.state<Numbers>({ x: 1 });
    const z = program.state<Numbers>({ x: 1 });
    const y = program.state<Numbers>({ x: 2 });
    program.begin("values");
    const { a } = program.step("heavy", { z }, ({ z }) => ({ a: { x: [sin(exp(z.x[0])), 2] } }));
    const { b } = program.step("mixed", { a, x }, ({ a, x }) => ({ b: { x: [mul(a.x[0], x.x[0]), a.x[1]] } }));
    program.step("last", { b }, ({ b }) => ({ y: { x: [mul(b.x[0], b.x[0]), mul(b.x[1], b.x[1])] } }), { y });
    const steps = [...program.steps];
    const d = program.state<Numbers>({ x: 1 });
    const dy = program.state<Numbers>({ x: 2 });
    program.begin("by x");
    traceTangent(program, { steps, seed: seedOf(program, x, d), results: [{ of: y, into: dy }] });
    program.begin("by z");
    traceTangent(program, { steps, seed: seedOf(program, z, d), results: [{ of: y, into: dy }] });
    const { instance, flops, set, get } = run(program);
    // d b0 = a0 dx; d y0 = b0 db0 twice over: one product and two more. y1 is a constant.
    expect(flops["by x"]).toBeLessThanOrEqual(4);
    set(x, [1.5]);
    set(z, [0.3]);
    set(d, [1]);
    instance.run("values");
    instance.run("by x");
    const a0 = Math.sin(Math.exp(0.3));
    expect(get(dy, 0)[0]).toBeCloseTo(2 * a0 * 1.5 * a0, 14);
    expect(get(dy, 0)[1]).toBe(0);
    instance.run("by z");
    expect(get(dy, 0)[0]).toBeCloseTo(2 * a0 * 1.5 * 1.5 * Math.cos(Math.exp(0.3)) * Math.exp(0.3), 14);
  });

  it("a result that no direction reaches is written as zero", () => {
    const program = new Program(new Graph());
    const x = program.state<Numbers>({ x: 1 });
    const other = program.state<Numbers>({ x: 1 });
    const y = program.state<Numbers>({ x: 1 });
    program.begin("values");
    program.step("square", { x }, ({ x }) => ({ y: { x: [mul(x.x[0], x.x[0])] } }), { y });
    const steps = [...program.steps];
    const d = program.state<Numbers>({ x: 1 });
    const dy = program.state<Numbers>({ x: 1 });
    program.begin("tangent");
    traceTangent(program, { steps, seed: seedOf(program, other, d), results: [{ of: y, into: dy }] });
    const { instance, flops, set, get } = run(program);
    expect(flops["tangent"]).toBe(0);
    set(dy, [17]);
    instance.run("values");
    instance.run("tangent");
    expect(get(dy, 0)).toEqual([0]);
  });

  it("what a step has stored is read back: no sine is computed for its own derivative", () => {
    const program = new Program(new Graph());
    const x = program.state<Numbers>({ x: 1 });
    const y = program.state<Numbers>({ x: 2 });
    program.begin("values");
    program.step("turn", { x }, ({ x }) => ({ y: { x: [sin(x.x[0]), cos(x.x[0])] } }), { y });
    const steps = [...program.steps];
    const d = program.state<Numbers>({ x: 1 });
    const dy = program.state<Numbers>({ x: 2 });
    program.begin("tangent");
    traceTangent(program, { steps, seed: seedOf(program, x, d), results: [{ of: y, into: dy }] });
    expect(link(program).artifact.flops["tangent"]).toBe(2); // cos · dx and sin · dx
  });
});

it("parts of state records are tangents of their own, also where a later step reads what an earlier one wrote", () => {
  const program = new Program(new Graph());
  const x = program.state<Numbers>({ x: 4 });
  const middle = program.state<Numbers>({ x: 2 });
  const y = program.state<Numbers>({ x: 2 });
  const part = (rec: Rec, start: number, x: number): Rec<Numbers> => program.slice<Numbers>(rec, start, { x });
  program.begin("values");
  for (const i of [0, 1])
    program.step("product", { x: part(x, 2 * i, 2) }, ({ x }) => ({ m: { x: [mul(x.x[0], x.x[1])] } }), {
      m: part(middle, i, 1),
    });
  for (const i of [0, 1])
    program.step("square", { m: part(middle, i, 1) }, ({ m }) => ({ y: { x: [mul(m.x[0], m.x[0])] } }), {
      y: part(y, i, 1),
    });
  const steps = [...program.steps];
  const dx = program.state<Numbers>({ x: 4 });
  const dy = program.state<Numbers>({ x: 2 });
  program.begin("tangent");
  traceTangent(program, { steps, seed: seedOf(program, x, dx), results: [{ of: y, into: dy }] });
  const { instance, set, get } = run(program);
  set(x, [2, 3, 5, 7]);
  set(dx, [1, 0, 0, -1]);
  instance.run("values");
  instance.run("tangent");
  expect(get(dy, 0)).toEqual([2 * 6 * 3, 2 * 35 * -5]);
});

it("rates of named parameters go through the prologue", () => {
  const parameters = new Graph();
  const [mass, length] = parameters.newInputs(2);
  const program = new Program(parameters);
  const x = program.state<Numbers>({ x: 1 });
  const y = program.state<Numbers>({ x: 1 });
  program.begin("values");
  const body = program.constants<{ inertia: readonly Num[] }>({ inertia: [mul(mass, mul(length, length)), 0, 3] });
  const { root } = program.step("root", { body }, ({ body }) => ({ root: { x: [sqrt(body.inertia[0])] } }));
  program.step("last", { x, root }, ({ x, root }) => ({ y: { x: [mul(x.x[0], root.x[0])] } }), { y });
  const steps = [...program.steps];
  const dy = program.state<Numbers>({ x: 1 });
  const rates = new Map([mass, length].map((input) => [input, parameters.input()]));
  program.begin("tangent");
  traceTangent(program, { steps, seed: () => null, parameterRates: rates, results: [{ of: y, into: dy }] });
  const { instance, flops, set, get } = run(program);
  expect(flops["tangent"]).toBe(1); // x times the rate of the root
  [2, 3].forEach((value, i) => instance.setParameter(i, value));
  instance.setParameter(2, 1, 0); // mass in lane 0,
  instance.setParameter(3, 1, 1); // length in lane 1
  instance.prologue();
  set(x, [10]);
  instance.run("values");
  instance.run("tangent");
  // y = x √m l
  expect(get(dy, 0)[0]).toBeCloseTo((10 * 3) / (2 * Math.SQRT2), 13);
  expect(get(dy, 1)[0]).toBeCloseTo(10 * Math.SQRT2, 13);
});

it("steps that the results do not depend on have no tangents", () => {
  const program = new Program(new Graph());
  const x = program.state<Numbers>({ x: 1 });
  const y = program.state<Numbers>({ x: 1 });
  const aside = program.state<Numbers>({ x: 1 });
  program.begin("values");
  program.step("aside", { x }, ({ x }) => ({ a: { x: [exp(x.x[0])] } }), { a: aside });
  program.step("result", { x }, ({ x }) => ({ y: { x: [mul(x.x[0], 3)] } }), { y });
  const steps = [...program.steps];
  const dx = program.state<Numbers>({ x: 1 });
  const dy = program.state<Numbers>({ x: 1 });
  program.begin("tangent");
  traceTangent(program, { steps, seed: seedOf(program, x, dx), results: [{ of: y, into: dy }] });
  expect(program.steps.length - steps.length).toBe(1);
  expect(program.steps.at(-1)?.class.outputs.flat().some(isExpr)).toBe(true);
});

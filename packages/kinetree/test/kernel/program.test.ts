import { describe, expect, it } from "vitest";
import { Graph, isExpr, type Num } from "../../src/graph/graph.js";
import { curve, map } from "../../src/graph/lookup.js";
import {
  abs,
  add,
  div,
  floor,
  le,
  lt,
  max,
  min,
  mul,
  nearest,
  neg,
  not,
  or,
  select,
  sqrt,
  sub,
} from "../../src/graph/num.js";
import { curveTable, mapTable } from "../../src/graph/table.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";

const someCurve = curveTable([0, 1, 3], [1, -2, 4], "extend");
const someMap = mapTable({ x0: -1, y0: -1, dx: 0.5, dy: 1, nx: 3, ny: 2, z: [0, 1, 2, 3, 5, 8] });

/** Uses every basic operation; written over Num, so that plain numbers go through it as well. */
function everything(x: readonly Num[]): Num[] {
  const [a, b, c] = x;
  return [
    add(mul(a, b), neg(c)),
    sub(div(a, add(2, mul(b, b))), sqrt(abs(c))),
    min(max(a, b), floor(mul(10, c))),
    nearest(mul(7, a)),
    select(or(lt(a, b), not(le(b, c))), a, mul(c, 3)),
    curve(someCurve, mul(4, a)),
    map(someMap, a, b),
    5,
  ];
}

describe("a linked program", () => {
  it("gives in both lanes the bits of plain arithmetic", () => {
    const program = new Program(new Graph());
    const x = program.state<{ x: Num[] }>({ x: 3 });
    const y = program.state<{ y: Num[] }>({ y: 8 });
    program.step("everything", { x }, ({ x }) => ({ y: { y: everything(x.x) } }), { y });
    const { artifact } = link(program);
    const instance = new Instance(artifact);
    const inputs = [
      [0.3, -0.7, 0.11],
      [-0.9, 0.2, 2.5],
      [1.5, 1.25, -0.04],
    ];
    const at = instance.state() / 8;
    for (const one of inputs)
      for (const other of inputs) {
        one.forEach((value, i) => {
          instance.f64[at + 2 * i] = value;
          instance.f64[at + 2 * i + 1] = other[i];
        });
        instance.run("main");
        const lane = (l: number): number[] => Array.from({ length: 8 }, (_, i) => instance.f64[at + 6 + 2 * i + l]);
        expect(lane(0)).toEqual(everything(one));
        expect(lane(1)).toEqual(everything(other));
      }
  });

  it("does the work that only parameters need in the prologue", () => {
    const parameters = new Graph();
    const [mass, length] = parameters.newInputs(2);
    const program = new Program(parameters);
    const q = program.state<{ q: Num[] }>({ q: 1 });
    const y = program.state<{ y: Num[] }>({ y: 1 });
    const body = program.constants({ inertia: [mul(mass, mul(length, length)), 0, 3] });
    program.step(
      "torque",
      { q, body },
      ({ q, body }) => ({ y: { y: [mul(q.q[0], sqrt(add(add(body.inertia[0], body.inertia[1]), body.inertia[2])))] } }),
      { y },
    );
    const { artifact } = link(program);
    expect(artifact.flops["main"]).toBe(1);
    const instance = new Instance(artifact);
    instance.setParameter(0, 2);
    instance.setParameter(1, 3, 0);
    instance.setParameter(1, 4, 1);
    instance.prologue();
    const at = instance.state() / 8;
    instance.f64[at] = instance.f64[at + 1] = 10;
    instance.run("main");
    expect(instance.f64[at + 2]).toBe(10 * Math.sqrt(21));
    expect(instance.f64[at + 3]).toBe(10 * Math.sqrt(35));
  });

  it("carries zeros from step to step and drops what nobody reads", () => {
    const program = new Program(new Graph());
    const x = program.state<{ x: Num[] }>({ x: 1 });
    const y = program.state<{ y: Num[] }>({ y: 1 });
    const { a } = program.step("first", { x }, ({ x }) => ({ a: { v: [x.x[0], 0, mul(x.x[0], x.x[0])] } }));
    let sawZero = false;
    program.step(
      "second",
      { a },
      ({ a }) => {
        sawZero = !isExpr(a.v[1]) && a.v[1] === 0;
        return { y: { y: [add(a.v[0], mul(a.v[1], 3))] } };
      },
      { y },
    );
    const { artifact } = link(program);
    expect(sawZero).toBe(true);
    expect(artifact.flops["main"]).toBe(0); // the square is never asked for
  });

  it("cuts a kernel of thousands of operations and still gives the same bits", () => {
    const long = (x: Num): Num[] => {
      const terms: Num[] = [x];
      for (let i = 1; i < 3000; i++) terms.push(add(mul(terms[i - 1], 0.9), div(terms[i >> 1], i + 1)));
      return [terms[2999], terms[1500]];
    };
    const program = new Program(new Graph());
    const x = program.state<{ x: Num[] }>({ x: 1 });
    const y = program.state<{ y: Num[] }>({ y: 2 });
    program.step("long", { x }, ({ x }) => ({ y: { y: long(x.x[0]) } }), { y });
    const instance = new Instance(link(program).artifact);
    const at = instance.state() / 8;
    instance.f64[at] = 1.25;
    instance.f64[at + 1] = -3;
    instance.run("main");
    expect([instance.f64[at + 2], instance.f64[at + 4]]).toEqual(long(1.25));
    expect([instance.f64[at + 3], instance.f64[at + 5]]).toEqual(long(-3));
  });
});

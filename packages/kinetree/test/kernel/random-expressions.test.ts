import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Graph, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import { anyInstructions, anyNumber, conditionOps, follow, numberOps } from "./random-expressions.js";

const INPUTS = 3;
type Row = readonly number[];
const anyRow = fc.tuple(anyNumber, anyNumber, anyNumber);

/** A kernel for expressions of three inputs; the last `parameters` of them are parameters. */
function compile(
  make: (inputs: readonly Num[]) => readonly Num[],
  parameters = 0,
): (lane0: Row, lane1: Row) => [number[], number[]] {
  const graph = new Graph();
  const named = graph.newInputs(parameters);
  const program = new Program(graph);
  const x = program.state<{ x: readonly Num[] }>({ x: INPUTS - parameters });
  const count = make(new Graph().newInputs(INPUTS)).length;
  const y = program.state<{ y: readonly Num[] }>({ y: count });
  const p = program.constants({ p: named });
  program.step("expressions", { x, p }, ({ x: { x }, p: { p } }) => ({ y: { y: make([...x, ...p]) } }), { y });
  const { artifact, offsetOf } = link(program);
  const instance = new Instance(artifact);
  const at = (rec: typeof x | typeof y): number => (instance.state() + offsetOf(rec)) / 8;
  return (lane0, lane1) => {
    [lane0, lane1].forEach((row, lane) =>
      row.forEach((value, i) => {
        if (i < INPUTS - parameters) instance.f64[at(x) + 2 * i + lane] = value;
        else instance.setParameter(i - (INPUTS - parameters), value, lane as 0 | 1);
      }),
    );
    instance.prologue();
    instance.run("main");
    const out = (lane: number): number[] => Array.from({ length: count }, (_, i) => instance.f64[at(y) + 2 * i + lane]);
    return [out(0), out(1)];
  };
}

/** What the interpreter makes of the same expressions. */
function interpretRow(make: (inputs: readonly Num[]) => readonly Num[], row: Row): number[] {
  return Array.from(interpret(make(new Graph().newInputs(INPUTS)), row));
}

describe("kernel / interpreter, bit for bit", () => {
  it("random expressions of all operations, both lanes", () => {
    fc.assert(
      fc.property(anyInstructions(40), anyRow, anyRow, (instructions, row0, row1) => {
        const make = (inputs: readonly Num[]): Num[] => follow(instructions, inputs);
        const [lane0, lane1] = compile(make)(row0, row1);
        expect(lane0).toEqual(interpretRow(make, row0));
        expect(lane1).toEqual(interpretRow(make, row1));
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it("random expressions of which part follows from parameters, computed by the prologue", () => {
    fc.assert(
      fc.property(anyInstructions(40), anyRow, anyRow, (instructions, row0, row1) => {
        const make = (inputs: readonly Num[]): Num[] => follow(instructions, inputs);
        const [lane0, lane1] = compile(make, 2)(row0, row1);
        expect(lane0).toEqual(interpretRow(make, row0));
        expect(lane1).toEqual(interpretRow(make, row1));
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("expressions long enough to be cut into several functions", () => {
    fc.assert(
      fc.property(
        fc.array(anyInstructions(300), { minLength: 3, maxLength: 3 }),
        anyRow,
        anyRow,
        (lists, row0, row1) => {
          const make = (inputs: readonly Num[]): Num[] => follow(lists.flat(), inputs).slice(-20);
          const [lane0, lane1] = compile(make)(row0, row1);
          expect(lane0).toEqual(interpretRow(make, row0));
          expect(lane1).toEqual(interpretRow(make, row1));
        },
      ),
      { seed: 3, numRuns: 15 },
    );
  });
});

describe("each operation alone", () => {
  const values = [
    0,
    -0,
    1,
    -1,
    0.5,
    -2.5,
    3.7,
    1e-5,
    -1e-310,
    5e-324,
    1e10,
    -1e17,
    2 ** 52 + 1,
    1e300,
    NaN,
    Infinity,
    -Infinity,
  ];

  it.each(Object.entries(numberOps))("%s / interpreter, over awkward numbers", (_, op) => {
    const make = ([a, b, c]: readonly Num[]): Num[] => [op(a, b, c)];
    const kernel = compile(make);
    for (const a of values) {
      for (const b of values) {
        const [[lane0], [lane1]] = kernel([a, b, 0.25], [b, a, -0.75]);
        expect(lane0).toBe(interpretRow(make, [a, b, 0.25])[0]);
        expect(lane1).toBe(interpretRow(make, [b, a, -0.75])[0]);
      }
    }
  });

  it.each(Object.entries(conditionOps))("%s / interpreter, over awkward numbers", (_, op) => {
    const make = ([a, b, c]: readonly Num[]): Num[] => {
      const [p, q] = [conditionOps["lt"](a, c, true, true), conditionOps["lt"](b, c, true, true)];
      const condition = op(a, b, p, q);
      return [typeof condition === "object" ? condition.graph.node("select", [condition, 1, 2]) : condition ? 1 : 2];
    };
    const kernel = compile(make);
    for (const a of values) {
      for (const b of values) {
        const [[lane0], [lane1]] = kernel([a, b, 0.25], [b, a, -0.75]);
        expect(lane0).toBe(interpretRow(make, [a, b, 0.25])[0]);
        expect(lane1).toBe(interpretRow(make, [b, a, -0.75])[0]);
      }
    }
  });
});

describe("lanes", () => {
  test("a row in either lane, beside itself or any other / the same bits", () => {
    fc.assert(
      fc.property(anyInstructions(40), anyRow, anyRow, (instructions, row0, row1) => {
        const kernel = compile((inputs) => follow(instructions, inputs));
        const [a, b] = kernel(row0, row1);
        expect(kernel(row1, row0)).toEqual([b, a]);
        expect(kernel(row0, row0)).toEqual([a, a]);
        expect(kernel(row0, [NaN, NaN, NaN])[0]).toEqual(a);
        expect(kernel([Infinity, 0, -1], row1)[1]).toEqual(b);
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Graph, type Num } from "../../src/graph/graph.js";
import { cos, exp, sin } from "../../src/graph/elementary.js";
import { add, div, mul, sqrt, sub } from "../../src/graph/num.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { tracePartials, type ProgramPartials } from "../../src/kernel/partials.js";
import { Program } from "../../src/kernel/program.js";
import type { Rec } from "../../src/kernel/record.js";
import { seedOf, traceTangent } from "../../src/kernel/tangent.js";

type Numbers = { x: readonly Num[] };

/** Operations whose derivatives are of the size of their arguments. */
const operations: readonly ((a: Num, b: Num) => Num)[] = [
  (a, b) => add(a, b),
  (a, b) => mul(a, b),
  (a, b) => sub(mul(a, 0.5), b),
  (a) => sin(a),
  (a, b) => cos(add(a, b)),
  (a, b) => div(a, add(2, mul(b, b))),
  (a) => sqrt(add(1, mul(a, a))),
  (a) => exp(mul(-1, mul(a, a))),
  (a) => a, // handed on
  () => 0, // a structural zero
  () => 3,
];

interface RandomStep {
  readonly reads: readonly number[];
  readonly entries: readonly { readonly op: number; readonly a: number; readonly b: number }[];
}
const anyIndex = fc.nat({ max: 1000 });
const anyStep: fc.Arbitrary<RandomStep> = fc.record({
  reads: fc.array(anyIndex, { minLength: 1, maxLength: 3 }),
  entries: fc.array(fc.record({ op: anyIndex, a: anyIndex, b: anyIndex }), { minLength: 1, maxLength: 4 }),
});

/** Steps that read records made before, of which the last writes the result; the same steps run on plain numbers. */
function build(steps: readonly RandomStep[], unknownCount: number) {
  const program = new Program(new Graph());
  const x = program.state<Numbers>({ x: unknownCount });
  const y = program.state<Numbers>({ x: steps[steps.length - 1].entries.length });
  program.begin("values");
  const records: Rec<Numbers>[] = [x];
  const compute = ({ reads, entries }: RandomStep, all: readonly (readonly Num[])[]): Num[] => {
    const values = reads.flatMap((read) => [...all[read % all.length]]);
    return entries.map(({ op, a, b }) =>
      operations[op % operations.length](values[a % values.length], values[b % values.length]),
    );
  };
  steps.forEach((step, i) => {
    // A step reads each record once, whatever its order.
    const own = [...new Set(step.reads.map((read) => read % records.length))];
    const inputs = Object.fromEntries(own.map((read, k) => [`r${k}`, records[read]]));
    const made = program.step(
      `step ${i}`,
      inputs,
      (fields) => ({
        out: {
          x: compute(
            { ...step, reads: own.map((_, k) => k) },
            own.map((_, k) => fields[`r${k}`].x),
          ),
        },
      }),
      i === steps.length - 1 ? { out: y } : {},
    ) as { readonly out: Rec<Numbers> };
    records.push(made.out);
  });
  const whole = (at: readonly number[]): number[] => {
    const all: (readonly Num[])[] = [at];
    for (const step of steps) {
      const own = [...new Set(step.reads.map((read) => read % all.length))];
      all.push(
        compute(
          { ...step, reads: own.map((_, k) => k) },
          own.map((read) => all[read]),
        ),
      );
    }
    return all[all.length - 1] as number[];
  };
  return { program, x, y, whole };
}

/** Change of every result by a change of the unknowns: the entries one after the other, as they are listed. */
function chained(partials: ProgramPartials, values: ArrayLike<number>, direction: readonly number[]): number[] {
  const change = new Float64Array(partials.variableCount);
  change.set(direction);
  for (let k = 0; k < partials.rows.length; k++) {
    const factor = partials.slots[k] < 0 ? partials.constants[k] : values[partials.slots[k]];
    change[partials.rows[k]] += factor * change[partials.columns[k]];
  }
  return partials.resultVariables.flatMap((list) =>
    Array.from(list, (variable) => (variable < 0 ? 0 : change[variable])),
  );
}

describe("derivatives of the steps, chained", () => {
  it("are the tangents of the program, and its differences", () => {
    const anyCase = fc.record({
      steps: fc.array(anyStep, { minLength: 1, maxLength: 6 }),
      at: fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 }),
      along: fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 3, maxLength: 3 }),
    });
    fc.assert(
      fc.property(anyCase, ({ steps, at, along }) => {
        const { program, x, y, whole } = build(steps, 3);
        const before = [...program.steps];
        const dx = program.state<Numbers>({ x: 3 });
        const dy = program.state<Numbers>({ x: y.layout.size });
        program.begin("tangent");
        traceTangent(program, { steps: before, seed: seedOf(program, x, dx), results: [{ of: y, into: dy }] });
        program.begin("partials");
        const partials = tracePartials(program, { steps: before, unknowns: [x], results: [y] });
        const { artifact, offsetOf } = link(program);
        const instance = new Instance(artifact);
        const view = (rec: Rec): number => (instance.state() + offsetOf(rec)) / 8;
        const point = at.map((value) => value / 50);
        const direction = along.map((value) => value / 10);
        point.forEach((value, i) => (instance.f64[view(x) + 2 * i] = value));
        direction.forEach((value, i) => (instance.f64[view(dx) + 2 * i] = value));
        for (const name of ["values", "tangent", "partials"]) instance.run(name);
        const get = (rec: Rec): number[] =>
          Array.from({ length: rec.layout.size }, (_, i) => instance.f64[view(rec) + 2 * i]);
        const found = chained(partials, get(partials.values), direction);
        const h = 1e-4;
        const [above, below] = [h, -h].map((s) => whole(point.map((value, i) => value + s * direction[i])));
        const sizes = whole(point).map((value) => 1 + Math.abs(value));
        get(dy).forEach((rate, i) => {
          // The same products in another order: some rounding of numbers that may cancel.
          expect(Math.abs(found[i] - rate)).toBeLessThanOrEqual(1e-12 * (sizes[i] + Math.abs(rate)) ** 2);
          // h² of third derivatives, which six steps of products may make as large as the sixth power of the value.
          const difference = (above[i] - below[i]) / (2 * h);
          const isTame = sizes[i] < 10;
          expect(!isTame || Math.abs(found[i] - difference) < 1e-3 * (1 + Math.abs(rate)) ** 3).toBe(true);
        });
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it("of a number that is only handed on there are none: it keeps its variable", () => {
    const { program, x, y } = build(
      [
        {
          reads: [0],
          entries: [
            { op: 8, a: 1, b: 0 },
            { op: 1, a: 0, b: 2 },
          ],
        },
      ],
      3,
    );
    const partials = tracePartials(program, { steps: [...program.steps], unknowns: [x], results: [y] });
    expect([...partials.resultVariables[0]]).toEqual([1, 3]);
    expect(partials.variableCount).toBe(4);
    expect(partials.rows.length).toBe(2);
  });

  it("of what the unknowns do not reach there are none", () => {
    const { program, x, y } = build(
      [
        {
          reads: [0],
          entries: [
            { op: 10, a: 0, b: 0 },
            { op: 9, a: 0, b: 0 },
          ],
        },
      ],
      3,
    );
    const partials = tracePartials(program, { steps: [...program.steps], unknowns: [x], results: [y] });
    expect([...partials.resultVariables[0]].every((variable) => variable === -1)).toBe(true);
    expect(partials.variableCount).toBe(3);
    expect(partials.values.layout.size).toBe(0);
  });
});

it("an input by the name of held counts as constant", () => {
  const program = new Program(new Graph());
  const x = program.state<Numbers>({ x: 1 });
  const y = program.state<Numbers>({ x: 1 });
  program.begin("values");
  program.step("product", { held: x, x }, ({ held, x }) => ({ y: { x: [mul(held.x[0], x.x[0])] } }), { y });
  const steps = [...program.steps];
  program.begin("partials");
  const partials = tracePartials(program, { steps, unknowns: [x], results: [y] });
  const { artifact, offsetOf } = link(program);
  const instance = new Instance(artifact);
  instance.f64[(instance.state() + offsetOf(x)) / 8] = 3;
  instance.run("values");
  instance.run("partials");
  const values = [instance.f64[(instance.state() + offsetOf(partials.values)) / 8]];
  expect(chained(partials, values, [1])).toEqual([3]); // not 6
});

import { describe, expect, it } from "vitest";
import { relationAt } from "../../src/formulation/loops/closures/relation-derivatives.js";
import { Graph, type Num } from "../../src/graph/graph.js";
import { curve } from "../../src/graph/lookup.js";
import { add, mul, sub } from "../../src/graph/num.js";
import { curveTable } from "../../src/graph/table.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import type { Rec } from "../../src/kernel/record.js";
import { artifactDifference } from "../../src/kernel/verify-sharing.js";
import { identity3 } from "../../src/spatial/mat3.js";
import { zero3 } from "../../src/spatial/vec3.js";

type Three = { x: readonly Num[] };
type Trace = (x: readonly Num[]) => Record<string, readonly Num[]>;

/** Traces steps one after the other under one key, each with its own input record of one layout. */
function share(...traces: readonly Trace[]): Program {
  const program = new Program(new Graph());
  for (const trace of traces) {
    const given = program.state<Three>({ x: 3 });
    program.step("shared key", { given }, ({ given }) => ({ out: trace(given.x) }));
  }
  return program;
}

describe("one key", () => {
  it("for equal traces shares them", () => {
    const twice: Trace = (x) => ({ y: [mul(2, x[0]), add(x[1], x[2])] });
    expect(share(twice, twice, twice).classes).toHaveLength(1);
  });

  it("for different operations throws, naming the key, the entry and both expressions", () => {
    const lie = (): Program =>
      share(
        (x) => ({ y: [x[0], add(x[1], x[2])] }),
        (x) => ({ y: [x[0], sub(x[1], x[2])] }),
      );
    expect(lie).toThrow(
      'key "shared key" is shared by traces that differ: in out.y[1] add(given.x[1], given.x[2]) before, sub(given.x[1], given.x[2]) now',
    );
  });

  it("for different constants throws", () => {
    const times =
      (factor: number): Trace =>
      (x) => ({ y: [add(mul(factor, x[0]), x[1])] });
    expect(() => share(times(2), times(3))).toThrow("in out.y[0] mul(given.x[0], 2) before, mul(given.x[0], 3) now");
  });

  it("for constants folded while tracing throws: a factor of 1, a sum of known numbers", () => {
    const times =
      (factor: number): Trace =>
      (x) => ({ y: [mul(factor, x[0])] });
    expect(() => share(times(2), times(1))).toThrow("mul(given.x[0], 2) before, given.x[0] now");
    const known =
      (value: number): Trace =>
      () => ({ y: [add(value, 1)] });
    expect(() => share(known(4), known(5))).toThrow("in out.y[0] 5 before, 6 now");
  });

  it("for different inputs, zeros or fields throws", () => {
    expect(() =>
      share(
        (x) => ({ y: [x[0]] }),
        (x) => ({ y: [x[1]] }),
      ),
    ).toThrow("given.x[0] before, given.x[1] now");
    expect(() =>
      share(
        (x) => ({ y: [x[0]] }),
        () => ({ y: [0] }),
      ),
    ).toThrow("given.x[0] before, 0 now");
    expect(() =>
      share(
        (x) => ({ y: [x[0]] }),
        (x) => ({ z: [x[0]] }),
      ),
    ).toThrow("(given) → out{y:1} before, (given) → out{z:1} now");
  });

  it("for different names of inputs throws: derivatives depend on them", () => {
    const program = new Program(new Graph());
    const [a, b] = [program.state<Three>({ x: 3 }), program.state<Three>({ x: 3 })];
    const step = (inputs: Record<string, Rec<Three>>): unknown =>
      program.step("shared key", inputs, (x) => ({ out: { y: Object.values(x)[0].x } }));
    step({ free: a });
    expect(() => step({ held: b })).toThrow("(free) → out{y:3} before, (held) → out{y:3} now");
  });

  it("for tables of equal content shares them, for different content throws", () => {
    const along = (y: readonly number[]): Trace => {
      const table = curveTable([0, 1, 2], y, "extend");
      return (x) => ({ y: [curve(table, x[0])] });
    };
    expect(share(along([1, 2, 4]), along([1, 2, 4])).classes).toHaveLength(1);
    expect(() => share(along([1, 2, 4]), along([1, 2, 5]))).toThrow("in out.y[0] curve(given.x[0]) with another table");
  });

  it("compares expressions with many common parts in linear time", () => {
    const tower =
      (last: number): Trace =>
      (x) => {
        let sum = x[0];
        for (let i = 0; i < 500; i++) sum = sub(mul(sum, sum), add(sum, x[1]));
        return { y: [add(sum, last)] };
      };
    expect(share(tower(1), tower(1)).classes).toHaveLength(1);
    expect(() => share(tower(1), tower(2))).toThrow("…");
  });
});

it("one relation key for different residuals throws", () => {
  const jet = (key: string, factor: number): unknown => {
    const residuals = (_: unknown, d: readonly Num[]): readonly Num[] => [mul(factor, d[0])];
    const axes = { outerAxes: identity3, innerAxes: identity3 };
    const relation = { key, rows: ["displacement"], numbers: [], ...axes, residuals, upright: () => 1 };
    return relationAt(relation, [], identity3, zero3);
  };
  jet("honest", 2);
  jet("honest", 2);
  jet("lying", 2);
  expect(() => jet("lying", 3)).toThrow(
    'key "lying 0" is shared by traces that differ: in residual 0 mul(x9, 2) before',
  );
});

it("linked programs differ by their code, their constants and their parameters", () => {
  const linked = (factor: number, parameter: number) => {
    const program = new Program(new Graph());
    const [x, y] = [program.state<Three>({ x: 3 }), program.state<Three>({ x: 3 })];
    const c = program.constants<Three>({ x: [parameter] });
    program.step("y", { x, c }, ({ x, c }) => ({ y: { x: x.x.map((e) => mul(mul(factor, e), c.x[0])) } }), { y });
    return link(program).artifact;
  };
  expect(artifactDifference(linked(2, 7), linked(2, 7))).toBeNull();
  expect(artifactDifference(linked(2, 7), linked(3, 7))).toMatch(/^(code|image)/);
  expect(artifactDifference(linked(2, 7), linked(2, 8))).toMatch(/^parameters/);
});

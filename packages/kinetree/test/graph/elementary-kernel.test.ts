import { expect, it } from "vitest";
import { define } from "../../src/graph/definitions.js";
import { Graph, type FunctionOp, type Num } from "../../src/graph/graph.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import { sampler } from "./elementary-samples.js";

const oneArgument: readonly FunctionOp[] = ["sin", "cos", "tan", "asin", "acos", "atan", "exp", "log"];
const allOf = (x: Num, y: Num): Num[] => [
  ...oneArgument.map((op) => define(op, [x])),
  define("atan2", [x, y]),
  define("pow", [x, y]),
];
const COUNT = oneArgument.length + 2;

it("compiled, the elementary functions give in both lanes the bits of plain numbers", () => {
  const program = new Program(new Graph());
  const x = program.state<{ x: Num[] }>({ x: 2 });
  const values = program.state<{ values: Num[] }>({ values: COUNT });
  program.step("all", { x }, ({ x }) => ({ values: { values: allOf(x.x[0], x.x[1]) } }), { values });
  const instance = new Instance(link(program).artifact);
  const at = instance.state() / 8;

  const sample = sampler(77n);
  const special = [0, 1, -1, 0.5, NaN, Infinity, -Infinity, 2 ** -1074, 1e300, 1e-300, 1e8, -745, 709.7];
  const first = [...sample.uniform(300, -20, 20), ...sample.byExponent(500, -1074, 1023), ...special];
  const second = [...sample.uniform(300, -5, 5), ...sample.byExponent(500, -100, 12), ...[...special].reverse()];
  first.forEach((a, i) => {
    const other = first.length - 1 - i;
    instance.f64.set([a, first[other], second[i], second[other]], at);
    instance.run("main");
    const lane = (l: number): number[] => Array.from({ length: COUNT }, (_, n) => instance.f64[at + 4 + 2 * n + l]);
    expect(lane(0)).toEqual(allOf(a, second[i]));
    expect(lane(1)).toEqual(allOf(first[other], second[other]));
  });
});

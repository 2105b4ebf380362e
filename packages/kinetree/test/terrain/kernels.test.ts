import { describe, expect, it, test } from "vitest";
import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import { jacobian } from "../../src/graph/derivative.js";
import { Graph, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import type { Terrain } from "../../src/model/contact.js";
import { pose } from "../../src/model/pose.js";
import { stream } from "../../src/random/stream.js";
import type { Vec3 } from "../../src/spatial/vec3.js";
import { plane, sampledMap, sampledMesh } from "./surfaces.js";

const grid = { x0: -1, y0: -1, dx: 0.2, dy: 0.25, nx: 11, ny: 9 };
const turned = pose({ position: [0.1, -0.2, 0.05], rpy: [0.1, -0.2, 0.4] });
const hills = (x: number, y: number): number => 0.1 * Math.sin(3 * x) * Math.cos(2 * y);

const terrains: readonly (readonly [string, Terrain])[] = [
  ["plane", plane(turned)],
  ["bicubic map", sampledMap(grid, hills, { pose: turned, scale: 1.3 })],
  ["bilinear map", sampledMap(grid, hills, { interpolation: "bilinear" })],
  ["mesh", sampledMesh(grid, hills, turned)],
];

/** Depth, normal and tangents, in a row. */
function traced(terrain: Terrain, isPoint: boolean): (inputs: readonly Num[]) => Num[] {
  const surface = planSurface(terrain, (real) => real as number);
  return ([x, y, z, r]) => {
    const { depth, normal, tangents } = surface.touch([x, y, z] as Vec3, isPoint ? 0 : r, surface.numbers);
    return [depth, ...normal, ...tangents[0], ...tangents[1]];
  };
}

function compiled(make: (inputs: readonly Num[]) => Num[]) {
  const program = new Program(new Graph());
  const x = program.state<{ x: readonly Num[] }>({ x: 4 });
  const y = program.state<{ y: readonly Num[] }>({ y: 10 });
  program.step("touch", { x }, (inputs) => ({ y: { y: make(inputs.x.x) } }), { y });
  const { artifact, offsetOf } = link(program);
  const instance = new Instance(artifact);
  const at = (rec: typeof x | typeof y): number => (instance.state() + offsetOf(rec)) / 8;
  return (lanes: readonly (readonly number[])[]): number[][] => {
    lanes.forEach((row, lane) => row.forEach((value, i) => (instance.f64[at(x) + 2 * i + lane] = value)));
    instance.prologue();
    instance.run("main");
    return [0, 1].map((lane) => Array.from({ length: 10 }, (_, i) => instance.f64[at(y) + 2 * i + lane]));
  };
}

const inputsOf = (next: () => number): number[] => [3 * next() - 1.5, 3 * next() - 1.5, next() - 0.2, 0.5 * next()];

describe.each(terrains)("%s", (_, terrain) => {
  test.each([
    ["point", true],
    ["sphere", false],
  ])("kernel / interpreter, bit for bit, both lanes: %s", (__, isPoint) => {
    const make = traced(terrain, isPoint);
    const run = compiled(make);
    const outputs = make(new Graph().newInputs(4));
    const { next } = stream(3);
    for (let k = 0; k < 100; k++) {
      const lanes = [inputsOf(next), inputsOf(next)];
      const found = run(lanes);
      lanes.forEach((inputs, lane) => expect(found[lane]).toEqual([...interpret(outputs, inputs)]));
    }
  });

  it("a place that is no number, or far away, stays within the memory", () => {
    const run = compiled(traced(terrain, false));
    for (const bad of [NaN, Infinity, -Infinity, 1e300, -1e18]) {
      const [first, second] = run([
        [bad, 0, 0, 0.1],
        [0.1, 0.2, 0.05, 0.1],
      ]);
      expect(first).toHaveLength(10);
      expect(second.every(Number.isFinite)).toBe(true);
    }
    expect(
      run([
        [NaN, NaN, NaN, 0.1],
        [0, 0, 0, 0.1],
      ])[0][0],
    ).toBeNaN();
  });

  it("derivatives of the touch / central differences", () => {
    const inputs = new Graph().newInputs(4);
    const outputs = traced(terrain, false)(inputs);
    const rows = jacobian(outputs, inputs).flat();
    const { next } = stream(8);
    const h = 1e-6;
    let compared = 0;
    for (let k = 0; k < 12; k++) {
      const at = [next() - 0.5, next() - 0.5, 0.25 + 0.1 * next(), 0.3];
      const exact = interpret(rows, at);
      const columns = at.map((_, j) => {
        const moved = (by: number): Float64Array =>
          interpret(
            outputs,
            at.map((x, i) => (i === j ? x + by : x)),
          );
        const [plus, minus] = [moved(h), moved(-h)];
        return plus.map((x, i) => (x - minus[i]) / (2 * h));
      });
      const differences = outputs.flatMap((_, i) => columns.map((column) => column[i]));
      const worst = Math.max(...differences.map((x, i) => Math.abs(x - exact[i])));
      // Across a kink (an edge, the side of a cell) a difference is between two derivatives: few draws are so close.
      if (worst < 1e-6) compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(11);
  });
});

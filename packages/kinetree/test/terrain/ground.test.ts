import { describe, expect, it, test } from "vitest";
import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import { jacobian } from "../../src/graph/derivative.js";
import { countOperations } from "../../src/graph/count.js";
import { Graph, type Num } from "../../src/graph/graph.js";
import { interpret } from "../../src/graph/interpret.js";
import { makeGround, type Ground } from "../../src/grounds/ground.js";
import { Instance } from "../../src/kernel/instance.js";
import { link } from "../../src/kernel/link.js";
import { Program } from "../../src/kernel/program.js";
import type { Terrain } from "../../src/model/contact.js";
import { exchangeGrounds, withGrounds } from "../../src/model/grounds/given-grounds.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { pose } from "../../src/model/pose.js";
import { stream } from "../../src/random/stream.js";
import type { Vec3 } from "../../src/spatial/vec3.js";
import { sampledMap, type Grid } from "./surfaces.js";

const turned = pose({ position: [0.1, -0.2, 0.05], rpy: [0.1, -0.2, 0.4] });
const hills = (x: number, y: number): number => 0.1 * Math.sin(3 * x) * Math.cos(2 * y);
const dunes = (x: number, y: number): number => 0.2 * Math.cos(2 * x + y);

const grids: readonly (readonly [string, Grid])[] = [
  ["a grid with cells of two widths", { x0: -1, y0: -1, dx: 0.2, dy: 0.25, nx: 11, ny: 9 }],
  ["two tracks", { x0: -1, y0: -0.9, dx: 0.05, dy: 1.8, nx: 41, ny: 2 }],
  ["the least grid", { x0: -0.5, y0: -0.5, dx: 1, dy: 1, nx: 2, ny: 2 }],
];

const groundOf = (map: ReturnType<typeof sampledMap>): Ground => makeGround(map);

/** A model with the terrain, and its terrain with a ground. */
function terrainOn(interpolation: "bicubic" | "bilinear", ground: Ground) {
  const model = withGrounds(mechanism("ground").ground("road", { at: turned, scale: 1.3, interpolation }).build(), {
    road: ground,
  });
  return { model, terrain: model.terrains[0] };
}

/** Touch and friction, with the numbers of the terrain as inputs behind those of the place. */
function traced(terrain: Terrain) {
  const surface = planSurface(terrain, (real) => real as number);
  const outputs = ([x, y, z, r]: readonly Num[], numbers: readonly Num[]): Num[] => {
    const { depth, normal, tangents } = surface.touch([x, y, z] as Vec3, r, numbers);
    const { clearance, above } = surface.room([x, y, z] as Vec3, r, numbers);
    const mu = surface.friction?.([x, y, z] as Vec3, numbers) ?? 0.8;
    return [depth, ...normal, ...tangents[0], ...tangents[1], clearance, above, mu];
  };
  return { numbers: surface.numbers as readonly number[], outputs };
}

function compiled(terrain: Terrain) {
  const { numbers, outputs } = traced(terrain);
  const program = new Program(new Graph());
  const x = program.state<{ x: readonly Num[] }>({ x: 4 });
  const y = program.state<{ y: readonly Num[] }>({ y: 13 });
  const n = program.constants({ n: numbers });
  program.step("touch", { x, n }, (inputs) => ({ y: { y: outputs(inputs.x.x, inputs.n.n) } }), { y });
  const { artifact, offsetOf } = link(program);
  const instance = new Instance(artifact);
  const at = (rec: typeof x | typeof y): number => (instance.state() + offsetOf(rec)) / 8;
  const run = (lanes: readonly (readonly number[])[]): number[][] => {
    lanes.forEach((row, lane) => row.forEach((value, i) => (instance.f64[at(x) + 2 * i + lane] = value)));
    instance.prologue();
    instance.run("main");
    return [0, 1].map((lane) => Array.from({ length: 13 }, (_, i) => instance.f64[at(y) + 2 * i + lane]));
  };
  return { artifact, run };
}

const inputsOf = (next: () => number): number[] => [3 * next() - 1.5, 3 * next() - 1.5, next() - 0.2, 0.5 * next()];

describe.each(grids)("%s", (_, grid) => {
  describe.each(["bicubic", "bilinear"] as const)("%s", (interpolation) => {
    const map = sampledMap(grid, hills, { pose: turned, scale: 1.3, interpolation });
    const { terrain } = terrainOn(interpolation, groundOf(map));

    test("kernel of the ground / interpreter on the ground / interpreter on the height map, bit for bit", () => {
      const { run } = compiled(terrain);
      const { numbers, outputs } = traced(terrain);
      const asMap = traced(map);
      const graph = new Graph();
      const [place, own] = [graph.newInputs(4), graph.newInputs(numbers.length)];
      const onGround = outputs(place, own);
      const onMap = asMap.outputs(new Graph().newInputs(4), asMap.numbers);
      const { next } = stream(3);
      for (let k = 0; k < 60; k++) {
        const lanes = [inputsOf(next), inputsOf(next)];
        const found = run(lanes);
        lanes.forEach((inputs, lane) => {
          expect(found[lane]).toEqual([...interpret(onGround, [...inputs, ...numbers])]);
          expect(found[lane]).toEqual([...interpret(onMap, inputs)]);
        });
      }
    });

    test("derivatives by the place / those of the height map, bit for bit", () => {
      const { numbers, outputs } = traced(terrain);
      const asMap = traced(map);
      const graph = new Graph();
      const [place, own] = [graph.newInputs(4), graph.newInputs(numbers.length)];
      const other = new Graph().newInputs(4);
      const onGround = jacobian(outputs(place, own).slice(0, 10), place).flat();
      const onMap = jacobian(asMap.outputs(other, asMap.numbers).slice(0, 10), other).flat();
      const { next } = stream(5);
      for (let k = 0; k < 20; k++) {
        const inputs = inputsOf(next);
        // + 0: known numbers fold, which turns signs of zeros.
        const [own, other] = [interpret(onGround, [...inputs, ...numbers]), interpret(onMap, inputs)];
        expect(own.map((value) => value + 0)).toEqual(other.map((value) => value + 0));
      }
    });

    it("takes no more arithmetic than the height map, where the header is known", () => {
      const { outputs, numbers } = traced(terrain);
      const asMap = traced(map);
      const count = (make: (inputs: readonly Num[]) => Num[]): number =>
        countOperations(make(new Graph().newInputs(4 + numbers.length)).slice(0, 1)).flops;
      const own = count((inputs) => outputs(inputs.slice(0, 4), inputs.slice(4)));
      const baked = count((inputs) => asMap.outputs(inputs, asMap.numbers));
      // Adding up addresses, and the numbers of pose and scale, which the map folds here.
      expect(own).toBeLessThan(1.5 * baked + 100);
    });
  });
});

describe("another ground", () => {
  const grid = grids[0][1];
  const [first, second] = [hills, dunes].map((height) => sampledMap(grid, height));

  it("has the same code", () => {
    const [a, b] = [first, second].map((map) => compiled(terrainOn("bicubic", groundOf(map)).terrain).artifact);
    expect(a.code).toEqual(b.code);
    expect(a.image).toEqual(b.image);
  });

  it("is felt by what was compiled before", () => {
    const { model, terrain } = terrainOn("bicubic", groundOf(first));
    const { run } = compiled(terrain);
    const lanes = [
      [0.3, 0.2, 0.1, 0.05],
      [-0.4, 0.7, 0.1, 0.05],
    ];
    const before = run(lanes);
    const takeBack = exchangeGrounds(model, { road: groundOf(second) });
    expect(run(lanes)).toEqual(compiled(terrainOn("bicubic", groundOf(second)).terrain).run(lanes));
    takeBack();
    expect(run(lanes)).toEqual(before);
  });

  it("is refused if there is no room for it", () => {
    const { model, terrain } = terrainOn("bicubic", groundOf(first));
    const { run } = compiled(terrain);
    // A million numbers have room in any case.
    exchangeGrounds(model, { road: groundOf(sampledMap({ ...grid, nx: 2 ** 18, ny: 4 }, () => 0)) });
    expect(() => run([[0, 0, 0, 0]])).toThrow("has room for");
  });

  it("does not reach the model that this one was made from", () => {
    const { model } = terrainOn("bicubic", groundOf(first));
    const { terrain } = { terrain: model.terrains[0] };
    const before = compiled(terrain).run([[0.3, 0.2, 0.1, 0.05]]);
    exchangeGrounds(withGrounds(model, {}), { road: groundOf(second) });
    expect(compiled(terrain).run([[0.3, 0.2, 0.1, 0.05]])).toEqual(before);
  });
});

describe("friction", () => {
  const grid = grids[0][1];
  const friction = { x0: 0, y0: -1, dx: 0.5, dy: 2, nx: 3, ny: 2, mu: [0.1, 0.3, 0.9, 0.5, 0.7, 0.9] };
  const model = withGrounds(mechanism("ground").ground("road").build(), {
    road: makeGround({ ...sampledMap(grid, hills), friction }),
  });
  const surface = planSurface(model.terrains[0], (real) => real as number);
  const at = (x: number, y: number): number => surface.friction?.([x, y, 0], surface.numbers) as number;

  test.each([
    ["a place of the grid", 0.5, -1, 0.3],
    ["halfway along x", 0.25, -1, 0.2],
    ["halfway along y", 0, 0, 0.3],
    ["beyond the border", 7, 9, 0.9],
    ["far before it", -1e9, -1e9, 0.1],
  ])("%s", (_, x, y, mu) => expect(at(x, y)).toBeCloseTo(mu, 14));

  it("is not known where a terrain has no materials", () => {
    expect(planSurface(sampledMap(grid, hills), (real) => real as number).friction).toBeNull();
  });
});

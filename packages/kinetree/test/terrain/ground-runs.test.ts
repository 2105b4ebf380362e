import { describe, expect, it, test } from "vitest";
import { groundAt } from "../../src/elements/terrain/ground-at.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { generateGround } from "../../src/grounds/generate-ground.js";
import { makeGround, type Ground, type GroundData } from "../../src/grounds/ground.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { solidSphere } from "../../src/model/bodies/solids.js";
import { withDefaultGrounds, withGrounds } from "../../src/model/grounds/given-grounds.js";
import { modelHash } from "../../src/model/hash.js";
import { param } from "../../src/model/real-arithmetic.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import type { SimulateOptions } from "../../src/simulate/options/options.js";
import { sampledMap } from "./surfaces.js";

const RADIUS = 0.1;
const grid = { x0: -3, y0: -3, dx: 0.1, dy: 0.1, nx: 61, ny: 61 };
const hills = (x: number, y: number): number => 0.05 * Math.sin(2 * x) * Math.cos(1.5 * y);
const bowl = (x: number, y: number): number => (x * x + y * y) / 8;

const ball = () =>
  mechanism("ball")
    .parameter("roughness", 1)
    .body("ball", solidSphere(1, RADIUS))
    .free("base", { parent: "ground", child: "ball", at: [0, 0, RADIUS] });

const contact = {
  body: "ball",
  radius: RADIUS,
  terrain: "road",
  normal: { kind: "hunt-crossley", stiffness: 1e6, dissipation: 0.3 },
  friction: { kind: "coulomb", kinetic: 0.6, transitionSpeed: 1e-2 },
} as const;

const onGround = ball()
  .ground("road", { scale: param("roughness") })
  .contact("skin", contact)
  .build();

const onMap = (height: typeof hills) => {
  const { name: _, kind: __, pose: ___, ...given } = sampledMap(grid, height);
  return ball()
    .heightMap("road", { ...given, scale: param("roughness") })
    .contact("skin", contact)
    .build();
};

const groundOf = (height: typeof hills, rest: Partial<GroundData> = {}): Ground =>
  makeGround({ ...sampledMap(grid, height), ...rest });

const rolling = { state: { v: { base: [0, 0, 0, 1, 0.3, 0] } } } as const;

const methods: readonly (readonly [string, SimulateOptions])[] = [
  ["a tolerance", {}],
  ["fixed steps", { step: 1e-3 }],
  ["an implicit integrator", { integrator: "radau5" }],
  ["the mass matrix", { formulation: "mass-matrix" }],
  ["separate bodies", { formulation: "augmented" }],
  ["an integrator that is chosen on the way", { integrator: "auto" }],
];

describe.each(methods)("a run with %s", (_, method) => {
  const options: SimulateOptions = { ...method, ...rolling, channels: ["contact", "energy"] };

  test("on a ground / on a height map of the same heights, bit for bit", () => {
    const own = simulate(onGround, 0.3, { ...options, grounds: { road: groundOf(hills) } });
    const baked = simulate(onMap(hills), 0.3, options);
    expect(own.rows).toEqual(baked.rows);
    expect(own.counts).toEqual(baked.counts);
  });

  test("one simulation on one ground after another / on maps of their heights", () => {
    const simulation = createSimulation(onGround, { ...options, grounds: { road: groundOf(hills) } });
    for (const height of [hills, bowl, hills]) {
      const own = simulation.run(0.3, { ...rolling, grounds: { road: groundOf(height) } });
      expect(own.rows).toEqual(simulate(onMap(height), 0.3, options).rows);
    }
  });
});

describe("a batch", () => {
  test("on a ground / on a height map, bit for bit", async () => {
    const batch = {
      tEnd: 0.5,
      samples: 5,
      chunkSize: 2,
      sample: (i: number) => ({ ...rolling, parameters: { roughness: 0.5 + 0.2 * i } }),
    };
    const own = await runBatch(onGround, { ...batch, grounds: { road: groundOf(hills) } });
    const baked = await runBatch(onMap(hills), batch);
    expect(own.q).toEqual(baked.q);
    expect(own.v).toEqual(baked.v);
  });
});

describe("a model with its ground", () => {
  it("has the description, and the hash, of the model without", () => {
    const given = withGrounds(onGround, { road: groundOf(hills) });
    expect(modelHash(given)).toBe(modelHash(onGround));
    expect(JSON.stringify(given)).toBe(JSON.stringify(onGround));
  });

  test("accelerations / those on the height map", () => {
    const state = { t: 0, q: Float64Array.of(0.3, 0.2, 0.1, 1, 0, 0, 0), v: new Float64Array(6) };
    const [own, baked] = [withGrounds(onGround, { road: groundOf(bowl) }), onMap(bowl)].map((model) =>
      createEvaluator(model).forwardDynamics(state),
    );
    expect(own).toEqual(baked);
  });
});

describe("a description", () => {
  const description = { kind: "sine", amplitude: 0.02, wavelength: 2, length: 20 } as const;
  const made = simulate(onGround, 0.5, { ...rolling, grounds: { road: generateGround(description) } });

  test("as a ground / the ground made from it", () => {
    expect(simulate(onGround, 0.5, { ...rolling, grounds: { road: description } }).rows).toEqual(made.rows);
  });

  test("as the default of a terrain / the ground made from it", () => {
    const model = withDefaultGrounds(onGround, { road: description });
    expect(modelHash(model)).not.toBe(modelHash(onGround));
    expect(simulate(model, 0.5, rolling).rows).toEqual(made.rows);
    const { q, v } = made.final;
    const state = { t: 0, q, v };
    expect(createEvaluator(model).forwardDynamics(state)).toEqual(
      createEvaluator(withGrounds(onGround, { road: description })).forwardDynamics(state),
    );
  });

  it("is overruled by the ground of a run", () => {
    const model = withDefaultGrounds(onGround, { road: { kind: "plane", slope: 0.5 } });
    expect(simulate(model, 0.5, { ...rolling, grounds: { road: description } }).rows).toEqual(made.rows);
  });
});

test("a ground at a place / the formula it was made by", () => {
  const ground = generateGround({
    kind: "sine",
    amplitude: 0.1,
    wavelength: 4,
    length: 20,
    friction: { material: "ice" },
  });
  const { height, slope, friction, isWithin } = groundAt(ground, 7.3, 2);
  expect(height).toBeCloseTo(0.1 * Math.sin((2 * Math.PI * 7.3) / 4), 5);
  expect(slope[0]).toBeCloseTo(0.05 * Math.PI * Math.cos((2 * Math.PI * 7.3) / 4), 3);
  expect(slope[1]).toBeCloseTo(0, 12);
  expect([friction, isWithin]).toEqual([0.1, true]);
  expect(groundAt(ground, 20.1, 0).isWithin).toBe(false);
});

describe("what contacts may jump over", () => {
  // Between the ends of two steps of 0.6 m.
  const hill = (x: number, y: number): number => 0.3 * Math.max(0, 1 - 40 * ((x - 0.9) ** 2 + y * y));
  const fast = { state: { q: { base: [0, 0, 0.15, 1, 0, 0, 0] }, v: { base: [0, 0, 0, 60, 0, 0] } } } as const;

  test("is found as on a height map, with a tolerance", () => {
    const own = simulate(onGround, 0.1, { ...fast, grounds: { road: groundOf(hill) } });
    const baked = simulate(onMap(hill), 0.1, fast);
    expect(own.final.v[0]).not.toBe(60);
    expect(own.counts).toEqual(baked.counts);
    expect(own.rows).toEqual(baked.rows);
  });

  test("is told as on a height map, with fixed steps", () => {
    // A method whose stages are the ends of its steps.
    const blind = { ...fast, step: 0.01, integrator: "euler-cromer" } as const;
    const own = simulate(onGround, 0.1, { ...blind, grounds: { road: groundOf(hill) } });
    expect(own.warnings.map(({ code }) => code)).toContain("contact-stepped-over");
    expect(own.warnings).toEqual(simulate(onMap(hill), 0.1, blind).warnings);
  });
});

test("a post at rest on a ground / on a height map", () => {
  const post = mechanism("post")
    .body("post", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("up", { parent: "ground", child: "post", axis: [0, 0, 1], at: [0.7, 0.2, 0.1] });
  const { name: _, kind: __, pose: ___, ...given } = sampledMap(grid, hills);
  const touch = { ...contact, body: "post", radius: 0 } as const;
  const own = withGrounds(post.ground("road").contact("tip", touch).build(), { road: groundOf(hills) });
  const baked = post.heightMap("road", given).contact("tip", touch).build();
  expect(equilibrium(own).point).toEqual(equilibrium(baked).point);
});

describe("a checkpoint", () => {
  const options = { ...rolling, grounds: { road: groundOf(hills) } };
  const begun = createSimulation(onGround, options).begin(1, options);
  begun.advance(50);
  const checkpoint = decodeCheckpoint(encodeCheckpoint(begun.checkpoint()));

  it("goes on on the same ground", () => {
    const resumed = createSimulation(onGround, { grounds: { road: groundOf(hills) } }).resume(checkpoint);
    while (resumed.advance(1000));
    const straight = simulate(onGround, 1, options);
    expect(resumed.finish().final).toEqual(straight.final);
  });

  it("is refused on another", () => {
    const other = createSimulation(onGround, { grounds: { road: groundOf(bowl) } });
    expect(() => other.resume(checkpoint)).toThrow("on grounds with hash");
  });
});

describe("the border", () => {
  const away = { state: { q: { base: [2.5, 0, 0.1, 1, 0, 0, 0] }, v: { base: [0, 0, 0, 3, 0, 0] } } } as const;
  const flat = (): number => 0;

  test.each(methods)("ends the run where the ground says so: %s", (_, method) => {
    const grounds = { road: groundOf(flat, { beyond: "stop" }) };
    let caught: unknown;
    try {
      simulate(onGround, 1, {
        ...method,
        ...away,
        grounds,
        maxStep: method.step ? undefined : 0.01,
      } as SimulateOptions);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: "left-terrain" });
    const { recorded } = caught as { recorded: ReturnType<typeof simulate> };
    expect(recorded.end).toBe("left-terrain");
    const [x] = recorded.final.q;
    expect(x).toBeLessThanOrEqual(3);
    expect(x).toBeGreaterThan(2.9);
  });

  it("is told for each sample of a batch", async () => {
    const { end } = await runBatch(onGround, {
      tEnd: 2,
      samples: 2,
      sample: (i) => (i === 0 ? away : rolling),
      grounds: { road: groundOf(flat, { beyond: "stop" }) },
    });
    expect(end).toEqual(["left-terrain", "finished"]);
  });

  it("is passed where the ground goes on", () => {
    const { end, final } = simulate(onGround, 1, { ...away, grounds: { road: groundOf(flat) } });
    expect(end).toBe("finished");
    expect(final.q[0]).toBeGreaterThan(4);
  });
});

describe("refusals", () => {
  const messageOf = (make: () => unknown): string => {
    try {
      make();
    } catch (error) {
      return (error as Error).message;
    }
    return "nothing was thrown";
  };

  test.each([
    ["no ground", () => simulate(onGround, 1), 'terrain "road" has no ground'],
    ["a misspelt terrain", () => simulate(onGround, 1, { grounds: { rode: groundOf(hills) } }), '"road"'],
    ["a height map", () => simulate(onMap(hills), 1, { grounds: { road: groundOf(hills) } }), "is a height-map"],
    ["heights", () => simulate(onGround, 1, { grounds: { road: [0] as never } }), 'ground of terrain "road"'],
  ])("%s", (_, make, text) => expect(messageOf(make)).toContain(text));

  test.each([
    ["a hole", { heights: [0, 1, NaN, 2] }, "value 2 is NaN"],
    ["heights that are missing", { heights: [0, 1] }, "nx · ny = 4"],
    ["a step of zero", { dx: 0 }, "dx is 0"],
    ["one column", { nx: 1 }, "nx is 1"],
    ["too many cells", { nx: 1e5, ny: 1e4 }, "at most 64000000"],
  ])("%s", (_, part, text) => {
    const data = { x0: 0, y0: 0, dx: 1, dy: 1, nx: 2, ny: 2, heights: [0, 1, 1, 2], ...part };
    expect(messageOf(() => makeGround(data))).toContain(text);
  });
});

import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { SimulateOptions } from "../../src/simulate/options/options.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvBrush } from "../../src/systems/vehicles/tyre-data.js";
import { refusal } from "../support/refusal.js";
import { sampledMap } from "../terrain/surfaces.js";
import { sizes } from "./wheels.js";

/** A wall 2 m high at x = 3. */
const {
  name: _,
  kind: __,
  pose: ___,
  ...wall
} = sampledMap({ x0: -10, y0: -2, dx: 0.5, dy: 4, nx: 41, ny: 2 }, (x) => (x > 3 ? 2 : 0));

const disc = (stiffness: number = sizes.stiffness) =>
  mechanism("disc")
    .body("other", { mass: 1, inertia: [1, 1, 1] })
    .body("wheel", { mass: 40, inertia: [3, 6, 3] })
    .prismatic("aside", { parent: "ground", child: "other", axis: [0, 1, 0] })
    .free("free", { parent: "ground", child: "wheel" })
    .heightMap("road", { ...wall, interpolation: "bilinear" })
    .tyre("front", { body: "wheel", terrain: "road", law: hmmwvBrush, ...sizes, stiffness })
    .build();

const into = { q: { free: [0, 0, 0.46, 1, 0, 0, 0] }, v: { free: [0, 40, 0, 20, 0, 0] } };

describe("a wheel that is driven into a wall", () => {
  it.each<readonly [string, SimulateOptions]>([
    ["a tolerance", {}],
    ["fixed steps", { integrator: "rk4", step: 1e-3 }],
    ["an implicit integrator", { integrator: "radau5" }],
  ])("ends the run, by name: %s", (___, options) => {
    const run = () => simulate(disc(2e4), 2, { ...options, state: into });
    const { code, subject } = refusal(run);
    expect([code, subject]).toEqual(["wheel-below-ground", 'tyre "front"']);
    expect(run).toThrow(/terrain "road"/);
  });

  it("ends its own lane of a batch", async () => {
    const starts = [into, { q: { free: [0, 0, 0.46, 1, 0, 0, 0] } }];
    const { end } = await runBatch(disc(2e4), { tEnd: 0.5, samples: 2, sample: (i) => ({ state: starts[i] }) });
    expect(end).toEqual(["wheel-below-ground", "finished"]);
  });
});

it("a wheel that starts below the ground ends the run before its first step", () => {
  const state = { q: { free: [0, 0, -0.1, 1, 0, 0, 0] } };
  const run = () => simulate(disc(), 1, { state });
  expect(refusal(run).code).toBe("wheel-below-ground");
  expect(run).toThrow(/stopped at 0 s/);
});

describe("a wheel whose axis is vertical", () => {
  const [c, s] = [Math.SQRT1_2, Math.SQRT1_2];

  it("has no contact: the run ends, by name", () => {
    const state = { q: { free: [0, 0, 0.1, c, s, 0, 0] } };
    const run = () => simulate(disc(), 1, { state });
    const { code, subject } = refusal(run);
    expect([code, subject]).toEqual(["wheel-flat", 'tyre "front"']);
    expect(run).toThrow(/y axis/);
  });

  it("flies", () => {
    const state = { q: { free: [0, 0, 10, c, s, 0, 0] } };
    expect(simulate(disc(), 0.5, { state }).end).toBe("finished");
  });
});

it("a wheel that falls fast is not stepped through a ridge", () => {
  const ridge = sampledMap({ x0: -10, y0: -2, dx: 0.5, dy: 4, nx: 41, ny: 2 }, (x) => (x === 3 ? 1 : 0));
  const { name: ____, kind: _____, pose: ______, ...heights } = ridge;
  const model = mechanism("thrown")
    .gravity(0, 0, 0)
    .body("wheel", { mass: 40, inertia: [3, 6, 3] })
    .free("free", { parent: "ground", child: "wheel" })
    .heightMap("road", heights)
    .tyre("front", { body: "wheel", terrain: "road", law: hmmwvBrush, ...sizes })
    .build();
  const { column } = simulate(model, 1, {
    state: { q: { free: [0, 0, 1.3, 1, 0, 0, 0] }, v: { free: [0, 0, 0, 20, 0, 0] } },
    channels: ["tyre"],
    sampleEvery: 1e-3,
  });
  expect(Math.max(...column("tyre.front.fz"))).toBeGreaterThan(1000);
});

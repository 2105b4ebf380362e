import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { hmmwvPac2002, hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { car, carAt, sizes } from "./wheels.js";

const open = car({ law: hmmwvTmeasy, steer: 0.05 });
const driving = carAt(0, 12);

/** A wheel on a trailing arm whose upright is held level by a second arm: a closed loop that rolls. */
const looped: Model = mechanism("looped")
  .body("chassis", { mass: 500, inertia: [50, 100, 120] })
  .body("arm", { mass: 10, inertia: [0.2, 0.2, 0.2], com: [-0.25, 0, 0] })
  .body("upright", { mass: 15, inertia: [0.3, 0.3, 0.3] })
  .body("link", { mass: 5, inertia: [0.1, 0.1, 0.1], com: [-0.25, 0, 0] })
  .body("wheel", { mass: 40, inertia: [3, 6, 3] })
  .prismatic("way", { parent: "ground", child: "chassis", axis: [1, 0, 0] })
  .revolute("pivot", { parent: "chassis", child: "arm", axis: [0, 1, 0], stiffness: 5e4, damping: 3e3 })
  .revolute("knuckle", { parent: "arm", child: "upright", axis: [0, 1, 0], at: [-0.5, 0, 0] })
  .revolute("axle", { parent: "upright", child: "wheel", axis: [0, 1, 0], at: [0, 0.1, 0.05] })
  .revolute("upper pivot", { parent: "chassis", child: "link", axis: [0, 1, 0], at: [0, 0, 0.2] })
  .revolute("upper knuckle", {
    parent: "link",
    child: "upright",
    axis: [0, 1, 0],
    at: [-0.5, 0, 0],
    childAt: [0, 0, 0.2],
  })
  .plane("road", { at: { position: [0, 0, 0.05 - 0.45], rpy: [0.02, 0, 0.04] } })
  .tyre("tyre", { body: "wheel", carrier: "upright", terrain: "road", law: hmmwvPac2002, side: "right", ...sizes })
  .build();
const trailing = { v: { way: 8, axle: 14 } };

const cases: readonly (readonly [string, Model, object, readonly FormulationName[]])[] = [
  ["a car", open, driving, ["articulated", "mass-matrix", "partitioned", "augmented", "constrained"]],
  [
    "a wheel in a loop",
    looped,
    trailing,
    ["tree-augmented", "embedded", "mass-matrix", "partitioned", "augmented", "constrained"],
  ],
];

describe.each(cases)("%s", (_, model, state, [reference, ...others]) => {
  it("accelerations of all formulations, with deflected carcasses", () => {
    const { final } = simulate(model, 0.03, { state, tolerance: 1e-9, formulation: reference });
    expect(final.z?.some((value) => Math.abs(value) > 1e-4)).toBe(true);
    const expected = createEvaluator(model, { formulation: reference }).forwardDynamics(final);
    const size = Math.max(...expected.map(Math.abs));
    for (const formulation of others.filter((name) => name !== "constrained")) {
      const found = createEvaluator(model, { formulation }).forwardDynamics(final);
      found.forEach((value, i) => expect(Math.abs(value - expected[i]) / size).toBeLessThan(1e-9));
    }
  });

  it.each(others)("%s runs as the first one does", (formulation) => {
    const run = (name: FormulationName) =>
      simulate(model, 0.25, {
        state,
        formulation: name,
        tolerance: 1e-10,
        ...(name === "constrained" ? { integrator: "radau5" as const } : {}),
      });
    const [found, expected] = [formulation, reference].map(run);
    found.final.q.forEach((value, i) => expect(Math.abs(value - expected.final.q[i])).toBeLessThan(1e-7));
    found.final.z?.forEach((value, i) => expect(Math.abs(value - (expected.final.z?.[i] ?? NaN))).toBeLessThan(1e-7));
  });
});

describe("a batch with tyres", () => {
  it.each([
    ["a tolerance", { tolerance: 1e-6 }],
    ["fixed steps", { step: 1e-3, integrator: "rk4" }],
  ] as const)("gives the bits of single runs, by %s", async (_, options) => {
    const starts = [carAt(0, 12), carAt(0, -5), carAt(0, 8, 0.6, 0)];
    const common = { ...options, measures: { force: (p: Parameters<typeof forceOf>[0]) => forceOf(p) } };
    const batch = await runBatch(open, {
      ...common,
      tEnd: 0.4,
      samples: starts.length,
      sample: (i) => ({ state: starts[i] }),
    });
    starts.forEach((state, i) => {
      const alone = simulate(open, 0.4, { ...common, energyBalance: false, state });
      const ended = batch.stateAt(i);
      expect([ended.q, ended.v, ended.z]).toEqual([alone.final.q, alone.final.v, alone.final.z]);
      expect(batch.measures[i]).toBe(alone.column("force")[alone.t.length - 1]);
    });
  });
});

const forceOf = (p: { tyre: (name: string) => { fy: unknown } }) => p.tyre("fl").fy as never;

it("goes on from a checkpoint bit for bit", () => {
  const simulation = createSimulation(open, { tolerance: 1e-6, channels: ["tyre"] });
  const whole = simulation.run(0.5, { state: carAt(0, 8, 0.6, 0), sampleEvery: 0.01 });
  for (const attempts of [15, 60]) {
    const begun = simulation.begin(0.5, { state: carAt(0, 8, 0.6, 0), sampleEvery: 0.01 });
    begun.advance(attempts);
    const checkpoint = decodeCheckpoint(encodeCheckpoint(begun.checkpoint()));
    begun.stop();
    begun.finish();
    const resumed = simulation.resume(checkpoint, {});
    while (resumed.advance(7));
    expect(resumed.finish().final).toEqual(whole.final);
  }
});

import { describe, expect, test } from "vitest";
import {
  createSimulation,
  mechanism,
  param,
  runBatch,
  simulate,
  type FormulationName,
  type RunOptions,
} from "../../src/index.js";

/** An arm of two links whose joints are driven through gears, one of them with play. */
const model = mechanism("robot")
  .parameter("stiffness", 800)
  .parameter("ratio", 50)
  .body("upper", { mass: 4, com: [0.2, 0, 0], inertia: [0.01, 0.1, 0.1] })
  .body("lower", { mass: 2, com: [0.15, 0, 0], inertia: [0.01, 0.05, 0.05] })
  .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0] })
  .revolute("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0], at: [0.4, 0, 0] })
  .shaft("rotor 1", { inertia: 1e-4, damping: 1e-4 })
  .shaft("flange 1", {})
  .shaft("rotor 2", { inertia: 5e-5 })
  .shaft("flange 2", { inertia: 1e-3 })
  .shaftElement("gear 1", { kind: "gear", input: "rotor 1", output: "flange 1", ratio: param("ratio") })
  .shaftElement("gear 2", { kind: "gear", input: "rotor 2", output: "flange 2", ratio: -30 })
  .shaftElement("motor 1", { kind: "motor", on: "rotor 1", maxTorque: 0.6, lag: 0.005 })
  .shaftElement("motor 2", { kind: "motor", on: "rotor 2", maxTorque: 0.3 })
  .shaftElement("strain 1", {
    kind: "spring",
    a: "flange 1",
    b: { joint: "shoulder" },
    stiffness: param("stiffness"),
    damping: 1,
  })
  .shaftElement("strain 2", {
    kind: "spring",
    a: "flange 2",
    b: { joint: "elbow" },
    stiffness: 500,
    damping: 1,
    backlash: 0.002,
  })
  .actuator("drive 1", { element: "motor 1" })
  .actuator("drive 2", { element: "motor 2", gain: -1 })
  .build();

const last = (values: Float64Array): number => values[values.length - 1];
const u = [-0.6, 0.3];
const options: RunOptions = { tolerance: 1e-11, channels: ["shaft", "drive", "energy"] };
const shown = [
  "q.shoulder",
  "v.elbow",
  "shaft.rotor 1.speed",
  "shaft.flange 2.angle",
  "drive.strain 1.torque",
  "drive.motor 1.command",
];

describe("a robot with geared motors", () => {
  const reference = simulate(model, 0.5, { ...options, u });

  test("moves, and its balance closes", () => {
    expect(Math.abs(last(reference.column("q.shoulder")))).toBeGreaterThan(0.1);
    expect(reference.energy?.relative).toBeLessThan(1e-8);
    expect(last(reference.column("shaft.rotor 1.speed"))).toBeCloseTo(
      50 * last(reference.column("shaft.flange 1.speed")),
      9,
    );
  });

  test.each(["mass-matrix", "partitioned", "augmented"] satisfies FormulationName[])("%s agrees", (formulation) => {
    const run = simulate(model, 0.5, { ...options, u, formulation });
    for (const name of shown) expect(last(run.column(name)) / last(reference.column(name))).toBeCloseTo(1, 8);
  });

  test.each(["bdf", "radau5", "rosenbrock", "generalized-alpha"] as const)("%s agrees", (integrator) => {
    const run = simulate(model, 0.5, { tolerance: 1e-8, channels: ["shaft", "drive"], u, integrator });
    for (const name of shown) expect(last(run.column(name)) / last(reference.column(name))).toBeCloseTo(1, 3);
  });

  test("ends in a batch with the bits of single runs", async () => {
    const sample = (i: number) => ({ parameters: { stiffness: 600 + 50 * i, ratio: 40 + i }, u: [-0.1 * i, 0.05 * i] });
    const run = { tolerance: 1e-7 } as const;
    const batch = await runBatch(model, { ...run, tEnd: 0.3, samples: 5, sample });
    for (let i = 0; i < 5; i++) {
      const { final } = simulate(model, 0.3, { ...run, ...sample(i), energyBalance: false });
      const z = final.z as Float64Array;
      expect(Array.from(batch.z.slice(i * z.length, (i + 1) * z.length))).toEqual(Array.from(z));
    }
  });

  test("goes on from a checkpoint with the bits of an uninterrupted run", () => {
    const simulation = createSimulation(model, { tolerance: 1e-8 });
    const whole = simulation.run(0.4, { u }).final;
    const first = simulation.begin(0.4, { u });
    first.advance(7);
    const saved = first.checkpoint();
    first.stop();
    first.finish();
    const second = simulation.resume(saved);
    while (second.advance(1000));
    const { final } = second.finish();
    expect(Array.from(final.z as Float64Array)).toEqual(Array.from(whole.z as Float64Array));
    expect(Array.from(final.q)).toEqual(Array.from(whole.q));
  });
});

import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { rotateAbout } from "../../../src/model/builder/joint.js";
import type { Model } from "../../../src/model/types.js";
import { runBatch } from "../../../src/simulate/batch/batch.js";
import { createSimulation, simulate } from "../../../src/simulate/simulate.js";
import { stateFromJoints } from "../../../src/state/state.js";

/* Joints of several axes, rotations, and loads between two angles, over many turns: bodies on their own against the tree. */

const TOLERANCE = 1e-9;
const body = { mass: 1, inertia: [0.4, 0.5, 0.6] as [number, number, number] };
const apart = ["partitioned", "augmented"] as const satisfies FormulationName[];

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly q: Readonly<Record<string, number | number[]>>;
  readonly v: Readonly<Record<string, number | number[]>>;
}

const cases: readonly Case[] = [
  {
    name: "two shafts with a spring between three turns of one and one of the other",
    model: mechanism("gears")
      .body("first", body)
      .body("second", body)
      .revolute("a", { parent: "ground", child: "first", axis: [0, 0, 1] })
      .revolute("b", { parent: "ground", child: "second", at: [1, 0, 0], axis: [1, 0, 0] })
      .coordinateSpring("mesh", { a: "a", b: "b", ratio: 3, stiffness: 40, damping: 0.1 })
      .build(),
    q: { a: 31, b: 10 },
    v: { a: 30, b: 5 },
  },
  {
    name: "a cylindrical joint with springs",
    model: mechanism("sleeve")
      .body("sleeve", { ...body, com: [0.1, 0, 0] as const })
      .cylindrical("c", {
        parent: "ground",
        child: "sleeve",
        axis: [0, 0, 1],
        rotation: { stiffness: 0.3 },
        translation: { stiffness: 30 },
      })
      .build(),
    q: { c: [20, 0.1] },
    v: { c: [10, 0] },
  },
  {
    name: "a universal joint with springs about both axes",
    model: mechanism("cross")
      .body("yoke", { ...body, com: [0, 0, 0.2] as const })
      .general("u", {
        parent: "ground",
        child: "yoke",
        axes: [rotateAbout([0, 0, 1], { stiffness: 0.2 }), rotateAbout([1, 0, 0], { stiffness: 0.5 })],
      })
      .build(),
    q: { u: [-9, 13] },
    v: { u: [12, 3] },
  },
  {
    name: "three axes in a row",
    model: mechanism("gimbal")
      .body("rotor", body)
      .general("g", {
        parent: "ground",
        child: "rotor",
        axes: [
          rotateAbout([0, 0, 1], { stiffness: 0.2, damping: 0.05 }),
          rotateAbout([1, 0, 0], { stiffness: 3, rest: Math.PI }),
          rotateAbout([0, 0, 1], { stiffness: 0.1 }),
        ],
      })
      .build(),
    // The middle axis is half a turn away from where the smallest angles would be.
    q: { g: [7, Math.PI + 0.8, -8] },
    v: { g: [3, 0.1, 9] },
  },
  {
    name: "a constant-velocity joint bent by more than a turn",
    model: mechanism("shaft")
      .body("shaft", { ...body, com: [0, 0, 0.2] as const })
      .constantVelocity("cv", {
        parent: "ground",
        child: "shaft",
        axis: [0, 0, 1],
        xAxis: [1, 0, 0],
        first: { stiffness: 8, rest: 2 * Math.PI },
        second: { stiffness: 8 },
      })
      .build(),
    q: { cv: [2 * Math.PI + 0.4, 0.3] },
    v: { cv: [1, -2] },
  },
  {
    name: "a ball joint, whose quaternion changes sign with each turn",
    model: mechanism("top")
      .body("top", { ...body, com: [0, 0, 0.2] as const })
      .spherical("ball", { parent: "ground", child: "top" })
      .build(),
    q: {},
    v: { ball: [1, 2, 25] },
  },
];

describe.each(cases)("$name", ({ model, q, v }) => {
  const state = stateFromJoints(model, { q, v });
  const reference = simulate(model, 1.5, { tolerance: TOLERANCE, formulation: "articulated", state });

  test.each(apart)("%s", (formulation) => {
    for (const sampleEvery of [0.5, 0.015]) {
      const run = simulate(model, 1.5, { tolerance: TOLERANCE, formulation, state, sampleEvery });
      const last = run.stateAt(run.t.length - 1);
      reference.final.q.forEach((x, i) => expect(Math.abs(last.q[i] - x)).toBeLessThan(1e-5));
      expect(run.energy?.relative).toBeLessThan(1e-6);
    }
  });

  test.each(apart)("accelerations by %s, at one state", (formulation) => {
    const [own, other] = [{}, { formulation }].map((options) => createEvaluator(model, options).forwardDynamics(state));
    own.forEach((x, i) => expect(Math.abs(other[i] - x)).toBeLessThan(1e-9 * (1 + Math.abs(x))));
  });
});

describe("where a state goes", () => {
  const [{ model, q, v }] = cases;
  const state = stateFromJoints(model, { q, v });

  test("a run in absolute coordinates resumes with its turns", () => {
    const options = { formulation: "partitioned", tolerance: 1e-6 } as const;
    const simulation = createSimulation(model, options);
    const whole = simulation.run(1, { state });
    const first = simulation.begin(1, { state });
    first.advance(150);
    const checkpoint = first.checkpoint();
    first.finish();
    expect(checkpoint.t).toBeGreaterThan(0.2);
    const second = createSimulation(model, options).resume(checkpoint);
    while (second.advance(1000));
    expect(second.finish().final).toEqual(whole.final);
  });

  test("a batch hands the angles of cut joints on", async () => {
    const wheels = mechanism("wheels")
      .body("wheel", body)
      .revolute("axle", { parent: "ground", child: "wheel", axis: [0, 0, 1] })
      .revolute("twin", { parent: "ground", child: "wheel", axis: [0, 0, 1], role: "loop", stiffness: 2 })
      .build();
    const axle = (turns: number) => ({
      ...stateFromJoints(wheels, { q: { axle: 6 * turns } }),
      z: Float64Array.of(6 * turns),
    });
    const options = { tolerance: 1e-8, formulation: "tree-augmented" } as const;
    const batch = await runBatch(wheels, { ...options, samples: 3, tEnd: 1, sample: (i) => ({ state: axle(i) }) });
    for (const i of [0, 1, 2]) {
      const alone = simulate(wheels, 1, { ...options, state: axle(i) });
      expect(batch.stateAt(i)).toEqual(alone.final);
      // ω = √(k / I) about z; the spring is wound up by all of its turns.
      expect(batch.stateAt(i).z?.[0]).toBeCloseTo(6 * i * Math.cos(Math.sqrt(2 / 0.6)), 6);
    }
  });
});

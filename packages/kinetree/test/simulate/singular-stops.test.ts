import { describe, expect, it, test } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { GROUND, type Model } from "../../src/model/types.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import type { StateByJoint } from "../../src/state/state.js";
import { bricard } from "../../src/systems/linkages/bricard.js";
import { fourBarRow } from "../../src/systems/linkages/four-bar-row.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { rod } from "../../src/systems/parts/rod.js";
import { refusal } from "../support/refusal.js";

/* Singular poses where something else happens: commands that change, ends, starts just beside them, other bodies that move. */

const LEVEL = Math.PI / 2;

const at = (angle: number, speed: number): StateByJoint => ({
  q: { link0: angle, link1: angle, coupler0: -angle },
  v: { link0: speed, link1: speed, coupler0: -speed },
});

/** A rhombus whose first link is driven a little by a controller. */
function controlled(period: number, command: string, gravity = 9.81): Model {
  const { actuators, controllers } = mechanism("controlled")
    .body("any", { mass: 1, inertia: [1, 1, 1] })
    .revolute("link0", { parent: GROUND, child: "any", axis: [0, 1, 0] })
    .actuator("motor", { joint: "link0" })
    .controller("motor", { period, actuators: ["motor"], law: { commands: [command] } })
    .build();
  return { ...fourBarRow({ n: 1, gravity }), actuators, controllers };
}

const settings: readonly RunOptions[] = [
  { integrator: "dop853" },
  { integrator: "dormand-prince" },
  { integrator: "rk4", step: 1e-3 },
];
const jointed = ["embedded", "tree-augmented", "mass-matrix"] as const;

describe("commands that change next to a pose, and in it", () => {
  it.each([0.01, 0.002, 0.0005])("a controller every %d s", (period) => {
    const model = controlled(period, "0.1 * v.link0");
    for (const formulation of ["embedded", "tree-augmented"] as const) {
      for (const options of settings) {
        const simulation = createSimulation(model, { formulation, ...options });
        for (const speed of [2.96, -4.44, 0.74]) {
          const { final, warnings } = simulation.run(0.8, { state: at(0.9 * LEVEL, speed) });
          expect(Math.abs(final.q[0] - final.q[2])).toBeLessThan(1e-8);
          expect(warnings).toEqual([]);
        }
      }
    }
  });

  it.each(jointed)("a controller in the pose itself: %s", (formulation) => {
    for (const options of settings) {
      const model = controlled(0.1, "0", 0);
      const { final, energy } = simulate(model, 1, { formulation, ...options, state: at(0, Math.PI) });
      expect(Math.abs(final.q[0] - Math.PI)).toBeLessThan(1e-9);
      expect(Math.abs(energy?.relative ?? NaN)).toBeLessThan(1e-10);
    }
  });

  test("checkpoints there resume bit for bit", () => {
    const simulation = createSimulation(controlled(0.1, "0.1 * v.link0", 0), { integrator: "dop853" });
    const start = { state: at(0, Math.PI) };
    const whole = simulation.run(1, start);
    const run = simulation.begin(1, start);
    const checkpoints = [];
    while (run.advance(1)) checkpoints.push(run.checkpoint());
    run.finish();
    for (const checkpoint of checkpoints) {
      const resumed = simulation.resume(checkpoint);
      while (resumed.advance(100));
      expect(resumed.finish().final).toEqual(whole.final);
    }
  });
});

describe("a run that ends in the pose", () => {
  it.each([...jointed, "partitioned", "augmented"] as const)("has its speeds: %s", (formulation) => {
    for (const integrator of ["dop853", "radau5"] as const) {
      const model = fourBarRow({ n: 1, gravity: 0 });
      const { final, energy } = simulate(model, 0.5, { formulation, integrator, state: at(0, Math.PI) });
      expect(Math.abs(final.q[0] - LEVEL)).toBeLessThan(1e-7);
      expect(Math.max(...final.v.map((v) => Math.abs(Math.abs(v) - Math.PI)))).toBeLessThan(1e-7);
      expect(Math.abs(energy?.relative ?? NaN)).toBeLessThan(1e-8);
    }
  });
});

describe("starts next to the pose", () => {
  it.each(jointed)("%s", (formulation) => {
    for (const options of settings) {
      const simulation = createSimulation(fourBarRow({ n: 1 }), { formulation, ...options });
      for (const beside of [3e-3, 2e-3, 1e-3, 7e-4, 3e-4, 1e-4, 5e-5, 1e-6])
        for (const side of [1, -1])
          for (const speed of [3, -0.5]) {
            const { final, energy } = simulation.run(0.2, { state: at(LEVEL + side * beside, speed) });
            expect(Math.abs(final.q[0] - final.q[2])).toBeLessThan(1e-8);
            expect(Math.abs(energy?.relative ?? NaN)).toBeLessThan(1e-7);
          }
    }
  });

  test("a batch has the bits of single runs there", async () => {
    const states = [at(LEVEL, 5), at(LEVEL - 3e-4, 3), at(LEVEL + 1e-3, -2)];
    const model = fourBarRow({ n: 1 });
    const batch = await runBatch(model, { tEnd: 1, samples: states.length, sample: (i) => ({ state: states[i] }) });
    states.forEach((state, i) => expect(batch.stateAt(i)).toEqual(simulate(model, 1, { state }).final));
  });
});

describe("rest is that of the loop that loses rank, whatever else moves", () => {
  const axis = [0, 1, 0] as const;
  const upright = rod([0, 0, 0], [0, 0, 1], { mass: 1, radius: 0.02 });
  const model = mechanism("rhombus and wheel")
    .gravity(0, 0, -9.81)
    .body("first", upright)
    .body("second", upright)
    .body("coupler", rod([0, 0, 0], [1, 0, 0], { mass: 1, radius: 0.02 }))
    .body("wheel", { mass: 1, inertia: [0.1, 0.1, 0.1] })
    .revolute("first", { parent: GROUND, child: "first", axis })
    .revolute("second", { parent: GROUND, child: "second", at: [1, 0, 0], axis })
    .revolute("coupler", { parent: "first", child: "coupler", at: [0, 0, 1], axis })
    .revolute("pin", { parent: "coupler", child: "second", at: [1, 0, 0], childAt: [0, 0, 1], axis })
    .revolute("wheel", { parent: GROUND, child: "wheel", at: [9, 0, 0], axis })
    .build();
  const state = (angle: number, speed: number, wheel: number): StateByJoint => ({
    q: { first: angle, second: angle, coupler: -angle },
    v: { first: speed, second: speed, coupler: -speed, wheel },
  });

  it.each([0.01, 1, 20])("a start at rest beside a wheel at %d rad/s", (wheel) => {
    expect(refusal(() => simulate(model, 1, { state: state(LEVEL, 0, wheel) })).code).toBe("singular-start");
  });

  it.each([1, 20])("rest that is reached beside a wheel at %d rad/s", (wheel) => {
    // From 30 degrees below the level, with just the energy to reach it: (1/3 + 1/3 + 1) ω² / 2 = 2 g sin 30°.
    const speed = -Math.sqrt((2 * 2 * 9.81 * 0.5) / (2 / 3 + 1));
    for (const formulation of ["embedded", "tree-augmented"] as const) {
      const options = { formulation, integrator: "dop853", state: state((2 * Math.PI) / 3, speed, wheel) } as const;
      expect(refusal(() => simulate(model, 2, options)).code).toBe("closures-singular");
    }
  });
});

test("partitioned chooses coordinates again behind a pose, where determinants are small for any choice", () => {
  const rhombus = fourBar({ coupler: 1, rocker: 1, ground: 1 });
  const options = { formulation: "partitioned", integrator: "rk4", state: { v: { crank: 5 } } } as const;
  for (const step of [0.0136, 0.0137, 0.014, 0.02]) {
    const { energy } = simulate(rhombus, 5, { ...options, step });
    // Of a linkage of unequal links by these steps, 3e-5 in every formulation.
    expect(Math.abs(energy?.relative ?? NaN)).toBeLessThan(3e-4);
  }
});

describe("implicit integrators have the same bits however often the motion is recorded", () => {
  const systems = [
    ["bricard", bricard(), {}],
    ["rhombus", fourBar({ coupler: 1, rocker: 1, ground: 1 }), { state: { v: { crank: 5 } } }],
  ] as const;
  it.each(systems)("%s", (_, model, start) => {
    for (const integrator of ["bdf", "radau5", "rosenbrock"] as const) {
      const options = { integrator, formulation: "embedded", tolerance: 1e-6, ...start } as const;
      const [often, rarely] = [0.003, 2].map((sampleEvery) => simulate(model, 2, { ...options, sampleEvery }));
      expect(often.final).toEqual(rarely.final);
      expect(often.counts).toEqual(rarely.counts);
    }
  });
});

import { describe, expect, test } from "vitest";
import { integrators } from "../../src/integrate/integrators.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { fourBarRow } from "../../src/systems/linkages/four-bar-row.js";
import { rod } from "../../src/systems/parts/rod.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { formulationsOf } from "../support/closed-cases.js";

/* Where a motion is prescribed as a polynomial, integrators follow it exactly in steps of any length; its work must count. */

const SPEED = -7;
const SPAN = 4;
const GRAVITY = 9.81;

const pendulum = mechanism("turned")
  .gravity(0, 0, -GRAVITY)
  .body("arm", { mass: 1, com: [0, 0, 0.5], inertia: [1 / 12, 1 / 12, 1e-4] })
  .revolute("hinge", { parent: "ground", child: "arm", axis: [0, 1, 0] })
  .prescribe("drive", { joint: "hinge", motion: [0, SPEED] })
  .build();

/** At a constant speed the work is that against gravity: the centre of mass, 0.5 m from the hinge, starts upright. */
const againstGravity = GRAVITY * 0.5 * (Math.cos(SPEED * SPAN) - 1);

const adaptive = integrators.filter(({ takesTolerance }) => takesTolerance);

describe.each(adaptive.map(({ name }) => name))("%s", (integrator) => {
  test("a pendulum turned at constant speed / the work against gravity, without a warning", () => {
    const { energy, warnings } = simulate(pendulum, SPAN, { integrator, tolerance: 1e-6 });
    // Local errors add up over a few hundred steps; methods of second order take thousands.
    expect(Math.abs((energy?.work ?? NaN) - againstGravity)).toBeLessThan(1e-4 * Math.abs(againstGravity));
    expect(warnings).toEqual([]);
  });
});

describe.each(formulationsOf(pendulum).filter((name) => name !== "constrained"))("%s", (formulation) => {
  test("the work against gravity, whatever the integrator's steps could be", () => {
    const { energy } = simulate(pendulum, SPAN, { formulation, integrator: "dop853", tolerance: 1e-8 });
    expect(Math.abs((energy?.work ?? NaN) - againstGravity)).toBeLessThan(1e-6 * Math.abs(againstGravity));
  });
});

describe("a parallelogram whose link is turned at constant speed, through change points", () => {
  const row = fourBarRow({ n: 1 });
  const driven = buildModel({
    ...row,
    constraints: [
      {
        kind: "motion",
        name: "drive",
        driven: { joint: "link0", coordinate: 0 },
        motion: { kind: "polynomial", coefficients: [0, SPEED] },
      },
    ],
  });

  test("work = gain of energy, at every sample", () => {
    const result = simulate(driven, 2, { tolerance: 1e-8, channels: ["energy"], sampleEvery: 0.05 });
    const [kinetic, potential, work] = ["kinetic", "potential", "work"].map((part) => result.column(`energy.${part}`));
    const most = Math.max(...potential) - Math.min(...potential);
    for (let k = 0; k < result.t.length; k++) {
      const gain = kinetic[k] + potential[k] - kinetic[0] - potential[0];
      expect(Math.abs(gain - work[k])).toBeLessThan(1e-6 * most);
    }
  });
});

test("steps are the same with an energy balance, without one and in a batch", async () => {
  const compliant = mechanism("shaken")
    .body("table", { mass: 1, inertia: [0.1, 0.1, 0.1] })
    .body("load", rod([0, 0, 0], [1, 0, 0], { mass: 1, radius: 0.02 }))
    .prismatic("rail", { parent: "ground", child: "table", axis: [0, 0, 1] })
    .revolute("hinge", { parent: "table", child: "load", axis: [0, 1, 0] })
    .prescribe("drive", { joint: "rail", motion: [0, 1, 0.5] })
    .build();
  const [plain, balanced] = [false, true].map((energyBalance) => createSimulation(compliant, { energyBalance }).run(1));
  expect(balanced.counts).toEqual(plain.counts);
  expect(balanced.final).toEqual(plain.final);
  const batch = await runBatch(compliant, { tEnd: 1, samples: 1, sample: () => ({}) });
  expect(batch.stateAt(0)).toEqual(plain.final);
  expect(batch.accepted[0]).toBe(plain.counts.accepted);
});

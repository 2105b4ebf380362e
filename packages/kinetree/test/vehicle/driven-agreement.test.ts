import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { defineDriver } from "../../src/vehicle/control/driver-inputs.js";
import { vehicleController } from "../../src/vehicle/control/vehicle-controller.js";
import { rollingStart } from "../../src/vehicle/rolling-start.js";

const model = hmmwv();
const start = rollingStart(model, equilibrium(model).point, { speed: 12, gear: 2 });
const parameters = { startGear: 2 };
const common = { integrator: "rk4", step: 1e-3, formulation: "embedded" } as const;

/** Steers to the left, then brakes; counts its samples, so that a state of its own is at stake. */
const driver = defineDriver<number>({
  state: () => 0,
  step: (_, n) => ({
    inputs: { steering: 0.02 * Math.min(n, 10), throttle: n < 15 ? 0.6 : 0, brake: n < 15 ? 0 : 0.5 },
    state: n + 1,
  }),
});
const controllers = {
  driver: vehicleController(model, { driver, antiLock: true, stability: true, traction: true }),
};

describe("the same drive", () => {
  const finalOf = (formulation: FormulationName): Float64Array =>
    simulate(model, 0.25, { ...common, step: 5e-4, formulation, state: start, parameters, controllers }).final.q;
  const reference = finalOf("embedded");

  test.each(["tree-augmented", "partitioned", "mass-matrix", "augmented"] as const)(
    "%s / the motion of embedded",
    (formulation) => {
      // What the projection of each leaves open, and rounding.
      finalOf(formulation).forEach((value, i) => expect(Math.abs(value - reference[i])).toBeLessThan(1e-7));
    },
  );
});

describe("bits", () => {
  const whole = simulate(model, 0.3, { ...common, state: start, parameters, controllers, energyBalance: false }).final;

  test("in the lanes of a batch, beside others / the same", async () => {
    const { stateAt } = await runBatch(model, {
      ...common,
      tEnd: 0.3,
      samples: 3,
      controllers,
      sample: (i) => ({ state: start, parameters: { ...parameters, roadFriction: i === 1 ? 0.8 : 0.4 + 0.1 * i } }),
    });
    expect(stateAt(1)).toEqual(whole);
  });

  test("cut by a checkpoint / the same", () => {
    const options = { ...common, energyBalance: false } as const;
    const run = createSimulation(model, options).begin(0.3, { state: start, parameters, controllers });
    for (let i = 0; i < 7; i++) run.advance(20);
    const bytes = encodeCheckpoint(run.checkpoint());
    const second = createSimulation(model, options).resume(decodeCheckpoint(bytes), { controllers });
    while (second.advance(1000));
    expect(second.finish().final).toEqual(whole);
  });
});

test("code that changes gears as the law does / its bits", () => {
  const drive = { ...common, state: start, parameters: { ...parameters, throttle: 0.8, shiftUp: 180 } };
  const byCode = vehicleController(model, { driver: () => ({ throttle: 0.8 }) });
  const channels = ["drive.gearbox.command"];
  const [law, code] = [{}, { controllers: { driver: byCode } }].map((more) =>
    simulate(model, 1, { ...drive, ...more, channels }),
  );
  expect(code.final).toEqual(law.final);
  const gears = law.column("drive.gearbox.command");
  expect([gears[0], gears[gears.length - 1]].map(Math.round)).toEqual([2, 3]);
});

test("yaw rate of a step of the steering / a step of 2 ms is as good as one of 0.25 ms", () => {
  const wheels = hmmwv({ powertrain: "wheel-motors" });
  const { point } = equilibrium(wheels);
  const state = rollingStart(wheels, point, { speed: 15 });
  const yawRate = (step: number): number =>
    simulate(wheels, 0.32, { ...common, step, state, parameters: { steer: 0.05 } }).final.v[2];
  const [coarse, fine] = [2e-3, 2.5e-4].map(yawRate);
  expect(fine).toBeGreaterThan(0.05);
  // Methods of first order that hold the tyres' forces over a step are off by a tenth there.
  expect(Math.abs(coarse / fine - 1)).toBeLessThan(1e-6);
});

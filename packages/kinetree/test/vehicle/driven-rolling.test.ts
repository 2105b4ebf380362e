import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import type { Model } from "../../src/model/types.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { rollingStart } from "../../src/vehicle/rolling-start.js";
import { driven, last } from "./driving.js";

const G = 9.81;

const withoutResistance = (model: Model): Model => ({
  ...model,
  tyres: model.tyres.map((tyre) => ({ ...tyre, law: { ...tyre.law, rollingResistance: 0 } as typeof tyre.law })),
});

/**
 * Lengths by which the wheels are parallel to the way, found by `setToe`. The chassis is pitched by 0.0028 rad at rest, which turns the axes
 * of wheels with a camber of 0.0177 and 0.0423 rad: the toe in the chassis is the product.
 */
const parallel = { tieRodChangeF: -0.0023044090175644884, tieRodChangeR: -0.0008809088767270513 };

describe.each(["m998", "wheel-motors"] as const)("rolling free, %s", (powertrain) => {
  test("parallel wheels without rolling resistance / the speed stays", () => {
    const model = withoutResistance(hmmwv({ powertrain, tyre: "brush" }));
    const parameters = { ...parallel, ...(powertrain === "m998" ? { selector: 0 } : {}) };
    const start = rollingStart(model, equilibrium(model, {}, { parameters }).point, { speed: 10 });
    const options = { integrator: "rk4", step: 1e-3, formulation: "embedded", channels: ["energy"] } as const;
    const { column } = createSimulation(model, options).run(5, { state: start, parameters, sampleEvery: 0.5 });
    const speed = column("v.root.3");
    // Within the first second the wheels come to turn as fast as they roll, and what rides on springs comes to rest.
    expect(Math.abs(last(speed) / speed[2] - 1)).toBeLessThan(1e-6);
    expect(Math.abs(speed[2] / 10 - 1)).toBeLessThan(1e-3);
  });
});

test("all wheels locked at 60 km/h, friction 0.8 / 17.7 m from where they are", () => {
  const { model, rest, simulation } = driven({ powertrain: "wheel-motors", tyre: "brush" });
  const speed = 60 / 3.6;
  const { column } = simulation.run(2.5, {
    state: rollingStart(model, rest, { speed }),
    sampleEvery: 0.01,
    parameters: { brake: 1 },
  });
  const [x, v] = [column("q.root.0"), column("vel.chassis.x")];
  const stop = v.findIndex((each) => each < 0.02);
  const distance = (from: number): number => x[stop] - x[from];
  const ideal = speed ** 2 / (2 * 0.8 * G);
  expect(ideal).toBeCloseTo(17.7, 1);
  // The brakes have a lag of 50 ms: they lock before it has passed.
  expect(distance(0)).toBeGreaterThan(ideal);
  expect(distance(0)).toBeLessThan(ideal + 0.05 * speed);
  // Once they are locked, only friction counts.
  const locked = 50;
  for (const corner of ["FL", "RR"]) expect(Math.abs(column(`tyre.${corner}.spin`)[locked])).toBeLessThan(0.5);
  expect(Math.abs(distance(locked) / (v[locked] ** 2 / (2 * 0.8 * G)) - 1)).toBeLessThan(0.01);
});

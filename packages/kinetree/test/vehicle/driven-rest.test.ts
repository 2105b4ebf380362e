import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { corners, driven, last } from "./driving.js";

describe.each(["m998", "wheel-motors"] as const)("a HMMWV at rest, %s", (powertrain) => {
  const { rest, simulation } = driven({ powertrain });
  const { column } = simulation.run(2, { state: rest, sampleEvery: 0.1 });

  // A reference for rigid wheels.
  test.each([
    ["FL", 6494],
    ["FR", 6494],
    ["RL", 6127],
    ["RR", 6127],
  ])("%s carries %i N", (corner, load) => {
    expect(Math.abs(column(`tyre.${corner}.fz`)[0] / load - 1)).toBeLessThan(0.01);
  });

  test("nothing moves in two seconds", () => {
    for (const axis of ["x", "y", "z"])
      column(`vel.chassis.${axis}`).forEach((v) => expect(Math.abs(v)).toBeLessThan(1e-12));
    for (const corner of corners) {
      const load = column(`tyre.${corner}.fz`);
      expect(Math.abs(last(load) / load[0] - 1)).toBeLessThan(1e-12);
    }
  });
});

describe.each(["tmeasy", "brush", "pac2002"] as const)("parked on a slope of 1 in 5, brakes on, %s", (tyre) => {
  const level = hmmwv({ tyre });
  const length = Math.sqrt(1 + 0.2 * 0.2);
  const model = { ...level, gravity: [(-9.81 * 0.2) / length, 0, -9.81 / length] as const };
  const braked = Float64Array.from(model.actuators, ({ name }) => (name.startsWith("brake") ? 1 : 0));
  const run = (state: object) =>
    createSimulation(model, {
      integrator: "rk4",
      step: 1e-3,
      formulation: "embedded",
      channels: ["pos.chassis", "vel.chassis"],
    }).run(4, { state, sampleEvery: 0.01, parameters: { brake: 1, selector: 0 } });
  const { point } = equilibrium(model, { u: braked });

  test("from rest with carcasses and brakes bent / it does not move", () => {
    const { column } = run(point);
    for (const axis of ["x", "y", "z"]) {
      const place = column(`pos.chassis.${axis}`);
      place.forEach((x) => expect(Math.abs(x - place[0])).toBeLessThan(1e-9));
    }
  });

  test("from carcasses and brakes that nothing bends yet / it moves by their give, and stands still", () => {
    const { column } = run({ ...point, z: new Float64Array(point.z?.length ?? 0) });
    const [x, speed] = [column("pos.chassis.x"), column("vel.chassis.x")];
    expect(x[0] - last(x)).toBeGreaterThan(1e-3);
    expect(x[0] - last(x)).toBeLessThan(0.1);
    speed.slice(300).forEach((v) => expect(Math.abs(v)).toBeLessThan(2e-4));
  });
});

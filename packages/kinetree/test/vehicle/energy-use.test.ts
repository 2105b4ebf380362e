import { describe, expect, test } from "vitest";
import { energyUse } from "../../src/vehicle/energy-use.js";
import { rollingStart } from "../../src/vehicle/rolling-start.js";
import { driven, last } from "./driving.js";

const channels = ["drive.*.power", "tyre.*.loss", "energy", "vel.chassis.x"];

describe.each([
  ["m998", { throttle: 0.7, startGear: 2 }, [0.22 / 3.6e6, 0]],
  ["wheel-motors", { throttle: 0.5 }, [0, 1 / 0.85]],
] as const)("accelerating, %s", (powertrain, parameters, by) => {
  const { model, rest, simulation } = driven({ powertrain }, { channels });
  const run = simulation.run(2, {
    state: rollingStart(model, rest, { speed: 10, ...(powertrain === "m998" ? { gear: 2 } : {}) }),
    sampleEvery: 0.002,
    parameters,
  });
  const use = energyUse(model, run);

  test("drive less heat / gain of kinetic energy", () => {
    const total = run.column("energy.total");
    const gained = last(total) - total[0];
    const { drive, brakes, driveline, tyres } = use;
    // Dampers of suspension and steering take a little.
    expect(Math.abs((drive - brakes - driveline - tyres) / gained - 1)).toBeLessThan(0.02);
    expect(brakes).toBe(0);
    for (const heat of [driveline + 1e-9, tyres]) expect(heat).toBeGreaterThan(0);
  });

  test("fuel or charge / by work", () => {
    expect([use.fuel / use.drive, use.charge / use.drive]).toEqual(by.map((each) => expect.closeTo(each, 10)));
  });
});

test("braking / nearly all kinetic energy heats the brakes", () => {
  const { model, rest, simulation } = driven({ powertrain: "wheel-motors" }, { channels });
  const run = simulation.run(3, {
    state: rollingStart(model, rest, { speed: 10 }),
    sampleEvery: 0.002,
    parameters: { brake: 0.4 },
  });
  const kinetic = run.column("energy.kinetic");
  const { brakes, tyres } = energyUse(model, run);
  const taken = kinetic[0] - last(kinetic);
  expect(brakes / taken).toBeGreaterThan(0.9);
  expect(Math.abs((brakes + tyres) / taken - 1)).toBeLessThan(0.02);
});

test("without its channels / says which", () => {
  const { model, rest, simulation } = driven({ powertrain: "wheel-motors" }, { channels: [] });
  expect(() => energyUse(model, simulation.run(0.01, { state: rest }))).toThrow("drive.*.power");
});

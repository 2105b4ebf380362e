import { describe, expect, test } from "vitest";
import { realFunctions } from "../../src/model/real-arithmetic.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import type { DriverInputs } from "../../src/vehicle/control/driver-inputs.js";
import { vehicleController, type VehicleControllerOptions } from "../../src/vehicle/control/vehicle-controller.js";
import type { VehicleMotion } from "../../src/vehicle/control/vehicle-motion.js";
import { rollingStart } from "../../src/vehicle/rolling-start.js";
import { corners, driven, last } from "./driving.js";

const { model, rest, simulation } = driven({ powertrain: "wheel-motors" });

function run(
  tEnd: number,
  { speed, roadFriction }: { readonly speed: number; readonly roadFriction: number },
  driver: (motion: VehicleMotion) => DriverInputs,
  assistants: Omit<VehicleControllerOptions, "driver"> = {},
) {
  return simulation.run(tEnd, {
    state: rollingStart(model, rest, { speed }),
    parameters: { roadFriction },
    sampleEvery: 0.02,
    controllers: { driver: vehicleController(model, { driver, ...assistants }) },
  });
}

describe("full brake in a curve at 60 km/h, friction 0.3", () => {
  const slippery = { speed: 60 / 3.6, roadFriction: 0.3 };
  const brakes = ({ t }: VehicleMotion): DriverInputs => ({ brake: 1, steering: t < 0.5 ? 0 : 0.1 });
  const [locked, assisted] = [false, true].map((antiLock) => run(5, slippery, brakes, { antiLock }));
  /** Rim over ground less 1, of a tyre's slip, which counts by the rim. */
  const slips = ({ column }: typeof locked): number[] =>
    corners.flatMap((corner) => Array.from(column(`tyre.${corner}.kappa`).slice(50, 150), (k) => k / (1 - k)));

  test("locked wheels do not steer, wheels that roll do", () => {
    slips(locked).forEach((slip) => expect(slip).toBeLessThan(-0.9));
    slips(assisted).forEach((slip) => expect(slip).toBeGreaterThan(-0.35));
    expect(Math.abs(last(locked.column("q.root.1")))).toBeLessThan(1);
    expect(last(assisted.column("q.root.1"))).toBeGreaterThan(4);
  });

  test("slows down more", () => {
    const way = ({ column }: typeof locked): number => last(column("q.root.0"));
    expect(last(assisted.column("vel.chassis.x"))).toBeLessThan(last(locked.column("vel.chassis.x")) - 0.5);
    expect(way(assisted)).toBeLessThan(way(locked) - 2);
  });
});

describe("sine with dwell at 80 km/h", () => {
  const [frequency, dwell, amplitude] = [0.7, 0.5, 0.3];
  /** One period of a sine that stands still for a while in its second peak. */
  const steering = ({ t }: VehicleMotion): DriverInputs => {
    const peak = 0.75 / frequency;
    const x = Math.max(0, t - 0.5);
    const phase = x < peak ? x : Math.max(peak, x - dwell);
    return {
      steering: phase >= 1 / frequency ? 0 : amplitude * realFunctions.sin.of(2 * Math.PI * frequency * phase, 0),
    };
  };
  const runs = [false, true].map((stability) =>
    run(4.5, { speed: 80 / 3.6, roadFriction: 0.8 }, steering, { stability, antiLock: stability }),
  );
  const sideslips = runs.map(({ column }) => {
    const [along, across] = [column("v.root.3"), column("v.root.4")];
    return Math.max(...along.map((v, i) => Math.abs(realFunctions.atan2.of(across[i], v))));
  });
  const yawRates = runs.map(({ column }) => column("v.root.2"));
  const end = 0.5 + 1 / frequency + dwell;
  const left = (yawRate: Float64Array, after: number): number =>
    Math.abs(yawRate[Math.round((end + after) / 0.02)]) / Math.max(...yawRate.map(Math.abs));

  test("without control / it spins", () => {
    expect(sideslips[0]).toBeGreaterThan(0.8);
    expect(left(yawRates[0], 1)).toBeGreaterThan(0.35);
  });

  test("with control / it passes: yaw rate 1 s and 1.75 s after the end, displacement after 1.07 s", () => {
    expect(sideslips[1]).toBeLessThan(0.25);
    expect(left(yawRates[1], 1)).toBeLessThan(0.35);
    expect(left(yawRates[1], 1.75)).toBeLessThan(0.2);
    expect(runs[1].column("q.root.1")[Math.round((0.5 + 1.07) / 0.02)]).toBeGreaterThan(1.83);
  });
});

test("full throttle on friction 0.2 / the limit keeps the wheels from spinning", () => {
  const ice = { speed: 1, roadFriction: 0.2 };
  const [spinning, limited] = [false, true].map((traction) => run(3, ice, () => ({ throttle: 1 }), { traction }));
  const speedOf = ({ column }: typeof spinning): number => last(column("vel.chassis.x"));
  const rim = ({ column }: typeof spinning): number => 0.465 * last(column("tyre.RL.spin"));
  expect(rim(spinning)).toBeGreaterThan(5 * speedOf(spinning));
  expect(rim(limited)).toBeLessThan(1.3 * speedOf(limited));
  expect(speedOf(limited)).toBeGreaterThan(speedOf(spinning));
});

test("motors against each other / it turns on the spot", () => {
  const { column } = run(2, { speed: 0, roadFriction: 0.5 }, () => ({ turn: 1 }));
  expect(last(column("v.root.2"))).toBeGreaterThan(0.1);
  expect(Math.abs(last(column("q.root.0")) - column("q.root.0")[0])).toBeLessThan(0.5);
});

test("misspelt numbers, and a model that is no vehicle / said by name", () => {
  const driver = () => ({});
  expect(() => vehicleController(model, { driver, antiLock: { slipp: 0.1 } as object })).toThrow("antiLock.slipp");
  expect(() => vehicleController(model, { driver, traction: { gain: NaN } })).toThrow("traction.gain");
  const rig = hmmwv({ powertrain: "none" });
  expect(() => vehicleController(rig, { driver })).toThrow('has no controller "driver"');
});

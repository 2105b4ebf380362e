import { describe, expect, test } from "vitest";
import { simulate } from "../../src/simulate/simulate.js";
import type { State } from "../../src/state/state.js";
import { stateFromJoints } from "../../src/state/state.js";
import type { Model } from "../../src/model/types.js";
import { assembleVehicle } from "../../src/systems/vehicles/assembly/assemble-vehicle.js";
import { hmmwvData, hmmwvPitman } from "../../src/systems/vehicles/assembly/hmmwv-data.js";
import { hmmwv } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import type { VehicleData } from "../../src/systems/vehicles/data/vehicle.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";

const LOCK = Math.PI / 6;

const coordinate = (model: Model, { q }: Pick<State, "q">, name: string): number => {
  const place = buildTopology(model).tree.find(({ joint }) => model.joints[joint].name === name);
  if (place === undefined) throw new Error(`no joint ${name}`);
  return q[place.qStart];
};

/** On posts that hardly hold the wheels level, so that almost nothing resists the steering. */
const posts = { support: "posts", levelStiffness: 10, levelDamping: 10, stops: "on" } as const;

describe("the parameter that steers", () => {
  test("angle / the Pitman arm is there at once", () => {
    const model = hmmwv({ ...posts, steeringInput: "angle" });
    const { final } = simulate(model, 0.01, { parameters: { steer: 0.5 } });
    expect(coordinate(model, final, "pitman")).toBeCloseTo(-0.5 * LOCK, 9);
  });

  test("spring / it comes to rest near the angle that is asked for", () => {
    const model = hmmwv(posts);
    const start = stateFromJoints(model, {
      q: { lowerArmFL: -0.2, lowerArmFR: -0.2, lowerArmRL: -0.2, lowerArmRR: -0.2 },
    });
    const { point } = equilibrium(model, start, { parameters: { steer: 0.5 } });
    expect(Math.abs(coordinate(model, point, "pitman") - -0.5 * LOCK)).toBeLessThan(0.01);
  });

  test.each([
    ["torque", "pitman", -1],
    ["torque", "rack", -0.1 / (30 / 50)],
    ["column", "pitman", -1],
    ["column", "rack", -0.1 / (30 / 50)],
  ] as const)(
    "servo by %s on the %s / follows to the angle that is asked for",
    (steeringInput, steering, perRadian) => {
      const model = hmmwv({ ...posts, steeringInput, steering });
      const { final } = simulate(model, 1.5, { step: 1e-3, integrator: "rk4", parameters: { steer: 0.5 } });
      // A regulator without memory leaves what gravity asks for.
      expect(coordinate(model, final, steering) / (perRadian * 0.5 * LOCK)).toBeGreaterThan(0.95);
      expect(coordinate(model, final, steering) / (perRadian * 0.5 * LOCK)).toBeLessThan(1.05);
    },
  );

  test("column / 26 turns for one of the Pitman arm, but for the twist of its shaft", () => {
    const model = hmmwv({ ...posts, steeringInput: "column" });
    const { final } = simulate(model, 1.5, { step: 1e-3, integrator: "rk4", parameters: { steer: 0.5 } });
    const twist = coordinate(model, final, "column") + 26 * coordinate(model, final, "pitman");
    expect(Math.abs(twist)).toBeLessThan(0.5);
    expect(coordinate(model, final, "column")).toBeGreaterThan(0);
  });
});

describe("servo", () => {
  const withServo = (change: Partial<typeof hmmwvPitman.servo>): Model => {
    const [front, rear] = hmmwvData.axles;
    const steering = { ...hmmwvPitman, servo: { ...hmmwvPitman.servo, ...change } };
    const data: VehicleData = { ...hmmwvData, axles: [{ ...front, steering }, rear] };
    return assembleVehicle(data, { chassis: "fixed", steeringInput: "torque", gravity: 0 }).built.build();
  };
  const angleAfter = (model: Model, time: number): number =>
    coordinate(
      model,
      simulate(model, time, { step: 1e-3, integrator: "rk4", parameters: { steer: 1 } }).final,
      "pitman",
    ) / -LOCK;

  test("the rate is bounded: half of the lock after 3/8 s at 4/3 locks a second", () => {
    expect(Math.abs(angleAfter(withServo({ rateLimit: 4 / 3 }), 0.375) - 0.5)).toBeLessThan(0.05);
    expect(angleAfter(withServo({ rateLimit: 4 / 6 }), 0.375)).toBeLessThan(0.3);
  });

  test("the dead time delays the same motion by its ticks", () => {
    const [prompt, late] = [withServo({ deadTime: 0 }), withServo({ deadTime: 20 })];
    // Nothing acts for 20 ms.
    expect(Math.abs(angleAfter(late, 0.019))).toBeLessThan(1e-12);
    expect(angleAfter(prompt, 0.019)).toBeGreaterThan(1e-4);
  });

  test("the torque is bounded", () => {
    const weak = withServo({ largestTorque: 1 });
    expect(angleAfter(weak, 0.2)).toBeLessThan(angleAfter(withServo({}), 0.2) / 2);
  });
});

test("any axle may be steered: a vehicle with two steered axles", () => {
  const [front, rear] = hmmwvData.axles;
  const rearSteering = { ...hmmwvPitman, origin: [-1.24498, 0, 0.101322], leftSign: 1 } as const;
  const data: VehicleData = { ...hmmwvData, axles: [front, { ...rear, steering: rearSteering }] };
  const model = assembleVehicle(data).built.build();
  expect(model.joints.map(({ name }) => name)).toEqual(expect.arrayContaining(["pitmanF", "pitmanR"]));
  expect(buildTopology(model).counts.degreesOfFreedom).toBe(16);
});

import { describe, expect, test } from "vitest";
import { curve, simulate } from "../../src/index.js";
import { bench, startWith } from "./drives.js";

const first = (values: Float64Array): number => values[0];

/** The torque at a speed and a command. */
function motorTorque(speed: number, u: number): number {
  const model = bench("motor")
    .shaft("rotor", { inertia: 1 })
    .shaftElement("motor", { kind: "motor", on: "rotor", maxTorque: 300, maxPower: 60e3, maxSpeed: 1000 })
    .actuator("pedal", { element: "motor" })
    .build();
  const run = simulate(model, 1e-3, {
    state: startWith(model, { "rotor, speed": speed }),
    u: [u],
    channels: ["drive"],
  });
  return first(run.column("drive.motor.torque"));
}

describe("motor", () => {
  test.each([
    [0, 1, 300],
    [150, 0.5, 150],
    [200, 1, 300],
    [400, 1, 150],
    [400, -1, -150],
    [-400, 1, 150],
    [800, 0.25, 18.75],
    [975, 1, 60e3 / 975 / 2],
    [1000, 1, 0],
    [1200, 1, 0],
    [1200, -1, -50],
    [100, 3, 300],
  ])("at %s rad/s and the command %s gives %s N m", (speed, u, torque) => {
    expect(motorTorque(speed, u)).toBeCloseTo(torque, 10);
  });
});

describe("engine", () => {
  const rpm = Math.PI / 30;
  const loss = curve([
    [-50 * rpm, 30],
    [0, 0],
    [50 * rpm, -30],
    [1000 * rpm, -50],
    [2000 * rpm, -70],
    [3000 * rpm, -90],
  ]);
  const model = bench("engine")
    .shaft("crank", { inertia: 1.1 })
    .shaftElement("engine", {
      kind: "engine",
      on: "crank",
      full: curve([
        [0, 400],
        [400, 0],
      ]),
      loss,
    })
    .actuator("throttle", { element: "engine" })
    .build();

  test.each([
    [0, 0.5, 200],
    [50 * rpm, 0, -30],
    [1000 * rpm, 0, -50],
    [2500 * rpm, 0, -80],
    [200, 0.5, 100 - 50 - (200 / rpm - 1000) * 0.02],
  ])("at %s rad/s and throttle %s gives %s N m", (speed, u, torque) => {
    const run = simulate(model, 1e-3, {
      state: startWith(model, { "crank, speed": speed }),
      u: [u],
      channels: ["drive"],
    });
    expect(first(run.column("drive.engine.torque"))).toBeCloseTo(torque, 9);
  });

  test("between its curves of full and of no throttle", () => {
    const both = bench("map")
      .shaft("crank", { inertia: 1 })
      .shaftElement("engine", {
        kind: "engine",
        on: "crank",
        full: curve([
          [0, 100],
          [100, 200],
        ]),
        idle: curve([
          [0, 0],
          [100, -20],
        ]),
        command: 0.25,
      })
      .build();
    const run = simulate(both, 1e-3, { state: startWith(both, { "crank, speed": 50 }), channels: ["drive"] });
    expect(first(run.column("drive.engine.torque"))).toBeCloseTo(0.25 * 150 + 0.75 * -10, 10);
  });
});

describe("torque converter", () => {
  const capacity = curve(
    [
      [0, 15],
      [0.25, 15],
      [0.5, 15],
      [0.75, 16],
      [0.9, 18],
      [1, 35],
    ],
    "hold",
  );
  const torqueRatio = curve(
    [
      [0, 2],
      [0.25, 1.8],
      [0.5, 1.5],
      [0.75, 1.15],
      [1, 1],
    ],
    "hold",
  );
  const model = bench("converter")
    .shaft("pump", { inertia: 1.1 })
    .shaft("turbine", { inertia: 0.3 })
    .shaftElement("converter", { kind: "converter", pump: "pump", turbine: "turbine", capacity, torqueRatio })
    .build();
  const torques = (pump: number, turbine: number): readonly [number, number] => {
    const state = startWith(model, { "pump, speed": pump, "turbine, speed": turbine });
    const run = simulate(model, 1e-4, { state, channels: ["drive"] });
    return [first(run.column("drive.converter.taken")), first(run.column("drive.converter.torque"))];
  };

  test("doubles the torque at stall, and gives none where both speeds are the same", () => {
    expect(torques(150, 0)).toEqual([100, 200]);
    expect(torques(150, 150)).toEqual([0, 0]);
    expect(torques(0, 0)).toEqual([0, 0]);
  });

  test("follows its tables in between, and turns its signs beyond", () => {
    const [pump, turbine] = torques(200, 150);
    expect(pump).toBeCloseTo((200 / 16) ** 2, 9);
    expect(turbine).toBeCloseTo(1.15 * (200 / 16) ** 2, 9);
    const [taken, given] = torques(200, 250);
    expect(taken).toBeCloseTo(-((200 / 16) ** 2), 9);
    expect(given).toBeCloseTo(-((200 / 16) ** 2), 9);
  });

  test("lets the turbine catch up with the pump", () => {
    const state = startWith(model, { "pump, speed": 200 });
    const run = simulate(model, 5, { state, channels: ["shaft"] });
    const [a, b] = ["pump", "turbine"].map((name) => run.column(`shaft.${name}.speed`)).map((x) => x[x.length - 1]);
    expect(b / a).toBeGreaterThan(0.99);
    expect(run.energy?.relative).toBeLessThan(1e-7);
  });
});

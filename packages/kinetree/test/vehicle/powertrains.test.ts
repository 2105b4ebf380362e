import { describe, expect, test } from "vitest";
import type { HmmwvOptions } from "../../src/systems/vehicles/assembly/hmmwv-system.js";
import { rollingStart } from "../../src/vehicle/rolling-start.js";
import { driven, last } from "./driving.js";

const RPM = Math.PI / 30;

describe.each([
  ["m998", 6, 8, 20, 30],
  ["map", 3, 5, 20, 35],
  // Too soft for more, however long.
  ["converter", 6, 8, 18, 20],
] as const)("full throttle from rest, %s", (powertrain, least, most, slowest, fastest) => {
  const { rest, simulation } = driven({ powertrain }, { channels: ["tyre.FL.vx", "shaft.crank.speed", "energy"] });
  const { t, column } = simulation.run(powertrain === "converter" ? 15 : 11, {
    state: rest,
    sampleEvery: 0.1,
    parameters: { throttle: 1 },
  });
  const speed = column("tyre.FL.vx");
  const after = (v: number): number => t[speed.findIndex((each) => each >= v)];

  test("time from rest to 15 m/s", () => {
    expect(after(15)).toBeGreaterThan(least);
    expect(after(15)).toBeLessThan(most);
  });

  test("energy is accounted for while gears change", () => {
    expect(Math.abs(last(column("energy.balance")))).toBeLessThan(1e-4 * last(column("energy.work")));
  });

  test("speed in the end", () => {
    expect(last(speed)).toBeGreaterThan(slowest);
    expect(last(speed)).toBeLessThan(fastest);
  });
});

test("the soft converter holds the engine at its governor", () => {
  const { rest, simulation } = driven({ powertrain: "converter" }, { channels: ["shaft.crank.speed"] });
  const { column } = simulation.run(6, { state: rest, parameters: { throttle: 1 } });
  const crank = column("shaft.crank.speed").slice(50);
  crank.forEach((each) => expect(Math.abs(each / (2550 * RPM) - 1)).toBeLessThan(0.01));
});

test("motors in the wheels / the power of their envelope, energy to 1e-6", () => {
  const { model, rest, simulation } = driven({ powertrain: "wheel-motors" });
  const { column } = simulation.run(4, {
    state: rollingStart(model, rest, { speed: 15 }),
    sampleEvery: 0.1,
    parameters: { throttle: 1 },
  });
  const [total, work] = [column("energy.total"), last(column("energy.work"))];
  expect(Math.abs(last(column("energy.balance")))).toBeLessThan(1e-6 * Math.abs(work));
  // Of 4 × 28 kW, rolling resistance and slip take some tenth.
  const power = (last(total) - total[10]) / 3;
  expect(power).toBeGreaterThan(0.85 * 112e3);
  expect(power).toBeLessThan(112e3);
});

describe("selector and range", () => {
  const runs = (range: "high" | "low", selectors: readonly number[]): readonly Float64Array[] => {
    const { rest, simulation } = driven({ range }, { channels: ["tyre.FL.vx"] });
    return selectors.map((selector) =>
      simulation.run(2, { state: rest, sampleEvery: 0.1, parameters: { throttle: 1, selector } }).column("tyre.FL.vx"),
    );
  };
  const [ahead, neutral, back] = runs("high", [1, 0, -1]);
  test("backwards", () => {
    expect(last(back)).toBeLessThan(-0.5 * last(ahead));
    expect(last(back)).toBeGreaterThan(-1.2 * last(ahead));
  });
  test("neutral / stays", () => expect(Math.abs(last(neutral))).toBeLessThan(1e-3));
  test("low range / starts faster", () => expect(runs("low", [1])[0][8]).toBeGreaterThan(1.3 * ahead[8]));
});

test("set off in third gear / turns the engine as its ratios say, and stays in gear", () => {
  const { model, rest, simulation } = driven({}, { channels: ["shaft.crank.speed", "drive.gearbox", "vel.chassis"] });
  const { column } = simulation.run(2, {
    state: rollingStart(model, rest, { speed: 20, gear: 3 }),
    sampleEvery: 0.1,
    parameters: { throttle: 0.3, startGear: 3 },
  });
  const crank = (20 / (0.99 * 0.4699)) * 2.73 * 1.92;
  // The converter slips by some part under load.
  column("shaft.crank.speed").forEach((each) => expect(Math.abs(each / crank - 1)).toBeLessThan(0.05));
  column("drive.gearbox.command").forEach((gear) => expect(gear).toBe(3));
  expect(Math.abs(last(column("vel.chassis.x")) - 20)).toBeLessThan(0.5);
});

describe("a curve under power", () => {
  /** Torques of the rear half shafts on the left, the inner wheel, and on the right; and how much faster the outer one turns. */
  const torques = (differentials: HmmwvOptions["differentials"]) => {
    const { model, rest, simulation } = driven({ differentials }, { channels: ["drive.halfShaft*", "tyre.*.spin"] });
    const { column } = simulation.run(1.5, {
      state: rollingStart(model, rest, { speed: 6, gear: 1 }),
      parameters: { throttle: 0.5, steer: 0.4 },
    });
    const [inner, outer] = ["RL", "RR"].map((corner) => last(column(`drive.halfShaft${corner}.torque`)));
    return { inner, outer, apart: last(column("tyre.RR.spin")) - last(column("tyre.RL.spin")) };
  };

  test("open / equal torques", () => {
    const { inner, outer, apart } = torques("open");
    expect(apart).toBeGreaterThan(1);
    // The inner ends of the half shafts are turned faster and faster, all alike.
    expect(Math.abs(inner / outer - 1)).toBeLessThan(0.05);
  });

  test("biasing / the slower wheel gets twice the torque", () => {
    const { inner, outer, apart } = torques("biasing");
    expect(apart).toBeGreaterThan(0.5);
    expect(Math.abs(inner / outer / 2 - 1)).toBeLessThan(0.05);
  });

  test("viscous / by the difference of the speeds", () => {
    const { inner, outer, apart } = torques("viscous");
    expect(Math.abs((inner - outer) / (2 * 100 * apart) - 1)).toBeLessThan(0.05);
  });

  test("locked / no difference of speeds", () => expect(Math.abs(torques("locked").apart)).toBeLessThan(0.1));
});

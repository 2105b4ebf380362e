import { describe, expect, test } from "vitest";
import { rollingStart } from "../../src/vehicle/rolling-start.js";
import { driven, last } from "./driving.js";

const RPM = Math.PI / 30;

describe.each([
  ["m998", 6, 8],
  ["map", 3, 5],
  ["converter", 6, 8],
] as const)("full throttle from rest, %s", (powertrain, least, most) => {
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

  if (powertrain === "converter") {
    test("the soft converter holds the engine at its governor / below 20 m/s", () => {
      expect(last(speed)).toBeLessThan(20);
      const crank = column("shaft.crank.speed").slice(30);
      crank.forEach((each) => expect(Math.abs(each / (2560 * RPM) - 1)).toBeLessThan(0.03));
    });
  } else test("reaches 20 m/s", () => expect(last(speed)).toBeGreaterThan(20));
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

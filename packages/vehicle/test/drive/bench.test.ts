import { beforeAll, describe, expect, test } from "vitest";
import { createBench, type Bench } from "../../src/drive/bench.js";
import { coast, holdSpeed, press } from "../../src/drive/pedals.js";
import { rampTo, straight } from "../../src/drive/steering.js";
import { onFriction, onSlope } from "../../src/vehicles/changes.js";
import { vehicleNamed } from "../../src/vehicles/vehicles.js";
import { peakBetween, valueAt } from "../../src/metrics/signals.js";
import { refusal } from "../../../kinetree/test/support/refusal.js";

const doubleTrack = vehicleNamed("double-track").make();

describe("a vehicle on flat ground", () => {
  let bench: Bench;
  beforeAll(() => {
    bench = createBench(doubleTrack);
  });

  test("its wheels carry its weight", () => {
    const { column } = bench.drive(0.1, { steering: straight, pedals: press({ brake: 1 }) });
    const load = ["fl", "fr", "rl", "rr"].reduce((sum, wheel) => sum + column(`${wheel}.fz`)[0], 0);
    expect(load).toBeCloseTo(9.81 * doubleTrack.mass, 1);
  });

  test("it runs straight, and a speed that is held is held", () => {
    const { t, column } = bench.drive(6, { steering: straight, pedals: holdSpeed(() => 20) }, { speed: 20 });
    expect(Math.abs(peakBetween(t, column("y")))).toBeLessThan(1e-9);
    expect(valueAt(t, column("speed"), 6)).toBeCloseTo(20, 1);
  });

  test("steering to the left turns it to the left, and to the right it is the mirror image", () => {
    const turn = (amplitude: number) =>
      bench.drive(3, { steering: rampTo(amplitude, 0.5, 0.7), pedals: coast }, { speed: 15 });
    const [left, right] = [turn(0.1), turn(-0.1)];
    expect(valueAt(left.t, left.column("yawRate"), 3)).toBeGreaterThan(0.1);
    for (const name of ["y", "yaw", "roll", "ay", "sideslip"])
      expect(valueAt(left.t, left.column(name), 3)).toBeCloseTo(-valueAt(right.t, right.column(name), 3), 6);
    expect(left.column("fl.fz")[300]).toBeCloseTo(right.column("fr.fz")[300], 3);
  });

  test("lateral acceleration is speed times yaw rate once the turn is steady, in any heading", () => {
    const { t, column } = bench.drive(
      12,
      { steering: rampTo(0.15, 0, 0.5), pedals: holdSpeed(() => 10) },
      { speed: 10 },
    );
    const last = t.length - 1;
    expect(column("yaw")[last]).not.toBeCloseTo(0, 1);
    expect(column("ay")[last]).toBeCloseTo(column("speed")[last] * column("yawRate")[last], 2);
  });

  test("a drive is the same when it is driven again", () => {
    const once = () => bench.drive(1, { steering: rampTo(0.3, 0, 1), pedals: holdSpeed(() => 18) }, { speed: 16 });
    const [first, second] = [once(), once()];
    for (const name of first.names) expect(first.column(name)).toEqual(second.column(name));
  });
});

test("brakes hold it on a slope of 30 %", () => {
  const bench = createBench(onSlope(doubleTrack, 0.3, "ahead", "standing"));
  const { t, column } = bench.drive(10, { steering: straight, pedals: press({ brake: 1 }) });
  expect(Math.abs(valueAt(t, column("x"), 10) - valueAt(t, column("x"), 2))).toBeLessThan(1e-3);
});

test("more friction on the left turns a braking vehicle to the left", () => {
  const bench = createBench(onFriction(doubleTrack, { left: 0.8, right: 0.3 }));
  const { t, column } = bench.drive(1.5, { steering: straight, pedals: press({ brake: 0.5 }) }, { speed: 15 });
  expect(valueAt(t, column("yaw"), 1.5)).toBeGreaterThan(0.02);
});

test("a vehicle that does not come to rest is refused", () => {
  expect(refusal(() => createBench({ ...doubleTrack, dropHeight: 40 }))).toMatchObject({ code: "vehicle-not-settled" });
});

import { beforeAll, expect, test } from "vitest";
import { createBench, type Bench } from "../../src/drive/bench.js";
import { coast, press } from "../../src/drive/pedals.js";
import { rampTo, straight } from "../../src/drive/steering.js";
import { valueAt } from "../../src/metrics/signals.js";
import { vehicleNamed } from "../../src/vehicles/vehicles.js";

let bench: Bench;
beforeAll(() => {
  bench = createBench(vehicleNamed("hmmwv").make());
});

test("at rest its wheels carry 6494 N in front and 6127 N behind", () => {
  const { column } = bench.drive(0.1, { steering: straight, pedals: press({ brake: 1 }) });
  const loads = ["fl", "fr", "rl", "rr"].map((wheel) => column(`${wheel}.fz`)[0]);
  const parts = loads.map((load, i) => load / (i < 2 ? 6494 : 6127));
  expect(Math.max(...parts.map((part) => Math.abs(part - 1)))).toBeLessThan(0.01);
});

test("it turns to the side that it is steered to, one side the mirror image of the other", () => {
  const turn = (amplitude: number) =>
    bench.drive(2.5, { steering: rampTo(amplitude, 0.5, 0.8), pedals: coast }, { speed: 15 });
  const [left, right] = [turn(0.1), turn(-0.1)];
  const last = (drive: typeof left, name: string): number => valueAt(drive.t, drive.column(name), 2.5);
  expect(last(left, "yawRate")).toBeGreaterThan(0.1);
  // The mechanism itself is not quite symmetric: its idler is elsewhere than its Pitman arm.
  expect(Math.abs(last(left, "yawRate") / last(right, "yawRate") + 1)).toBeLessThan(0.02);
  expect(last(left, "roadWheelAngle")).toBeGreaterThan(0.04);
});

import { expect, test } from "vitest";
import { halfRound } from "../../src/tests/half-round.js";
import { ride } from "../../src/tests/ride.js";
import type { TestReport } from "../../src/report/report.js";
import { vehicleNamed } from "../../src/vehicles/vehicles.js";

const valueOf = ({ numbers }: TestReport, name: string): number =>
  numbers.find((each) => each.name === name)?.value ?? NaN;
const make = () => vehicleNamed("double-track").make();

test("a road of the next class has twice the amplitude, and about that of the acceleration", () => {
  const on = (name: string): number => valueOf(ride.run(make(), { class: name, length: 100 }), "weightedZ");
  const ratio = on("B") / on("A");
  // One class is a factor of four in the spectrum, so of two in amplitude.
  expect(ratio).toBeGreaterThan(1.7);
  expect(ratio).toBeLessThan(2.3);
});

test("the seat moves up and down more than sideways, and the wheels keep their mean loads", () => {
  const report = ride.run(make(), { class: "B", length: 100 });
  expect(valueOf(report, "weightedZ")).toBeGreaterThan(3 * valueOf(report, "weightedY"));
  const mean = report.tables[0].rows.reduce((sum, [, load]) => sum + (load as number), 0);
  expect(mean / (9.81 * make().mass)).toBeCloseTo(1, 2);
});

test("a higher obstacle shakes more", () => {
  const peak = (height: number): number => valueOf(halfRound.run(make(), { height, lowest: 3, highest: 3.1 }), "peak");
  expect(peak(0.05)).toBeGreaterThan(0.3);
  expect(peak(0.08)).toBeGreaterThan(1.2 * peak(0.05));
});

import { expect, test } from "vitest";
import type { TestReport } from "../../src/report/report.js";
import { tyreRig } from "../../src/rigs/tyre-rig.js";

const valueOf = ({ numbers }: TestReport, name: string): number =>
  numbers.find((each) => each.name === name)?.value ?? NaN;

test("cornering stiffness of TMeasy at 6494 N is half of that of the front axle, 97857.9 N/rad", () => {
  const report = tyreRig.run({ sweep: "angle", tyre: "tmeasy", load: 6494 });
  expect(Math.abs(valueOf(report, "tmeasyStiffness") / 48_929 - 1)).toBeLessThan(0.02);
});

test("largest longitudinal forces are those of the laws", () => {
  const report = tyreRig.run({ sweep: "slip" });
  // Of the given data at 6400 N: TMeasy 0.93, Magic Formula 0.945, brush its friction.
  expect(valueOf(report, "tmeasyPeakForce")).toBeCloseTo(0.93, 2);
  expect(valueOf(report, "pac2002PeakForce")).toBeCloseTo(0.945, 2);
  expect(valueOf(report, "brushPeakForce")).toBeCloseTo(0.8, 3);
});

test("a wheel that is turned to the left is pushed to the left: side force against the side slip", () => {
  const { plots } = tyreRig.run({ sweep: "angle", tyre: "brush", load: 5000 });
  const [{ x, y }] = plots[0].curves;
  const wrong = x.filter((angle, i) => Math.abs(angle) > 1 && Math.sign(y[i]) !== -Math.sign(angle));
  expect(wrong).toEqual([]);
});

test("a locked wheel that is dragged pulls by its carcass first", () => {
  const report = tyreRig.run({ sweep: "standing", tyre: "tmeasy" });
  expect(valueOf(report, "tmeasyStiffness")).toBeCloseTo(185_004.42, 1);
});

test("side forces grow less than the load", () => {
  const { plots } = tyreRig.run({ sweep: "load", tyre: "tmeasy", load: 12_000 });
  const [{ x, y }] = plots[0].curves;
  const at = (load: number): number => y[x.findIndex((each) => each >= load)];
  expect(at(10_000) / at(5000)).toBeLessThan(1.95);
  expect(at(10_000) / at(5000)).toBeGreaterThan(1.4);
});

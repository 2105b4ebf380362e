import { describe, expect, it } from "vitest";
import { plainChart, poseChart, rotationChart } from "../../src/formulation/joints/charts.js";

const quat = [0.1, -0.7, 0.5, 0.5]; // length 1
const charts = [
  { name: "plain", chart: plainChart, q0: [0.3, -2, 7], x: [0.25, 0.5, -0.125] },
  { name: "rotation", chart: rotationChart, q0: quat, x: [0.4, -0.3, 0.9] },
  { name: "pose", chart: poseChart, q0: [3, -1, 2, ...quat], x: [0.4, -0.3, 0.9, 0.7, 0.2, -1.1] },
];

/** A few roundings of numbers up to 7. */
const ROUNDING = 16 * Number.EPSILON;

const difference = (actual: readonly unknown[] | Float64Array, wanted: readonly unknown[] | Float64Array): number =>
  Math.max(...Array.from(wanted, (value, i) => Math.abs(Number(actual[i]) - Number(value))));

describe.each(charts)("the chart of coordinates: $name", ({ chart, q0, x }) => {
  const [start, step] = [Float64Array.from(q0), Float64Array.from(x)];
  const at = { q: 0, v: 0, nv: x.length };
  const run = (form: "retractInto" | "moveInto", q: Float64Array, size = 1): Float64Array => {
    const out = q.slice();
    chart[form](out, out, step, size, at);
    return out;
  };

  it("has the same retraction in kernels and on the host", () => {
    expect(difference(run("retractInto", start), chart.retracted(q0, x))).toBeLessThan(ROUNDING);
  });

  it("has the same move in kernels and on the host", () => {
    expect(difference(run("moveInto", start), chart.moved(q0, x))).toBeLessThan(ROUNDING);
  });

  it("finds δ between the ends of a retraction", () => {
    const delta = new Float64Array(x.length);
    chart.differenceInto(delta, start, run("retractInto", start), at);
    expect(difference(delta, x)).toBeLessThan(ROUNDING);
  });

  it("comes back by −δ", () => {
    expect(difference(run("retractInto", run("retractInto", start), -1), q0)).toBeLessThan(ROUNDING);
  });

  it("moves along x by the δ that x begins with", () => {
    const zero = x.map(() => 0);
    const retracted = chart.retracted(q0, chart.deltaRates(q0, zero, x));
    expect(difference(chart.moved(q0, x), retracted)).toBeLessThan(ROUNDING);
  });
});

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

const expectNear = (actual: ArrayLike<number>, wanted: ArrayLike<number>): void =>
  Array.from(wanted).forEach((value, i) => expect(Math.abs(actual[i] - value)).toBeLessThan(ROUNDING));

describe.each(charts)("the chart of coordinates: $name", ({ chart, q0, x }) => {
  const [start, step] = [Float64Array.from(q0), Float64Array.from(x)];
  const at = { q: 0, v: 0, nv: x.length };
  const run = (form: "retractInto" | "moveInto", q: Float64Array, size = 1): Float64Array => {
    const out = q.slice();
    chart[form](out, out, step, size, at);
    return out;
  };

  it("has the same retraction and the same move in kernels and on the host", () => {
    expectNear(run("retractInto", start), chart.retracted(q0, x) as readonly number[]);
    expectNear(run("moveInto", start), chart.moved(q0, x) as readonly number[]);
  });

  it("finds δ between the ends of a retraction", () => {
    const delta = new Float64Array(x.length);
    chart.differenceInto(delta, start, run("retractInto", start), at);
    expectNear(delta, x);
  });

  it("comes back by −δ", () => expectNear(run("retractInto", run("retractInto", start), -1), q0));

  it("moves along x by the δ that x begins with", () => {
    const zero = x.map(() => 0);
    expectNear(
      chart.moved(q0, x) as readonly number[],
      chart.retracted(q0, chart.deltaRates(q0, zero, x)) as readonly number[],
    );
  });
});

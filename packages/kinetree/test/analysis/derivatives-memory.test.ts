import { describe, expect, it } from "vitest";
import { forwardDerivatives } from "../../src/analysis/derivatives.js";
import { DynamicsDerivatives } from "../../src/analysis/dynamics-derivatives.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { normMax, type Matrix } from "../../src/linalg/matrix.js";
import { column, moved } from "./derivative-systems.js";
import { rememberingCases } from "./remembering-systems.js";

/* Elements that remember: v̇ and ż by q, v, z, τ, u and t, against central differences with two steps. */

/** Relative to the block's largest entry. */
const DIFFERENCES = 1e-7;
/** Sizes of the steps: depths and bristles are a thousandth of other coordinates. */
const WIDE: Readonly<Record<string, number>> = { q: 2e-5, z: 2e-6 };

/** Central differences with steps h and h/2, extrapolated: the error is of the order h⁴. */
function difference(f: (x: number) => Float64Array, wide: number): Float64Array {
  const [first, second] = [wide, wide / 2].map((h) => {
    const [up, down] = [f(h), f(-h)];
    return up.map((x, i) => (x - down[i]) / (2 * h));
  });
  return second.map((x, i) => (4 * x - first[i]) / 3);
}

function worst(A: Matrix, wide: number, along: (j: number, x: number) => Float64Array): number {
  let most = 0;
  for (let j = 0; j < A.cols; j++) {
    const [exact, found] = [column(A, j), difference((x) => along(j, x), wide)];
    for (let i = 0; i < A.rows; i++) most = Math.max(most, Math.abs(exact[i] - found[i]));
  }
  return most / Math.max(1e-3, normMax(A));
}

const shifted = (values: Float64Array, j: number, x: number): Float64Array =>
  values.map((y, i) => (i === j ? y + x : y));
const unit = (n: number, j: number): Float64Array => new Float64Array(n).fill(1, j, j + 1);

describe.each(rememberingCases())("$name", ({ model, point }) => {
  const isLoop = model.joints.length > model.bodies.length;
  // Rows of closures chosen at the point hold beside it too; the formulation depends on nothing else.
  const evaluator = createEvaluator(model, isLoop ? { formulation: "mass-matrix" } : {});
  const nv = point.v.length;
  const given = {
    ...point,
    tau: Float64Array.from(point.v, (_, i) => Math.cos(2 * i)),
    u: new Float64Array(model.actuators.length).fill(0.3),
  };
  const { vdot, by, zdot, zdotBy } = forwardDerivatives(model, given);
  const rates = new DynamicsDerivatives(model, "inverse", ["t"], isLoop);
  const accelerations = (changed: Partial<OperatingPoint>): Float64Array => {
    const at = { ...given, ...changed };
    return evaluator.forwardDynamics(at, at);
  };
  const ratesAt = (changed: Partial<OperatingPoint>): Float64Array => {
    rates.at({ ...given, ...changed });
    return rates.stateRates();
  };
  const change: Readonly<Record<keyof typeof by, (j: number, x: number) => Partial<OperatingPoint>>> = {
    q: (j, x) => ({ q: moved(model, given.q, unit(nv, j), x) }),
    v: (j, x) => ({ v: shifted(given.v, j, x) }),
    z: (j, x) => ({ z: shifted(given.z, j, x) }),
    tau: (j, x) => ({ tau: shifted(given.tau, j, x) }),
    u: (j, x) => ({ u: shifted(given.u, j, x) }),
    t: (_, x) => ({ t: given.t + x }),
  };
  const variables = Object.keys(change) as (keyof typeof by)[];

  it("touches, and its states act on the motion", () => {
    expect(normMax(by.z)).toBeGreaterThan(0);
    expect(Math.max(...zdot.map(Math.abs))).toBeGreaterThan(0);
  });
  it("value of v̇", () => {
    const known = accelerations({});
    const scale = Math.max(...known.map(Math.abs));
    vdot.forEach((x, i) => expect(Math.abs(x - known[i])).toBeLessThan(1e-12 * scale));
  });
  it.each(variables)("v̇ by %s", (variable) => {
    const along = (j: number, x: number): Float64Array => accelerations(change[variable](j, x));
    expect(worst(by[variable], WIDE[variable] ?? 1e-3, along)).toBeLessThan(DIFFERENCES);
  });
  it.each(variables)("ż by %s", (variable) => {
    const along = (j: number, x: number): Float64Array => ratesAt(change[variable](j, x));
    expect(worst(zdotBy[variable], WIDE[variable] ?? 1e-3, along)).toBeLessThan(DIFFERENCES);
  });
});

describe("a model without internal states", () => {
  it("has derivatives by z without columns, and of ż without rows", () => {
    const [{ model, point }] = rememberingCases();
    const plain = { ...model, contacts: [] };
    const { by, zdot, zdotBy } = forwardDerivatives(plain, { t: 0, q: point.q, v: point.v });
    expect([by.z.rows, by.z.cols, zdot.length, zdotBy.q.rows, zdotBy.q.cols]).toEqual([6, 0, 0, 0, 6]);
  });
});

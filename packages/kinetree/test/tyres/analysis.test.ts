import { describe, expect, it } from "vitest";
import { forwardDerivatives } from "../../src/analysis/derivatives.js";
import { DynamicsDerivatives } from "../../src/analysis/dynamics-derivatives.js";
import { linearize } from "../../src/analysis/linearize.js";
import { trim } from "../../src/analysis/steady/trim.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { normMax } from "../../src/linalg/matrix.js";
import { stateFromJoints } from "../../src/state/state.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { column, moved } from "../analysis/derivative-systems.js";
import { car, carAt, corners, eachLaw, HALF_BASE } from "./wheels.js";

describe.each(eachLaw)("%s", (_, law) => {
  it("derivatives of accelerations and of carcasses by q, v and z / differences", () => {
    const model = car({ law, steer: 0.05 });
    const point = simulate(model, 0.1, { state: carAt(0, 12), tolerance: 1e-8 }).final as OperatingPoint & {
      readonly z: Float64Array;
    };
    const { by, zdotBy } = forwardDerivatives(model, point);
    const evaluator = createEvaluator(model);
    const rates = new DynamicsDerivatives(model, "inverse", ["t"], false);
    const zdotAt = (at: OperatingPoint): Float64Array => {
      rates.at(at);
      return rates.stateRates();
    };
    const shifted = (values: Float64Array, j: number, x: number) => values.map((y, i) => (i === j ? y + x : y));
    const change = {
      q: (j: number, x: number) => ({ ...point, q: moved(model, point.q, unit(point.v.length, j), x) }),
      v: (j: number, x: number) => ({ ...point, v: shifted(point.v, j, x) }),
      z: (j: number, x: number) => ({ ...point, z: shifted(point.z, j, x) }),
    };
    const h = 1e-6;
    for (const variable of ["q", "v", "z"] as const)
      for (const [A, f] of [
        [by[variable], (at: OperatingPoint) => evaluator.forwardDynamics(at)],
        [zdotBy[variable], zdotAt],
      ] as const)
        for (let j = 0; j < A.cols; j++) {
          const [up, down] = [h, -h].map((x) => f(change[variable](j, x)));
          const exact = column(A, j);
          up.forEach((x, i) => expect(Math.abs((x - down[i]) / (2 * h) - exact[i]) / normMax(A)).toBeLessThan(1e-6));
        }
  });
});

const unit = (n: number, j: number): Float64Array => new Float64Array(n).fill(1, j, j + 1);
const axles = corners.map((wheel) => `axle ${wheel}`);

const steady = { ignorable: [{ joint: "base", about: [0, 0, 1] as const }, ...axles], forces: axles };

describe("trim", () => {
  const speed = 15;

  it("a straight run takes the torque that rolling resists with", () => {
    const model = car({ law: hmmwvTmeasy });
    const start = stateFromJoints(model, carAt(0, speed));
    const { point } = trim(model, start, { ...steady, speeds: { base: [null, null, 0, speed, null, null] } });
    const torque = point.tau.subarray(6).reduce((sum, tau) => sum + tau, 0);
    expect(torque).toBeCloseTo(0.015 * 0.4699 * 2600 * 9.81, 2);
    const after = simulate(model, 1, { state: point, tau: point.tau, tolerance: 1e-10 }).final;
    after.v.forEach((value, i) => expect(Math.abs(value - point.v[i])).toBeLessThan(1e-6));
  });

  it("a steady circle goes on as it began", () => {
    const steer = 0.03;
    const model = car({ law: hmmwvTmeasy, steer });
    const start = stateFromJoints(model, carAt(0, speed));
    const { point } = trim(model, start, {
      ...steady,
      forces: [{ joint: "base", coordinate: 3 }],
      speeds: { base: [null, null, null, speed, null, null] },
    });
    // As much weight on the front as on the rear: neither over- nor understeer, but for the trail.
    expect(Math.abs(point.v[2] / ((speed * steer) / (2 * HALF_BASE)) - 1)).toBeLessThan(0.1);
    const after = simulate(model, 1, { state: point, tau: point.tau, tolerance: 1e-10 }).final;
    after.v.forEach((value, i) => expect(Math.abs(value - point.v[i])).toBeLessThan(1e-6));
  });
});

it("linearize: carcasses are states, and damp what they are to damp", () => {
  const model = car({ law: hmmwvTmeasy });
  const { final } = simulate(model, 1, { state: carAt(0, 20), tolerance: 1e-8 });
  const { A } = linearize(model, final);
  expect(A.rows).toBe(2 * 10 + 12);
  expect(Math.max(...eigenGeneral(A).re)).toBeLessThan(1e-2);
});

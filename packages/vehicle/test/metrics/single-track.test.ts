import { expect, test } from "vitest";
import { degrees } from "../../src/report/conversions.js";
import {
  eigenvaluesOf,
  singleTrackMatrices,
  understeerGradient,
  yawGain,
  type SingleTrack,
} from "../../src/metrics/single-track.js";
import { stepResponse } from "../../src/metrics/step-response.js";

/** The HMMWV at rest on TMeasy tyres. */
const hmmwv: SingleTrack = {
  mass: 2573.138,
  inertia: 5236.44,
  front: 1.602984,
  rear: 1.699,
  frontStiffness: 97857.9,
  rearStiffness: 92617.0,
};

test("the understeer gradient of the tyres alone is 0.023753 deg/g", () => {
  expect(degrees(understeerGradient(hmmwv)) * 9.81).toBeCloseTo(0.023753, 4);
});

test("the yaw gain at 20 m/s is 6.02612 /s", () => {
  expect(yawGain(hmmwv, 20)).toBeCloseTo(6.02612, 3);
});

test("eigenvalues at 20 m/s are -3.78123 and -4.87373 /s", () => {
  const { re, im } = eigenvaluesOf(singleTrackMatrices(hmmwv, 20).A);
  expect(im).toBe(0);
  expect(re[0]).toBeCloseTo(-3.78123, 3);
  expect(re[1]).toBeCloseTo(-4.87373, 3);
});

test("a step of the steering brings the yaw rate to 90 % after 0.461 s", () => {
  const { A, B } = singleTrackMatrices(hmmwv, 20);
  const [dt, delta] = [1e-4, 0.01];
  let [beta, r] = [0, 0];
  const t: number[] = [];
  const yaw: number[] = [];
  for (let k = 0; k <= 50_000; k++) {
    t.push(k * dt);
    yaw.push(r);
    const rates = [A[0] * beta + A[1] * r + B[0] * delta, A[2] * beta + A[3] * r + B[1] * delta];
    beta += dt * rates[0];
    r += dt * rates[1];
  }
  const { responseTime, steady, overshoot } = stepResponse(t, yaw, 0, 4);
  expect(steady / delta).toBeCloseTo(6.02612, 2);
  expect(responseTime).toBeCloseTo(0.461, 2);
  expect(overshoot).toBeLessThan(1e-3);
});

import { describe, expect, test } from "vitest";
import {
  GeneralizedAlpha,
  type GeneralizedAlphaOptions,
} from "../../../src/integrate/implicit/alpha/generalized-alpha.js";
import {
  GRAVITY,
  heavyTop,
  laggedForce,
  pendulum,
  pendulumAngle,
  sliderCrank,
  sliderCrankEnergy,
} from "./motion-problems.js";
import { runFixed, slopeOf, startOf, type MotionProblem, type Sample } from "./motion-support.js";

/** So many steps that the leading term of the error rules: terms after it bend the slope by less than 0.1. */
const counts = [200, 400];
const [angle, rate, tEnd] = [1, 1, 1];

const tension = (x: number, w: number): number => w * w + GRAVITY * Math.cos(x);
const away = (x: readonly number[], y: readonly number[]): number => Math.hypot(...x.map((each, i) => each - y[i]));
const lastOf = (make: () => MotionProblem, options: GeneralizedAlphaOptions, time: number, steps: number): Sample => {
  const problem = make();
  return runFixed(problem, new GeneralizedAlpha(problem, options), time, steps)[steps - 1];
};

describe.each([{ rho: 0.8 }, { rho: 0.3 }, { alpha: -0.2 }])(
  "pendulum with a constraint on position level, %o",
  (options) => {
    const [x, w] = pendulumAngle(angle, rate, tEnd);
    const ends = counts.map((steps) => lastOf(() => pendulum(angle, rate), options, tEnd, steps));

    test("observed order of positions / 2", () => {
      const errors = ends.map(({ q }) => away(q, [Math.sin(x), -Math.cos(x)]));
      expect(Math.abs(slopeOf(counts, errors) - 2)).toBeLessThan(0.1);
    });

    test("observed order of speeds / 2", () => {
      const errors = ends.map(({ v }) => away(v, [w * Math.cos(x), w * Math.sin(x)]));
      expect(Math.abs(slopeOf(counts, errors) - 2)).toBeLessThan(0.1);
    });

    test("observed order of multipliers / 2", () => {
      const errors = ends.map(({ lambda }) => Math.abs(lambda[0] - tension(x, w)));
      expect(Math.abs(slopeOf(counts, errors) - 2)).toBeLessThan(0.1);
    });
  },
);

test("multipliers err by O(h²) from the first step on", () => {
  const errors = counts.map((steps) => {
    const problem = pendulum(angle, rate);
    const first = runFixed(problem, new GeneralizedAlpha(problem), 8 / steps, 8);
    return Math.max(...first.map(({ t, lambda }) => Math.abs(lambda[0] - tension(...pendulumAngle(angle, rate, t)))));
  });
  expect(Math.abs(slopeOf(counts, errors) - 2)).toBeLessThan(0.1);
});

test("multipliers keep their order when speeds are put back onto the constraint after every step", () => {
  const [x, w] = pendulumAngle(angle, rate, tEnd);
  const errors = counts.map((steps) => {
    const problem = pendulum(angle, rate);
    const stepper = new GeneralizedAlpha(problem);
    const { end } = stepper;
    stepper.begin(0, startOf(problem));
    for (let k = 0; k < steps; k++) {
      stepper.attempt(tEnd / steps, true);
      const [px, py] = [problem.base[0] + end[0], problem.base[1] + end[1]];
      const outwards = (px * end[2] + py * end[3]) / (px * px + py * py);
      end[2] -= outwards * px;
      end[3] -= outwards * py;
      stepper.accept();
      problem.advance(end.subarray(0, 2));
      stepper.rebase((y) => void y.fill(0, 0, 2));
    }
    return Math.abs(stepper.multipliers[0] - tension(x, w));
  });
  expect(Math.abs(slopeOf(counts, errors) - 2)).toBeLessThan(0.15);
});

test("constraints after every step / Newton's tolerance", () => {
  // 1e-3 of the weight of positions.
  const problem = pendulum(angle, rate, 1e-9);
  const gaps = runFixed(problem, new GeneralizedAlpha(problem), tEnd, 200).map(({ q }) => Math.hypot(...q) - 1);
  expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(1e-12);
});

test("slider-crank: energy drift / h²", () => {
  const drifts = counts.map((steps) => {
    const problem = sliderCrank(3);
    const energy = sliderCrankEnergy(problem.v0);
    const run = runFixed(problem, new GeneralizedAlpha(problem), tEnd, steps);
    return Math.max(...run.map(({ v }) => Math.abs(sliderCrankEnergy(v) / energy - 1)));
  });
  expect(Math.abs(slopeOf(counts, drifts) - 2)).toBeLessThan(0.1);
});

test("rotations by Cayley's map: observed order / 2", () => {
  const make = (): MotionProblem => heavyTop([0.5, 1, 4]);
  const [coarse, middle, fine] = [100, 200, 400].map((steps) => lastOf(make, {}, 1, steps));
  // Differences of solutions with halved steps shrink like the error itself.
  const shrunk = (of: (s: Sample) => readonly number[]): number =>
    Math.log2(away(of(coarse), of(middle)) / away(of(middle), of(fine)));
  expect(Math.abs(shrunk(({ q }) => q) - 2)).toBeLessThan(0.1);
  expect(Math.abs(shrunk(({ v }) => v) - 2)).toBeLessThan(0.1);
});

test("states of the first order: observed order / 2", () => {
  const make = (): MotionProblem => laggedForce(3);
  const [coarse, middle, fine] = [100, 200, 400].map((steps) => lastOf(make, {}, 2, steps));
  const order = Math.log2(away(coarse.z, middle.z) / away(middle.z, fine.z));
  expect(Math.abs(order - 2)).toBeLessThan(0.1);
});

import { expect, test } from "vitest";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import type { SimulateOptions } from "../../src/simulate/options/options.js";
import { simulate } from "../../src/simulate/simulate.js";
import { neutralState } from "../../src/state/state.js";
import { sliderCrank } from "../../src/systems/linkages/slider-crank.js";
import { failureOf } from "./failures.js";
import { slider } from "./slider.js";

/* The wording of failed runs. Other tests assert their code, subject and value. */

const block = mechanism("block")
  .body("block", { mass: 0.1, inertia: [1, 1, 1] })
  .prismatic("rail", { parent: "ground", child: "block", axis: [1, 0, 0], stiffness: 10 })
  .build();

const runaway = mechanism("runaway")
  .gravity(0, 0, 0)
  .body("cart", { mass: 1, inertia: [1, 1, 1] })
  .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], stiffness: -1e4 })
  .build();

/** A crank driven farther than its rod reaches. */
const locking = buildModel({
  ...sliderCrank({ crank: 0.1, rod: 0.12, offset: 0.05 }),
  constraints: [
    {
      kind: "motion",
      name: "drive",
      driven: { joint: "crank", coordinate: 0 },
      motion: { kind: "polynomial", coefficients: [0, -5] },
    },
  ],
});

const messages: readonly { model: Model; options: SimulateOptions; code: string; says: RegExp }[] = [
  {
    model: slider({ stiffness: 1e8 }),
    options: { integrator: "rk4", step: 0.01, state: { q: { rail: 1 } } },
    code: "not-finite",
    says: /^the run stopped at [\d.]+ s: the state after a step of 0\.0\d+ s is not finite; largest acceleration: \S+, joint "rail" of body "cart"\. Reduce the step, or set a tolerance for adaptive steps\.$/,
  },
  {
    model: slider({ stiffness: 1e8 }),
    options: { maxSteps: 100, state: { q: { rail: 1 } } },
    code: "too-many-steps",
    says: /: the step limit maxSteps = 100 was reached \(last step \S+ s\); .* Check loads, masses and dead points near that joint, or raise the tolerance\.$/,
  },
  {
    model: block,
    options: { integrator: "radau5", tau: [1e306], energyBalance: false },
    code: "not-finite",
    says: /; worst residual: (position|speed) of joint "rail" of body "block"; largest acceleration: /,
  },
  {
    model: runaway,
    options: { integrator: "bdf", step: 0.01, state: { q: { rail: 1 } } },
    code: "singular-matrix",
    says: /: the matrix of Newton's iteration is singular with a step of 0\.01 s: .* or a constraint is duplicated; /,
  },
  {
    model: locking,
    options: { formulation: "embedded", state: assemble(locking, neutralState(locking)).state },
    code: "closures-singular",
    says: /: the loop closures are singular there: .* \(weakest: /,
  },
];

test.each(messages)("$code", ({ model, options, code, says }) => {
  const error = failureOf(() => simulate(model, 100, options));
  expect(error.code).toBe(code);
  expect(error.message).toMatch(says);
});

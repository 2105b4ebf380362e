import { describe, expect, test } from "vitest";
import {
  createForwardDerivatives,
  createInverseDerivatives,
  forwardDerivatives,
  inverseDerivatives,
  parameterSensitivity,
} from "../../src/analysis/derivatives.js";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize, linearizeDescriptor } from "../../src/analysis/linearize.js";
import { modelWarnings } from "../../src/analysis/model-warnings.js";
import { modes } from "../../src/analysis/modes.js";
import { createAccelerationBatch } from "../../src/evaluate/acceleration-batch.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { followCouplers } from "../../src/state/coupler-state.js";
import {
  commandsFromActuators,
  jointsFromSpeeds,
  jointsFromState,
  neutralState,
  speedsFromJoints,
  stateFromJoints,
} from "../../src/state/state.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { refusal } from "../support/refusal.js";

/* What plain JavaScript may pass: each gets the name of the argument, not a TypeError from somewhere, and not an answer. */

type Call = (...args: readonly unknown[]) => unknown;
/** Without the compiler's help. */
const loose = (call: unknown): Call => call as Call;

const tree = pendulum();
const loop = fourBar();

describe("a state that is none", () => {
  test.each([
    [{ q: 3 }, "wrong-type", "q"],
    [{ v: true }, "wrong-type", "v"],
    [{ q: null }, "wrong-type", "q"],
    [{ foo: 1 }, "unknown-option", 'option "foo"'],
    [{ z: [1] }, "unknown-option", 'option "z"'],
    [5, "wrong-type", "state"],
  ])("%o / %s", (state, code, subject) => {
    for (const model of [tree, loop])
      expect(refusal(() => loose(simulate)(model, 0.1, { state }))).toMatchObject({ code, subject });
    expect(refusal(() => loose(stateFromJoints)(tree, state))).toMatchObject({ code, subject });
  });

  test.each([
    ["stateFromJoints", stateFromJoints, "state"],
    ["jointsFromState", jointsFromState, "state"],
    ["followCouplers", followCouplers, "state"],
    ["speedsFromJoints", speedsFromJoints, "values"],
    ["commandsFromActuators", commandsFromActuators, "values"],
    ["jointsFromSpeeds", jointsFromSpeeds, "v"],
    ["linearize", linearize, "state"],
    ["linearizeDescriptor", linearizeDescriptor, "state"],
    ["modes", modes, "state"],
    ["forwardDerivatives", forwardDerivatives, "state"],
    ["parameterSensitivity", parameterSensitivity, "state"],
  ])("%s without one", (_, call, subject) => {
    for (const model of [tree, loop])
      expect(refusal(() => loose(call)(model))).toMatchObject({ code: "wrong-type", subject });
  });

  test("equilibrium starts", () => {
    expect(refusal(() => loose(equilibrium)(tree, 5))).toMatchObject({ code: "wrong-type", subject: "start" });
    expect(refusal(() => loose(equilibrium)(tree, { q: 5 }))).toMatchObject({ code: "wrong-type", subject: "q" });
    expect(refusal(() => loose(equilibrium)(tree, { foo: 5 })).code).toBe("unknown-option");
    expect(equilibrium(tree, neutralState(tree)).isStable).toBe(true);
  });
});

describe("a model that is none", () => {
  test.each([
    ["linearize", linearize],
    ["linearizeDescriptor", linearizeDescriptor],
    ["modes", modes],
    ["equilibrium", equilibrium],
    ["createForwardDerivatives", createForwardDerivatives],
    ["createInverseDerivatives", createInverseDerivatives],
    ["forwardDerivatives", forwardDerivatives],
    ["inverseDerivatives", inverseDerivatives],
    ["parameterSensitivity", parameterSensitivity],
    ["modelWarnings", modelWarnings],
    ["commandsFromActuators", commandsFromActuators],
  ])("%s", (_, call) => {
    for (const model of [undefined, 5]) expect(refusal(() => loose(call)(model, {})).code).toBe("not-a-model");
  });
});

test.each([5, "q", [5]])("derivatives by %o", (by) => {
  for (const call of [createForwardDerivatives, createInverseDerivatives])
    expect(refusal(() => loose(call)(tree, by)).code).toBe("wrong-type");
});

describe.each([
  ["a tree", tree],
  ["a loop", loop],
])("an evaluator of %s", (_, model) => {
  const evaluator = createEvaluator(model);
  const state = simulate(model, 0.1).stateAt(0);
  const method = (name: keyof Evaluator): Call => loose(evaluator[name]);

  test.each([
    "forwardDynamics",
    "inverseDynamics",
    "bias",
    "massMatrix",
    "energy",
    "momentum",
    "centreOfMass",
    "bodies",
    "bodyAccelerations",
    "jointLoads",
    "closureForces",
    "independentSpeeds",
    "independentDynamics",
    "accelerationsFromJoints",
    "actuatorForces",
  ] as const)("%s without a state", (name) => {
    expect(refusal(() => method(name)())).toMatchObject({ code: "wrong-type", subject: "state" });
  });

  test("accelerations that are missing are not those of the call before", () => {
    for (const name of ["inverseDynamics", "actuatorForces"] as const)
      expect(refusal(() => method(name)(state))).toMatchObject({ code: "wrong-type", subject: "vdot" });
    expect(refusal(() => loose(inverseDerivatives)(tree, neutralState(tree)))).toMatchObject({ subject: "vdot" });
    expect(refusal(() => method("accelerationsFromJoints")(state))).toMatchObject({ subject: "values" });
  });

  test("options, inputs, parameters, results to write into", () => {
    const vdot = new Float64Array(state.v.length);
    for (const options of [5, { foo: 1 }, { joints: "crank" }, { actuators: 5 }])
      expect(refusal(() => method("actuatorForces")(state, vdot, options)).code).toMatch(/wrong-type|unknown-option/);
    expect(refusal(() => method("forwardDynamics")(state, 5))).toMatchObject({ code: "wrong-type", subject: "inputs" });
    expect(refusal(() => method("forwardDynamics")(state, { tau: 5 }))).toMatchObject({ subject: "tau" });
    expect(refusal(() => method("setParameters")(5))).toMatchObject({ code: "wrong-type", subject: "parameters" });
    expect(refusal(() => method("forwardDynamicsInto")()).code).toBe("wrong-type");
    expect(refusal(() => loose(createAccelerationBatch(model, 1).set)(0)).code).toBe("wrong-type");
  });
});

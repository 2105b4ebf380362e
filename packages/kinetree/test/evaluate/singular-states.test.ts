import { describe, expect, test } from "vitest";
import { createForwardDerivatives, forwardDerivatives, parameterSensitivity } from "../../src/analysis/derivatives.js";
import { linearize, linearizeDescriptor } from "../../src/analysis/linearize.js";
import { modes } from "../../src/analysis/modes.js";
import { createAccelerationBatch } from "../../src/evaluate/acceleration-batch.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { compareFormulations } from "../../src/simulate/compare/compare.js";
import { simulate } from "../../src/simulate/simulate.js";
import type { State } from "../../src/state/state.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { fourBarRow } from "../../src/systems/linkages/four-bar-row.js";
import { formulationsOf } from "../support/closed-cases.js";
import { refusal } from "../support/refusal.js";

/* States to which the equations have no answer: singular poses, open loops, speeds that open them. */

const rhombus = fourBarRow({ n: 1 });

/** Both links at an angle from the upright, the coupler level; a quarter turn lays them in one line. */
const at = (angle: number, speed: number): State => ({
  t: 0,
  q: Float64Array.of(angle, -angle, angle),
  v: Float64Array.of(speed, -speed, speed),
});

const answers = (formulation: (typeof joint)[number]): Readonly<Record<string, (state: State) => unknown>> => {
  const evaluator = createEvaluator(rhombus, { formulation });
  const vdot = new Float64Array(3);
  return {
    forwardDynamics: (state) => evaluator.forwardDynamics(state),
    closureForces: (state) => evaluator.closureForces(state),
    jointLoads: (state) => evaluator.jointLoads(state),
    "jointLoads of a motion": (state) => evaluator.jointLoads(state, vdot),
    bodyAccelerations: (state) => evaluator.bodyAccelerations(state),
    independentSpeeds: (state) => evaluator.independentSpeeds(state),
    independentDynamics: (state) => evaluator.independentDynamics(state),
    independentJacobian: (state) => evaluator.independentJacobian(state, "link0"),
    inverseDynamics: (state) => evaluator.inverseDynamics(state, vdot),
    actuatorForces: (state) => evaluator.actuatorForces(state, vdot),
    accelerationsFromJoints: (state) => evaluator.accelerationsFromJoints(state, { link0: 0 }),
    forwardDerivatives: (state) => forwardDerivatives(rhombus, state, { formulation }),
    createForwardDerivatives: (state) => createForwardDerivatives(rhombus, ["v"], { formulation }).at(state),
    parameterSensitivity: (state) => parameterSensitivity(rhombus, state, { formulation }),
    linearize: (state) => linearize(rhombus, state),
    linearizeDescriptor: (state) => linearizeDescriptor(rhombus, state),
    modes: (state) => modes(rhombus, { t: 0, q: state.q }, { balanceTolerance: Infinity }),
  };
};
const joint = ["embedded", "tree-augmented", "mass-matrix"] as const;

describe.each(joint)("%s, all links in one line", (formulation) => {
  const asked = answers(formulation);
  test.each(Object.keys(asked))("%s / refused at rest, in motion and within rounding of the pose", (name) => {
    for (const state of [at(Math.PI / 2, 0), at(Math.PI / 2, 2), at(Math.PI / 2 + 1e-10, 2)])
      expect(refusal(() => asked[name](state))).toMatchObject({
        code: "singular-pose",
        subject: 'joint "pin0"',
        value: state.q,
      });
  });
});

test.each(formulationsOf(rhombus).filter((name) => name !== "constrained"))(
  "%s / a pose that is regular is answered before and after one that is not",
  (formulation) => {
    const evaluator = createEvaluator(rhombus, { formulation });
    const before = evaluator.forwardDynamics(at(1, 2));
    for (const _ of [1, 2])
      expect(refusal(() => evaluator.forwardDynamics(at(Math.PI / 2, 2))).code).toBe("singular-pose");
    expect(evaluator.forwardDynamics(at(1, 2))).toEqual(before);
    // 1e-5 rad beside the pose the links go on as a parallelogram: v̇ = [a, -a, a].
    const [a, b, c] = evaluator.forwardDynamics(at(Math.PI / 2 - 1e-5, 2));
    expect(Math.abs(a + b)).toBeLessThan(1e-5 * Math.abs(a));
    expect(Math.abs(a - c)).toBeLessThan(1e-5 * Math.abs(a));
  },
);

test("a batch refuses one place and computes the others", () => {
  const batch = createAccelerationBatch(rhombus, 3);
  const evaluator = createEvaluator(rhombus);
  [1, Math.PI / 2, 2].forEach((angle, k) => batch.set(k, at(angle, 2).q, at(angle, 2).v));
  expect(refusal(() => batch.evaluateAll())).toMatchObject({ code: "singular-pose", subject: 'joint "pin0"' });
  expect(refusal(() => batch.evaluate(1)).code).toBe("singular-pose");
  batch.evaluate(0);
  const out = new Float64Array(3);
  for (const [k, angle] of [
    [0, 1],
    [2, 2],
  ]) {
    batch.read(out, k);
    expect(out).toEqual(evaluator.forwardDynamics(at(angle, 2)));
  }
  batch.read(out, 1);
  expect(out.every(Number.isNaN)).toBe(true);
});

test("loads are compared in all other instants of a run that starts in the pose", () => {
  const { formulations } = compareFormulations(rhombus, 0.1, {
    state: at(Math.PI / 2, 2),
    formulations: ["embedded", "tree-augmented"],
    samples: 4,
  });
  for (const found of formulations) {
    expect(found).toMatchObject({ outcome: "ran", accelerations: null });
    expect(found.outcome === "ran" && found.loads).not.toBeNull();
  }
});

describe.each(formulationsOf(fourBar()).filter((name) => name !== "constrained"))("%s, a four-bar", (formulation) => {
  const model = fourBar();
  const evaluator = createEvaluator(model, { formulation });
  const batch = createAccelerationBatch(model, 1, { formulation });
  const { q } = simulate(model, 1, { state: { q: { crank: 0.7 } } }).stateAt(0);
  const open = { t: 0, q: Float64Array.of(0.5, 0.5, 0.5), v: new Float64Array(3) };
  const opening = { t: 0, q, v: Float64Array.of(1, 0, 0) };
  const asked: Readonly<Record<string, (state: State) => unknown>> = {
    forwardDynamics: (state) => evaluator.forwardDynamics(state),
    closureForces: (state) => evaluator.closureForces(state),
    batch: (state) => {
      batch.set(0, state.q, state.v);
      batch.evaluateAll();
    },
  };

  test.each(Object.keys(asked))("%s / refuses open loops, and speeds that open them", (name) => {
    for (const state of [open, opening])
      expect(refusal(() => asked[name](state))).toMatchObject({ code: "loop-open", subject: 'joint "pin"' });
  });

  test("rows of a run that lets its loops drift are answered", () => {
    const run = simulate(model, 1, { state: { v: { crank: 5 } }, drift: "none", tolerance: 1e-3 });
    for (let row = 0; row < run.t.length; row++)
      expect(evaluator.forwardDynamics(run.stateAt(row)).every(Number.isFinite)).toBe(true);
  });
});

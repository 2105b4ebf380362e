import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { ClosureEvaluator } from "../../src/formulation/loops/closures/closure-evaluator.js";
import { matTransposedVec, matVec } from "../../src/linalg/matrix.js";
import { startState } from "../../src/simulate/run/start-state.js";
import type { StateByJoint } from "../../src/state/state.js";
import { fiveBar } from "../../src/systems/linkages/five-bar.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { formulationsOf, namedClosed, unlessRefused, type ClosedCase } from "../support/closed-cases.js";
import { coupledMechanism } from "../formulation/random-couplers.js";
import { closedMechanism } from "../support/random-loops.js";
import { refusal } from "../support/refusal.js";

/* What trees answer, for loops: M v̇ + bias = τ + Kᵀ λ, the same in independent speeds, and forces for given motions. */

const random: readonly ClosedCase[] = Array.from({ length: 12 }, (_, sample) => {
  const { model, state } = closedMechanism(1717, sample, 6);
  return { name: `random ${sample}`, model, state };
});

const inJointCoordinates = new Set(["mass-matrix", "tree-augmented", "embedded"]);
const evaluators = (model: ClosedCase["model"]): readonly Evaluator[] =>
  formulationsOf(model)
    .filter((name) => inJointCoordinates.has(name))
    .flatMap((formulation) => unlessRefused(() => createEvaluator(model, { formulation })));

const forcesAlong = (nv: number): Float64Array => Float64Array.from({ length: nv }, (_, i) => 2 * Math.sin(3 * i + 1));

const most = (values: ArrayLike<number>): number => Array.from(values).reduce((a, x) => Math.max(a, Math.abs(x)), 0);

/** Largest difference of two vectors, relative to the terms that make them up. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>, ...terms: readonly ArrayLike<number>[]): number =>
  most(Array.from(a, (x, i) => x - b[i])) / Math.max(1, most(a), most(b), ...terms.map(most));

const small = namedClosed.filter(({ model }) => buildTopology(model).counts.nv <= 40);

describe.each([...small, ...random])("$name", ({ model, state }) => {
  const topology = buildTopology(model);
  const { nv } = topology.counts;
  const tau = forcesAlong(nv);

  test("equations of the tree, and those of the independent speeds, hold with each formulation's accelerations", () => {
    for (const evaluator of evaluators(model)) {
      const vdot = evaluator.forwardDynamics(state, { tau });
      const lambda = evaluator.closureForces(state, { tau }).map(({ force }) => force);
      const held = matTransposedVec(new ClosureEvaluator(model, topology).at(state).K, Float64Array.from(lambda));
      const bias = evaluator.bias(state);
      const inertial = matVec(evaluator.massMatrix(state), vdot);
      const left = inertial.map((x, i) => x + bias[i]);
      const right = tau.map((x, i) => x + held[i]);
      expect(apart(left, right, inertial, bias, held)).toBeLessThan(1e-8);

      const { speeds, N, gamma, massMatrix, bias: own } = evaluator.independentDynamics(state);
      const free = matVec(
        massMatrix,
        Float64Array.from(speeds, (i) => vdot[i]),
      );
      const folded = free.map((x, k) => x + own[k]);
      expect(apart(folded, matTransposedVec(N, tau), free, own)).toBeLessThan(1e-8);
      const whole = matVec(
        N,
        Float64Array.from(speeds, (i) => vdot[i]),
      ).map((x, i) => x + gamma[i]);
      expect(apart(whole, vdot)).toBeLessThan(1e-9);
    }
  });

  test("inverse dynamics gives back the forces that forward dynamics was given along independent speeds", () => {
    for (const evaluator of evaluators(model)) {
      const { speeds, N, drift } = evaluator.independentSpeeds(state);
      expect(
        apart(
          matVec(
            N,
            Float64Array.from(speeds, (i) => state.v[i]),
          ).map((x, i) => x + drift[i]),
          state.v,
        ),
      ).toBeLessThan(1e-8);
      const given = new Float64Array(nv);
      for (const i of speeds) given[i] = tau[i];
      const vdot = evaluator.forwardDynamics(state, { tau: given });
      const scale = matVec(evaluator.massMatrix(state), vdot);
      expect(apart(evaluator.inverseDynamics(state, vdot), given, scale)).toBeLessThan(1e-8);
      const { forces, undetermined, unreachable, closureForces } = evaluator.actuatorForces(state, vdot);
      expect([undetermined, unreachable]).toEqual([[], []]);
      expect(
        apart(
          forces.map(({ value }) => value),
          Array.from(speeds, (i) => given[i]),
          scale,
        ),
      ).toBeLessThan(1e-8);
      const lambda = evaluator.closureForces(state, { tau: given }).map(({ force }) => force);
      expect(
        apart(
          closureForces.map(({ force }) => force),
          lambda,
          scale,
        ),
      ).toBeLessThan(1e-8);
    }
  });
});

describe("couplers alone", () => {
  const cases = [1, 2, 3, 4].map((sample) => ({ sample, ...coupledMechanism(9, sample) }));

  test.each(cases)("random $sample: forces of the couplers, the same in every formulation", ({ model, state }) => {
    const tau = forcesAlong(state.v.length);
    const [first, ...others] = evaluators(model).map((evaluator) => {
      const forces = evaluator.closureForces(state, { tau }).map(({ force }) => force);
      const vdot = evaluator.forwardDynamics(state, { tau });
      // M v̇ + bias = τ + Kᵀ λ
      const missing = evaluator.inverseDynamics(state, vdot, { tau });
      const { K } = new ClosureEvaluator(model, evaluator.topology).at(state);
      expect(apart(matTransposedVec(K, Float64Array.from(forces)), missing)).toBeLessThan(1e-9);
      return forces;
    });
    expect(others).toHaveLength(2);
    expect(most(first)).toBeGreaterThan(0.01);
    for (const other of others) expect(apart(other, first)).toBeLessThan(1e-9);
  });
});

const at = (model: ClosedCase["model"], start: StateByJoint) => startState(model, buildTopology(model), start);

describe("a four-bar of hinges", () => {
  const evaluator = createEvaluator(fourBar());
  const state = at(evaluator.model, { q: { crank: 0.7 }, v: { crank: 2 } });

  test("names the reactions across its plane, which its hinges share in any way, and no others", () => {
    const loads = evaluator.jointLoads(state);
    for (const { undetermined } of loads) expect(undetermined).toEqual(["torque x", "torque z", "force y"]);
    const shared = evaluator.closureForces(state).filter(({ isUnique }) => !isUnique);
    expect(shared.every(({ force }) => Math.abs(force) < 1e-12)).toBe(true);
    expect(shared).toHaveLength(3);
  });

  test("either of two motors can drive it: both are undetermined, and share the work", () => {
    const vdot = evaluator.accelerationsFromJoints(state, { crank: 3 });
    const one = evaluator.actuatorForces(state, vdot, { joints: ["crank"] });
    const two = evaluator.actuatorForces(state, vdot, { joints: ["crank", "rocker"] });
    expect(one.undetermined).toEqual([]);
    expect(two.undetermined).toEqual(['joint "crank"', 'joint "rocker"']);
    expect(two.unreachable).toEqual([]);
    const tau = new Float64Array(3);
    two.forces.forEach(({ value, name }) => {
      const place = evaluator.topology.tree.find(({ joint }) =>
        name.includes(`"${evaluator.model.joints[joint].name}"`),
      );
      tau[place?.vStart ?? -1] = value;
    });
    expect(apart(evaluator.forwardDynamics(state, { tau }), vdot)).toBeLessThan(1e-10);
  });

  test("accelerations that would open a loop are refused by its name", () => {
    expect(refusal(() => evaluator.inverseDynamics(state, Float64Array.of(1, 0, 0)))).toMatchObject({
      code: "accelerations-open-loop",
      subject: 'joint "pin"',
    });
    expect(refusal(() => evaluator.accelerationsFromJoints(state, {}))).toMatchObject({
      code: "accelerations-undetermined",
    });
  });

  test("a state in which the loop is open is refused", () => {
    const open = { t: 0, q: Float64Array.of(0.3, 0.2, 0.1), v: new Float64Array(3) };
    expect(refusal(() => evaluator.independentDynamics(open))).toMatchObject({ code: "loop-open" });
  });
});

describe("a five-bar", () => {
  const evaluator = createEvaluator(fiveBar());
  const state = at(evaluator.model, {});
  const { speeds } = evaluator.independentSpeeds(state);

  test("with one motor: the force that is missing is named", () => {
    const vdot = evaluator.forwardDynamics(state, { tau: forcesAlong(state.v.length) });
    const joints = evaluator.topology.tree.filter(({ vStart }) => speeds.includes(vStart));
    const [first, second] = joints.map(({ joint }) => evaluator.model.joints[joint].name);
    const { unreachable, undetermined } = evaluator.actuatorForces(state, vdot, { joints: [first] });
    expect(undetermined).toEqual([]);
    expect(unreachable.map(({ name }) => name)).toEqual([`joint "${second}"`]);
  });

  test("Jacobian of a point in independent speeds / velocity of the point", () => {
    const moving = { ...state, v: evaluator.accelerationsFromJoints(state, jointsOf([0.4, -0.7])) };
    const body = evaluator.model.bodies[2].name;
    const J = evaluator.independentJacobian(moving, body);
    const [{ angularVelocity, linearVelocity }] = evaluator.bodies(moving).filter(({ name }) => name === body);
    const velocity = matVec(
      J,
      Float64Array.from(speeds, (i) => moving.v[i]),
    );
    expect(apart(velocity, [...angularVelocity, ...linearVelocity])).toBeLessThan(1e-12);
  });

  /** Values along the independent speeds, by joint. At rest, accelerations that keep loops closed are speeds that do. */
  function jointsOf(values: readonly number[]): Record<string, number> {
    const joints = evaluator.topology.tree.filter(({ vStart }) => speeds.includes(vStart));
    return Object.fromEntries(joints.map(({ joint }, k) => [evaluator.model.joints[joint].name, values[k]]));
  }
});

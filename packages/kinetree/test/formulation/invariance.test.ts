import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { jointsFromSpeeds, jointsFromState, speedsFromJoints, stateFromJoints } from "../../src/state/state.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice, randomQuaternion } from "../support/dice.js";
import { conditionSpd } from "../support/linalg.js";
import { mechanism, mechanisms, type Mechanism } from "../support/mechanisms.js";
import { apply, matrixOfQuaternion, relativeError, type V3 } from "../support/numbers.js";
import { numericModel } from "../support/numeric-model.js";
import { jointMotion } from "../support/oracle-kinematics.js";
import {
  drawnBackwards,
  inOtherOrder,
  loadBackwards,
  speedsBackwards,
  stateBackwards,
  turnedWorld,
  withoutBallLoads,
  type Shuffle,
} from "../support/redraw.js";

/** Rounding of some tens of operations a body along 7 bodies, relative. */
const ROUNDING = 1e-12;
/** The same for accelerations, which the condition of the mass matrix magnifies. */
const magnified = (kappa: number): number => 20 * kappa * Number.EPSILON;

const shuffler = (seed: number): Shuffle => {
  const d = dice(seed, 0, false);
  return (items) =>
    items
      .map((item) => ({ item, key: d.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
};

describe("bodies, joints and loads listed in another order", () => {
  const cases = mechanisms(800, 15, { maxBodies: 7 });

  it.each(cases.map((each) => [each.model.name, each] as const))("%s moves the same", (_, { model, state, inputs }) => {
    const other = inOtherOrder(model, shuffler(801));
    const here = createEvaluator(model);
    const there = createEvaluator(other);
    const moved = stateFromJoints(other, jointsFromState(model, state));
    const tau = speedsFromJoints(other, jointsFromSpeeds(model, inputs.tau));
    const expected = here.forwardDynamics(state, inputs);
    const given = speedsFromJoints(model, jointsFromSpeeds(other, there.forwardDynamics(moved, { tau, u: inputs.u })));
    expect(relativeError(given, expected)).toBeLessThan(magnified(conditionSpd(here.massMatrix(state))));
    expect(relativeError(Object.values(there.energy(moved)), Object.values(here.energy(state)))).toBeLessThan(ROUNDING);
  });

  it("gives the same bits if only the bodies are listed otherwise", () => {
    for (const { model, state, inputs } of cases) {
      const other = { ...model, bodies: shuffler(802)(model.bodies) };
      expect(createEvaluator(other).forwardDynamics(state, inputs)).toEqual(
        createEvaluator(model).forwardDynamics(state, inputs),
      );
    }
  });
});

describe("the world turned with everything in it", () => {
  const cases = mechanisms(812, 20, { maxBodies: 7 });

  it.each(cases.map((each) => [each.model.name, each] as const))("%s moves the same", (_, { model, state, inputs }) => {
    const rotation = randomQuaternion(dice(811, 0, false));
    const turn = (x: Float64Array): V3 => apply(matrixOfQuaternion(rotation), [x[0], x[1], x[2]]);
    const here = createEvaluator(model);
    const there = createEvaluator(turnedWorld(model, rotation, state.t));
    const expected = here.forwardDynamics(state, inputs);
    const given = there.forwardDynamics(state, inputs);
    expect(relativeError(given, expected)).toBeLessThan(magnified(conditionSpd(here.massMatrix(state))));
    expect(relativeError(Object.values(there.energy(state)), Object.values(here.energy(state)))).toBeLessThan(ROUNDING);
    expect(relativeError(there.momentum(state).angular, turn(here.momentum(state).angular))).toBeLessThan(ROUNDING);
    expect(relativeError(there.centreOfMass(state), turn(here.centreOfMass(state)))).toBeLessThan(ROUNDING);
    const loadsOf = (evaluator: typeof here): number[] =>
      evaluator.jointLoads(state, expected).flatMap(({ torque, force }) => [...torque, ...force]);
    expect(relativeError(loadsOf(there), loadsOf(here))).toBeLessThan(ROUNDING);
  });
});

describe("every joint drawn from the other side", () => {
  const cases = Array.from({ length: 30 }, (_, sample): Mechanism => {
    const drawn = mechanism(820, sample, { maxBodies: 6 });
    return { ...drawn, model: withoutBallLoads(drawn.model) };
  });

  it.each(cases.map((each) => [each.model.name, each] as const))("%s moves the same", (_, { model, state, inputs }) => {
    // Forces on spherical and free joints have no image component by component.
    const tau = Float64Array.from(inputs.tau);
    for (const { vStart, nq, nv } of buildTopology(model).tree) if (nq !== nv) tau.fill(0, vStart, vStart + nv);
    const u = inputs.u.slice(0, model.actuators.length);
    const here = createEvaluator(model);
    const there = createEvaluator(drawnBackwards(model));
    const back = stateBackwards(model, state);

    const vdot = here.forwardDynamics(state, { tau, u });
    const given = there.forwardDynamics(back, { tau: speedsBackwards(model, state.q, tau), u });
    const expected = speedsBackwards(model, state.q, vdot);
    expect(relativeError(given, expected)).toBeLessThan(magnified(conditionSpd(here.massMatrix(state))));
    expect(relativeError(Object.values(there.energy(back)), Object.values(here.energy(state)))).toBeLessThan(ROUNDING);

    const numbers = numericModel(model);
    const rest = new Float64Array(6);
    const carried = here.jointLoads(state, vdot).map(({ torque, force }, j) => {
      const place = here.topology.tree.find(({ joint }) => joint === j);
      const q = state.q.subarray(place?.qStart, (place?.qStart ?? 0) + (place?.nq ?? 0));
      const { R, p } = jointMotion(numbers.joints[j], q, rest, rest);
      const three = (x: Float64Array): V3 => [x[0], x[1], x[2]];
      return loadBackwards(three(torque), three(force), R[0], p[0]);
    });
    const carriedThere = there.jointLoads(back, expected).map(({ torque, force }) => [...torque, ...force]);
    expect(relativeError(carriedThere.flat(), carried.flat())).toBeLessThan(ROUNDING);
  });

  it("walks joints of every kind against the user's direction", () => {
    const kinds = new Set(
      cases.flatMap(({ model }) => {
        const other = drawnBackwards(model);
        const { tree } = buildTopology(other);
        return tree.filter(({ reversed }) => reversed).map(({ joint }) => model.joints[joint].kind);
      }),
    );
    expect(kinds.size).toBe(12);
  });
});

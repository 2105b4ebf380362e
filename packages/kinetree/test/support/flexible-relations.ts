import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { createFlexibleOracle } from "./flexible-oracle.js";
import type { Mechanism } from "./mechanisms.js";
import { angularAcceleration, angularVelocity } from "./moving-frame.js";
import { matrixOfQuaternion, norm2, relativeError } from "./numbers.js";
import type { Oracle } from "./oracle.js";

/* What an evaluator answers about trees with flexible bodies, beside what an oracle says that shares only their integrals. */

export interface FlexibleRoads {
  readonly mechanism: Mechanism;
  readonly articulated: Evaluator;
  readonly dense: Evaluator;
  readonly oracle: Oracle;
}
type Compared = readonly [ArrayLike<number>, ArrayLike<number>];

/** Accelerations: what solves M v̇ = τ − bias magnifies the roundings of either side by κ(M). */
export const solvedRelations: Readonly<Record<string, (roads: FlexibleRoads) => Compared>> = {
  "articulated bodies = mass matrix and dense solve": ({ mechanism: { state, inputs }, articulated, dense }) => [
    articulated.forwardDynamics(state, inputs),
    dense.forwardDynamics(state, inputs),
  ],
  "forward dynamics = the oracle's equations solved": ({ mechanism: { state, inputs }, articulated, oracle }) => [
    articulated.forwardDynamics(state, inputs),
    oracle.forwardDynamics(state, inputs),
  ],
};

export const directRelations: Readonly<Record<string, (roads: FlexibleRoads) => Compared>> = {
  "mass matrix = Σ Jᵀ B J of kinetic energies": ({ mechanism: { state }, articulated, oracle }) => [
    articulated.massMatrix(state).data,
    oracle.massMatrix(state).flat(),
  ],
  "inverse dynamics = virtual work of all forces": ({ mechanism: { state, inputs, vdot }, articulated, oracle }) => [
    articulated.inverseDynamics(state, vdot, inputs),
    oracle.inverseDynamics(state, vdot, inputs),
  ],
  "inverse dynamics of forward dynamics = the given forces": ({ mechanism: { state, inputs }, articulated }) => {
    const vdot = articulated.forwardDynamics(state, inputs);
    const bias = articulated.bias(state, { u: inputs.u });
    // Beside the forces themselves stands what cancels in them.
    return [
      [...articulated.inverseDynamics(state, vdot, { u: inputs.u }), ...bias],
      [...inputs.tau, ...bias],
    ];
  },
  "joint loads = momentum balance of what they carry": ({ mechanism, articulated, oracle }) => {
    const { state, vdot, inputs } = mechanism;
    return [
      articulated.jointLoads(state, vdot, inputs).flatMap(({ torque, force }) => [...torque, ...force]),
      oracle.jointLoads(state, vdot, inputs).flat(),
    ];
  },
  "kinetic energy = sum over bodies": ({ mechanism: { state }, articulated, oracle }) => [
    [articulated.energy(state).kinetic],
    [oracle.energy(state).kinetic],
  ],
  "potential energy = weight, springs and bending": ({ mechanism: { state }, articulated, oracle }) => [
    [articulated.energy(state).potential],
    [oracle.energy(state).potential],
  ],
  "momenta = sums over bodies": ({ mechanism: { state }, articulated, oracle }) => {
    const { linear, angular } = articulated.momentum(state);
    const expected = oracle.momentum(state);
    return [
      [...linear, ...angular],
      [...expected.linear, ...expected.angular],
    ];
  },
  "centre of mass = weighted mean": ({ mechanism: { state }, articulated, oracle }) => [
    articulated.centreOfMass(state),
    oracle.momentum(state).centre,
  ],
  "poses of bodies and stations = products of transforms": ({ mechanism: { state }, articulated, oracle }) => [
    articulated
      .bodies(state)
      .flatMap(({ position, quaternion }) => [...position, ...matrixOfQuaternion(quaternion).flat()]),
    oracle.frames(state).flatMap(({ p, R }) => [...p[0], ...R[0].flat()]),
  ],
  "velocities of bodies = first derivatives of poses": ({ mechanism: { state }, articulated, oracle }) => [
    articulated.bodies(state).flatMap(({ angularVelocity, linearVelocity }) => [...angularVelocity, ...linearVelocity]),
    oracle.frames(state).flatMap((frame) => [...angularVelocity(frame), ...frame.p[1]]),
  ],
  "accelerations of bodies = second derivatives of poses": ({ mechanism: { state, vdot }, articulated, oracle }) => [
    articulated.bodyAccelerations(state, vdot).flatMap(({ angular, linear }) => [...angular, ...linear]),
    oracle.frames(state, vdot).flatMap((frame) => [...angularAcceleration(frame), ...frame.p[2]]),
  ],
  "Jacobian of a point = its velocities at unit speeds": ({ mechanism: { model, state }, articulated, oracle }) => {
    const body = model.bodies.length - 1;
    return [
      articulated.pointJacobian(state, model.bodies[body].name, [0.3, -0.2, 0.5]).data,
      oracle.jacobian(state, body, [0.3, -0.2, 0.5]).flat(),
    ];
  },
};

/** The roads to all answers about a mechanism. */
export const flexibleRoads = (mechanism: Mechanism): FlexibleRoads => ({
  mechanism,
  articulated: createEvaluator(mechanism.model, { formulation: "articulated" }),
  dense: createEvaluator(mechanism.model, { formulation: "mass-matrix" }),
  oracle: createFlexibleOracle(mechanism.model),
});

/** How far they are apart in each relation, relative to the expected numbers. */
export const flexibleErrors = (roads: FlexibleRoads): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries({ ...directRelations, ...solvedRelations }).map(([relation, both]) => {
      const [given, expected] = both(roads);
      return [relation, norm2(expected) === 0 ? norm2(given) : relativeError(given, expected)];
    }),
  );

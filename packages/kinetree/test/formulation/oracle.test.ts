import { beforeAll, describe, expect, it } from "vitest";
import type { Evaluator } from "../../src/evaluate/evaluator-types.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { loadKinds } from "../../src/model/loads.js";
import { mechanisms, violations, type Mechanism } from "../support/mechanisms.js";
import { angularAcceleration, angularVelocity } from "../support/moving-frame.js";
import { matrixOfQuaternion, norm2, relativeError } from "../support/numbers.js";
import { createOracle, type Oracle } from "../support/oracle.js";
import { randomModelDefaults } from "../support/random-model.js";

/*
 * Everything an evaluator answers against an oracle that shares nothing with it: see support/oracle.ts. Both round; 1e-11
 * leaves room for the worst conditioning among the states drawn (κ ε <= 2e-11) and none for a wrong term.
 */
const TOLERANCE = 1e-11;

interface Row extends Roads {
  readonly errors: Readonly<Record<string, number>>;
}
interface Roads {
  readonly mechanism: Mechanism;
  readonly evaluator: Evaluator;
  readonly oracle: Oracle;
}

const relations: Readonly<Record<string, (roads: Roads) => readonly [ArrayLike<number>, ArrayLike<number>]>> = {
  "mass matrix = Σ Jᵀ I J": ({ mechanism: { state }, evaluator, oracle }) => [
    evaluator.massMatrix(state).data,
    oracle.massMatrix(state).flat(),
  ],
  "forward dynamics = Kane's equations solved": ({ mechanism: { state, inputs }, evaluator, oracle }) => [
    evaluator.forwardDynamics(state, inputs),
    oracle.forwardDynamics(state, inputs),
  ],
  "inverse dynamics = virtual work of all forces": ({ mechanism: { state, inputs, vdot }, evaluator, oracle }) => [
    evaluator.inverseDynamics(state, vdot, inputs),
    oracle.inverseDynamics(state, vdot, inputs),
  ],
  "joint loads = momentum balance of what they carry": ({ mechanism, evaluator, oracle }) => {
    const { state, vdot, inputs } = mechanism;
    return [
      evaluator.jointLoads(state, vdot, inputs).flatMap(({ torque, force }) => [...torque, ...force]),
      oracle.jointLoads(state, vdot, inputs).flat(),
    ];
  },
  "energies = sums over bodies and springs": ({ mechanism: { state }, evaluator, oracle }) => [
    Object.values(evaluator.energy(state)),
    Object.values(oracle.energy(state)),
  ],
  "momenta = sums over bodies": ({ mechanism: { state }, evaluator, oracle }) => {
    const { linear, angular } = evaluator.momentum(state);
    const expected = oracle.momentum(state);
    return [
      [...linear, ...angular],
      [...expected.linear, ...expected.angular],
    ];
  },
  "centre of mass = weighted mean": ({ mechanism: { state }, evaluator, oracle }) => [
    evaluator.centreOfMass(state),
    oracle.momentum(state).centre,
  ],
  "poses of bodies = products of transforms": ({ mechanism: { state }, evaluator, oracle }) => [
    evaluator
      .bodies(state)
      .flatMap(({ position, quaternion }) => [...position, ...matrixOfQuaternion(quaternion).flat()]),
    oracle.frames(state).flatMap(({ p, R }) => [...p[0], ...R[0].flat()]),
  ],
  "velocities of bodies = first derivatives of poses": ({ mechanism: { state }, evaluator, oracle }) => [
    evaluator.bodies(state).flatMap(({ angularVelocity, linearVelocity }) => [...angularVelocity, ...linearVelocity]),
    oracle.frames(state).flatMap((frame) => [...angularVelocity(frame), ...frame.p[1]]),
  ],
  "accelerations of bodies = second derivatives of poses": ({ mechanism: { state, vdot }, evaluator, oracle }) => [
    evaluator.bodyAccelerations(state, vdot).flatMap(({ angular, linear }) => [...angular, ...linear]),
    oracle.frames(state, vdot).flatMap((frame) => [...angularAcceleration(frame), ...frame.p[2]]),
  ],
  "Jacobian of a point = its velocities at unit speeds": ({ mechanism: { model, state }, evaluator, oracle }) => {
    const body = model.bodies.length - 1;
    return [
      evaluator.pointJacobian(state, model.bodies[body].name, [0.3, -0.2, 0.5]).data,
      oracle.jacobian(state, body, [0.3, -0.2, 0.5]).flat(),
    ];
  },
};

describe.each([
  { name: "small trees", seed: 500, count: 100, maxBodies: 4 },
  { name: "larger trees", seed: 510, count: 30, maxBodies: 11 },
])("$name", ({ seed, count, maxBodies }) => {
  let rows: readonly Row[] = [];
  beforeAll(() => {
    rows = mechanisms(seed, count, { maxBodies }).map((mechanism) => {
      const roads = { mechanism, evaluator: createEvaluator(mechanism.model), oracle: createOracle(mechanism.model) };
      const errors = Object.entries(relations).map(([relation, both]) => {
        const [given, expected] = both(roads);
        return [relation, norm2(expected) === 0 ? norm2(given) : relativeError(given, expected)];
      });
      return { ...roads, errors: Object.fromEntries(errors) };
    });
  });

  it("have joints of every kind, in both directions, and every load", () => {
    const kinds = new Set(rows.flatMap(({ mechanism }) => mechanism.model.joints.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual([...randomModelDefaults.kinds].sort());
    const reversed = new Set(
      rows.flatMap(({ mechanism: { model }, evaluator: { topology } }) =>
        topology.tree.filter((place) => place.reversed).map(({ joint }) => model.joints[joint].kind),
      ),
    );
    expect([...reversed].sort()).toEqual([...randomModelDefaults.kinds].sort());
    const loads = new Set(rows.flatMap(({ mechanism }) => mechanism.model.loads.map(({ kind }) => kind)));
    expect(loads.size).toBe(loadKinds.length);
    const actuators = new Set(
      rows.flatMap(({ mechanism }) =>
        mechanism.model.actuators.map((a) => (a.kind === "body" ? `${a.effect} along ${a.along}` : a.kind)),
      ),
    );
    expect(actuators.size).toBe(5);
  });

  it.each(Object.keys(relations))("%s", (relation) => {
    expect(
      violations(
        rows,
        ({ errors }) => errors[relation],
        () => TOLERANCE,
      ),
    ).toEqual([]);
  });
});

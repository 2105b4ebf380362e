import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { absoluteStates } from "../../../src/formulation/loops/absolute/absolute-state.js";
import { explode } from "../../../src/formulation/loops/absolute/explode.js";
import { evaluateReal, parameterDefaults } from "../../../src/model/evaluate-real.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { add, apply, cross, matrixOfQuaternion, type V3 } from "../../support/numbers.js";
import { allJointKinds, randomModel, randomState, randomVector } from "../../support/random-model.js";

/* Up to 12 bodies in a row, each a handful of roundings of numbers up to 10: 1e-12 is some hundred of them. */
const TOLERANCE = 1e-12;

const vectorAt = (x: Float64Array, at: number): V3 => [x[at], x[at + 1], x[at + 2]];

const samples = Array.from({ length: 40 }, (_, sample) => sample);

describe.each(samples)("random tree %i", (sample) => {
  const model = randomModel(4711, sample, { maxBodies: 12, loads: false });
  const topology = buildTopology(model);
  const states = absoluteStates(model, topology);
  const state = randomState(model, 4711, sample);
  const exploded = states.explode(state);

  test("bodies of the exploded state are where the tree has them, and move as there", () => {
    const apart = explode(model);
    const evaluator = createEvaluator(model);
    const places = buildTopology(apart);
    const bodies = evaluator.bodies(state);
    bodies.forEach(({ position, quaternion, angularVelocity, linearVelocity }, body) => {
      const { qStart, vStart } = places.tree[places.positionOf[body]];
      const own = exploded.q.slice(qStart + 3, qStart + 7);
      const same = quaternion.reduce((sum, x, i) => sum + x * own[i], 0);
      expect(Math.abs(Math.abs(same) - 1)).toBeLessThan(TOLERANCE);
      const toWorld = matrixOfQuaternion(own);
      const [x, y, z] = model.bodies[body].com.map((each) => evaluateReal(each, parameterDefaults(model)));
      const [omega, toCom] = [vectorAt(angularVelocity, 0), apply(toWorld, [x, y, z])];
      const expected = [
        ...omega,
        ...add(vectorAt(linearVelocity, 0), cross(omega, toCom)),
        ...add(vectorAt(position, 0), toCom),
      ];
      const found = [
        ...apply(toWorld, vectorAt(exploded.v, vStart)),
        ...apply(toWorld, vectorAt(exploded.v, vStart + 3)),
        ...vectorAt(exploded.q, qStart),
      ];
      const size = 1 + Math.max(...expected.map(Math.abs));
      expect(Math.max(...expected.map((value, i) => Math.abs(value - found[i])))).toBeLessThan(TOLERANCE * size);
    });
  });

  test("there and back is where it was, turns and signs included", () => {
    const whole = { ...state, q: state.q.slice() };
    for (const { joint, qStart } of topology.tree) {
      const { kind } = model.joints[joint];
      if (kind === "revolute" || kind === "continuous") whole.q[qStart] += 2 * Math.PI * ((joint % 5) - 2);
      if (kind === "spherical") for (let i = 0; i < 4; i++) whole.q[qStart + i] *= joint % 2 === 0 ? 1 : -1;
    }
    const apart = states.explode(whole);
    const angles = apart.z ?? new Float64Array(0);
    const nudge = randomVector(angles.length, 0.05, 99, sample);
    const back = states.join({ ...apart, z: angles.map((x, i) => x + nudge[i]) });
    // Several rotations near gimbal lock lose digits; random states keep away from it by some tenths.
    back.q.forEach((x, i) => expect(Math.abs(x - whole.q[i])).toBeLessThan(TOLERANCE));
    back.v.forEach((x, i) => expect(Math.abs(x - whole.v[i])).toBeLessThan(TOLERANCE));
  });
});

test("all joints take part", () => {
  const seen = new Set(
    samples.flatMap((sample) =>
      randomModel(4711, sample, { maxBodies: 12, loads: false }).joints.map(({ kind }) => kind),
    ),
  );
  expect([...seen].sort()).toEqual([...allJointKinds].sort());
});

import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { evaluateReal, parameterDefaults } from "../../../src/model/evaluate-real.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { explodeState } from "../../support/explode-state.js";
import { add, apply, cross, matrixOfQuaternion, norm2, type V3 } from "../../support/numbers.js";
import { allJointKinds, randomModel, randomState } from "../../support/random-model.js";
import { ExplodedRun } from "./exploded-run.js";

/* Models with named parameters in places, masses among them. A joint of several axes in mixed order has no closing equations, so it cannot be a closure. */
const kinds = allJointKinds.filter((kind) => kind !== "general");

const vectorOf = ([x, y, z]: Iterable<number> & ArrayLike<number>): V3 => [x, y, z];

describe.each(Array.from({ length: 30 }, (_, sample) => sample))("random tree %i", (sample) => {
  const model = randomModel(815, sample, { maxBodies: sample % 5 === 0 ? 25 : 8, loads: false, kinds });
  const state = randomState(model, 815, sample);
  const evaluator = createEvaluator(model);
  const run = new ExplodedRun(model);
  const apart = explodeState(model, buildTopology(model), state);
  run.put(apart);
  const vdot = run.accelerate();

  test("every body accelerates as by articulated bodies", () => {
    const motions = evaluator.bodies(state);
    const expected: number[] = [];
    const found: number[] = [];
    evaluator.bodyAccelerations(state).forEach(({ angular, linear }, i) => {
      const { qStart, vStart } = run.topology.tree[run.topology.positionOf[i]];
      const three = (x: Float64Array, at: number): V3 => [x[at], x[at + 1], x[at + 2]];
      const R = matrixOfQuaternion(apart.q.subarray(qStart + 3, qStart + 7));
      const toCom = apply(
        matrixOfQuaternion(motions[i].quaternion),
        vectorOf(model.bodies[i].com.map((x) => evaluateReal(x, parameterDefaults(model)))),
      );
      const [alpha, omega] = [vectorOf(angular), vectorOf(motions[i].angularVelocity)];
      const ofCom = add(vectorOf(linear), add(cross(alpha, toCom), cross(omega, cross(omega, toCom))));
      expected.push(...alpha, ...ofCom);
      const [w, v] = [three(apart.v, vStart), three(apart.v, vStart + 3)];
      found.push(...apply(R, three(vdot, vStart)), ...apply(R, add(three(vdot, vStart + 3), cross(w, v))));
    });
    const error = norm2(expected.map((x, i) => x - found[i]));
    expect(error).toBeLessThan(1e-9 * (1 + norm2(expected)));
  });

  test("a tree has no redundant rows", () => {
    expect(run.partition("rank")).toBe(run.rows);
  });
});

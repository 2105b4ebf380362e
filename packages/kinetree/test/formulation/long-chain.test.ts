import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { neutralState } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { dice, randomQuaternion, randomUnit } from "../support/dice.js";
import { relativeError } from "../support/numbers.js";
import { createOracle } from "../support/oracle.js";
import { randomVector } from "../support/random-model.js";

/** Links on hinges whose frames and axes point anywhere. */
function obliqueChain(n: number) {
  const d = dice(940, 0, false);
  const model = mechanism(`oblique chain of ${n}`)
    .repeat(n, (soFar, i) =>
      soFar.body(`link${i}`, { mass: 1, com: [0.1, 0, 0.2], inertia: [0.1, 0.1, 0.05] }).revolute(`joint${i}`, {
        parent: i === 0 ? "ground" : `link${i - 1}`,
        child: `link${i}`,
        at: { position: [0.2, 0, 0.3], rotation: randomQuaternion(d) },
        childAt: { rotation: randomQuaternion(d) },
        axis: randomUnit(d),
      }),
    )
    .build();
  const state = { ...neutralState(model), q: randomVector(n, 3, 941, 0), v: randomVector(n, 0.1, 942, 0) };
  return { model, state };
}

/*
 * Axes taken from one node's frame to the next lost a little of their length, which the next node doubled: a chain of 29
 * random bodies had lost five digits, one of 60 would have lost all of them.
 */
describe("rounding along a chain of 250 links with oblique axes", () => {
  const n = 250;
  const { model, state } = obliqueChain(n);
  const evaluator = createEvaluator(model);

  it("adds up, it does not multiply: orientations stay rotations within n ε", () => {
    const lengths = evaluator.bodies(state).map(({ quaternion }) => Math.abs(Math.hypot(...quaternion) - 1));
    expect(Math.max(...lengths)).toBeLessThan(n * Number.EPSILON);
  });

  it("positions = products of transforms, within 10 n ε", () => {
    const expected = createOracle(model)
      .frames(state)
      .map(({ p }) => p[0]);
    const given = evaluator.bodies(state).map(({ position }) => [...position]);
    expect(relativeError(given.flat(), expected.flat())).toBeLessThan(10 * n * Number.EPSILON);
  });

  it("Newton-Euler of the articulated accelerations = no force, against weights of 2 kN over arms of metres", () => {
    const vdot = evaluator.forwardDynamics(state);
    expect(relativeError(evaluator.inverseDynamics(state, vdot), new Float64Array(n), 1e4)).toBeLessThan(1e-11);
  });
});

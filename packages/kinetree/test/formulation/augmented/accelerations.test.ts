import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { State } from "../../../src/state/state.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { modelDefaults } from "../../../src/model/defaults.js";
import { jointSizes } from "../../../src/model/joint-sizes.js";
import type { JointAxis, Model } from "../../../src/model/types.js";
import { hingeChain } from "../../../src/systems/chains/chain.js";
import { lander } from "../../../src/systems/landers/lander.js";
import { numberedChain } from "../../../src/systems/chains/numbered-chain.js";
import { stubbyLander } from "../../../src/systems/landers/stubby-lander.js";
import { norm2, relativeError } from "../../support/numbers.js";
import { allJointKinds, randomModel, randomState, randomVector } from "../../support/random-model.js";
import { Exploded } from "./exploded.js";

/* Bodies on their own with loads at the joints move as the tree does: two roads to the same accelerations. */

/** Relative; G̃ has a condition of some 1e4 to 1e6 here, times a handful of roundings. */
const TOLERANCE = 1e-9;

function compare(model: Model, state: State, u: Float64Array = new Float64Array(0)): number {
  const evaluator = createEvaluator(model, { formulation: "articulated" });
  const exploded = new Exploded(model);
  exploded.setState(exploded.stateOf(evaluator, state));
  exploded.setCommands(u);
  exploded.run();
  const expected = exploded.vdotOf(evaluator, state, evaluator.forwardDynamics(state, { u }), { u });
  // Where nothing can move, gravity is what cancels.
  return relativeError(exploded.vdot(), expected, Math.max(norm2(expected), 1));
}

describe("accelerations are those of the tree", () => {
  test.each([
    ["hinge chain", hingeChain({ n: 20 })],
    ["lander", lander()],
    ["numbered chain with springs", numberedChain({ n: 12 })],
    ["stubby lander with springs", stubbyLander({ legs: 8 })],
    ["stubby lander in three parts", stubbyLander({ legs: 9, parts: 3 })],
  ])("%s", (_, model) => {
    // Angles within half a turn: springs read them off the bodies.
    expect(compare(model, randomState(model, 5, 1))).toBeLessThan(TOLERANCE);
  });

  test("random trees of all joints but general ones, with every load but armatures", () => {
    const kinds = allJointKinds.filter((kind) => kind !== "general");
    for (let sample = 0; sample < 30; sample++) {
      const model = withoutArmature(randomModel(11, sample, { maxBodies: sample % 6 === 0 ? 20 : 4, kinds }));
      const u = randomVector(model.actuators.length, 2, 12, sample);
      const error = compare(model, randomState(model, 13, sample), u);
      expect(error, `${model.name}, ${model.bodies.length} bodies`).toBeLessThan(TOLERANCE);
    }
  });

  test("each kind of joint alone, loaded along all its coordinates", () => {
    for (const kind of allJointKinds.filter((each) => each !== "general")) {
      for (let sample = 0; sample < 3; sample++) {
        const model = withoutArmature(randomModel(17, sample, { maxBodies: 2, kinds: [kind] }));
        const u = randomVector(model.actuators.length, 2, 18, sample);
        expect(compare(model, randomState(model, 19, sample), u), `${kind} ${sample}`).toBeLessThan(TOLERANCE);
      }
    }
  });

  test("general joints without loads, where their axes come in an order that can be cut", () => {
    const errors = Array.from({ length: 40 }, (_, sample) => {
      const model = randomModel(23, sample, { maxBodies: 3, kinds: ["general"], loads: false });
      const isKnown = model.joints.every(
        ({ kind, ...joint }) => kind === "general" && "axes" in joint && /^(t*r*|r*t*)$/.test(kindsOf(joint.axes)),
      );
      return isKnown ? [compare(model, randomState(model, 24, sample))] : [];
    }).flat();
    expect(errors.length).toBeGreaterThan(3);
    expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
  });
});

const kindsOf = (axes: readonly JointAxis[]): string => axes.map(({ kind }) => kind[0]).join("");

/** Armature belongs to no body, so that absolute coordinates refuse it. */
function withoutArmature(model: Model): Model {
  return buildModel({
    ...model,
    joints: model.joints.map((joint) => ({
      ...joint,
      coordinates: Array.from({ length: jointSizes(joint).nv }, (_, k) => ({
        ...joint.coordinates[k],
        armature: modelDefaults.coordinate.armature,
      })),
    })),
  });
}

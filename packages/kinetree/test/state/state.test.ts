import { describe, expect, it, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import {
  commandsFromActuators,
  jointsFromSpeeds,
  jointsFromState,
  neutralState,
  speedsFromJoints,
  stateFromJoints,
} from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { pointMass, solidBox } from "../../src/model/bodies/solids.js";
import { mechanisms } from "../support/mechanisms.js";
import { refusal } from "../support/refusal.js";

const box = solidBox(1, [1, 1, 1]);
const model = mechanism("one of each")
  .body("base", box)
  .body("arm", box)
  .body("hand", box)
  .body("plate", box)
  .free("root", { parent: "ground", child: "base" })
  .revolute("elbow", { parent: "base", child: "arm", axis: [1, 0, 0] })
  .spherical("wrist", { parent: "arm", child: "hand" })
  .weld("bolt", { parent: "hand", child: "plate" })
  .actuator("motor", { joint: "elbow" })
  .build();

describe("a state by joint names", () => {
  it("is neutral where nothing is said: quaternions 1, 0, 0, 0", () => {
    expect(neutralState(model)).toEqual({
      t: 0,
      q: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0),
      v: new Float64Array(10),
    });
    expect(stateFromJoints(model, {})).toEqual(neutralState(model));
  });

  it("puts position before quaternion and angular before linear speed", () => {
    const state = stateFromJoints(model, {
      t: 2,
      q: { root: [1, 2, 3, 0, 1, 0, 0], elbow: 0.5, wrist: [0, 0, 0, 1] },
      v: { root: [1, 2, 3, 4, 5, 6], elbow: 7, wrist: Float64Array.of(8, 9, 10), bolt: [] },
    });
    expect(state.t).toBe(2);
    expect([...state.q]).toEqual([1, 2, 3, 0, 1, 0, 0, 0.5, 0, 0, 0, 1]);
    expect([...state.v]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("comes back as it went in, for any mechanism", () => {
    for (const { model: any, state, vdot } of mechanisms(900, 40)) {
      expect(stateFromJoints(any, jointsFromState(any, state))).toEqual(state);
      expect(speedsFromJoints(any, jointsFromSpeeds(any, vdot))).toEqual(vdot);
    }
  });

  it("comes back with a number for a joint of one coordinate and without welds", () => {
    const { q } = jointsFromState(model, neutralState(model));
    expect(q).toEqual({ root: [0, 0, 0, 1, 0, 0, 0], elbow: 0, wrist: [1, 0, 0, 0] });
  });
});

describe("mistakes are named", () => {
  const loop = mechanism("loop")
    .body("a", pointMass(1))
    .body("b", pointMass(1))
    .revolute("first", { parent: "ground", child: "a", axis: [1, 0, 0] })
    .revolute("second", { parent: "a", child: "b", axis: [1, 0, 0] })
    .revolute("closing", { parent: "b", child: "ground", axis: [1, 0, 0], role: "loop" })
    .build();

  it.each<[string, () => unknown, string, string, unknown]>([
    ["an unknown joint", () => stateFromJoints(model, { q: { elbwo: 1 } }), "unknown-joint", 'joint "elbwo"', "elbwo"],
    [
      "too few numbers",
      () => stateFromJoints(model, { q: { wrist: [1, 0, 0] } }),
      "wrong-length",
      'joint "wrist"',
      [1, 0, 0],
    ],
    [
      "too many numbers",
      () => stateFromJoints(model, { v: { elbow: [1, 2] } }),
      "wrong-length",
      'joint "elbow"',
      [1, 2],
    ],
    ["a number for a weld", () => stateFromJoints(model, { q: { bolt: 1 } }), "wrong-length", 'joint "bolt"', [1]],
    [
      "NaN",
      () => stateFromJoints(model, { v: { root: [1, 2, 3, NaN, 5, 6] } }),
      "not-finite",
      'joint "root"',
      [1, 2, 3, NaN, 5, 6],
    ],
    [
      "a text",
      () => stateFromJoints(model, { q: { elbow: "30 deg" as never } }),
      "not-numbers",
      'joint "elbow"',
      "30 deg",
    ],
    // One letter each would be the right number of digits.
    ["a digit", () => stateFromJoints(model, { q: { elbow: "3" as never } }), "not-numbers", 'joint "elbow"', "3"],
    [
      "a list of texts",
      () => stateFromJoints(model, { q: { elbow: ["1"] as never } }),
      "not-numbers",
      'joint "elbow"',
      ["1"],
    ],
    ["null", () => stateFromJoints(model, { v: { elbow: null as never } }), "not-numbers", 'joint "elbow"', null],
    ["an infinite time", () => stateFromJoints(model, { t: Infinity }), "not-finite", "time", Infinity],
    [
      "a long quaternion",
      () => stateFromJoints(model, { q: { wrist: [1, 1, 0, 0] } }),
      "quaternion-not-unit",
      'joint "wrist"',
      [1, 1, 0, 0],
    ],
    [
      "a joint that closes a loop",
      () => stateFromJoints(loop, { q: { closing: 1 } }),
      "loop-joint",
      'joint "closing"',
      "closing",
    ],
    [
      "an unknown actuator",
      () => commandsFromActuators(model, { moto: 1 }),
      "unknown-actuator",
      'actuator "moto"',
      "moto",
    ],
    [
      "an infinite command",
      () => commandsFromActuators(model, { motor: Infinity }),
      "not-finite",
      'actuator "motor"',
      Infinity,
    ],
  ])("%s", (_, attempt, code, subject, value) => {
    expect(attempt).toThrow(RequestError);
    expect(refusal(attempt)).toEqual({ code, subject, value });
  });
});

test("a quaternion written with eight digits / is scaled to length 1, one with three is refused", () => {
  const written = (digits: number): number[] => [1, 0, 0, 1].map((x) => Number((x * Math.SQRT1_2).toFixed(digits)));
  const { q } = jointsFromState(model, stateFromJoints(model, { q: { wrist: written(8) } }));
  const wrist = Array.from(q?.["wrist"] as ArrayLike<number>);
  expect(Math.abs(Math.hypot(...wrist) - 1)).toBeLessThanOrEqual(2 * Number.EPSILON);
  expect(refusal(() => stateFromJoints(model, { q: { wrist: written(3) } }))).toEqual({
    code: "quaternion-not-unit",
    subject: 'joint "wrist"',
    value: written(3),
  });
});

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readUrdf } from "../../../src/formats/urdf/read-urdf.js";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import { jointsFromSpeeds, speedsFromJoints, stateFromJoints } from "../../../src/state/state.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { jointSizes } from "../../../src/model/joint-sizes.js";
import type { Joint, Model } from "../../../src/model/types.js";
import { dice, randomQuaternion, type Dice } from "../../support/dice.js";
import { mujocoOracle, type Oracle, type OracleState } from "./mujoco-oracle.js";

const robotText = (name: string): string =>
  readFileSync(new URL(`../../../../../examples/robots/${name}.urdf`, import.meta.url), "utf8");

/** What the oracle has switched off: Coulomb friction and couplings, which are constraints there. */
const smooth = (model: Model): Model =>
  buildModel({
    ...model,
    constraints: [],
    joints: model.joints.map((joint) => ({
      ...joint,
      coordinates: joint.coordinates.map((coordinate) => ({ ...coordinate, friction: 0 })),
    })),
  });

function randomState(d: Dice, joints: readonly Joint[]): OracleState {
  const state = { q: {}, v: {}, tau: {} } as Record<keyof OracleState, Record<string, readonly number[]>>;
  const normals = (count: number): number[] => Array.from({ length: count }, () => d.nextNormal());
  for (const joint of joints) {
    const { nv } = jointSizes(joint);
    state.q[joint.name] = joint.kind === "free" ? [...normals(3), ...randomQuaternion(d)] : [d.between(-3, 3)];
    state.v[joint.name] = normals(nv);
    state.tau[joint.name] = normals(nv).map((force) => 10 * force);
  }
  return state;
}

/** The robot on a floating joint, said in URDF, since the oracle takes no options. */
const floating = (text: string, root: string): string =>
  text.replace(
    /(<robot[^>]*>)/,
    `$1<link name="world"/><joint name="root" type="floating"><parent link="world"/><child link="${root}"/></joint>`,
  );

const panda = robotText("panda");
/** As public files of this robot have it: a link with inertia and without mass, which no body can have. */
const impossible = panda.replace(
  '<link name="panda_link8"/>',
  `<link name="panda_link8"><inertial><mass value="0"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>`,
);
/** The same with that inertia in the link to which it is welded, for the oracle, which drops inertia without mass. */
const lumped = panda.replace(
  'ixx="0.012516" ixy="-0.000428" ixz="-0.001196" iyy="0.010027" iyz="-0.000741" izz="0.004815"',
  'ixx="0.112516" ixy="-0.000428" ixz="-0.001196" iyy="0.110027" iyz="-0.000741" izz="0.104815"',
);
const quadruped = robotText("quadruped");

const robots = [
  { name: "panda", text: panda, base: "fixed", dof: 9, oracleText: panda, warned: [] },
  {
    name: "panda with an impossible link",
    text: impossible,
    base: "fixed",
    dof: 9,
    oracleText: lumped,
    warned: ["unphysical-mass"],
  },
  { name: "ur5", text: robotText("ur5"), base: "fixed", dof: 6, oracleText: robotText("ur5"), warned: [] },
  { name: "quadruped", text: quadruped, base: "free", dof: 18, oracleText: floating(quadruped, "base"), warned: [] },
] as const;

/** Relative to the largest acceleration. Both sides round; the inertia matrices have κ up to 1e5, and 1e5 ε ≈ 2e-11. */
const TOLERANCE = 2e-11;
const STATES = 20;

describe.each(robots)("$name", ({ text, base, dof, oracleText, warned }) => {
  const { model, warnings } = readUrdf(text, { base });
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await mujocoOracle(oracleText);
  });
  afterAll(() => oracle.close());

  test("is read with the warnings that it deserves", () => {
    expect(warnings.map(({ code }) => code)).toEqual(warned);
  });

  test("has the joints that the oracle has", () => {
    const moving = model.joints.filter(({ kind }) => kind !== "weld");
    expect(moving.map((joint) => joint.name).sort()).toEqual([...oracle.jointNames].sort());
    expect(moving.reduce((sum, joint) => sum + jointSizes(joint).nv, 0)).toBe(dof);
  });

  test(`accelerates as MuJoCo says, at ${STATES} random states, within ${TOLERANCE}`, () => {
    const plain = smooth(model);
    const evaluator = createEvaluator(plain);
    const moving = plain.joints.filter(({ kind }) => kind !== "weld");
    for (let sample = 0; sample < STATES; sample++) {
      const state = randomState(dice(20261115, sample, false), moving);
      const ours = jointsFromSpeeds(
        plain,
        evaluator.forwardDynamics(stateFromJoints(plain, { q: state.q, v: state.v }), {
          tau: speedsFromJoints(plain, state.tau),
        }),
      );
      const theirs = oracle.accelerations(state);
      const pairs = moving.flatMap((joint) =>
        theirs[joint.name].map((value, i) => {
          const own = ours[joint.name];
          return [typeof own === "number" ? own : own[i], value] as const;
        }),
      );
      const largest = Math.max(...pairs.map(([, value]) => Math.abs(value)));
      const worst = Math.max(...pairs.map(([own, value]) => Math.abs(own - value)));
      expect(worst / largest).toBeLessThan(TOLERANCE);
    }
  });
});

describe("panda's mimic joint", () => {
  const [driving, driven] = ["panda_finger_joint1", "panda_finger_joint2"];
  const { model } = readUrdf(panda);
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await mujocoOracle(panda);
  });
  afterAll(() => oracle.close());

  /**
   * The oracle has no exact couplings, but its accelerations are affine in the forces: with a = a₀ + M⁻¹Jᵀ λ, the force λ
   * between the fingers that gives J a = 0 follows from two calls. J = 1 for the driven finger, −1 for the driving one.
   */
  function coupledByOracle(state: OracleState): Readonly<Record<string, readonly number[]>> {
    const free = oracle.accelerations(state);
    const pull = { [driven]: state.tau[driven][0] + 1, [driving]: state.tau[driving][0] - 1 };
    const pulled = oracle.accelerations({
      ...state,
      tau: { ...state.tau, [driven]: [pull[driven]], [driving]: [pull[driving]] },
    });
    const gap = (a: Readonly<Record<string, readonly number[]>>): number => a[driven][0] - a[driving][0];
    const lambda = -gap(free) / (gap(pulled) - gap(free));
    return Object.fromEntries(
      Object.entries(free).map(([name, [value]]) => [name, [value + lambda * (pulled[name][0] - value)]]),
    );
  }

  test("holds the two fingers together as the oracle says", () => {
    const evaluator = createEvaluator(model);
    const moving = model.joints.filter(({ kind }) => kind !== "weld");
    for (let sample = 0; sample < STATES; sample++) {
      const drawn = randomState(dice(3, sample, false), moving);
      const state = {
        q: { ...drawn.q, [driven]: drawn.q[driving] },
        v: { ...drawn.v, [driven]: drawn.v[driving] },
        tau: drawn.tau,
      };
      const ours = jointsFromSpeeds(
        model,
        evaluator.forwardDynamics(stateFromJoints(model, { q: state.q, v: state.v }), {
          tau: speedsFromJoints(model, state.tau),
        }),
      );
      const theirs = coupledByOracle(state);
      const largest = Math.max(...Object.values(theirs).map(([value]) => Math.abs(value)));
      const errors = Object.entries(theirs).map(([name, [value]]) => Math.abs(Number(ours[name]) - value));
      expect(Math.max(...errors) / largest).toBeLessThan(TOLERANCE);
    }
  });
});

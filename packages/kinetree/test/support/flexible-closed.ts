import type { Inputs } from "../../src/evaluate/evaluator-types.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import type { Joint, Model } from "../../src/model/types.js";
import type { State } from "../../src/state/state.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice, randomQuaternion, type Dice } from "./dice.js";
import { createFlexibleOracle } from "./flexible-oracle.js";
import { randomFlexibleModel, randomFlexibleState, type RandomFlexibleOptions } from "./flexible-random.js";
import { conditionSpd } from "./linalg.js";
import { atRest, compose, fixed, inverse, type MovingFrame } from "./moving-frame.js";
import { dot, matrixOfQuaternion, solve, transpose, type M3, type V3 } from "./numbers.js";
import { fixedPose } from "./oracle-kinematics.js";
import type { Oracle } from "./oracle.js";

/* Random flexible trees closed by a joint between two stations or bodies, and their accelerations by multipliers. */

export type ClosingKind = "spherical" | "revolute" | "weld";
export const closingKinds: readonly ClosingKind[] = ["spherical", "revolute", "weld"];
const rowCount: Readonly<Record<ClosingKind, number>> = { spherical: 3, revolute: 5, weld: 6 };

export interface ClosedFlexible {
  readonly model: Model;
  readonly oracle: Oracle;
  /** Closed, with speeds that keep it closed. */
  readonly state: State;
  readonly joint: Joint;
}

/** From the row of q qᵀ with the largest diagonal entry, which is at least a quarter. */
function quaternionOf([[a, b, c], [d, e, f], [g, h, i]]: M3): readonly [number, number, number, number] {
  const rows = [
    [1 + a + e + i, h - f, c - g, d - b],
    [h - f, 1 + a - e - i, b + d, c + g],
    [c - g, b + d, 1 - a + e - i, f + h],
    [d - b, c + g, f + h, 1 - a - e + i],
  ];
  const best = [0, 1, 2, 3].reduce((most, k) => (rows[k][k] > rows[most][most] ? k : most), 0);
  const [w, x, y, z] = rows[best].map((each) => each / (2 * Math.sqrt(rows[best][best])));
  return [w, x, y, z];
}

/** The frame on the parent behind its origin, that on the child where it meets it. */
function closingJoint(
  d: Dice,
  kind: ClosingKind,
  frames: ReadonlyMap<string, MovingFrame>,
  names: readonly string[],
): Joint {
  const [parent, child] = names;
  const rotation = randomQuaternion(d);
  const position: V3 = [d.between(-0.3, -0.1), d.between(-0.3, 0.3), d.between(-0.3, 0.3)];
  const at = compose(frames.get(parent) ?? atRest, fixed(matrixOfQuaternion(rotation), position));
  const onChild = compose(inverse(frames.get(child) ?? atRest), at);
  return {
    name: "closing",
    parent,
    child,
    X_parent_joint: { position, rotation },
    X_child_joint: { position: onChild.p[0], rotation: quaternionOf(onChild.R[0]) },
    coordinates: Array.from({ length: 6 - rowCount[kind] }, () => modelDefaults.coordinate),
    role: "loop",
    ...(kind === "revolute" ? { kind, axis: [0, 0, 1] as const } : { kind }),
  };
}

/** Second derivatives of what a closed joint keeps at zero: products of its frames' axes and the gap between their origins. */
function closureRates({ model }: Oracle, frames: readonly MovingFrame[], name: string): readonly (readonly number[])[] {
  const joint = model.joints.find((each) => each.name === name);
  if (!joint) throw new Error(`no joint "${name}"`);
  const frameOf = (body: string): MovingFrame =>
    body === "ground" ? atRest : frames[model.bodies.findIndex((each) => each.name === body)];
  const a = compose(frameOf(joint.parent), fixedPose(joint.X_parent_joint));
  const b = compose(frameOf(joint.child), fixedPose(joint.X_child_joint));
  const gap = [0, 1, 2].map((k) => [0, 1, 2].map((order) => b.p[order][k] - a.p[order][k]));
  const axis = ({ R }: MovingFrame, k: number): readonly V3[] => R.map((each) => transpose(each)[k]);
  const product = (i: number, j: number): number[] => {
    const [x, y] = [axis(a, i), axis(b, j)];
    return [
      dot(x[0], y[0]),
      dot(x[1], y[0]) + dot(x[0], y[1]),
      dot(x[2], y[0]) + 2 * dot(x[1], y[1]) + dot(x[0], y[2]),
    ];
  };
  if (joint.kind === "spherical") return gap;
  if (joint.kind === "revolute") return [...gap, product(0, 2), product(1, 2)];
  return [...gap, product(0, 2), product(1, 2), product(0, 1)];
}

/** Rows of the closure by columns of the speeds. */
function closureJacobian(oracle: Oracle, state: State, name: string): number[][] {
  const columns = Array.from({ length: oracle.nv }, (_, k) => {
    const v = new Float64Array(oracle.nv);
    v[k] = 1;
    return closureRates(oracle, oracle.frames({ ...state, v }), name).map((row) => row[1]);
  });
  return columns[0].map((_, i) => columns.map((column) => column[i]));
}

const times = (A: readonly (readonly number[])[], x: ArrayLike<number>): number[] =>
  A.map((row) => row.reduce((sum, a, j) => sum + a * x[j], 0));

/** v̇ and the multipliers, of M v̇ = τ − bias + Jᵀ λ and J v̇ = −J̇ v, in one dense system. */
export function closedAccelerations({ oracle, joint }: ClosedFlexible, state: State, inputs: Inputs = {}): number[] {
  const { nv } = oracle;
  const J = closureJacobian(oracle, state, joint.name);
  const M = oracle.massMatrix(state);
  const zero: Float64Array = new Float64Array(nv);
  const rates = closureRates(oracle, oracle.frames(state), joint.name).map((row) => row[2]);
  const system = [
    ...M.map((row, i) => [...row, ...J.map((each) => -each[i])]),
    ...J.map((row) => [...row, ...J.map(() => 0)]),
  ];
  const right = [...oracle.inverseDynamics(state, zero, inputs), ...rates].map((x) => -x);
  return solve(system, right).slice(0, nv);
}

/** A random flexible tree with one loop, in a closed state; null where the draw has none. */
export function closedFlexible(
  seed: number,
  sample: number,
  kind: ClosingKind,
  options: Partial<RandomFlexibleOptions> = {},
): ClosedFlexible | null {
  const open = randomFlexibleModel(seed, sample, options);
  const d = dice(seed + 7, sample, false);
  const { counts } = buildTopology(open);
  if (counts.nv <= rowCount[kind] + 1) return null;
  const pose = randomFlexibleState(open, seed + 1, sample);
  const frames = createFlexibleOracle(open).frames(pose);
  const byName = new Map(open.bodies.map(({ name }, i) => [name, frames[i]]));
  const stations = open.joints.filter((joint) => joint.kind === "flexible").map(({ child }) => child);
  const first = d.pick(stations);
  const others = ["ground", ...open.bodies.map(({ name }) => name)].filter((name) => name !== first);
  const second = d.pick(others);
  // Where the frames meet may lie on a beam: only the side that is chosen freely may be the frame of a flexible body.
  const isBending = open.bodies.some(({ name, flexible }) => name === second && flexible !== undefined);
  const joint = closingJoint(d, kind, byName, isBending || d.chance(0.5) ? [second, first] : [first, second]);
  const model = buildModel({ ...open, name: `${open.name} closed by ${kind}`, joints: [...open.joints, joint] });
  const oracle = createFlexibleOracle(model);
  const J = closureJacobian(oracle, pose, joint.name);
  const JJ = J.map((row) => times(J, row));
  // A joint beside another that holds the same is redundant: its multipliers are not determined, nor is this solve.
  if (!(conditionSpd({ rows: J.length, cols: J.length, data: Float64Array.from(JJ.flat()) }) < 1e7)) return null;
  // The nearest speeds that keep it closed.
  const push = solve(JJ, times(J, pose.v));
  const v = pose.v.map((x, i) => x - J.reduce((sum, row, r) => sum + row[i] * push[r], 0));
  return { model, oracle, state: { ...pose, v }, joint };
}

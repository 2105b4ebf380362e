import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import {
  composed,
  inverted,
  turnAbout,
  turnedBack,
  unmoved,
  type NumberFrame,
} from "../../src/formulation/loops/closures/number-frames.js";
import type { State } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelDefaults } from "../../src/model/defaults.js";
import {
  GROUND,
  type Attachment,
  type Constraint,
  type Joint,
  type JointKind,
  type Model,
} from "../../src/model/types.js";
import type { JointAxis, JointMotion } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { dice, randomQuaternion, randomUnit, type Dice } from "./dice.js";
import { cross, dot, scale, sub, unit, type V3 } from "./numbers.js";
import { randomCoordinateRelation, scalarSlots, type ScalarSlot } from "./random-relations.js";
import { allJointKinds, randomModel, randomState } from "./random-model.js";

/* Random trees closed by random joints and constraints: the frames of a closure follow from the pose, so that it is closed. */

export interface ClosedMechanism {
  readonly model: Model;
  /** Closed, with speeds that keep it closed. */
  readonly state: State;
  /** Kinds of what closes it. */
  readonly kinds: readonly string[];
}

/** Joints that close loops; a free one demands nothing. */
export const closingJoints: readonly JointKind[] = allJointKinds.filter((kind) => kind !== "free");

export const closingConstraints: readonly Constraint["kind"][] = [
  "distance",
  "point-on-line",
  "point-on-plane",
  "coupler",
  "gear",
  "rack-and-pinion",
  "motion",
];

/** How many speeds each takes away at most. */
const rowsOf: Readonly<Record<string, number>> = {
  weld: 6,
  revolute: 5,
  continuous: 5,
  prismatic: 5,
  screw: 5,
  cylindrical: 4,
  universal: 4,
  "constant-velocity": 4,
  planar: 3,
  spherical: 3,
  general: 5,
  "point-on-line": 2,
};

/** The axes of a closing joint, in order, as `general` has them; null for those that turn every way. */
function closingMotion(
  d: Dice,
  kind: JointKind,
): { readonly motion: JointMotion; readonly axes: readonly JointAxis[] } {
  const axis = d.chance(0.4) ? ([0, 0, 1] as const) : randomUnit(d);
  const across = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const third = cross(axis, across);
  const turn = (a: V3): JointAxis => ({ kind: "rotation", axis: a });
  const slide = (a: V3): JointAxis => ({ kind: "translation", axis: a });
  switch (kind) {
    case "revolute":
    case "continuous":
      return { motion: { kind, axis }, axes: [turn(axis)] };
    case "prismatic":
      return { motion: { kind, axis }, axes: [slide(axis)] };
    case "screw": {
      const pitch = d.between(-0.4, 0.4);
      return { motion: { kind, axis, pitch }, axes: [{ kind: "screw", axis, pitch }] };
    }
    case "cylindrical":
      return { motion: { kind, axis }, axes: [turn(axis), slide(axis)] };
    case "universal":
      return { motion: { kind, axis1: axis, axis2: across }, axes: [turn(axis), turn(across)] };
    case "constant-velocity":
      return { motion: { kind, axis, xAxis: across }, axes: [turn(across), turn(third)] };
    case "planar":
      return { motion: { kind, axis, xAxis: across }, axes: [slide(across), slide(third), turn(axis)] };
    case "general": {
      const axes = d.pick([
        [slide(axis), turn(across)],
        [turn(axis), slide(axis), slide(across)],
        [slide(third), turn(axis), turn(across)],
        [turn(axis), turn(across), slide(third)],
        [slide(axis), slide(across)],
      ]);
      return { motion: { kind, axes }, axes };
    }
    default:
      return { motion: { kind } as JointMotion, axes: [] };
  }
}

/** Where the inner frame of a joint stands in the outer one, at some coordinates. */
function somewhere(d: Dice, kind: JointKind, axes: readonly JointAxis[]): NumberFrame {
  if (kind === "spherical") return { quat: randomQuaternion(d), p: [0, 0, 0] };
  if (kind === "constant-velocity") {
    const [x, y] = axes.map(({ axis }) => axis as V3);
    const half = { quat: turnAbout(x, d.between(-0.4, 0.4)), p: unmoved.p };
    return composed(half, composed({ quat: turnAbout(y, d.between(-0.7, 0.7)), p: unmoved.p }, half));
  }
  return axes.reduce((frame: NumberFrame, each) => {
    const axis = each.axis as V3;
    const x = d.between(-0.7, 0.7);
    const turned = each.kind === "translation" ? unmoved.quat : turnAbout(axis, x);
    const shift = each.kind === "translation" ? x : each.kind === "screw" ? x * Number(each.pitch) : 0;
    return composed(frame, { quat: turned, p: scale(shift, axis) });
  }, unmoved);
}

const randomFrame = (d: Dice): NumberFrame => ({
  quat: d.chance(0.4) ? unmoved.quat : randomQuaternion(d),
  p: [d.between(-0.8, 0.8), d.between(-0.8, 0.8), d.between(-0.8, 0.8)],
});

const poseOf = ({ quat, p }: NumberFrame) => ({ position: p, rotation: quat });

interface Places {
  readonly d: Dice;
  /** By name, the ground too. */
  readonly frames: ReadonlyMap<string, NumberFrame>;
  readonly slots: readonly ScalarSlot[];
  readonly t: number;
}

function closingJoint({ d, frames }: Places, kind: JointKind, name: string, parent: string, child: string): Joint {
  const { motion, axes } = closingMotion(d, kind);
  const outer = randomFrame(d);
  const X_world_joint = composed(frames.get(parent) ?? unmoved, composed(outer, somewhere(d, kind, axes)));
  const inner = composed(inverted(frames.get(child) ?? unmoved), X_world_joint);
  const count = kind === "spherical" ? 3 : axes.length;
  return {
    name,
    parent,
    child,
    X_parent_joint: poseOf(outer),
    X_child_joint: poseOf(inner),
    coordinates: Array.from({ length: count }, () => ({
      ...modelDefaults.coordinate,
      damping: d.chance(0.3) ? d.between(0.1, 1) : 0,
    })),
    role: "loop",
    ...motion,
  };
}

function closingConstraint(
  places: Places,
  kind: Constraint["kind"],
  name: string,
  parent: string,
  child: string,
): Constraint | null {
  const { d, frames } = places;
  if (kind !== "distance" && kind !== "point-on-line" && kind !== "point-on-plane")
    return randomCoordinateRelation(d, kind, name, places.slots, places.t);
  const [onA, onB] = [randomFrame(d), randomFrame(d)];
  const [X_world_a, X_world_b] = [
    composed(frames.get(parent) ?? unmoved, onA),
    composed(frames.get(child) ?? unmoved, onB),
  ];
  const a: Attachment = { body: parent, pose: poseOf(onA) };
  const b: Attachment = { body: child, pose: poseOf(onB) };
  const apart = turnedBack(X_world_a.quat, sub(X_world_b.p, X_world_a.p)) as V3;
  if (kind === "distance") return { kind, name, a, b, length: Math.sqrt(dot(apart, apart)) };
  if (kind === "point-on-line") return { kind, name, a, b, axis: apart };
  return { kind, name, a, b, normal: unit(cross(apart, randomUnit(d))) };
}

/** A random tree with one to three closures, and a closed state; the same for the same seed and sample. */
export function closedMechanism(seed: number, sample: number, maxBodies = 9): ClosedMechanism {
  for (let attempt = 0; ; attempt++) {
    const found = tryMechanism(seed, sample + 1000 * attempt, sample, maxBodies);
    if (found) return found;
  }
}

function tryMechanism(seed: number, draw: number, sample: number, maxBodies: number): ClosedMechanism | null {
  const d = dice(seed + 7, draw, false);
  const open = randomModel(seed, draw, { maxBodies, loads: sample % 3 !== 0 });
  const { counts, tree } = buildTopology(open);
  if (open.bodies.length < 2 || counts.nv < 3) return null;
  const pose = randomState(open, seed + 1, draw);
  const frames = new Map<string, NumberFrame>(
    createEvaluator(open)
      .bodies(pose)
      .map(({ name, quaternion: [w, x, y, z], position: [px, py, pz] }) => [
        name,
        { quat: [w, x, y, z], p: [px, py, pz] },
      ]),
  );
  const places: Places = { d, frames, slots: scalarSlots(open, tree, pose.q, d), t: pose.t };
  const joints: Joint[] = [];
  const constraints: Constraint[] = [];
  const kinds: string[] = [];
  let left = counts.nv - 1;
  const wanted = 1 + d.integer(3);
  // The first closure goes through all kinds in turn, so that none is left to chance.
  const all = [...closingJoints, ...closingConstraints];
  for (let i = 0; i < wanted; i++) {
    const kind = i === 0 ? all[sample % all.length] : d.pick(all);
    const rows = rowsOf[kind] ?? 1;
    if (rows > left) {
      if (i === 0) return null;
      continue;
    }
    const [parent, child] = twoBodies(d, open);
    const name = `close${i}`;
    if (closingJoints.includes(kind as JointKind))
      joints.push(closingJoint(places, kind as JointKind, name, parent, child));
    else {
      const constraint = closingConstraint(places, kind as Constraint["kind"], name, parent, child);
      if (constraint === null) {
        if (i === 0) return null;
        continue;
      }
      constraints.push(constraint);
    }
    kinds.push(kind);
    left -= rows;
  }
  const model = buildModel({
    ...open,
    name: `closed ${seed}/${sample} by ${kinds.join(", ")}`,
    joints: [...open.joints, ...joints],
    constraints,
  });
  try {
    return { model, kinds, state: assemble(model, pose).state };
  } catch (error) {
    // Such as a motion prescribed where the loop holds the coordinate fast.
    if (error instanceof RequestError && error.code === "speeds-break-loop") return null;
    throw error;
  }
}

/** Two bodies, or a body and the ground, in either order. */
function twoBodies(d: Dice, { bodies }: Model): readonly [string, string] {
  const first = d.integer(bodies.length);
  const second = d.chance(0.3) ? null : (first + 1 + d.integer(bodies.length - 1)) % bodies.length;
  const names = [bodies[first].name, second === null ? GROUND : bodies[second].name] as const;
  return d.chance(0.5) ? names : [names[1], names[0]];
}

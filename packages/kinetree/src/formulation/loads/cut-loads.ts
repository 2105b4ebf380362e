import { planCoordinateLoad, type CoordinateLoad } from "../../elements/coordinate-load.js";
import type { Num } from "../../graph/graph.js";
import type { CurveTable } from "../../graph/table.js";
import type { Rec } from "../../kernel/record.js";
import type { Joint } from "../../model/types.js";
import {
  addSpatial,
  spatialFields,
  spatialFrom,
  subSpatial,
  type SpatialVector,
  type SpatialFields,
} from "../../spatial/inertia.js";
import { mat3, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { add3, cross3, scale3, sub3, vec3, zero3, type Vec3 } from "../../spatial/vec3.js";
import { attach, frameMotion, motionRecords } from "../tree/attached-frame.js";
import type { StateTargets } from "./contacts.js";
import { cutMotion, turnsIn, type CutMotion, type RowFields } from "./cut-motion.js";
import { jointEfforts, type Effort } from "./joint-effort.js";
import type { PoseFields } from "../skeleton/records.js";
import type { TreeProgram } from "../tree/tree-program.js";

/** Adds the efforts along the coordinates of cut joints to the wrenches on the nodes. */
export function addCutLoads(
  tree: TreeProgram,
  wrenches: Rec<SpatialFields>[],
  keyOf: (table: CurveTable) => string,
): void {
  const { model, topology } = tree.skeleton;
  for (const cut of topology.cuts) {
    const load = effortAlong(tree, model.joints[cut], keyOf);
    if (!load) continue;
    const { motion, effort } = load;
    if (motion.parent === motion.child) continue; // moves nothing: both frames sit on one rigid piece
    addWrench(tree, motion.rows, effort, motion.child, 1, wrenches);
    addWrench(tree, motion.rows, effort, motion.parent, -1, wrenches);
  }
}

/** Rates of the angles that are part of the state, and the angles themselves as the frames show them, with their turns. */
export function traceTurns(tree: TreeProgram, { rates, released }: StateTargets): void {
  const { model } = tree.skeleton;
  for (const turns of tree.turns) {
    const { coordinates } = turns;
    const { q, v } = cutMotion(tree, model.joints[turns.joint]);
    tree.program.step(
      `turns ${coordinates.join()} of ${v.layout.size}`,
      { q, v },
      ({ q, v }) => ({
        rates: { z: coordinates.map((k) => v.v[k]) },
        released: { z: coordinates.map((k) => q.q[k]) },
      }),
      { rates: turnsIn(tree, turns, rates), released: turnsIn(tree, turns, released) },
    );
  }
}

/** Forces along the coordinates of a cut joint, and where these are; null if nothing acts along them. */
function effortAlong(
  tree: TreeProgram,
  joint: Joint,
  keyOf: (table: CurveTable) => string,
): { readonly motion: CutMotion; readonly effort: Effort } | null {
  const count = joint.coordinates.length;
  const efforts = jointEfforts(tree, joint, 0, count, keyOf);
  if (efforts.length === 0) return null;
  const motion = cutMotion(tree, joint);
  const none: Effort = tree.program.zeros<{ tau: readonly Num[] }>({ tau: count });
  return { motion, effort: efforts.reduce((sum, addTo) => addTo(sum, { q: motion.q, v: motion.v }), none) };
}

/**
 * Load of a cut joint due to efforts along its coordinates, which its multipliers do not include: torque, then force, that the parent
 * exerts on the child, at and along the joint frame on the child. Null without such efforts.
 */
export function cutLoad(
  tree: TreeProgram,
  joint: Joint,
  keyOf: (table: CurveTable) => string,
): Rec<{ load: readonly Num[] }> | null {
  const load = effortAlong(tree, joint, keyOf);
  if (!load) return null;
  const { motion, effort } = load;
  const { rec } = attach(tree, { body: joint.child, pose: joint.X_child_joint });
  const isFixed = motion.child < 0;
  const inputs = { rows: motion.rows, effort, attachment: rec, pose: motionRecords(tree, motion.child).pose };
  return tree.program.step(`cut load on joint ${isFixed}`, inputs, ({ rows, effort, attachment, pose }) => {
    const { torque, force } = total(rows, effort.tau);
    const toJoint = transpose3(frameMotion(attachment, isFixed ? null : pose, null).R);
    return { load: { load: [...mulMatVec(toJoint, torque), ...mulMatVec(toJoint, force)] } };
  }).load;
}

/** A spring or stop along a coordinate of a cut joint. */
export interface CutSpring {
  readonly plan: CoordinateLoad;
  readonly coordinate: number;
  readonly q: Rec<{ q: readonly Num[] }>;
}

export function cutSprings(tree: TreeProgram, keyOf: (table: CurveTable) => string): readonly CutSpring[] {
  const { model, topology, scope } = tree.skeleton;
  return topology.cuts.flatMap((cut) => {
    const joint = model.joints[cut];
    const plans = joint.coordinates.map((properties) => planCoordinateLoad(properties, scope.num, keyOf));
    if (plans.every((plan) => plan === null)) return [];
    const { q } = cutMotion(tree, joint);
    return plans.flatMap((plan, coordinate) => (plan ? [{ plan, coordinate, q }] : []));
  });
}

/** Action and reaction act at one point in space, the origin of the child's frame. */
function addWrench(
  tree: TreeProgram,
  rows: Rec<RowFields>,
  effort: Effort,
  node: number,
  sign: 1 | -1,
  wrenches: Rec<SpatialFields>[],
): void {
  if (node < 0) return; // ground does not move
  const inputs = { rows, effort, pose: tree.pose(node), on: wrenches[node] };
  wrenches[node] = tree.program.step(`cut load ${sign}`, inputs, ({ rows, effort, pose, on }) => {
    const load = onNode(rows, effort.tau, pose);
    const before = spatialFrom(on);
    return { on: spatialFields(sign > 0 ? addSpatial(before, load) : subSpatial(before, load)) };
  }).on;
}

function onNode(rows: RowFields, tau: readonly Num[], pose: PoseFields): SpatialVector {
  const { torque, force } = total(rows, tau);
  const angular = add3(torque, cross3(sub3(vec3(rows.point), vec3(pose.p)), force));
  const toNode = transpose3(mat3(pose.R));
  return { angular: mulMatVec(toNode, angular), linear: mulMatVec(toNode, force) };
}

/** Sum over the coordinates, in world axes: force, and torque about the point. */
function total({ torque, force }: RowFields, tau: readonly Num[]): { torque: Vec3; force: Vec3 } {
  const sum = (rows: readonly Num[]): Vec3 =>
    tau.reduce<Vec3>((all, x, k) => add3(all, scale3(x, vec3(rows, 3 * k))), zero3);
  return { torque: sum(torque), force: sum(force) };
}

import { RequestError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { Joint } from "../../model/types.js";
import { mulMatMat, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { cross3, dot3, sub3 } from "../../spatial/vec3.js";
import type { CutTurns } from "../joints/cut-turns.js";
import { cutCoordinates } from "../loops/closures/cut-coordinates.js";
import { attach, frameMotion, motionRecords } from "../tree/attached-frame.js";
import type { TreeProgram } from "../tree/tree-program.js";
import type { CoordinateMotion } from "./joint-effort.js";

/*
 * A cut joint is no part of the tree, so its coordinates are no part of the state: they are read off the frames that it
 * connects, and forces along them become wrenches of the same power on the two bodies. Frames show angles, not turns, which are part of
 * the state: see `cut-turns.ts`.
 */

/** Wrench of unit force along each coordinate, in world axes: torques about `point` and forces, row after row. */
export type RowFields = { torque: readonly Num[]; force: readonly Num[]; point: readonly Num[] };

export interface CutMotion extends CoordinateMotion {
  /** Nodes that carry the frames of the joint on its parent and on its child; -1 for ground. */
  readonly parent: number;
  readonly child: number;
  readonly rows: Rec<RowFields>;
}

/** Coordinates and rates of a cut joint from the motion of its frames, with the wrenches dual to them. */
export function cutMotion(tree: TreeProgram, joint: Joint): CutMotion {
  const { program, skeleton } = tree;
  const coordinates = cutCoordinates(joint, skeleton.scope);
  if (!coordinates) throw unreadable(joint.name);
  const turns = tree.turns.find((each) => skeleton.model.joints[each.joint] === joint);
  const parent = attach(tree, { body: joint.parent, pose: joint.X_parent_joint });
  const child = attach(tree, { body: joint.child, pose: joint.X_child_joint });
  const [ofParent, ofChild] = [motionRecords(tree, parent.node), motionRecords(tree, child.node)];
  const inputs = {
    attachmentP: parent.rec,
    poseP: ofParent.pose,
    velocityP: ofParent.velocity,
    attachmentC: child.rec,
    poseC: ofChild.pose,
    velocityC: ofChild.velocity,
    numbers: program.constants<{ n: readonly Num[] }>({ n: coordinates.numbers }),
    ...(turns ? { turns: turnsIn(tree, turns, tree.z) } : {}),
  };
  const [fixedP, fixedC] = [parent.node < 0, child.node < 0];
  const made = program.step(`cut ${coordinates.key} ${fixedP} ${fixedC} ${turns !== undefined}`, inputs, (x) => {
    const P = frameMotion(x.attachmentP, fixedP ? null : x.poseP, x.velocityP);
    const C = frameMotion(x.attachmentC, fixedC ? null : x.poseC, x.velocityC);
    const toParent = transpose3(P.R);
    const apart = sub3(C.p, P.p);
    const at = coordinates.at(mulMatMat(toParent, C.R), mulMatVec(toParent, apart), x.numbers.n, x.turns?.z ?? null);
    const torque = at.torque.map((row) => mulMatVec(C.R, row));
    const force = at.force.map((row) => mulMatVec(P.R, row));
    const omega = sub3(C.omega, P.omega);
    const rate = sub3(sub3(C.v, P.v), cross3(P.omega, apart));
    return {
      q: { q: at.values },
      v: { v: torque.map((row, k) => add(dot3(row, omega), dot3(force[k], rate))) },
      rows: { torque: torque.flat(), force: force.flat(), point: [...C.p] },
    };
  });
  return { ...made, parent: parent.node, child: child.node };
}

/** The angles of a joint, in z or in a record like it. */
export const turnsIn = (
  { program }: TreeProgram,
  { start, coordinates }: CutTurns,
  z: Rec,
): Rec<{ z: readonly Num[] }> => program.slice<{ z: readonly Num[] }>(z, start, { z: coordinates.length });

const unreadable = (name: string): RequestError =>
  new RequestError({
    code: "cut-joint-loads",
    subject: `joint "${name}"`,
    value: name,
    message:
      `joint "${name}" is cut, and springs, dampers, stops, forces or actuators act along its coordinates, which cannot be read ` +
      `off the frames that it connects: its axes mix translations and rotations, or repeat one another. Give it the role "tree" ` +
      `and choose a formulation in joint coordinates.`,
  });

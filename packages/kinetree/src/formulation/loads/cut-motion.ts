import { RequestError } from "../../errors/kinetree-error.js";
import type { Num } from "../../graph/graph.js";
import { add } from "../../graph/num.js";
import type { Rec } from "../../kernel/record.js";
import type { CoordinateProperties, Joint } from "../../model/types.js";
import { mulMatMat, mulMatVec, transpose3 } from "../../spatial/mat3.js";
import { cross3, dot3, sub3 } from "../../spatial/vec3.js";
import { cutCoordinates, type CutCoordinates } from "../loops/closures/cut-coordinates.js";
import { attach, frameMotion, motionRecords } from "../tree/attached-frame.js";
import type { TreeProgram } from "../tree/tree-program.js";
import type { CoordinateMotion } from "./joint-effort.js";

/*
 * A cut joint is no part of the tree, so its coordinates are no part of the state: they are read off the frames that it
 * connects, and forces along them become wrenches of the same power on the two bodies. Frames show angles, not turns: a spring
 * about a cut hinge that has turned past half a turn pulls the short way back, where one in the tree would unwind.
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
  joint.coordinates.forEach((properties, k) => refuseTurns(joint.name, coordinates, k, properties));
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
  };
  const [fixedP, fixedC] = [parent.node < 0, child.node < 0];
  const made = program.step(`cut ${coordinates.key} ${fixedP} ${fixedC}`, inputs, (x) => {
    const P = frameMotion(x.attachmentP, fixedP ? null : x.poseP, x.velocityP);
    const C = frameMotion(x.attachmentC, fixedC ? null : x.poseC, x.velocityC);
    const toParent = transpose3(P.R);
    const apart = sub3(C.p, P.p);
    const at = coordinates.at(mulMatMat(toParent, C.R), mulMatVec(toParent, apart), x.numbers.n);
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

/** Refuses springs and stops at angles outside (-π, π], which the frames never show. */
function refuseTurns(
  name: string,
  { isAngle }: CutCoordinates,
  coordinate: number,
  { stiffness, rest, stopStiffness, lower, upper }: CoordinateProperties,
): void {
  if (!isAngle[coordinate]) return;
  const places = [
    ...(stiffness === 0 ? [] : [{ what: "rest angle", value: rest }]),
    ...(stopStiffness === 0
      ? []
      : [
          { what: "lower stop", value: lower },
          { what: "upper stop", value: upper },
        ]),
  ];
  const beyond = places.find(({ value }) => typeof value === "number" && Math.abs(value) > Math.PI);
  if (!beyond) return;
  throw new RequestError({
    code: "turns-of-cut-joint",
    subject: `joint "${name}"`,
    value: beyond.value,
    message:
      `joint "${name}": the ${beyond.what} of coordinate ${coordinate} is ${String(beyond.value)} rad, but the joint is cut, and ` +
      `the frames that it connects show its angle between -π and π only. Give the joint the role "tree" and choose a ` +
      `formulation in joint coordinates, or move the joint frames so that the range lies between -π and π.`,
  });
}

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

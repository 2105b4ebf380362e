import { evaluateReal } from "../../../model/evaluate-real.js";
import { jointSizes } from "../../../model/joint-sizes.js";
import { definitionOf } from "../../../model/joints.js";
import { axisMotion } from "../../../model/joints/axis.js";
import type { Vec3R } from "../../../model/real.js";
import type { Joint, JointAxis, Pose } from "../../../model/types.js";
import { mulMatVec } from "../../../spatial/mat3.js";
import { loopJointOf } from "../../joints/node-joints.js";
import { axesOf, ownAxes } from "../../skeleton/joint-axes.js";
import {
  composed,
  cross,
  inner,
  multiple,
  normalised,
  sum,
  turnAbout,
  turnedBack,
  unmoved,
  type NumberFrame,
  type Numbers3,
  type NumbersQuat,
} from "./number-frames.js";

/** One axis of a joint: a turn about it, a slide along it, or a screw, which is both. */
interface NumberAxis {
  readonly axis: Numbers3;
  readonly turns: boolean;
  /** Shift along the axis for each unit of the coordinate [m, or m/rad]. */
  readonly slide: number;
  /** It follows this share of that coordinate. */
  readonly coordinate: number;
  readonly share: number;
}

/** A joint in plain numbers. */
export interface NumberJoint {
  readonly name: string;
  /** One after the other; null for joints with a quaternion. */
  readonly axes: readonly NumberAxis[] | null;
  /** Where a quaternion begins among the coordinates: after a position, if there is one. */
  readonly quaternionAt: number;
  readonly nv: number;
  /** The joint's frames on its parent and on its child. */
  readonly onParent: NumberFrame;
  readonly onChild: NumberFrame;
}

/** Motion of the child's joint frame in the parent's, along the child's axes. */
export interface NumberTwist {
  readonly angular: Numbers3;
  readonly linear: Numbers3;
}

/** Numbers of the model as they are with these parameters. */
export const vectorIn = (v: Vec3R, values: ReadonlyMap<string, number>): Numbers3 => [
  evaluateReal(v[0], values),
  evaluateReal(v[1], values),
  evaluateReal(v[2], values),
];

function frameIn({ position, rotation }: Pose, values: ReadonlyMap<string, number>): NumberFrame {
  const [w, x, y, z] = rotation.map((each) => evaluateReal(each, values));
  return { quat: normalised([w, x, y, z]), p: vectorIn(position, values) };
}

/** A joint with these values of the parameters. */
export function numberJoint(joint: Joint, values: ReadonlyMap<string, number>): NumberJoint {
  return {
    name: joint.name,
    quaternionAt: definitionOf(joint).quaternion?.at ?? 0,
    nv: jointSizes(joint).nv,
    onParent: frameIn(joint.X_parent_joint, values),
    onChild: frameIn(joint.X_child_joint, values),
    axes: axesOf(joint)?.map((axis, k) => numberAxis(axis, k, values)) ?? turnsOf(joint, values),
  };
}

function numberAxis(each: JointAxis, coordinate: number, values: ReadonlyMap<string, number>): NumberAxis {
  const along = vectorIn(each.axis, values);
  const { turns, advance } = axisMotion(each);
  return {
    axis: multiple(1 / Math.sqrt(inner(along, along)), along),
    turns,
    slide: evaluateReal(advance, values),
    coordinate,
    share: 1,
  };
}

function turnsOf(joint: Joint, values: ReadonlyMap<string, number>): readonly NumberAxis[] | null {
  const turns = loopJointOf(joint)?.turns;
  if (!turns) return null;
  const own = ownAxes(joint, (v) => vectorIn(v, values));
  return turns.map(({ axis, ...shared }) => {
    const [x, y, z] = mulMatVec(own, axis);
    return { ...shared, axis: [Number(x), Number(y), Number(z)], turns: true, slide: 0 };
  });
}

/** The child's joint frame in the parent's, at the coordinates that begin at `at`. */
export function frameAcross({ axes, quaternionAt }: NumberJoint, q: ArrayLike<number>, at: number): NumberFrame {
  if (axes === null) {
    const first = at + quaternionAt;
    const quat = normalised([q[first], q[first + 1], q[first + 2], q[first + 3]]);
    return { quat, p: quaternionAt > 0 ? [q[at], q[at + 1], q[at + 2]] : [0, 0, 0] };
  }
  return axes.reduce((frame, axis) => composed(frame, alongAxis(axis, q, at)), unmoved);
}

const still: NumbersQuat = [1, 0, 0, 0];

function alongAxis(
  { axis, turns, slide, coordinate, share }: NumberAxis,
  q: ArrayLike<number>,
  at: number,
): NumberFrame {
  const x = share * q[at + coordinate];
  return { quat: turns ? turnAbout(axis, x) : still, p: multiple(slide * x, axis) };
}

/** The motion of the child's joint frame for a unit of each speed of a joint with axes, at the coordinates that begin at `at`. */
export function motionsOf(
  { axes, nv }: Pick<NumberJoint, "axes" | "nv">,
  q: ArrayLike<number>,
  at: number,
): readonly NumberTwist[] {
  const out: NumberTwist[] = Array.from({ length: nv }, () => unmoving);
  let behind = unmoved; // the child's frame as the frame behind the axis sees it
  for (const each of [...(axes ?? [])].reverse()) {
    const { axis, turns, slide, coordinate, share } = each;
    const shift = multiple(slide, axis);
    const linear = turns ? sum(shift, cross(axis, behind.p)) : shift;
    const own: NumberTwist = {
      angular: turns ? turnedBack(behind.quat, axis) : none,
      linear: turnedBack(behind.quat, linear),
    };
    out[coordinate] = share === 1 ? own : plus(out[coordinate], share, own);
    behind = composed(alongAxis(each, q, at), behind);
  }
  return out;
}

const none: Numbers3 = [0, 0, 0];
const unmoving: NumberTwist = { angular: none, linear: none };

/** a + s b */
const plus = (a: NumberTwist, s: number, b: NumberTwist): NumberTwist => ({
  angular: sum(a.angular, multiple(s, b.angular)),
  linear: sum(a.linear, multiple(s, b.linear)),
});

/** Motion across a joint at the speeds that begin at `vAt`. */
export function twistAcross(
  joint: NumberJoint,
  q: ArrayLike<number>,
  at: number,
  v: ArrayLike<number>,
  vAt: number,
): NumberTwist {
  if (joint.axes === null)
    return {
      angular: [v[vAt], v[vAt + 1], v[vAt + 2]],
      linear: joint.quaternionAt > 0 ? [v[vAt + 3], v[vAt + 4], v[vAt + 5]] : none,
    };
  return motionsOf(joint, q, at).reduce((total, motion, k) => plus(total, v[vAt + k], motion), unmoving);
}

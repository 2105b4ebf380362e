import { evaluateReal } from "../../../model/evaluate-real.js";
import type { Joint, Pose } from "../../../model/types.js";
import type { Vec3R } from "../../../model/real.js";
import { axesOf } from "../../skeleton/joint-axes.js";
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
}

/** A joint in plain numbers. */
export interface NumberJoint {
  readonly name: string;
  /** Joints of one piece, whose coordinates are no list of axes, have none. */
  readonly axes: readonly NumberAxis[] | null;
  readonly isFree: boolean;
  readonly isWeld: boolean;
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
  const axes = axesOf(joint);
  return {
    name: joint.name,
    isFree: joint.kind === "free",
    isWeld: joint.kind === "weld",
    onParent: frameIn(joint.X_parent_joint, values),
    onChild: frameIn(joint.X_child_joint, values),
    axes:
      axes?.map((each) => {
        const along = vectorIn(each.axis, values);
        return {
          axis: multiple(1 / Math.sqrt(inner(along, along)), along),
          turns: each.kind !== "translation",
          slide: each.kind === "translation" ? 1 : each.kind === "screw" ? evaluateReal(each.pitch, values) : 0,
        };
      }) ?? null,
  };
}

/** The child's joint frame in the parent's, at the coordinates that begin at `at`. */
export function frameAcross({ axes, isFree, isWeld }: NumberJoint, q: ArrayLike<number>, at: number): NumberFrame {
  if (isWeld) return unmoved;
  if (axes === null) {
    const first = isFree ? at + 3 : at;
    const quat = normalised([q[first], q[first + 1], q[first + 2], q[first + 3]]);
    return { quat, p: isFree ? [q[at], q[at + 1], q[at + 2]] : [0, 0, 0] };
  }
  return axes.reduce((frame, axis, k) => composed(frame, alongAxis(axis, q[at + k])), unmoved);
}

const still: NumbersQuat = [1, 0, 0, 0];

const alongAxis = ({ axis, turns, slide }: NumberAxis, x: number): NumberFrame => ({
  quat: turns ? turnAbout(axis, x) : still,
  p: multiple(slide * x, axis),
});

/** What each speed of a joint with axes does to the child's joint frame, at the coordinates that begin at `at`. */
export function motionsOf(axes: readonly NumberAxis[], q: ArrayLike<number>, at: number): readonly NumberTwist[] {
  const out: NumberTwist[] = [];
  let behind = unmoved; // the child's frame as the frame behind axis k sees it
  for (let k = axes.length - 1; k >= 0; k--) {
    const { axis, turns, slide } = axes[k];
    const shift = multiple(slide, axis);
    const linear = turns ? sum(shift, cross(axis, behind.p)) : shift;
    out.unshift({
      angular: turns ? turnedBack(behind.quat, axis) : [0, 0, 0],
      linear: turnedBack(behind.quat, linear),
    });
    behind = composed(alongAxis(axes[k], q[at + k]), behind);
  }
  return out;
}

/** Motion across a joint at the speeds that begin at `vAt`. */
export function twistAcross(
  joint: NumberJoint,
  q: ArrayLike<number>,
  at: number,
  v: ArrayLike<number>,
  vAt: number,
): NumberTwist {
  const { axes, isFree, isWeld } = joint;
  const none: Numbers3 = [0, 0, 0];
  if (isWeld) return { angular: none, linear: none };
  if (axes === null)
    return {
      angular: [v[vAt], v[vAt + 1], v[vAt + 2]],
      linear: isFree ? [v[vAt + 3], v[vAt + 4], v[vAt + 5]] : none,
    };
  return motionsOf(axes, q, at).reduce(
    (total, { angular, linear }, k) => ({
      angular: sum(total.angular, multiple(v[vAt + k], angular)),
      linear: sum(total.linear, multiple(v[vAt + k], linear)),
    }),
    { angular: none, linear: none },
  );
}

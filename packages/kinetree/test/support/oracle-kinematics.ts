import type { TreeBody } from "../../src/topology/types.js";
import { atRest, compose, fixed, flying, inverse, sliding, turning, type MovingFrame } from "./moving-frame.js";
import { cross, matrixOfQuaternion, unit, type V3 } from "./numbers.js";
import type { NumericJoint, NumericModel } from "./numeric-model.js";

/* Where everything is, straight from the definitions in model/types.ts. */

type Axis = Extract<NumericJoint, { kind: "general" }>["axes"][number];

/** The axes of a joint in the user's order; null for those that are no sequence of axes. */
function axesOf(joint: NumericJoint): readonly Axis[] | null {
  switch (joint.kind) {
    case "weld":
      return [];
    case "spherical":
    case "free":
    case "flexible":
    case "constant-velocity":
      return null;
    case "revolute":
    case "continuous":
      return [{ kind: "rotation", axis: joint.axis }];
    case "prismatic":
      return [{ kind: "translation", axis: joint.axis }];
    case "screw":
      return [{ kind: "screw", axis: joint.axis, pitch: joint.pitch }];
    case "cylindrical":
      return [
        { kind: "rotation", axis: joint.axis },
        { kind: "translation", axis: joint.axis },
      ];
    case "universal":
      return [
        { kind: "rotation", axis: joint.axis1 },
        { kind: "rotation", axis: joint.axis2 },
      ];
    case "planar":
      return [
        { kind: "translation", axis: joint.xAxis },
        { kind: "translation", axis: cross(joint.axis, joint.xAxis) },
        { kind: "rotation", axis: joint.axis },
      ];
    case "general":
      return joint.axes;
  }
}

const three = (values: ArrayLike<number>, start: number): V3 => [values[start], values[start + 1], values[start + 2]];

/** Motion of the child's joint frame in the parent's joint frame. */
export function jointMotion(
  joint: NumericJoint,
  q: ArrayLike<number> & Iterable<number>,
  v: ArrayLike<number>,
  vdot: ArrayLike<number>,
): MovingFrame {
  if (joint.kind === "constant-velocity") {
    // R = Rx(α/2) Ry(β) Rx(α/2) about the axes x = xAxis and y = axis × xAxis.
    const x = unit(joint.xAxis);
    const half = turning(x, q[0] / 2, v[0] / 2, vdot[0] / 2);
    return compose(compose(half, turning(unit(cross(joint.axis, x)), q[1], v[1], vdot[1])), half);
  }
  const axes = axesOf(joint);
  if (axes === null) {
    const all = Array.from(q);
    const isFree = joint.kind === "free";
    const R = matrixOfQuaternion(isFree ? all.slice(3) : all);
    const none: V3 = [0, 0, 0];
    return isFree
      ? flying(R, three(q, 0), three(v, 0), three(vdot, 0), three(v, 3), three(vdot, 3))
      : flying(R, none, three(v, 0), three(vdot, 0), none, none);
  }
  let frame = atRest;
  axes.forEach((axis, k) => {
    const a = unit(axis.axis);
    if (axis.kind !== "translation") frame = compose(frame, turning(a, q[k], v[k], vdot[k]));
    if (axis.kind === "translation") frame = compose(frame, sliding(a, q[k], v[k], vdot[k]));
    if (axis.kind === "screw")
      frame = compose(frame, sliding(a, axis.pitch * q[k], axis.pitch * v[k], axis.pitch * vdot[k]));
  });
  return frame;
}

export const fixedPose = ({ position, rotation }: NumericJoint["X_parent_joint"]): MovingFrame =>
  fixed(matrixOfQuaternion(rotation), position);

/** Frames of all bodies in the world, by model index, for given coordinates, speeds and accelerations. */
export function bodyFrames(
  model: NumericModel,
  tree: readonly TreeBody[],
  q: Float64Array,
  v: Float64Array,
  vdot: Float64Array,
): MovingFrame[] {
  const frames: MovingFrame[] = [];
  const frameOf = (name: string): MovingFrame =>
    name === "ground" ? atRest : frames[model.bodies.findIndex((body) => body.name === name)];
  for (const place of tree) frames[place.body] = carriedFrame(model, place, frameOf, q, v, vdot);
  return frames;
}

/** Where a body is, from where the body is that carries it. */
export function carriedFrame(
  model: NumericModel,
  { body, joint: index, qStart, nq, vStart, nv }: TreeBody,
  frameOf: (body: string) => MovingFrame,
  q: Float64Array,
  v: Float64Array,
  vdot: Float64Array,
): MovingFrame {
  const joint = model.joints[index];
  const X_joint = jointMotion(
    joint,
    q.subarray(qStart, qStart + nq),
    v.subarray(vStart, vStart + nv),
    vdot.subarray(vStart, vStart + nv),
  );
  const X_parent_child = compose(
    compose(fixedPose(joint.X_parent_joint), X_joint),
    inverse(fixedPose(joint.X_child_joint)),
  );
  return model.bodies[body].name === joint.child
    ? compose(frameOf(joint.parent), X_parent_child)
    : compose(frameOf(joint.child), inverse(X_parent_child));
}

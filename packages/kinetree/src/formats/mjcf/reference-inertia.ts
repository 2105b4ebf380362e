import type { BodyDraft, JointDraft } from "./assembly.js";
import { turned } from "./mass/mass-sum.js";
import { compose, cross, dot, rotate, subtract, at, type Vec3 } from "./mass/placement.js";

/** Inertia of a hinge or slide in the reference configuration, with all that hangs on it and its armature [kg m² or kg]. */
export function referenceInertia({ child, X_child_joint, scalar, motion, coordinates }: JointDraft): number {
  const axis = rotate(child.X_world.rotation, scalar?.axis ?? [0, 0, 1]);
  const point = compose(child.X_world, X_child_joint).position;
  const [{ armature }] = coordinates;
  let inertia = armature;
  const hanging: BodyDraft[] = [outermost(child)];
  for (let body = hanging.pop(); body !== undefined; body = hanging.pop()) {
    hanging.push(...body.children);
    inertia += motion.kind === "prismatic" ? body.mass.mass : aboutAxis(body, point, axis);
  }
  return inertia;
}

/** The carrier of one joint of several hands on to its body. */
function outermost(body: BodyDraft): BodyDraft {
  return body.carries === null ? body : outermost(body.carries);
}

/** aᵀ I a + m |a × r|². */
function aboutAxis({ X_world, mass }: BodyDraft, point: Vec3, axis: Vec3): number {
  const centre = compose(X_world, at(mass.com)).position;
  const lever = cross(axis, subtract(centre, point));
  const [xx, yy, zz, xy, xz, yz] = turned(X_world.rotation, mass.inertia);
  const [x, y, z] = axis;
  const own: Vec3 = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  return dot(axis, own) + mass.mass * dot(lever, lever);
}

import { constantVelocity } from "./joints/constant-velocity.js";
import { continuous } from "./joints/continuous.js";
import { cylindrical } from "./joints/cylindrical.js";
import { flexible } from "./joints/flexible.js";
import { free } from "./joints/free.js";
import { general } from "./joints/general.js";
import type { JointDefinition, JointField } from "./joints/joint-definition.js";
import { planar } from "./joints/planar.js";
import { prismatic } from "./joints/prismatic.js";
import { revolute } from "./joints/revolute.js";
import { screw } from "./joints/screw.js";
import { spherical } from "./joints/spherical.js";
import { universal } from "./joints/universal.js";
import { weld } from "./joints/weld.js";
import type { Real, Vec3R } from "./real.js";
import type { JointAxis } from "./types.js";

/**
 * What a joint lets move. Axes are directions of any length in the joint frame. Coordinates, all zero when the joint
 * frame on the parent and the one on the child coincide (quaternions: 1, 0, 0, 0):
 * cylindrical = [angle, displacement]; universal = [first, second]; constant-velocity = [first, second] bend, about `xAxis` and
 * about `axis` × `xAxis`; planar = [x, y, angle] in the plane across `axis`
 * (its x direction is `xAxis`, perpendicular to `axis`); spherical = quaternion of the child frame in the parent frame;
 * free = position of the child frame in the parent frame, then that quaternion; flexible = modal amplitudes. Speeds of spherical and free:
 * [angular, linear] of the child frame relative to the parent frame, in the child frame. All other speeds are rates of
 * the coordinates.
 */
export type JointMotion =
  | { readonly kind: "weld" }
  | { readonly kind: "revolute"; readonly axis: Vec3R }
  | { readonly kind: "continuous"; readonly axis: Vec3R }
  | { readonly kind: "prismatic"; readonly axis: Vec3R }
  | { readonly kind: "screw"; readonly axis: Vec3R; readonly pitch: Real }
  | { readonly kind: "cylindrical"; readonly axis: Vec3R }
  | { readonly kind: "universal"; readonly axis1: Vec3R; readonly axis2: Vec3R }
  | { readonly kind: "constant-velocity"; readonly axis: Vec3R; readonly xAxis: Vec3R }
  | { readonly kind: "planar"; readonly axis: Vec3R; readonly xAxis: Vec3R }
  | { readonly kind: "spherical" }
  | { readonly kind: "free" }
  | { readonly kind: "general"; readonly axes: readonly JointAxis[] }
  /** From a flexible body to a station of it, a body without mass; `modes` is the number of coordinates: all of the body's for its first such joint, 0 for the others. */
  | { readonly kind: "flexible"; readonly modes: number };

/** The kinds of motion, such as "revolute". */
export type JointKind = JointMotion["kind"];

/** Kinds that are one motion and no sequence of axes. */
export type WholeJointKind = "weld" | "constant-velocity" | "spherical" | "free";

/** The motion of one kind. */
export type MotionOf<K extends JointKind> = Extract<JointMotion, { readonly kind: K }>;

/** All kinds of joints, in the order of messages and documentation. */
export const jointDefinitions: { readonly [K in JointKind]: JointDefinition<K> } = Object.freeze({
  weld,
  revolute,
  continuous,
  prismatic,
  screw,
  cylindrical,
  universal,
  "constant-velocity": constantVelocity,
  planar,
  spherical,
  free,
  general,
  flexible,
});

export const jointKinds = Object.freeze(Object.keys(jointDefinitions)) as readonly JointKind[];

/** The definition of a joint's kind. Each takes motions of its own kind, which the compiler cannot see here. */
export function definitionOf(motion: JointMotion): JointDefinition<JointKind> {
  if (!Object.hasOwn(jointDefinitions, motion.kind)) throw new TypeError(`unexpected ${JSON.stringify(motion)}`);
  return jointDefinitions[motion.kind] as unknown as JointDefinition<JointKind>;
}

/** The fields of a kind of joint by their names. */
export const fieldsOf = (kind: JointKind): readonly (readonly [name: string, field: JointField])[] =>
  Object.entries<JointField>(jointDefinitions[kind].fields);

import { modelDefaults } from "../defaults.js";
import { jointSizes } from "../joint-sizes.js";
import type { PoseLike } from "../pose.js";
import type { Real, Vec3R } from "../real.js";
import type { CoordinateProperties, Joint, JointAxis, JointMotion } from "../types.js";
import { checkStops, coordinateAt, jointSubject } from "../validate/joints.js";
import { propertyOf, thingAt } from "../validate/part.js";
import type { Resolver } from "./place.js";

/** Which bodies a joint connects, and where. */
export interface JointPlace<BodyName extends string, FrameName extends string> {
  readonly parent: BodyName;
  readonly child: BodyName;
  /** Joint frame on the parent: a position, a pose, or a named frame "parent/frame". The body frame if left out. */
  readonly at?: PoseLike | FrameName;
  /** Joint frame on the child, in the same ways. */
  readonly childAt?: PoseLike | FrameName;
  /** "tree" and "loop" force the topology's hand. */
  readonly role?: Joint["role"];
}

/** What acts along a coordinate; everything is absent unless said. */
export type CoordinateOptions = Partial<CoordinateProperties>;

/** Direction in the joint frame, of any length. */
export interface AxisOption {
  readonly axis: Vec3R;
}

export type AxisJointOptions<B extends string, F extends string> = JointPlace<B, F> & AxisOption & CoordinateOptions;

/** Turns for ever: no limits. */
export type ContinuousOptions<B extends string, F extends string> = JointPlace<B, F> &
  AxisOption &
  Omit<CoordinateOptions, "lower" | "upper" | "stopStiffness" | "stopDamping">;

export type ScrewOptions<B extends string, F extends string> = AxisJointOptions<B, F> & {
  /** Advance along the axis [m/rad]. */
  readonly pitch: Real;
};

export type CylindricalOptions<B extends string, F extends string> = JointPlace<B, F> &
  AxisOption & { readonly rotation?: CoordinateOptions; readonly translation?: CoordinateOptions };

export type UniversalOptions<B extends string, F extends string> = JointPlace<B, F> & {
  /** First axis, fixed in the parent's joint frame. */
  readonly axis1: Vec3R;
  /** Second axis, carried along by the first. */
  readonly axis2: Vec3R;
  readonly first?: CoordinateOptions;
  readonly second?: CoordinateOptions;
};

export type PlanarOptions<B extends string, F extends string> = JointPlace<B, F> & {
  /** Normal of the plane. */
  readonly axis: Vec3R;
  /** Direction of the first coordinate, perpendicular to `axis`. */
  readonly xAxis: Vec3R;
  readonly x?: CoordinateOptions;
  readonly y?: CoordinateOptions;
  readonly rotation?: CoordinateOptions;
};

export type SphericalOptions<B extends string, F extends string> = JointPlace<B, F> & {
  /** Against the angular velocity, the same for all directions or along the axes of the child's joint frame [N m s/rad]. */
  readonly damping?: Real | Vec3R;
};

export type FreeOptions<B extends string, F extends string> = JointPlace<B, F> & {
  readonly rotationDamping?: Real | Vec3R;
  /** Against the linear velocity, along the axes of the child's joint frame [N s/m]. */
  readonly translationDamping?: Real | Vec3R;
};

export type GeneralOptions<B extends string, F extends string> = JointPlace<B, F> & {
  /** 1 to 6 axes in order, each with what acts along it: `rotateAbout`, `slideAlong`, `screwAlong`. */
  readonly axes: readonly (JointAxis & CoordinateOptions)[];
};

/** An axis of a general joint that turns. */
export const rotateAbout = (axis: Vec3R, options: CoordinateOptions = {}): JointAxis & CoordinateOptions => ({
  kind: "rotation",
  axis,
  ...options,
});

/** An axis of a general joint that slides. */
export const slideAlong = (axis: Vec3R, options: CoordinateOptions = {}): JointAxis & CoordinateOptions => ({
  kind: "translation",
  axis,
  ...options,
});

/** An axis of a general joint that turns and advances `pitch` metres a radian. */
export const screwAlong = (
  axis: Vec3R,
  pitch: Real,
  options: CoordinateOptions = {},
): JointAxis & CoordinateOptions => ({
  kind: "screw",
  axis,
  pitch,
  ...options,
});

/** The axis without, and the coordinate without, what belongs to the other. */
export const splitAxis = (
  axis: JointAxis & CoordinateOptions,
): { readonly axis: JointAxis; readonly coordinate: CoordinateOptions } => {
  const { kind, axis: direction, ...rest } = axis;
  if (kind !== "screw") return { axis: { kind, axis: direction }, coordinate: pickCoordinate(rest) };
  return { axis: { kind, axis: direction, pitch: axis.pitch }, coordinate: pickCoordinate(rest) };
};

/** Of options that say more than that, what acts along the coordinate. */
export function pickCoordinate(options: CoordinateOptions): CoordinateOptions {
  const names = Object.keys(modelDefaults.coordinate) as (keyof CoordinateProperties)[];
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

/** The same damping along three speeds, or one for each. */
export const threeDampings = (
  damping: Real | Vec3R = modelDefaults.coordinate.damping,
): readonly CoordinateOptions[] =>
  isVec3(damping) ? damping.map((each) => ({ damping: each })) : [{ damping }, { damping }, { damping }];

const isVec3 = (value: Real | Vec3R): value is Vec3R => Array.isArray(value);

export function makeJoint(
  name: string,
  place: JointPlace<string, string>,
  motion: JointMotion,
  coordinates: readonly (CoordinateOptions | undefined)[],
  resolve: Resolver,
): Joint {
  const { parent, child } = place;
  const part = thingAt(resolve.path, jointSubject({ name, parent, child }));
  const { nv } = jointSizes(motion);
  const complete = Array.from({ length: nv }, (_, i) => ({ ...modelDefaults.coordinate, ...coordinates[i] }));
  complete.forEach((each, i) => checkStops(resolve, coordinateAt(part, nv, i), each));
  return {
    name,
    parent,
    child,
    X_parent_joint: resolve.poseOn(propertyOf(part, "X_parent_joint", "at"), parent, place.at),
    X_child_joint: resolve.poseOn(propertyOf(part, "X_child_joint", "childAt"), child, place.childAt),
    coordinates: complete,
    role: place.role ?? modelDefaults.role,
    ...motion,
  };
}

import { modelDefaults } from "../defaults.js";
import { jointSizes } from "../joint-sizes.js";
import type { PoseLike } from "../pose.js";
import { fieldsOf, jointDefinitions } from "../joints.js";
import type { GeneralOptions } from "../joints/general.js";
import type { CoordinateOptions } from "../joints/joint-definition.js";
import type { Real, Vec3R } from "../real.js";
import type { CoordinateProperties, Joint, JointAxis, JointKind, JointMotion } from "../types.js";
import { checkStops, coordinateAt, jointSubject } from "../validate/joints.js";
import { propertyOf, thingAt } from "../part.js";
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
const splitAxis = (
  axis: JointAxis & CoordinateOptions,
): { readonly axis: JointAxis; readonly coordinate: CoordinateOptions } => {
  const { kind, axis: direction, ...rest } = axis;
  if (kind !== "screw") return { axis: { kind, axis: direction }, coordinate: pickCoordinate(rest) };
  return { axis: { kind, axis: direction, pitch: axis.pitch }, coordinate: pickCoordinate(rest) };
};

/** Of options that say more than that, what acts along the coordinate. */
function pickCoordinate(options: CoordinateOptions): CoordinateOptions {
  const names = Object.keys(modelDefaults.coordinate) as (keyof CoordinateProperties)[];
  return Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

/** The same damping along three speeds, or one for each. */
const threeDampings = (damping: Real | Vec3R = modelDefaults.coordinate.damping): readonly CoordinateOptions[] =>
  isVec3(damping) ? damping.map((each) => ({ damping: each })) : [{ damping }, { damping }, { damping }];

const isVec3 = (value: Real | Vec3R): value is Vec3R => Array.isArray(value);

/** A joint without its place. */
export interface JointParts {
  readonly motion: JointMotion;
  readonly coordinates: readonly (CoordinateOptions | undefined)[];
}

/** The motion of a joint, and what acts along its coordinates, from its options. They have the right names and shapes. */
export function readJointOptions(kind: JointKind, options: Readonly<Record<string, unknown>>): JointParts {
  const { options: place } = jointDefinitions[kind];
  const fields = Object.fromEntries(fieldsOf(kind).map(([name]) => [name, options[name]]));
  const motion = { kind, ...fields } as unknown as JointMotion;
  switch (place.in) {
    case "nowhere":
      return { motion, coordinates: [] };
    case "joint":
      return { motion, coordinates: [pickCoordinate(options)] };
    case "coordinates":
      return { motion, coordinates: place.names.map((name) => options[name] as CoordinateOptions | undefined) };
    case "dampings":
      return {
        motion,
        coordinates: place.names.flatMap((name) => threeDampings(options[name] as Real | Vec3R | undefined)),
      };
    case "axes": {
      const split = (options.axes as GeneralOptions["axes"]).map(splitAxis);
      const axes = split.map(({ axis }) => axis);
      return { motion: { ...motion, axes } as JointMotion, coordinates: split.map(({ coordinate }) => coordinate) };
    }
  }
}

export function makeJoint(
  name: string,
  place: JointPlace<string, string>,
  { motion, coordinates }: JointParts,
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

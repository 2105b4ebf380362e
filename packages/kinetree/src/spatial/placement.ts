import {
  rotateArticulated,
  rotatePair,
  rotateRigid,
  shiftArticulated,
  shiftForce,
  shiftRigid,
  type ArticulatedInertia,
  type Pair,
  type RigidInertia,
} from "./inertia.js";
import { mulMatMat, mulMatVec, identity3, type Mat3 } from "./mat3.js";
import { matrixOf, rotate, rotateBack, type Rotation } from "./rotation.js";
import { add3, cross3, zero3, type Vec3 } from "./vec3.js";

/**
 * Pose of an inner frame in an outer one as a walk from the outer to the inner frame: shifts along, and rotations of, the axes
 * reached so far. Walking lets every quantity use the form in which the next move is cheapest.
 */
export type Placement = readonly ({ readonly shift: Vec3 } | { readonly rotation: Rotation })[];

/** A force on the inner frame, as the outer frame feels it. */
export const forceToOuter = (X: Placement, f: Pair): Pair =>
  X.reduceRight(
    (inner, move) => ("shift" in move ? shiftForce(move.shift, inner) : rotatePair(move.rotation, inner)),
    f,
  );

export const articulatedToOuter = (X: Placement, I: ArticulatedInertia): ArticulatedInertia =>
  X.reduceRight(
    (inner, move) => ("shift" in move ? shiftArticulated(move.shift, inner) : rotateArticulated(move.rotation, inner)),
    I,
  );

export const rigidToOuter = (X: Placement, I: RigidInertia): RigidInertia =>
  X.reduceRight(
    (inner, move) => ("shift" in move ? shiftRigid(move.shift, inner) : rotateRigid(move.rotation, inner)),
    I,
  );

/** Velocity or acceleration that the outer frame imparts to the inner one, if the placement did not change. */
export const motionToInner = (X: Placement, m: Pair): Pair =>
  X.reduce(
    (outer, move) =>
      "shift" in move
        ? { angular: outer.angular, linear: add3(outer.linear, cross3(outer.angular, move.shift)) }
        : { angular: rotateBack(move.rotation, outer.angular), linear: rotateBack(move.rotation, outer.linear) },
    m,
  );

/** A free vector in inner components. */
export const vectorToInner = (X: Placement, v: Vec3): Vec3 =>
  X.reduce((outer, move) => ("shift" in move ? outer : rotateBack(move.rotation, outer)), v);

/** A free vector in outer components. */
export const vectorToOuter = (X: Placement, v: Vec3): Vec3 =>
  X.reduceRight((inner, move) => ("shift" in move ? inner : rotate(move.rotation, inner)), v);

/** Centripetal acceleration ω × (ω × r) of the inner origin when the outer frame turns with ω, in inner components. */
export function centripetal(X: Placement, omega_outer: Vec3): Vec3 {
  let omega = omega_outer;
  let acceleration = zero3;
  for (const move of X) {
    if ("shift" in move) acceleration = add3(acceleration, cross3(omega, cross3(omega, move.shift)));
    else {
      omega = rotateBack(move.rotation, omega);
      acceleration = rotateBack(move.rotation, acceleration);
    }
  }
  return acceleration;
}

/** Rotation matrix and origin of the inner frame in the outer one. */
export function poseOf(X: Placement): { R: Mat3; p: Vec3 } {
  return composePose({ R: identity3, p: zero3 }, X);
}

/** The inner frame in the world, from the outer one in the world. */
export function composePose(outer: { R: Mat3; p: Vec3 }, X: Placement): { R: Mat3; p: Vec3 } {
  return X.reduce(
    ({ R, p }, move) =>
      "shift" in move ? { R, p: add3(p, mulMatVec(R, move.shift)) } : { R: mulMatMat(R, matrixOf(move.rotation)), p },
    outer,
  );
}

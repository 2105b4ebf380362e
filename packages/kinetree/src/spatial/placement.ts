import {
  addSpatial,
  mulArticulated,
  rotateArticulated,
  rotateSpatial,
  rotateRigid,
  shiftArticulated,
  shiftForce,
  shiftRigid,
  type ArticulatedInertia,
  type SpatialVector,
  type RigidInertia,
} from "./inertia.js";
import { mulMatMat, mulMatVec, type Mat3 } from "./mat3.js";
import { matrixOf, rotateBack, type Rotation } from "./rotation.js";
import { add3, cross3, sum3, zero3, type Vec3 } from "./vec3.js";

/**
 * Pose of an inner frame in an outer one as a walk from the outer to the inner frame: shifts along, and rotations of, the axes
 * reached so far. Walking lets every quantity use the form in which the next move is cheapest.
 */
export type Placement = readonly ({ readonly shift: Vec3 } | { readonly rotation: Rotation })[];

/** A force on the inner frame, at the origin and along the axes of the outer frame. */
export const forceToOuter = (X: Placement, f: SpatialVector): SpatialVector =>
  X.reduceRight(
    (inner, move) => ("shift" in move ? shiftForce(move.shift, inner) : rotateSpatial(move.rotation, inner)),
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
export const motionToInner = (X: Placement, m: SpatialVector): SpatialVector =>
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

/** Angular velocity of the outer frame along the axes that each move starts from. */
function omegaAlong(X: Placement, omega_outer: Vec3): Vec3[] {
  const omegas: Vec3[] = [];
  let omega = omega_outer;
  for (const move of X) {
    omegas.push(omega);
    if (!("shift" in move)) omega = rotateBack(move.rotation, omega);
  }
  return omegas;
}

/** Articulated inertia and bias force at an outer frame that turns with ω; the inertia r away resists ω × (ω × r) too. */
export function articulatedBodyToOuter(
  X: Placement,
  omega_outer: Vec3,
  body: { I: ArticulatedInertia; p: SpatialVector },
): { I: ArticulatedInertia; p: SpatialVector } {
  const omegas = omegaAlong(X, omega_outer);
  return X.reduceRight(({ I, p }, move, k) => {
    if (!("shift" in move)) return { I: rotateArticulated(move.rotation, I), p: rotateSpatial(move.rotation, p) };
    const inward = cross3(omegas[k], cross3(omegas[k], move.shift));
    const loaded = addSpatial(p, mulArticulated(I, { angular: zero3, linear: inward }));
    return { I: shiftArticulated(move.shift, I), p: shiftForce(move.shift, loaded) };
  }, body);
}

/** Acceleration of the inner frame from that of an outer one that turns with ω, if the placement did not change. */
export function accelerationToInner(X: Placement, omega_outer: Vec3, a: SpatialVector): SpatialVector {
  const omegas = omegaAlong(X, omega_outer);
  return X.reduce((outer, move, k) => {
    if (!("shift" in move))
      return { angular: rotateBack(move.rotation, outer.angular), linear: rotateBack(move.rotation, outer.linear) };
    const inward = cross3(omegas[k], cross3(omegas[k], move.shift));
    return { angular: outer.angular, linear: sum3(outer.linear, cross3(outer.angular, move.shift), inward) };
  }, a);
}

/** The inner frame in the world, from the outer one in the world. */
export function composePose(outer: { R: Mat3; p: Vec3 }, X: Placement): { R: Mat3; p: Vec3 } {
  return X.reduce(
    ({ R, p }, move) =>
      "shift" in move ? { R, p: add3(p, mulMatVec(R, move.shift)) } : { R: mulMatMat(R, matrixOf(move.rotation)), p },
    outer,
  );
}

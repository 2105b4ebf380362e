import type { Real, Vec3R } from "../real.js";
import { realAdd, realDiv, realMul, realSquare } from "../real-arithmetic.js";
import type { Body } from "../types.js";
import { zero3 } from "../vector.js";

/*
 * Mass properties of homogeneous solids with their axes along those of the body frame, for spreading into a body:
 * `body("plate", { ...solidBox(2, [0.4, 0.4, 0.02]), shapes: [box([0.4, 0.4, 0.02])] })`.
 */

/** The part of a body that says how it resists motion. */
export type MassProperties = Pick<Body, "mass" | "com" | "inertia">;

const about = (mass: Real, com: Vec3R, ixx: Real, iyy: Real, izz: Real): MassProperties => ({
  mass,
  com,
  inertia: [ixx, iyy, izz, 0, 0, 0],
});

const sumOfSquares = (a: Real, b: Real): Real => realAdd(realSquare(a), realSquare(b));

/** I = m (b² + c²) / 12. */
export function solidBox(mass: Real, size: Vec3R, com: Vec3R = zero3): MassProperties {
  const [a, b, c] = size;
  const twelfth = realDiv(mass, 12);
  const of = (edge1: Real, edge2: Real): Real => realMul(twelfth, sumOfSquares(edge1, edge2));
  return about(mass, com, of(b, c), of(a, c), of(a, b));
}

/** I = 2/5 m r². */
export function solidSphere(mass: Real, radius: Real, com: Vec3R = zero3): MassProperties {
  const moment = realMul(realMul(0.4, mass), realSquare(radius));
  return about(mass, com, moment, moment, moment);
}

/** Axis along z: I = m (3 r² + l²) / 12 across it, m r² / 2 about it. */
export function solidCylinder(mass: Real, radius: Real, length: Real, com: Vec3R = zero3): MassProperties {
  const r2 = realSquare(radius);
  const across = realMul(realDiv(mass, 12), realAdd(realMul(3, r2), realSquare(length)));
  return about(mass, com, across, across, realMul(realMul(0.5, mass), r2));
}

/**
 * Axis along z, `length` without the caps. A cylinder and two half balls share the mass by volume, l : 4/3 r; a half ball
 * has 83/320 m r² across its axis about its own mass centre, which lies 3/8 r beyond its flat face.
 */
export function solidCapsule(mass: Real, radius: Real, length: Real, com: Vec3R = zero3): MassProperties {
  const r2 = realSquare(radius);
  const l2 = realSquare(length);
  const capsLength = realMul(4 / 3, radius); // of a cylinder with the volume of the two caps
  const cylinderMass = realDiv(realMul(mass, length), realAdd(length, capsLength));
  const capsMass = realDiv(realMul(mass, capsLength), realAdd(length, capsLength));
  const capCentre = realAdd(realMul(0.5, length), realMul(3 / 8, radius));
  const capAcross = realAdd(realMul(83 / 320, r2), realSquare(capCentre));
  const cylinderAcross = realAdd(realMul(0.25, r2), realDiv(l2, 12));
  const across = realAdd(realMul(cylinderMass, cylinderAcross), realMul(capsMass, capAcross));
  const along = realAdd(realMul(realMul(0.5, cylinderMass), r2), realMul(realMul(0.4, capsMass), r2));
  return about(mass, com, across, across, along);
}

/** Axis along z, without thickness: I = m l² / 12 across it, 0 about it. It cannot turn freely about its own axis. */
export function thinRod(mass: Real, length: Real, com: Vec3R = zero3): MassProperties {
  const across = realMul(realDiv(mass, 12), realSquare(length));
  return about(mass, com, across, across, 0);
}

/** All mass in one point. It cannot turn freely about that point. */
export const pointMass = (mass: Real, com: Vec3R = zero3): MassProperties => about(mass, com, 0, 0, 0);

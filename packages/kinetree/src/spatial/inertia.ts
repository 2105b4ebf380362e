import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import {
  addMat,
  crossMatrix,
  entriesOfSymmetric,
  identity3,
  mat3,
  mulMatMat,
  mulMatVec,
  scaleMat,
  subMat,
  symmetric3,
  transpose3,
  type Mat3,
} from "./mat3.js";
import { rotate, rotateMatrix, rotateSymmetric, type Rotation } from "./rotation.js";
import { add3, cross3, dot3, scale3, sub3, vec3, type Vec3 } from "./vec3.js";

/** A spatial vector: angular and linear velocity or acceleration, or torque and force, at the origin of a frame and along its axes. */
export interface SpatialVector {
  readonly angular: Vec3;
  readonly linear: Vec3;
}

/** A rigid body about the origin of a frame: mass, first moment m c, and inertia about that origin. */
export interface RigidInertia {
  readonly m: Num;
  readonly h: Vec3;
  readonly I: Mat3;
}

/** The symmetric 6 × 6 map of accelerations to forces: torque = A α + B a, force = Bᵀ α + C a. */
export interface ArticulatedInertia {
  readonly A: Mat3;
  readonly B: Mat3;
  readonly C: Mat3;
}

export const addSpatial = (a: SpatialVector, b: SpatialVector): SpatialVector => ({
  angular: add3(a.angular, b.angular),
  linear: add3(a.linear, b.linear),
});
export const subSpatial = (a: SpatialVector, b: SpatialVector): SpatialVector => ({
  angular: sub3(a.angular, b.angular),
  linear: sub3(a.linear, b.linear),
});

/** A rigid body as a 6 × 6 map. */
export function articulatedOfRigid({ m, h, I }: RigidInertia): ArticulatedInertia {
  return { A: I, B: crossMatrix(h), C: scaleMat(m, identity3) };
}

/** Inertia about a point, from that about the mass centre c away from it: I + m (c² 1 - c cᵀ). */
export function inertiaAbout(m: Num, c: Vec3, I: Mat3): Mat3 {
  const outer: Mat3 = [scale3(c[0], c), scale3(c[1], c), scale3(c[2], c)];
  return addMat(I, scaleMat(m, subMat(scaleMat(dot3(c, c), identity3), outer)));
}

/**
 * Force that a body with these velocities needs beyond inertia × acceleration, in the frame fixed in it, for classical
 * accelerations of the frame's origin: torque ω × I ω, force ω × (ω × m c). Linear velocities do not appear.
 */
export function gyroscopicForce({ h, I }: RigidInertia, omega: Vec3): SpatialVector {
  return { angular: cross3(omega, mulMatVec(I, omega)), linear: cross3(omega, cross3(omega, h)) };
}

export const forceOfRigid = ({ m, h, I }: RigidInertia, a: SpatialVector): SpatialVector => ({
  angular: add3(mulMatVec(I, a.angular), cross3(h, a.linear)),
  linear: sub3(scale3(m, a.linear), cross3(h, a.angular)),
});

export const addArticulated = (a: ArticulatedInertia, b: ArticulatedInertia): ArticulatedInertia => ({
  A: addMat(a.A, b.A),
  B: addMat(a.B, b.B),
  C: addMat(a.C, b.C),
});

export const addRigid = (a: RigidInertia, b: RigidInertia): RigidInertia => ({
  m: add(a.m, b.m),
  h: add3(a.h, b.h),
  I: addMat(a.I, b.I),
});

export const mulArticulated = ({ A, B, C }: ArticulatedInertia, a: SpatialVector): SpatialVector => ({
  angular: add3(mulMatVec(A, a.angular), mulMatVec(B, a.linear)),
  linear: add3(mulMatVec(transpose3(B), a.angular), mulMatVec(C, a.linear)),
});

/** The same map along the outer axes. */
export const rotateArticulated = (R: Rotation, { A, B, C }: ArticulatedInertia): ArticulatedInertia => ({
  A: rotateSymmetric(R, A),
  B: rotateMatrix(R, B),
  C: rotateSymmetric(R, C),
});

export const rotateSpatial = (R: Rotation, p: SpatialVector): SpatialVector => ({
  angular: rotate(R, p.angular),
  linear: rotate(R, p.linear),
});

/** Force at the point r away, taken to the origin. */
export const shiftForce = (r: Vec3, f: SpatialVector): SpatialVector => ({
  angular: add3(f.angular, cross3(r, f.linear)),
  linear: f.linear,
});

/**
 * The map at the origin, from that at the point r away (same axes): with α there and a at the origin, the point has
 * a - r × α; so B' = B + [r] C, A' = A + [r] Bᵀ + ([r] Bᵀ)ᵀ + [r] C [r]ᵀ = A + [r] B'ᵀ + ([r] Bᵀ)ᵀ.
 */
export function shiftArticulated(r: Vec3, { A, B, C }: ArticulatedInertia): ArticulatedInertia {
  const rx = crossMatrix(r);
  const shifted = addMat(B, mulMatMat(rx, C));
  const inner = mulMatMat(rx, transpose3(shifted));
  const outer = transpose3(mulMatMat(rx, transpose3(B)));
  const entry = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num => add(A[i][j], add(inner[i][j], outer[i][j]));
  const entries = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
  return { A: symmetric3(entries), B: shifted, C };
}

/** A rigid body about the origin, from that about the point r away (same axes). */
export function shiftRigid(r: Vec3, { m, h, I }: RigidInertia): RigidInertia {
  // With the mass centre c from the point: I' - I = 2 r·h 1 - r hᵀ - h rᵀ + m (r² 1 - r rᵀ).
  const s = add3(add3(h, h), scale3(m, r)); // r·s = 2 r·h + m r²
  const rs = dot3(r, s);
  const term = (i: 0 | 1 | 2, j: 0 | 1 | 2): Num => {
    const mixed = add(add(mul(r[i], h[j]), mul(h[i], r[j])), mul(mul(m, r[i]), r[j]));
    return add(I[i][j], sub(i === j ? rs : 0, mixed));
  };
  const terms = [term(0, 0), term(1, 1), term(2, 2), term(0, 1), term(0, 2), term(1, 2)];
  return { m, h: add3(h, scale3(m, r)), I: symmetric3(terms) };
}

export const rotateRigid = (R: Rotation, { m, h, I }: RigidInertia): RigidInertia => ({
  m,
  h: rotate(R, h),
  I: rotateSymmetric(R, I),
});

/* The same things as the fields of a record. */

export const articulatedFields = ({ A, B, C }: ArticulatedInertia) => ({
  A: entriesOfSymmetric(A),
  B: B.flat(),
  C: entriesOfSymmetric(C),
});
export const articulatedFrom = (f: {
  A: readonly Num[];
  B: readonly Num[];
  C: readonly Num[];
}): ArticulatedInertia => ({ A: symmetric3(f.A), B: mat3(f.B), C: symmetric3(f.C) });
export const rigidFields = ({ m, h, I }: RigidInertia) => ({ m: [m], h: [...h], I: entriesOfSymmetric(I) });
export const rigidFrom = (f: { m: readonly Num[]; h: readonly Num[]; I: readonly Num[] }): RigidInertia => ({
  m: f.m[0],
  h: vec3(f.h),
  I: symmetric3(f.I),
});

export type SpatialFields = { angular: readonly Num[]; linear: readonly Num[] };
export const spatialFrom = (f: SpatialFields): SpatialVector => ({ angular: vec3(f.angular), linear: vec3(f.linear) });
export const spatialFields = (p: SpatialVector): SpatialFields => ({ angular: [...p.angular], linear: [...p.linear] });

/** Power of a force along a motion. */
export const power = (motion: SpatialVector, force: SpatialVector): Num =>
  add(dot3(motion.angular, force.angular), dot3(motion.linear, force.linear));

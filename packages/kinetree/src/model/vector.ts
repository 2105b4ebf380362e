import type { Real, Vec3R } from "./real.js";
import { realAdd, realDiv, realMul, realSqrt, realSub } from "./real-arithmetic.js";

/* Vectors of model numbers; only what building a description needs. */

export const vec3 = (x: Real, y: Real, z: Real): Vec3R => Object.freeze([x, y, z] as const);

export const zero3: Vec3R = vec3(0, 0, 0);

export const addVec3 = (a: Vec3R, b: Vec3R): Vec3R =>
  vec3(realAdd(a[0], b[0]), realAdd(a[1], b[1]), realAdd(a[2], b[2]));

export const scaleVec3 = (factor: Real, a: Vec3R): Vec3R =>
  vec3(realMul(factor, a[0]), realMul(factor, a[1]), realMul(factor, a[2]));

const dotVec3 = (a: Vec3R, b: Vec3R): Real =>
  realAdd(realAdd(realMul(a[0], b[0]), realMul(a[1], b[1])), realMul(a[2], b[2]));

export const crossVec3 = (a: Vec3R, b: Vec3R): Vec3R =>
  vec3(
    realSub(realMul(a[1], b[2]), realMul(a[2], b[1])),
    realSub(realMul(a[2], b[0]), realMul(a[0], b[2])),
    realSub(realMul(a[0], b[1]), realMul(a[1], b[0])),
  );

/**
 * The unit vector along a direction of any length. An axis of the model is a direction, so whoever needs it as a vector
 * asks here; a direction along a frame axis keeps its exact zeros and one.
 */
export function unitVec3(a: Vec3R): Vec3R {
  const nonzero = a.filter((component) => component !== 0);
  // Along one axis: the sign of a literal is its unit value, free of rounding.
  if (nonzero.length === 1 && typeof nonzero[0] === "number") {
    const sign = Math.sign(nonzero[0]);
    return vec3(a[0] === 0 ? 0 : sign, a[1] === 0 ? 0 : sign, a[2] === 0 ? 0 : sign);
  }
  const length = realSqrt(dotVec3(a, a));
  return vec3(realDiv(a[0], length), realDiv(a[1], length), realDiv(a[2], length));
}

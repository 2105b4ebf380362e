import { ModelError } from "../errors/kinetree-error.js";
import type { QuatR, Real, Vec3R } from "./real.js";
import { isLiteral, realAdd, realCos, realMul, realNeg, realSin, realSub } from "./real-arithmetic.js";
import { addVec3, crossVec3, scaleVec3, unitVec3, vec3 } from "./vector.js";

/* Rotations of frames as unit quaternions w, x, y, z: R(quat_outer_inner) maps inner coordinates to outer ones. */

const quat = (w: Real, x: Real, y: Real, z: Real): QuatR => Object.freeze([w, x, y, z] as const);

export const identityRotation: QuatR = quat(1, 0, 0, 0);

/** A quaternion given by its components; it must have length 1, which is checked when the model is built. */
export const quaternion = quat;

/** Turn by `angle` [rad] about an axis of any length. */
export function axisAngle(axis: Vec3R, angle: Real): QuatR {
  if (axis.every((component) => component === 0))
    throw new ModelError({
      code: "zero-axis",
      subject: "axisAngle",
      value: axis,
      message: "axisAngle: the axis is [0, 0, 0], which has no direction. Give it one, such as [0, 0, 1].",
    });
  const { cosine, sine } = halfTurn(angle);
  const [x, y, z] = scaleVec3(sine, unitVec3(axis));
  return quat(cosine, x, y, z);
}

/**
 * Roll about x, then pitch about y, then yaw about z, all about the fixed axes of the outer frame [rad]:
 * R = Rz(yaw) Ry(pitch) Rx(roll), the convention of URDF.
 */
export const rpy = (roll: Real, pitch: Real, yaw: Real): QuatR =>
  multiplyQuat(
    axisAngle(vec3(0, 0, 1), yaw),
    multiplyQuat(axisAngle(vec3(0, 1, 0), pitch), axisAngle(vec3(1, 0, 0), roll)),
  );

/** Hamilton product: quat_a_b · quat_b_c = quat_a_c. */
export function multiplyQuat(p: QuatR, q: QuatR): QuatR {
  const [w1, x1, y1, z1] = p;
  const [w2, x2, y2, z2] = q;
  const sum = (a: Real, b: Real, c: Real, d: Real): Real => realAdd(realAdd(a, b), realAdd(c, d));
  return quat(
    realSub(realSub(realMul(w1, w2), realMul(x1, x2)), realAdd(realMul(y1, y2), realMul(z1, z2))),
    sum(realMul(w1, x2), realMul(x1, w2), realMul(y1, z2), realNeg(realMul(z1, y2))),
    sum(realMul(w1, y2), realMul(y1, w2), realMul(z1, x2), realNeg(realMul(x1, z2))),
    sum(realMul(w1, z2), realMul(z1, w2), realMul(x1, y2), realNeg(realMul(y1, x2))),
  );
}

/** R(q) v = v + w t + u × t with u the vector part and t = 2 u × v. */
export function rotateVec3(q: QuatR, v: Vec3R): Vec3R {
  const u = vec3(q[1], q[2], q[3]);
  const t = scaleVec3(2, crossVec3(u, v));
  return addVec3(addVec3(v, scaleVec3(q[0], t)), crossVec3(u, t));
}

/**
 * Cosine and sine of half an angle. The literals ±π/2 and ±π mean a quarter and a half turn, not the doubles next to them:
 * cos = sin there, or one of them is zero, so that the rotation has the zeros that the user sees.
 */
function halfTurn(angle: Real): { readonly cosine: Real; readonly sine: Real } {
  if (isLiteral(angle)) {
    const sign = Math.sign(angle);
    if (Math.abs(angle) === Math.PI / 2) return { cosine: Math.SQRT1_2, sine: sign * Math.SQRT1_2 };
    if (Math.abs(angle) === Math.PI) return { cosine: 0, sine: sign };
  }
  const half = realMul(0.5, angle);
  return { cosine: realCos(half), sine: realSin(half) };
}

import { isExpr, type Num } from "../../graph/graph.js";
import { add, div, le, mul, neg, select } from "../../graph/num.js";
import { mulMatMat, transpose3, type Mat3 } from "../../spatial/mat3.js";
import type { PlaneRotation } from "../../spatial/plane-rotation.js";
import { norm3, scale3, type Vec3 } from "../../spatial/vec3.js";

/** Components below this are rounding of a zero: the axes are unit vectors, and ε = 2.2e-16. */
const ROUNDING = 1e-15;

/** Numbers within rounding of 0, 1 and -1 become these, so that frames along the axes are seen as such. */
const snap = (x: Num): Num => {
  if (isExpr(x)) return x;
  if (Math.abs(x) < ROUNDING) return 0;
  return Math.abs(Math.abs(x) - 1) < ROUNDING ? Math.sign(x) : x;
};
export const snapVec = (v: Vec3): Vec3 => [snap(v[0]), snap(v[1]), snap(v[2])];
export const snapMat = (m: Mat3): Mat3 => [snapVec(m[0]), snapVec(m[1]), snapVec(m[2])];

/** Numbers within rounding of zero, for quantities of this size, become zero. */
export const snapSmall = (x: Num, size: number): Num =>
  typeof x === "number" && Math.abs(x) < ROUNDING * size ? 0 : x;

/** A vector without the rounding left in its small components; one that holds parameters stays as it is. */
export function snapPoint(v: Vec3): Vec3 {
  const size = v.reduce<number>((most, x) => (isExpr(x) ? most : Math.max(most, Math.abs(x))), 0);
  return [snapSmall(v[0], size), snapSmall(v[1], size), snapSmall(v[2], size)];
}

export const unit = (v: Vec3): Vec3 => snapVec(scale3(div(1, norm3(v)), v));

/**
 * A frame whose z axis lies along a unit vector `a` of the outer frame, R_outer_inner. The turn about z is free and is
 * chosen so that the rotation is cheap: first a tilt about x, then a turn about z (as Denavit and Hartenberg have it), of
 * which quarter turns cost nothing. A vector that is known only at run time takes a full matrix.
 */
export function frameAlong(a: Vec3): { rotation: readonly PlaneRotation[] | { matrix: Mat3 }; matrix: Mat3 } {
  if (a.some(isExpr)) {
    const matrix = frameOfVariableAxis(a);
    return { rotation: { matrix }, matrix };
  }
  const [x, y, z] = a as readonly [number, number, number];
  const sine = Math.sqrt(x * x + y * y);
  const [c, s] = sine < ROUNDING ? [1, 0] : [snap(-y / sine), snap(x / sine)];
  const [ct, st] = sine < ROUNDING ? [Math.sign(z), 0] : [snap(z), snap(sine)];
  const rotation: PlaneRotation[] = [];
  if (c !== 1) rotation.push({ axis: "z", c, s });
  if (ct !== 1) rotation.push({ axis: "x", c: ct, s: st });
  // Columns: x = (c, s, 0), z = a, y = z × x.
  const matrix: Mat3 = snapMat([
    [c, neg(mul(s, ct)), mul(s, st)],
    [s, mul(c, ct), neg(mul(c, st))],
    [0, st, ct],
  ]);
  return { rotation, matrix };
}

/**
 * A frame for a body that stands at R: one of the body's own axes along each of its axes, so that a body with few entries keeps them. The
 * outer axes themselves if they are such already.
 */
export function frameOfBody(R: Mat3): ReturnType<typeof frameAlong> {
  const identity: Mat3 = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  if (R.every((row) => row.every((x) => x === 0 || x === 1 || x === -1))) return { rotation: [], matrix: identity };
  const along = frameAlong([R[0][0], R[1][0], R[2][0]]);
  if (!Array.isArray(along.rotation) || R.some((row) => row.some(isExpr)))
    return { rotation: { matrix: R }, matrix: R };
  // What is left is a turn about the axis.
  const rest = snapMat(mulMatMat(transpose3(along.matrix), R));
  const [c, s] = [rest[0][1], rest[1][1]];
  if (c === 0 || s === 0) return along;
  const turned: Mat3 = [
    [c, neg(s), 0],
    [s, c, 0],
    [0, 0, 1],
  ];
  return {
    rotation: [...(along.rotation as readonly PlaneRotation[]), { axis: "z", c, s }],
    matrix: mulMatMat(along.matrix, turned),
  };
}

/** Duff et al., Building an Orthonormal Basis, Revisited, JCGT 6(1), 2017: smooth except where the sign of z changes. */
function frameOfVariableAxis([x, y, z]: Vec3): Mat3 {
  const sign = select(le(0, z), 1, -1);
  const a = div(-1, add(sign, z));
  const b = mul(mul(x, y), a);
  return [
    [add(1, mul(mul(sign, mul(x, x)), a)), b, x],
    [mul(sign, b), add(sign, mul(mul(y, y), a)), y],
    [neg(mul(sign, x)), neg(y), z],
  ];
}

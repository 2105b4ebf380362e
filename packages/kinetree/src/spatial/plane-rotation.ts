import { isExpr, type Num } from "../graph/graph.js";
import { add, mul, neg, sub } from "../graph/num.js";
import type { Mat3 } from "./mat3.js";
import type { Vec3 } from "./vec3.js";

/** A rotation about the x or the z axis by an angle of this cosine and sine; `R_outer_inner`. */
export interface PlaneRotation {
  readonly axis: "x" | "z";
  readonly c: Num;
  readonly s: Num;
}

/** The two axes that turn into each other, then the one that stays. */
const planes = { x: [1, 2, 0], z: [0, 1, 2] } as const;

/** Components along the outer axes. */
export function turn({ axis, c, s }: PlaneRotation, v: Vec3): Vec3 {
  const [i, j] = planes[axis];
  const out: [Num, Num, Num] = [v[0], v[1], v[2]];
  out[i] = sub(mul(c, v[i]), mul(s, v[j]));
  out[j] = add(mul(s, v[i]), mul(c, v[j]));
  return out;
}

/** Components along the inner axes. */
export const turnBack = ({ axis, c, s }: PlaneRotation, v: Vec3): Vec3 => turn({ axis, c, s: neg(s) }, v);

/** R M Rᵀ by one intermediate t = s (m_ii - m_jj) + c (m_ij + m_ji): four products where the textbook form needs ten. Uses c² + s² = 1. */
export function turnMatrix({ axis, c, s }: PlaneRotation, m: Mat3): Mat3 {
  const [i, j, k] = planes[axis];
  const out = [[...m[0]], [...m[1]], [...m[2]]] as [Num[], Num[], Num[]];
  if (isExpr(c) || isExpr(s)) {
    const t = add(mul(s, sub(m[i][i], m[j][j])), mul(c, add(m[i][j], m[j][i])));
    const [st, ct] = [mul(s, t), mul(c, t)];
    out[i][i] = sub(m[i][i], st);
    out[j][j] = add(m[j][j], st);
    out[i][j] = sub(ct, m[j][i]);
    out[j][i] = sub(ct, m[i][j]);
  } else {
    // Known numbers, quarter turns as a rule: products with 0 and 1 fold away in the textbook form.
    const [cc, cs, ss] = [c * c, c * s, s * s];
    const mixed = add(m[i][j], m[j][i]);
    const difference = mul(cs, sub(m[i][i], m[j][j]));
    out[i][i] = add(sub(mul(cc, m[i][i]), mul(cs, mixed)), mul(ss, m[j][j]));
    out[j][j] = add(add(mul(ss, m[i][i]), mul(cs, mixed)), mul(cc, m[j][j]));
    out[i][j] = add(difference, sub(mul(cc, m[i][j]), mul(ss, m[j][i])));
    out[j][i] = add(difference, sub(mul(cc, m[j][i]), mul(ss, m[i][j])));
  }
  // Rows and columns that cross the plane once turn like vectors.
  out[i][k] = sub(mul(c, m[i][k]), mul(s, m[j][k]));
  out[j][k] = add(mul(s, m[i][k]), mul(c, m[j][k]));
  out[k][i] = sub(mul(c, m[k][i]), mul(s, m[k][j]));
  out[k][j] = add(mul(s, m[k][i]), mul(c, m[k][j]));
  return out as unknown as Mat3;
}

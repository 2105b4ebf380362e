import type { Num } from "../graph/graph.js";
import { add, mul, sub } from "../graph/num.js";
import type { Mat3 } from "./mat3.js";
import { cross3, dot3, scale3, sum3, type Vec3 } from "./vec3.js";

/** Unit quaternion w, x, y, z. `quat_a_b` turns components along b's axes into components along a's. */
export type Quat = readonly [Num, Num, Num, Num];

export function mulQuat(a: Quat, b: Quat): Quat {
  const va: Vec3 = [a[1], a[2], a[3]];
  const vb: Vec3 = [b[1], b[2], b[3]];
  const v = sum3(scale3(a[0], vb), scale3(b[0], va), cross3(va, vb));
  return [sub(mul(a[0], b[0]), dot3(va, vb)), v[0], v[1], v[2]];
}

export function matrixOfQuat(q: Quat): Mat3 {
  const [w, x, y, z] = q;
  const [x2, y2, z2] = [add(x, x), add(y, y), add(z, z)];
  const [xx, yy, zz] = [mul(x, x2), mul(y, y2), mul(z, z2)];
  const [xy, xz, yz] = [mul(x, y2), mul(x, z2), mul(y, z2)];
  const [wx, wy, wz] = [mul(w, x2), mul(w, y2), mul(w, z2)];
  return [
    [sub(1, add(yy, zz)), sub(xy, wz), add(xz, wy)],
    [add(xy, wz), sub(1, add(xx, zz)), sub(yz, wx)],
    [sub(xz, wy), add(yz, wx), sub(1, add(xx, yy))],
  ];
}

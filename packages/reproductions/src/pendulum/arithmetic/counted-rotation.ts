import type { CountedArithmetic } from "./counted.js";

/* What Euler parameters w, x, y, z mean, counted. Nothing here takes their length to be 1. */

/** out = A(p), the matrix of v ↦ p v p*: a rotation for |p| = 1. */
export function rotation(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
): void {
  const w = p[i];
  const x = p[i + 1];
  const y = p[i + 2];
  const z = p[i + 3];
  const ww = w * w;
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const xy = x * y;
  const xz = x * z;
  const yz = y * z;
  const wx = w * x;
  const wy = w * y;
  const wz = w * z;
  const front = ww - zz;
  const side = xx - yy;
  out[o] = front + side;
  out[o + 4] = front - side;
  out[o + 8] = ww + zz - (xx + yy);
  const a01 = xy - wz;
  const a10 = xy + wz;
  const a02 = xz + wy;
  const a20 = xz - wy;
  const a12 = yz - wx;
  const a21 = yz + wx;
  out[o + 1] = a01 + a01;
  out[o + 3] = a10 + a10;
  out[o + 2] = a02 + a02;
  out[o + 6] = a20 + a20;
  out[o + 5] = a12 + a12;
  out[o + 7] = a21 + a21;
  arithmetic.times += 10;
  arithmetic.plus += 19;
}

/** out = Ȧ(p, s), the matrix of v ↦ s v p* + p v s*: the rate of A(p) where s is the rate of p. */
export function rotationRate(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  s: Float64Array,
  j: number,
): void {
  const w = p[i];
  const x = p[i + 1];
  const y = p[i + 2];
  const z = p[i + 3];
  const sw = s[j];
  const sx = s[j + 1];
  const sy = s[j + 2];
  const sz = s[j + 3];
  const ww = w * sw;
  const xx = x * sx;
  const yy = y * sy;
  const zz = z * sz;
  const front = ww - zz;
  const side = xx - yy;
  const xy = x * sy + y * sx;
  const xz = x * sz + z * sx;
  const yz = y * sz + z * sy;
  const wx = w * sx + x * sw;
  const wy = w * sy + y * sw;
  const wz = w * sz + z * sw;
  const a00 = front + side;
  const a11 = front - side;
  const a22 = ww + zz - (xx + yy);
  const a01 = xy - wz;
  const a10 = xy + wz;
  const a02 = xz + wy;
  const a20 = xz - wy;
  const a12 = yz - wx;
  const a21 = yz + wx;
  out[o] = a00 + a00;
  out[o + 4] = a11 + a11;
  out[o + 8] = a22 + a22;
  out[o + 1] = a01 + a01;
  out[o + 3] = a10 + a10;
  out[o + 2] = a02 + a02;
  out[o + 6] = a20 + a20;
  out[o + 5] = a12 + a12;
  out[o + 7] = a21 + a21;
  arithmetic.times += 16;
  arithmetic.plus += 28;
}

/** out = 2 vec(p* q): the angular velocity along the body's axes where q is the rate of p. */
export function twiceVector(
  arithmetic: CountedArithmetic,
  out: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
): void {
  const w = p[i];
  const x = p[i + 1];
  const y = p[i + 2];
  const z = p[i + 3];
  const qw = q[j];
  const qx = q[j + 1];
  const qy = q[j + 2];
  const qz = q[j + 3];
  const ox = w * qx - qw * x - (y * qz - z * qy);
  const oy = w * qy - qw * y - (z * qx - x * qz);
  const oz = w * qz - qw * z - (x * qy - y * qx);
  out[o] = ox + ox;
  out[o + 1] = oy + oy;
  out[o + 2] = oz + oz;
  arithmetic.times += 12;
  arithmetic.plus += 12;
}

import type { Num } from "../graph/graph.js";
import { add, mul, neg, sqrt, sub } from "../graph/num.js";

/** Three components along the axes of one frame. */
export type Vec3 = readonly [Num, Num, Num];

export const zero3: Vec3 = [0, 0, 0];

export const add3 = (a: Vec3, b: Vec3): Vec3 => [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])];
export const sub3 = (a: Vec3, b: Vec3): Vec3 => [sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2])];
export const neg3 = (a: Vec3): Vec3 => [neg(a[0]), neg(a[1]), neg(a[2])];
export const scale3 = (s: Num, a: Vec3): Vec3 => [mul(s, a[0]), mul(s, a[1]), mul(s, a[2])];
export const dot3 = (a: Vec3, b: Vec3): Num => add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
export const norm3 = (a: Vec3): Num => sqrt(dot3(a, a));

export const cross3 = (a: Vec3, b: Vec3): Vec3 => [
  sub(mul(a[1], b[2]), mul(a[2], b[1])),
  sub(mul(a[2], b[0]), mul(a[0], b[2])),
  sub(mul(a[0], b[1]), mul(a[1], b[0])),
];

export const sum3 = (...vectors: readonly Vec3[]): Vec3 => vectors.reduce(add3, zero3);
export const vec3 = (v: readonly Num[], start = 0): Vec3 => [v[start], v[start + 1], v[start + 2]];

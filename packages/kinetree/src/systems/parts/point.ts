import { realFunctions } from "../../model/real-arithmetic.js";

/* Geometry of mechanisms in plain numbers: the sizes of a system are options, not parameters of its model. */

/** A position or a direction: x, y, z. */
export type Point = readonly [number, number, number];

export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (factor: number, a: Point): Point => [factor * a[0], factor * a[1], factor * a[2]];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const lengthOf = (a: Point): number => Math.sqrt(dot(a, a));
export const unit = (a: Point): Point => times(1 / lengthOf(a), a);
export const middle = (a: Point, b: Point): Point => times(0.5, plus(a, b));

/** Cosine and sine of an angle, with the same bits in every engine. */
export function cosSinDeg(angleDeg: number): readonly [cosine: number, sine: number] {
  const angle = (angleDeg * Math.PI) / 180;
  return [realFunctions.cos.of(angle, 0), realFunctions.sin.of(angle, 0)];
}

/** A point on a horizontal circle about the z axis, by its angle from the x axis. */
export function onCircle(radius: number, angleDeg: number, height = 0): Point {
  const [cosine, sine] = cosSinDeg(angleDeg);
  return [radius * cosine, radius * sine, height];
}

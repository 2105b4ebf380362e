/* Geometry of drawn mechanisms in plain numbers: a system's sizes are options, so nothing here holds parameters. */

/** A place or a direction: x, y, z. */
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

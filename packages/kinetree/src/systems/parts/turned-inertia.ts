import type { Body } from "../../model/types.js";
import { dot, type Point } from "./point.js";

/** Moments along three perpendicular unit directions, as a tensor along the axes in which those directions are given: Σ Iₖ eₖ eₖᵀ. */
export function turnedInertia(
  moments: readonly [number, number, number],
  directions: readonly [Point, Point, Point],
): Body["inertia"] {
  // The sum over k as a product of rows: row r holds component r of each direction.
  const row = (r: 0 | 1 | 2): Point => [directions[0][r], directions[1][r], directions[2][r]];
  const [x, y, z] = [row(0), row(1), row(2)];
  const entry = (a: Point, b: Point): number => dot([moments[0] * a[0], moments[1] * a[1], moments[2] * a[2]], b);
  return [entry(x, x), entry(y, y), entry(z, z), entry(x, y), entry(x, z), entry(y, z)];
}

/** Of a body that is round about a unit direction: I = across (1 - u uᵀ) + along u uᵀ. */
export function roundInertia(across: number, along: number, [x, y, z]: Point): Body["inertia"] {
  const more = along - across;
  return [
    across + more * x * x,
    across + more * y * y,
    across + more * z * z,
    more * x * y,
    more * x * z,
    more * y * z,
  ];
}

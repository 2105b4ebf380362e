import type { PartitionedData } from "./partition-data.js";

/*
 * Coordinates of free bodies seen from the start of a step, as `manifold.ts` has them: positions add, quaternions are
 * multiplied by the Cayley map of δ.
 */

/** q0 = where a step began that has come to q by δ. */
export function startOfStepInto(
  q0: Float64Array,
  { bodies }: PartitionedData,
  q: Float64Array,
  delta: Float64Array,
): void {
  for (const { q: at, v } of bodies) moveBody(q0, q, at, delta, v, -1);
}

/** q = retract(q0, δ). */
export function retractFreeInto(
  q: Float64Array,
  { bodies }: PartitionedData,
  q0: Float64Array,
  delta: Float64Array,
): void {
  for (const { q: at, v } of bodies) moveBody(q, q0, at, delta, v, 1);
}

function moveBody(out: Float64Array, q: Float64Array, at: number, delta: Float64Array, v: number, sign: 1 | -1): void {
  for (let i = 0; i < 3; i++) out[at + i] = q[at + i] + sign * delta[v + 3 + i];
  const half = 0.5 * sign;
  const [a, b, c] = [half * delta[v], half * delta[v + 1], half * delta[v + 2]];
  const [w, x, y, z] = [q[at + 3], q[at + 4], q[at + 5], q[at + 6]];
  // Of unit length again, whatever rounding has made of it: over a million steps that would add up.
  const scale = 1 / Math.sqrt((1 + (a * a + b * b + c * c)) * (w * w + x * x + y * y + z * z));
  out[at + 3] = scale * (w - a * x - b * y - c * z);
  out[at + 4] = scale * (x + w * a + y * c - z * b);
  out[at + 5] = scale * (y + w * b + z * a - x * c);
  out[at + 6] = scale * (z + w * c + x * b - y * a);
}

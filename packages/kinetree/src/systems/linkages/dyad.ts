import { systemError } from "../parts/options.js";
import type { Point } from "../parts/point.js";

/** Where two bars on two pivots meet, in a plane of constant y. From `from` to `to`, with z up and x to the right, "left" is the corner on the left. */
export function dyad(
  system: string,
  from: Point,
  to: Point,
  lengths: readonly [number, number],
  side: "left" | "right",
): Point {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const [l1, l2] = lengths;
  const squared = dx * dx + dz * dz;
  // Along the line of the pivots and across it, both as parts of their distance.
  const along = (squared + l1 * l1 - l2 * l2) / (2 * squared);
  const across = (l1 * l1) / squared - along * along;
  if (!(across >= 0)) {
    const problem =
      `bars of ${l1} m and ${l2} m cannot meet, because their pivots are ${Math.sqrt(squared)} m ` +
      `apart in the drawn pose. Make them longer or more alike in length, or draw another pose.`;
    throw systemError("cannot-close", system, lengths, problem);
  }
  const height = (side === "left" ? 1 : -1) * Math.sqrt(across);
  return [from[0] + along * dx - height * dz, from[1], from[2] + along * dz + height * dx];
}

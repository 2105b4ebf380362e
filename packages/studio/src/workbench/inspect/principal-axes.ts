import { Vector3 } from "three";
import { principalAxes } from "../../scene/shapes/ellipsoid.js";

/** Principal moments in ascending order, each with its unit axis. */
export interface SortedAxes {
  readonly moments: readonly number[];
  readonly axes: readonly (readonly number[])[];
}

/** Principal moments and axes of an inertia (xx, yy, zz, xy, xz, yz), for reading: in order, the axes turned to their positive side. */
export function sortedPrincipalAxes(inertia: readonly number[]): SortedAxes {
  const { moments, turn } = principalAxes(inertia);
  const found = [0, 1, 2].map((i) => ({
    moment: moments.getComponent(i),
    axis: facing(new Vector3().setComponent(i, 1).applyQuaternion(turn).toArray()),
  }));
  found.sort((a, b) => a.moment - b.moment);
  return { moments: found.map(({ moment }) => moment), axes: found.map(({ axis }) => axis) };
}

/** An axis has no direction: its largest part is made positive, so that the same body always reads the same. */
function facing(axis: readonly number[]): readonly number[] {
  const largest = axis.reduce((most, part) => (Math.abs(part) > Math.abs(most) ? part : most), 0);
  const sign = largest < 0 ? -1 : 1;
  // What the rotations leave of a zero is no news to a reader.
  return axis.map((part) => (Math.abs(part) < 1e-14 ? 0 : sign * part));
}

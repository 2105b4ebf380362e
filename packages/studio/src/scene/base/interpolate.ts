import type { MotionRows } from "../motion/track.js";

/** Below this angle between two rows a straight line between quaternions is exact to rounding of the picture. */
const NEARLY_EQUAL = 0.9995;

/** Two neighbouring rows and how far a time lies from the first to the second, 0 to 1; held beyond the ends. */
export interface RowsAround {
  low: number;
  high: number;
  part: number;
}

/** Finds the rows around a time; false if there are none. */
export function rowsAround(out: RowsAround, rows: MotionRows, t: number): boolean {
  const last = rows.length - 1;
  if (last < 0) return false;
  out.low = Math.max(0, rows.rowAt(t));
  out.high = Math.min(last, out.low + 1);
  const instants = rows.t;
  const span = instants[out.high] - instants[out.low];
  out.part = span > 0 ? Math.min(1, Math.max(0, (t - instants[out.low]) / span)) : 0;
  return true;
}

/** Poses of all bodies at a time: positions along straight lines, orientations along the shortest arc. False if there are no rows. */
export function posesAt(out: Float64Array, rows: MotionRows, t: number, around: RowsAround): boolean {
  if (!rowsAround(around, rows, t)) return false;
  const { position, quaternion } = rows.columns;
  const [a, b] = [rows.row(around.low), rows.row(around.high)];
  const { part } = around;
  for (let body = 0; body < position.length; body++) {
    const [p, o] = [position[body], 7 * body];
    for (let k = 0; k < 3; k++) out[o + k] = a[p + k] + part * (b[p + k] - a[p + k]);
    slerpInto(out, o + 3, a, b, quaternion[body], part);
  }
  return true;
}

/** One column at a time, along straight lines. */
export const valueAt = (a: Float64Array, b: Float64Array, column: number, part: number): number =>
  a[column] + part * (b[column] - a[column]);

/** Quaternions q and -q are one orientation: rows are recorded with w >= 0, so neighbours may differ in sign. */
function slerpInto(out: Float64Array, at: number, a: Float64Array, b: Float64Array, from: number, part: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += a[from + k] * b[from + k];
  const sign = dot < 0 ? -1 : 1;
  const cosine = Math.abs(dot);
  let [wa, wb] = [1 - part, part];
  if (cosine < NEARLY_EQUAL) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin((1 - part) * angle) / sine;
    wb = Math.sin(part * angle) / sine;
  }
  let square = 0;
  for (let k = 0; k < 4; k++) {
    const value = wa * a[from + k] + sign * wb * b[from + k];
    out[at + k] = value;
    square += value * value;
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 1;
  for (let k = 0; k < 4; k++) out[at + k] *= scale;
}

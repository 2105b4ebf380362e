import type { MotionRows } from "./track.js";

/** Part of the time between two instants by which a row may miss one of them: sums of steps are not exact. */
const SLACK = 1e-6;

/**
 * Rows before a time, the latest first: those recorded at the beginning of the run and every so many seconds since, or right before.
 * Like the flashes of a stroboscope they stay where they are while time goes on. Fills `out` and returns how many there are.
 */
export function earlierRows(out: Int32Array, rows: MotionRows, t: number, every: number): number {
  if (rows.length === 0 || !(every > 0)) return 0;
  const instants = rows.t;
  const [first] = instants;
  const lastBefore = (time: number): number => Math.ceil((time - first) / every - SLACK) - 1;
  let count = 0;
  let flash = lastBefore(t);
  while (flash >= 0 && count < out.length) {
    const row = rows.rowAt(first + (flash + SLACK) * every);
    out[count++] = row;
    // Where flashes come faster than rows, no row is taken twice.
    flash = Math.min(flash - 1, lastBefore(instants[row]));
  }
  return count;
}

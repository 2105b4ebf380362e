import { hashNumbers } from "kinetree";
import type { RunHistory } from "../run/history.js";

export interface RunHash {
  /** 16 hexadecimal digits. */
  readonly hash: string;
  readonly rows: number;
  /** First and last instant that it covers [s]. */
  readonly from: number;
  readonly to: number;
}

/** Columns of the state alone: energies count from the start of a run, and other columns depend on the plots. */
const isMotion = (name: string): boolean => /^(q|v|pos|quat)\./.test(name);

/**
 * Hash of the bits of the motion behind a start: times, coordinates, speeds and poses of all bodies, of the rows after `start` up
 * to `end` [s]. Null if there are none. The row at the start is left out, since whoever goes on from there has it by another road.
 */
export function hashOfRun(history: RunHistory, start: number, end: number): RunHash | null {
  const [first, last] = [history.rowAt(start) + 1, history.rowAt(end)];
  if (last < first) return null;
  const columns = history.columns.names.flatMap((name, at) => (isMotion(name) ? [at] : []));
  const times = history.t.subarray(first, last + 1);
  const values = new Float64Array(times.length * columns.length);
  let k = 0;
  for (let row = first; row <= last; row++) {
    const numbers = history.row(row);
    for (const at of columns) values[k++] = numbers[at];
  }
  return { hash: hashNumbers(times, values), rows: times.length, from: times[0], to: history.t[last] };
}

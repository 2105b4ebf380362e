import type { FlexibleInfo } from "../../engine/protocol.js";
import { rowsAround, valueAt, type RowsAround } from "../base/interpolate.js";
import { isRows, type MotionRows, type Track } from "../motion/track.js";

export class Amplitudes {
  readonly values: Float64Array;
  readonly starts: Int32Array;
  readonly #bodies: readonly FlexibleInfo[];
  /** Column of each amplitude in the rows; -1 if it was not recorded. */
  readonly #columns: Int32Array;
  readonly #around: RowsAround = { low: 0, high: 0, part: 0 };
  #motion: Track["motion"] | null = null;

  constructor(bodies: readonly FlexibleInfo[]) {
    this.#bodies = bodies;
    this.starts = new Int32Array(bodies.length);
    let count = 0;
    for (const [i, { columns }] of bodies.entries()) {
      this.starts[i] = count;
      count += columns.length;
    }
    this.values = new Float64Array(count);
    this.#columns = new Int32Array(count);
  }

  setMotion(motion: Track["motion"]): void {
    this.#motion = motion;
    if (!isRows(motion)) return;
    const index = new Map(motion.columns.names.map((name, i) => [name, i]));
    for (const [i, { columns }] of this.#bodies.entries())
      for (const [j, name] of columns.entries()) this.#columns[this.starts[i] + j] = index.get(name) ?? -1;
  }

  /** Those at a time; of a pose, its own. */
  read(t: number): void {
    const motion = this.#motion;
    if (motion === null) return;
    if (!isRows(motion)) this.#readPose(motion.q);
    else if (rowsAround(this.#around, motion, t)) {
      const [a, b] = [motion.row(this.#around.low), motion.row(this.#around.high)];
      for (let i = 0; i < this.values.length; i++) {
        const column = this.#columns[i];
        this.values[i] = column < 0 ? 0 : valueAt(a, b, column, this.#around.part);
      }
    }
  }

  readRow(out: Float64Array, rows: MotionRows, index: number): void {
    const row = rows.row(index);
    for (let i = 0; i < out.length; i++) out[i] = this.#columns[i] < 0 ? 0 : row[this.#columns[i]];
  }

  #readPose(q: Float64Array): void {
    for (const [i, { columns, qStart }] of this.#bodies.entries())
      for (let j = 0; j < columns.length; j++) this.values[this.starts[i] + j] = q[qStart + j] ?? 0;
  }
}

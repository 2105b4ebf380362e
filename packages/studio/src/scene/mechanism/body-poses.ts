import { Matrix4, Quaternion, Vector3 } from "three";
import { posesAt, type RowsAround } from "../base/interpolate.js";
import { isRows, type Track } from "../motion/track.js";

export class BodyPoses {
  /** Seven numbers a body: position, then quaternion w, x, y, z. */
  readonly numbers: Float64Array;
  readonly matrices: readonly Matrix4[];
  readonly #around: RowsAround = { low: 0, high: 0, part: 0 };
  readonly #position = new Vector3();
  readonly #turn = new Quaternion();
  readonly #unit = new Vector3(1, 1, 1);

  constructor(count: number) {
    this.numbers = new Float64Array(7 * count);
    for (let i = 0; i < count; i++) this.numbers[7 * i + 3] = 1;
    this.matrices = Array.from({ length: count }, () => new Matrix4());
  }

  /** Those at a time; of a pose, its own. */
  read(motion: Track["motion"], t: number): void {
    const p = this.numbers;
    if (isRows(motion)) posesAt(p, motion, t, this.#around);
    else if (motion.poses.length === p.length) p.set(motion.poses);
    for (const [i, matrix] of this.matrices.entries()) {
      const o = 7 * i;
      this.#position.set(p[o], p[o + 1], p[o + 2]);
      matrix.compose(this.#position, this.#turn.set(p[o + 4], p[o + 5], p[o + 6], p[o + 3]), this.#unit);
    }
  }
}

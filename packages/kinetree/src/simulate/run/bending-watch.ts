import { LARGE_BENDING, tipDeflection, type BeamTip } from "../../formulation/flexible/beam-tips.js";
import type { RunWarning } from "./run-warnings.js";

/** Reports beams that bend further than linear modes describe. Rows begin with the coordinates. */
export class BendingWatch {
  readonly #tips: readonly BeamTip[];
  /** For each beam, the largest deflection of its end as a part of its length, and when. */
  readonly #most: Float64Array;

  constructor(tips: readonly BeamTip[]) {
    this.#tips = tips;
    this.#most = new Float64Array(2 * tips.length);
  }

  look(t: number, row: Float64Array): void {
    for (let i = 0; i < this.#tips.length; i++) {
      const bent = tipDeflection(this.#tips[i], row);
      if (!(bent > this.#most[2 * i])) continue;
      this.#most[2 * i] = bent;
      this.#most[2 * i + 1] = t;
    }
  }

  /** One warning, of the beam that bends most, and how many others there are. */
  warnings(): readonly RunWarning[] {
    let worst = -1;
    let others = -1;
    this.#tips.forEach((_, i) => {
      if (!(this.#most[2 * i] > LARGE_BENDING)) return;
      others++;
      if (worst < 0 || this.#most[2 * i] > this.#most[2 * worst]) worst = i;
    });
    if (worst < 0) return [];
    const [bent, t] = this.#most.subarray(2 * worst, 2 * worst + 2);
    const and = others > 0 ? ` (and ${others} more beam${others > 1 ? "s" : ""} beyond the limit)` : "";
    const message =
      `the end of beam "${this.#tips[worst].beam}" is bent by ${Number(bent.toPrecision(3))} of its length at ${Number(t.toPrecision(4))} s${and}; ` +
      `the limit is ${LARGE_BENDING}: its modes are linear. Cut it into more pieces, with corrections of force and torque at each cut.`;
    return [{ code: "large-bending", message, value: bent, limit: LARGE_BENDING }];
  }

  snapshot(): Float64Array {
    return this.#most.slice();
  }

  restore(numbers: Float64Array): void {
    this.#most.set(numbers);
  }
}

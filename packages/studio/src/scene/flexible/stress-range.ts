import type { FlexibleInfo } from "../../engine/protocol.js";
import type { Amplitudes } from "./amplitudes.js";
import { largestOf } from "./beam-stress.js";
import type { MotionRows } from "../motion/track.js";

/** Most points per frame; the rest follows in the next frames. */
const MOST_AT_ONCE = 400_000;

/** The largest of what is coloured, of each kind of body. */
export interface Largest {
  /** [Pa] */
  stress: number;
  /** Of modal bodies [m]. */
  displacement: number;
}

function widen(largest: Largest, bodies: readonly FlexibleInfo[], values: Float64Array, starts: Int32Array): void {
  for (let i = 0; i < bodies.length; i++) {
    const { shape } = bodies[i];
    const most = largestOf(shape, values, starts[i]);
    // Values that are not finite come from a failing run and are ignored.
    if (!Number.isFinite(most)) continue;
    if (shape.section === null) largest.displacement = Math.max(largest.displacement, most);
    else largest.stress = Math.max(largest.stress, most);
  }
}

/** The largest stress of a run so far, found by looking at each row once as rows come in. */
export class StressRange {
  readonly #bodies: readonly FlexibleInfo[];
  readonly #amplitudes: Amplitudes;
  readonly #values: Float64Array;
  readonly #rowsAtOnce: number;
  readonly #largest: Largest = { stress: 0, displacement: 0 };
  #rows: MotionRows | null = null;
  #seen = 0;

  constructor(bodies: readonly FlexibleInfo[], amplitudes: Amplitudes) {
    this.#bodies = bodies;
    this.#amplitudes = amplitudes;
    this.#values = new Float64Array(amplitudes.values.length);
    const points = bodies.reduce((sum, { shape }) => sum + shape.positions.length / 3, 0);
    this.#rowsAtOnce = Math.max(1, Math.floor(MOST_AT_ONCE / Math.max(1, points)));
  }

  /** @param rows of the run; null: the amplitudes as they were last read are all there is */
  get(rows: MotionRows | null): Readonly<Largest> {
    if (rows === null || rows !== this.#rows || rows.length < this.#seen) {
      this.#rows = rows;
      this.#seen = 0;
      this.#largest.stress = 0;
      this.#largest.displacement = 0;
    }
    if (rows === null) widen(this.#largest, this.#bodies, this.#amplitudes.values, this.#amplitudes.starts);
    else
      for (let left = this.#rowsAtOnce; left > 0 && this.#seen < rows.length; left--, this.#seen++) {
        this.#amplitudes.readRow(this.#values, rows, this.#seen);
        widen(this.#largest, this.#bodies, this.#values, this.#amplitudes.starts);
      }
    return this.#largest;
  }

  /** Whether rows are left to be looked at. */
  get isBehind(): boolean {
    return this.#rows !== null && this.#seen < this.#rows.length;
  }
}

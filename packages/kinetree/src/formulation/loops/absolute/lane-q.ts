import { moveInto } from "../../joints/move.js";
import type { Node } from "../../skeleton/skeleton.js";

/** The parts of the nodes that a move needs. Plain data. */
export interface LaneQData {
  readonly nq: number;
  readonly nodes: readonly Pick<Node, "motion" | "q" | "v" | "nv">[];
}

/** Moves the coordinates of one lane in place. */
export class LaneQ {
  readonly #data: LaneQData;
  readonly #f64: Float64Array;
  readonly #q: Float64Array;

  constructor(data: LaneQData, f64: Float64Array) {
    this.#data = data;
    this.#f64 = f64;
    this.#q = new Float64Array(data.nq);
  }

  /** q ← move(q, δ); `first` is the place of the lane's first coordinate in memory. */
  move(first: number, delta: Float64Array): void {
    const q = this.#q;
    for (let i = 0; i < q.length; i++) q[i] = this.#f64[first + 2 * i];
    moveInto(q, this.#data, q, delta);
    for (let i = 0; i < q.length; i++) this.#f64[first + 2 * i] = q[i];
  }
}

import { elementStateCount } from "../../../elements/states/element-states.js";
import type { Model } from "../../../model/types.js";
import type { State } from "../../../state/state.js";
import type { Topology } from "../../../topology/types.js";
import { cutTurns, turnCount, type CutTurns } from "../../joints/cut-turns.js";

/** A number of the model's own states and its place in z of the exploded ones. */
interface Pair {
  readonly own: number;
  readonly apart: number;
}

/** Where the angles of the joints are: in q of the model's own states, or in z; and in z of the exploded ones. */
export class AngleMap {
  /** Angles of zero, in z of the exploded states. */
  readonly none: Float64Array;
  /** For each number of z of the model's own states, its place in z of the exploded ones. */
  readonly internal: Int32Array;
  readonly #elements: number;
  readonly #inCoordinates: readonly Pair[];
  readonly #inInternal: readonly Pair[];

  /** @param apart angles of all joints of the exploded model */
  constructor(model: Model, topology: Topology, apart: readonly CutTurns[]) {
    const elements = (this.#elements = elementStateCount(model));
    this.none = new Float64Array(elements + turnCount(apart));
    /** The twin of a joint in the exploded model stands behind the free joints of all bodies. */
    const twin = (joint: number): CutTurns | undefined =>
      apart.find((each) => each.joint === model.bodies.length + joint);
    this.#inCoordinates = topology.tree.flatMap(({ joint, qStart }) => {
      const turns = twin(joint);
      return turns ? turns.coordinates.map((k, i) => ({ own: qStart + k, apart: turns.start + i })) : [];
    });
    this.#inInternal = cutTurns(model, topology, "read").flatMap(({ joint, start, coordinates }) => {
      const turns = twin(joint);
      return turns ? coordinates.map((_, i) => ({ own: start + i, apart: turns.start + i })) : [];
    });
    this.internal = Int32Array.from([
      ...Array.from({ length: elements }, (_, i) => i),
      ...this.#inInternal.map(({ apart: place }) => place),
    ]);
  }

  /** z of the exploded state. */
  explode({ q, z }: State): Float64Array {
    const out = this.none.slice();
    for (const { own, apart } of this.#inCoordinates) out[apart] = q[own];
    if (!z) return out;
    out.set(z.subarray(0, this.#elements));
    for (const { own, apart } of this.#inInternal) out[apart] = z[own];
    return out;
  }

  /** Coordinates with the angles of z; all others are zero. */
  coordinates(z: Float64Array, count: number): Float64Array {
    const q = new Float64Array(count);
    for (const { own, apart } of this.#inCoordinates) q[own] = z[apart];
    return q;
  }
}

import { integratedState, type StateView, type WhichState } from "./lane-state.js";
import { AbsoluteMotion } from "../../evaluate/absolute-motion.js";
import type { State } from "../../state/state.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "./lane-pair.js";

/** A run in absolute coordinates, seen by the joints of its model: records and controllers do not depend on the formulation. */
export class AbsoluteView {
  readonly #motion: AbsoluteMotion;
  readonly #memory: Float64Array;
  readonly #places: Omit<StateView, "f64" | "nq" | "nv" | "nz">;
  readonly #counts: { readonly nq: number; readonly nv: number; readonly nz: number };
  /** For each multiplier of the model's own closures, its index among those of all joints. */
  readonly #rows: Int32Array;

  constructor(model: Model, topology: Topology, commands: number) {
    this.#motion = new AbsoluteMotion(model, topology);
    const { nq, nv } = topology.counts;
    const nz = this.#motion.internal.length;
    this.#counts = { nq, nv, nz };
    this.#rows = this.#motion.rows;
    const sizes = [nq, nv, nz, nv, commands, nv, this.#rows.length];
    const starts = sizes.map((_, i) => 2 * sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
    this.#memory = new Float64Array(2 * sizes.reduce((sum, size) => sum + size, 0));
    const [q, v, z, tau, u, vdot, lambda] = starts;
    this.#places = { q, v, z, tau, u, vdot, lambda };
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#motion.setParameters(values);
  }

  /** Numbers of z of a state of the joints. */
  get internalCount(): number {
    return this.#counts.nz;
  }

  /** The state of the bodies where the joints have theirs. */
  explode(joints: State): State {
    return this.#motion.explode(joints);
  }

  join(bodies: State): State {
    return this.#motion.join(bodies);
  }

  /** Accelerations of the joints from those of the bodies. */
  accelerations(bodies: State, rates: Float64Array, joints: State): Float64Array {
    return this.#motion.accelerations(bodies, rates, joints);
  }

  stateView(pair: LanePair, lane: LaneIndex, which: WhichState): StateView {
    const bodies = integratedState(pair, lane, which);
    const joints = this.join(bodies);
    const { nv, nu, layout } = pair.plan;
    const put = (start: number, values: ArrayLike<number>): void => {
      for (let i = 0; i < values.length; i++) this.#memory[start + 2 * i] = values[i];
    };
    put(this.#places.q, joints.q);
    put(this.#places.v, joints.v);
    if (joints.z) put(this.#places.z, joints.z);
    if (which === "shown") {
      const vdot = new Float64Array(nv);
      pair.read(layout.rates.v, lane, vdot);
      put(this.#places.vdot, this.#motion.accelerations(bodies, vdot, joints));
      const commands = new Float64Array(nu);
      pair.read(layout.u, lane, commands);
      put(this.#places.u, commands);
      if (layout.lambda.count > 0) {
        const all = new Float64Array(layout.lambda.count);
        pair.read(layout.lambda, lane, all);
        put(
          this.#places.lambda,
          Array.from(this.#rows, (row) => all[row]),
        );
      }
    }
    return { f64: this.#memory, ...this.#counts, ...this.#places };
  }
}

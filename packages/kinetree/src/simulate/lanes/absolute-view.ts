import { integratedState, type StateView, type WhichState } from "./lane-state.js";
import { AbsoluteMotion } from "../../evaluate/absolute-motion.js";
import type { State } from "../../state/state.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { Model } from "../../model/types.js";
import type { Topology } from "../../topology/types.js";
import type { LanePair } from "./lane-pair.js";

/** Weight of the speeds at both ends of the interval over which turns are counted. */
const HALF = 0.5;

/** A run in absolute coordinates, seen by the joints of its model: records and controllers do not depend on the formulation. */
export class AbsoluteView {
  readonly #motion: AbsoluteMotion;
  readonly #memory: Float64Array;
  readonly #places: Omit<StateView, "f64" | "nq" | "nv">;
  readonly #counts: { readonly nq: number; readonly nv: number };
  /** For each multiplier of the model's own closures, its index among those of all joints. */
  readonly #rows: Int32Array;
  #near: State;

  constructor(model: Model, topology: Topology, commands: number) {
    this.#motion = new AbsoluteMotion(model, topology);
    const { nq, nv } = topology.counts;
    this.#counts = { nq, nv };
    this.#rows = this.#motion.rows;
    const sizes = [nq, nv, nv, commands, nv, this.#rows.length];
    const starts = sizes.map((_, i) => 2 * sizes.slice(0, i).reduce((sum, size) => sum + size, 0));
    this.#memory = new Float64Array(2 * sizes.reduce((sum, size) => sum + size, 0));
    const [q, v, tau, u, vdot, lambda] = starts;
    this.#places = { q, v, tau, u, vdot, lambda };
    this.#near = { t: 0, q: new Float64Array(nq), v: new Float64Array(nv) };
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#motion.setParameters(values);
  }

  /** The state of the bodies at the start of a run; turns are counted from the joints' state. */
  start(joints: State): State {
    this.#near = { t: joints.t, q: joints.q.slice(), v: joints.v.slice() };
    return this.#motion.explode(joints);
  }

  /** The joints' state nearest to the previous one. */
  join(bodies: State): State {
    const first = this.#motion.join(bodies, this.#near);
    // Speeds also count turns between two states that are more than half a turn apart.
    const dt = bodies.t - this.#near.t;
    const guess = this.#near.q.slice();
    this.#motion.advance(guess, this.#near.v, first.v, HALF * dt);
    const seen = this.#motion.join(bodies, { ...first, q: guess });
    this.#near = { t: seen.t, q: seen.q.slice(), v: seen.v.slice() };
    return seen;
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

  snapshot(): Float64Array {
    return Float64Array.of(this.#near.t, ...this.#near.q, ...this.#near.v);
  }

  restore(numbers: Float64Array): void {
    const { nq, nv } = this.#counts;
    this.#near = { t: numbers[0], q: numbers.slice(1, 1 + nq), v: numbers.slice(1 + nq, 1 + nq + nv) };
  }
}

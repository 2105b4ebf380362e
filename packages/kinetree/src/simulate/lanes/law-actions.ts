import { SimulationError } from "../../errors/kinetree-error.js";
import type { LaneIndex } from "../../kernel/instance.js";
import type { PlannedLaw } from "../plan/controller-laws.js";
import type { LanePair } from "./lane-pair.js";

/** Controllers with a law on one lane: when the next one is due, and what happens then. */
export class LawActions {
  readonly #pair: LanePair;
  readonly #lane: LaneIndex;
  readonly #start: number;
  readonly #laws: readonly PlannedLaw[];
  /** How often each has acted. */
  readonly counts: Float64Array;

  constructor(pair: LanePair, lane: LaneIndex, start: number, laws: readonly PlannedLaw[]) {
    this.#pair = pair;
    this.#lane = lane;
    this.#start = start;
    this.#laws = laws;
    this.counts = new Float64Array(laws.length);
  }

  next(): number {
    let next = Infinity;
    for (let i = 0; i < this.#laws.length; i++)
      next = Math.min(next, this.#start + this.counts[i] * this.#laws[i].period);
    return next;
  }

  /** Runs the laws that are due at t on the accepted state. True if a command has changed. */
  act(t: number): boolean {
    const pair = this.#pair;
    pair.run("recall");
    let isChanged = false;
    this.#laws.forEach((law, i) => {
      // Instants of several controllers that differ by rounding are the same.
      if (this.#start + this.counts[i] * law.period > t + 1e-9 * law.period) return;
      this.counts[i]++;
      pair.runLaw(law.entry);
      if (this.#take(law, t)) isChanged = true;
    });
    return isChanged;
  }

  #take({ name, memory, memoryStart, results, actuators }: PlannedLaw, t: number): boolean {
    const pair = this.#pair;
    const { f64, layout } = pair;
    const from = pair.index(layout.lawResults, this.#lane) + 2 * results;
    const cells = pair.index(layout.memory, this.#lane) + 2 * memory;
    const count = memoryStart.length;
    for (let k = 0; k < count + actuators.length; k++) {
      const value = f64[from + 2 * k];
      if (!Number.isFinite(value)) throw notFinite(name, t, value, k < count ? `memory ${k}` : `command ${k - count}`);
    }
    for (let k = 0; k < count; k++) f64[cells + 2 * k] = f64[from + 2 * k];
    let isChanged = false;
    actuators.forEach((actuator, k) => {
      const to = pair.index(layout.u, this.#lane) + 2 * actuator;
      const command = f64[from + 2 * (count + k)];
      if (f64[to] !== command) isChanged = true;
      f64[to] = command;
    });
    return isChanged;
  }
}

const notFinite = (name: string, t: number, value: number, what: string): SimulationError =>
  new SimulationError({
    code: "command-not-finite",
    subject: `controller "${name}"`,
    value,
    message: `controller "${name}" computes ${value} for ${what} at ${t} s, must be finite. Check its law.`,
  });

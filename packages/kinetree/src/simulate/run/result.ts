import { RequestError } from "../../errors/kinetree-error.js";
import { unknownName } from "../../errors/unknown-name.js";
import type { ClosureRow } from "../../formulation/loops/closures/loop-plan.js";
import type { State } from "../../state/state.js";
import type { ImplicitCounts } from "../../integrate/implicit/method.js";
import type { Model } from "../../model/types.js";
import type { IntegratorUse } from "../stiffness/auto-switch.js";
import type { EnergyBalance } from "./energy-balance.js";
import type { Excursion } from "./excursions.js";
import type { RunAdvice } from "../stiffness/integrator-advice.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { ClosureReselection } from "./loop-chooser.js";
import type { RunWarning } from "./run-warnings.js";

/** An event and the state at its instant. */
export interface RecordedEvent {
  readonly name: string;
  readonly state: State;
}

/** Accepted steps, and rejected ones, which were repeated with a shorter step. */
export interface RunCounts {
  readonly accepted: number;
  readonly rejected: number;
}

/** The result of a run: states at the sampling instants, events, and statistics. */
export interface SimulationResult {
  readonly model: Model;
  /** Equal models have equal hashes on every machine. */
  readonly modelHash: string;
  readonly version: string;
  readonly formulation: string;
  /** Why this formulation was chosen, for a reader. */
  readonly formulationReason: string;
  readonly integrator: string;
  /** "finished" at tEnd, "event" at a terminal event; others only in the recorded part of a failed run. */
  readonly end: RunEnd;
  /** Sampling instants [s]. */
  readonly t: Float64Array;
  /** Column names in order: q.<joint>[.<i>], v.<joint>[.<i>], the channels, then the measures by their names. */
  readonly names: readonly string[];
  /** Unit of each column; "" for quaternions, expressions and measures. */
  readonly units: readonly string[];
  /** One row of all columns per instant; none if rows went to `onRow`. */
  readonly rows: Float64Array;
  readonly column: (name: string) => Float64Array;
  readonly stateAt: (row: number) => State;
  readonly final: State;
  readonly events: readonly RecordedEvent[];
  /** Coordinates beyond their limits at a recorded instant, the worst value of each. */
  readonly excursions: readonly Excursion[];
  readonly counts: RunCounts;
  /** Work of implicit integrators, switched ones together; null for explicit ones. */
  readonly implicit: ImplicitCounts | null;
  /** null without an energy balance. */
  readonly energy: EnergyBalance | null;
  /** Statistics of the closures; null for models and formulations without closures. */
  readonly loops: LoopReport | null;
  /** Integrators used, each with its start time and the reason: several if the run selected them. */
  readonly integrators: readonly IntegratorUse[];
  /** Advice: an integrator that would have been faster, and why. Usually empty. */
  readonly advice: readonly RunAdvice[];
  /** Reasons not to trust the result: energy or closures beyond the tolerance, ground that fixed steps may have missed. Usually empty. */
  readonly warnings: readonly RunWarning[];
}

/** Statistics of the closures of a run. */
export interface LoopReport {
  /** Largest residual at a recorded instant [m, or rad for directions]. */
  readonly closure: number;
  /** Redundant rows: they carry no load. */
  readonly redundant: readonly ClosureRow[];
  /** Selections of rows or independent coordinates during the run. */
  readonly rechoices: readonly ClosureReselection[];
}

/** A growing buffer of rows; it doubles, so that appending rarely allocates. */
export class RowBuffer {
  readonly #names: readonly string[];
  readonly #sizes: { readonly nq: number; readonly nv: number };
  #rows: Float64Array;
  #times: Float64Array = new Float64Array(128);
  /** Internal states: part of the states, but without columns. */
  #internal: Float64Array;
  readonly #nInternal: number;
  #count = 0;

  constructor(names: readonly string[], sizes: { readonly nq: number; readonly nv: number }, nInternal: number) {
    this.#names = names;
    this.#sizes = sizes;
    this.#nInternal = nInternal;
    this.#rows = new Float64Array(128 * names.length);
    this.#internal = new Float64Array(128 * nInternal);
  }

  push(t: number, row: Float64Array, internal: Float64Array): void {
    if (this.#count === this.#times.length) {
      this.#rows = grown(this.#rows);
      this.#times = grown(this.#times);
      this.#internal = grown(this.#internal);
    }
    this.#internal.set(internal, this.#count * this.#nInternal);
    this.#rows.set(row, this.#count * this.#names.length);
    this.#times[this.#count++] = t;
  }

  finish(): Pick<SimulationResult, "t" | "rows" | "column" | "stateAt"> {
    const rows = this.#rows.slice(0, this.#count * this.#names.length);
    return {
      t: this.#times.slice(0, this.#count),
      rows,
      column: (name) => columnOf(this.#names, rows, name),
      stateAt: (row) => this.#stateAt(row),
    };
  }

  #stateAt(row: number): State {
    const { nq, nv } = this.#sizes;
    if (!(Number.isInteger(row) && row >= 0 && row < this.#count)) {
      const message = `row is ${row}, must be a whole number from 0 to ${this.#count - 1}: there are ${this.#count} recorded states.`;
      throw new RequestError({ code: "row-range", subject: "row", value: row, message });
    }
    const start = row * this.#names.length;
    const state = {
      t: this.#times[row],
      q: this.#rows.slice(start, start + nq),
      v: this.#rows.slice(start + nq, start + nq + nv),
    };
    const n = this.#nInternal;
    return n === 0 ? state : { ...state, z: this.#internal.slice(row * n, (row + 1) * n) };
  }
}

const grown = (values: Float64Array): Float64Array => {
  const out = new Float64Array(2 * values.length);
  out.set(values);
  return out;
};

function columnOf(names: readonly string[], rows: Float64Array, name: string): Float64Array {
  const index = names.indexOf(name);
  if (index < 0) {
    throw unknownName("column", name, names);
  }
  return Float64Array.from({ length: rows.length / names.length }, (_, row) => rows[row * names.length + index]);
}

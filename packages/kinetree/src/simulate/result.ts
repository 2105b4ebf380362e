import type { State } from "../formulation/state.js";
import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { RequestError } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import type { Excursion, FindExcursions } from "./excursions.js";
import type { FoundEvent } from "./event-watch.js";
import type { RunEnd } from "./lane-run.js";
import type { LaneIndex, Pair } from "./pair.js";
import type { SimulationPlan } from "./plan.js";

export interface RecordedEvent {
  readonly name: string;
  readonly state: State;
}

export interface RunCounts {
  readonly accepted: number;
  readonly rejected: number;
}

/** What a run gives: states at the sampling instants, events, and how it went. */
export interface SimulationResult {
  readonly model: Model;
  readonly formulation: string;
  readonly integrator: string;
  /** "finished" at tEnd, "event" at a terminal event; the others only in what a failed run had recorded. */
  readonly end: RunEnd;
  /** Sampling instants [s]. */
  readonly t: Float64Array;
  /** Column names in order: q.<joint>[.<i>], v.<joint>[.<i>], then the measures by their names. */
  readonly names: readonly string[];
  /** One row of all columns for each instant. */
  readonly rows: Float64Array;
  /** All values of one column. */
  readonly column: (name: string) => Float64Array;
  /** The recorded state number `row`. */
  readonly stateAt: (row: number) => State;
  /** State at the end of the run. */
  readonly final: State;
  readonly events: readonly RecordedEvent[];
  /** Coordinates that were outside their range at a recorded instant, the worst of each; stops hold those that have any. */
  readonly excursions: readonly Excursion[];
  readonly counts: RunCounts;
}

/** Rows of a run as they come in; the buffer doubles, so recording allocates seldom. */
export class Recording {
  readonly #model: Model;
  readonly #plan: SimulationPlan;
  readonly #names: readonly string[];
  #rows: Float64Array;
  #times: Float64Array;
  #count = 0;
  readonly #events: RecordedEvent[] = [];

  constructor(model: Model, topology: Topology, plan: SimulationPlan, measureNames: readonly string[]) {
    this.#model = model;
    this.#plan = plan;
    this.#names = [...stateNames(model, topology, "q"), ...stateNames(model, topology, "v"), ...measureNames];
    this.#rows = new Float64Array(128 * this.#names.length);
    this.#times = new Float64Array(128);
  }

  /** Keeps the state that stands in q and y of a lane. */
  sample(pair: Pair, lane: LaneIndex, t: number): void {
    const width = this.#names.length;
    if (this.#count === this.#times.length) {
      this.#rows = grown(this.#rows);
      this.#times = grown(this.#times);
    }
    const { offsets, nq, nv, measureCount } = this.#plan;
    const start = this.#count * width;
    this.#times[this.#count++] = t;
    pair.read(offsets.q, nq, lane, this.#rows, start);
    pair.read(offsets.y + 16 * nv, nv, lane, this.#rows, start + nq);
    if (measureCount === 0) return;
    pair.run("measures");
    pair.read(offsets.measures, measureCount, lane, this.#rows, start + nq + nv);
  }

  event({ index, t, q, v }: FoundEvent): void {
    this.#events.push({ name: this.#plan.eventRules[index].name, state: { t, q, v } });
  }

  #stateAt(row: number): State {
    const { nq, nv } = this.#plan;
    if (!(Number.isInteger(row) && row >= 0 && row < this.#count)) {
      throw new RequestError({
        code: "row-range",
        subject: "row",
        value: row,
        message: `row is ${row}, must be a whole number from 0 to ${this.#count - 1}: there are ${this.#count} recorded states.`,
      });
    }
    const start = row * this.#names.length;
    return {
      t: this.#times[row],
      q: this.#rows.slice(start, start + nq),
      v: this.#rows.slice(start + nq, start + nq + nv),
    };
  }

  finish(pair: Pair, lane: LaneIndex, end: RunEnd, findExcursions: FindExcursions): SimulationResult {
    const width = this.#names.length;
    const last = this.#events.at(-1);
    const final = end === "event" && last ? last.state : pair.accepted(lane);
    const rows = this.#rows.slice(0, this.#count * width);
    return {
      model: this.#model,
      formulation: this.#plan.formulation,
      integrator: this.#plan.method,
      end,
      t: this.#times.slice(0, this.#count),
      names: this.#names,
      rows,
      column: (name) => columnOf(this.#names, rows, name),
      stateAt: (row) => this.#stateAt(row),
      final,
      events: this.#events,
      excursions: findExcursions(this.#times.subarray(0, this.#count), rows, width),
      counts: { accepted: pair.clock("accepted", lane), rejected: pair.clock("rejected", lane) },
    };
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

/** q.<joint> or q.<joint>.<i>, in the order of the state. */
export function stateNames(model: Model, { tree }: Topology, part: "q" | "v"): string[] {
  return tree.flatMap((place) => {
    const count = part === "q" ? place.nq : place.nv;
    const name = `${part}.${model.joints[place.joint].name}`;
    return count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}.${i}`);
  });
}

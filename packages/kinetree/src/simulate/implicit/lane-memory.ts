import type { Instance, LaneIndex } from "../../kernel/instance.js";
import { clockIndices, slotIndex, type ClockField, type ClockSlots, type Slots } from "../plan/state-layout.js";

type Call = (state: number, parameters: number, work: number) => void;

/** One lane of a pair's memory: vectors in and out, and the functions that work on them. */
export class LaneMemory {
  readonly lane: LaneIndex;
  readonly #instance: Instance;
  readonly f64: Float64Array;
  readonly #state: number;
  /** Index of the state section in `f64`. */
  readonly #base: number;
  readonly #parameters: number;
  readonly #work: number;
  readonly #calls: Readonly<Record<string, Call>>;

  constructor(instance: Instance, lane: LaneIndex) {
    this.lane = lane;
    this.#instance = instance;
    this.f64 = instance.f64;
    this.#state = instance.state();
    this.#base = this.#state / 8;
    this.#parameters = instance.parameters();
    this.#work = instance.work;
    this.#calls = instance.exports as unknown as Readonly<Record<string, Call>>;
  }

  run(name: string): void {
    this.#calls[name](this.#state, this.#parameters, this.#work);
  }

  /** A function that is run often, looked up once. */
  bind(name: string): () => void {
    const [call, state, parameters, work] = [this.#calls[name], this.#state, this.#parameters, this.#work];
    return () => call(state, parameters, work);
  }

  has(name: string): boolean {
    return name in this.#instance.exports;
  }

  /** Index in `f64` of the first of some slots; the next ones follow 2 apart. */
  at(slots: Slots): number {
    return slotIndex(this.#base, slots, this.lane);
  }

  /** Index in `f64` of each field of the clock. */
  clockAt(clock: ClockSlots): Readonly<Record<ClockField, number>> {
    return clockIndices(this.#base, clock, this.lane);
  }

  /** out ← the numbers of some slots, from entry `start` on. */
  read(slots: Slots, out: Float64Array, start = 0): void {
    const first = this.at(slots);
    const { f64 } = this;
    for (let i = 0; i < slots.count; i++) out[start + i] = f64[first + 2 * i];
  }

  /** Writes all slots, with the values from entry `start` on. */
  write(slots: Slots, values: Float64Array, start = 0): void {
    const first = this.at(slots);
    const { f64 } = this;
    for (let i = 0; i < slots.count; i++) f64[first + 2 * i] = values[start + i];
  }

  copy(from: Slots, to: Slots): void {
    const [source, target] = [this.at(from), this.at(to)];
    const { f64 } = this;
    for (let i = 0; i < to.count; i++) f64[target + 2 * i] = f64[source + 2 * i];
  }

  get(slots: Slots): number {
    return this.f64[this.at(slots)];
  }

  set(slots: Slots, value: number): void {
    this.f64[this.at(slots)] = value;
  }
}

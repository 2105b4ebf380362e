import type { Instance } from "../../kernel/instance.js";
import type { PartitionedData, PartitionedRecord } from "./partition-data.js";

/** One lane of an instance's memory. Records are known by a place, asked for once: reading by name costs more than the numbers. */
export class LaneMemory {
  readonly #f64: Float64Array;
  readonly #lane: 0 | 1;
  readonly #at: PartitionedData["at"];
  readonly #t: number;
  #first = 0;

  constructor({ at }: PartitionedData, { f64 }: Instance, lane: 0 | 1) {
    this.#f64 = f64;
    this.#lane = lane;
    this.#at = at;
    this.#t = this.placeOf("t");
  }

  placeOf(record: PartitionedRecord): number {
    return this.#at[record] / 8;
  }

  /** Selects the block whose state section begins at this byte. */
  at(state: number): void {
    this.#first = state / 8 + this.#lane;
  }

  /** A lane whose clock stands before all time holds no sample: its numbers are not used. */
  get isIdle(): boolean {
    return this.#f64[this.#first + this.#t] === -Infinity;
  }

  readInto(out: Float64Array, place: number, slot = 0): void {
    const f64 = this.#f64;
    const count = out.length;
    for (let i = 0, at = this.#first + place + 2 * slot; i < count; i++, at += 2) out[i] = f64[at];
  }

  write(place: number, values: Float64Array, slot = 0): void {
    const f64 = this.#f64;
    const count = values.length;
    for (let i = 0, at = this.#first + place + 2 * slot; i < count; i++, at += 2) f64[at] = values[i];
  }

  get(place: number, slot: number): number {
    return this.#f64[this.#first + place + 2 * slot];
  }

  set(place: number, slot: number, value: number): void {
    this.#f64[this.#first + place + 2 * slot] = value;
  }
}

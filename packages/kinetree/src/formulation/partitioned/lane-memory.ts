import type { Instance } from "../../kernel/instance.js";
import type { PartitionedData, PartitionedRecord } from "./partition-data.js";

/** One lane of an instance's memory, by record. */
export class LaneMemory {
  readonly data: PartitionedData;
  readonly lane: 0 | 1;
  readonly #instance: Instance;
  #state = 0;

  constructor(data: PartitionedData, instance: Instance, lane: 0 | 1) {
    this.data = data;
    this.lane = lane;
    this.#instance = instance;
  }

  /** Looks at the block whose state section begins at this byte. */
  at(state: number): void {
    this.#state = state;
  }

  #place(record: PartitionedRecord): number {
    return (this.#state + this.data.at[record]) / 8 + this.lane;
  }

  readInto(out: Float64Array, record: PartitionedRecord, first = 0): void {
    const { f64 } = this.#instance;
    const at = this.#place(record) + 2 * first;
    for (let i = 0; i < out.length; i++) out[i] = f64[at + 2 * i];
  }

  write(record: PartitionedRecord, values: Float64Array, first = 0): void {
    const { f64 } = this.#instance;
    const at = this.#place(record) + 2 * first;
    for (let i = 0; i < values.length; i++) f64[at + 2 * i] = values[i];
  }

  get(record: PartitionedRecord, slot: number): number {
    return this.#instance.f64[this.#place(record) + 2 * slot];
  }

  set(record: PartitionedRecord, slot: number, value: number): void {
    this.#instance.f64[this.#place(record) + 2 * slot] = value;
  }
}

/** Whether both lanes hold the same numbers, parameters included, so that one of them may do for both. */
export function lanesAgree(
  { f64, artifact }: Instance,
  { at }: PartitionedData,
  sizes: readonly (readonly [PartitionedRecord, number])[],
  state: number,
  parameters: number,
): boolean {
  for (let i = 0, p = parameters / 8; i < artifact.parameterCount; i++, p += 2) if (f64[p] !== f64[p + 1]) return false;
  for (const [record, size] of sizes)
    for (let i = 0, p = (state + at[record]) / 8; i < size; i++, p += 2) if (f64[p] !== f64[p + 1]) return false;
  return true;
}

/** Lane 1 of these records becomes as lane 0. */
export function copyLane(
  { f64 }: Instance,
  { at }: PartitionedData,
  sizes: readonly (readonly [PartitionedRecord, number])[],
  state: number,
): void {
  for (const [record, size] of sizes)
    for (let i = 0, p = (state + at[record]) / 8; i < size; i++, p += 2) f64[p + 1] = f64[p];
}

import type { EliminationOrder } from "./elimination-order.js";
import type { LaneMemory } from "./lane-memory.js";
import { partitionSlots, type PartitionedData, type PartitionSlots } from "./partition-data.js";

/** Which coordinates and speeds of a lane follow from the others, and by which rows; lives in the partition record. */
export class Partition {
  readonly slots: PartitionSlots;
  /** Counts up whenever the lists below change. */
  edition = 0;
  /** Kept rows, and the δ and speeds that they determine: the first `rank` entries, in the order of elimination. */
  rank = 0;
  length = 1;
  /** The largest possible rank. */
  readonly most: number;
  readonly rows: Int32Array;
  readonly deltas: Int32Array;
  readonly speeds: Int32Array;
  /** Place of a δ or a speed among the dependent ones; -1 if it is independent. */
  readonly placeOfDelta: Int32Array;
  readonly placeOfSpeed: Int32Array;
  readonly #memory: LaneMemory;
  readonly #place: number;
  readonly #quality: number;
  readonly #order: EliminationOrder;
  /** Marks of the record that the lists were made from: a lane may have been given another state since. */
  readonly #marks: Float64Array;
  readonly #seen: Float64Array;

  constructor(data: PartitionedData, memory: LaneMemory, order: EliminationOrder) {
    this.#order = order;
    this.#memory = memory;
    this.#place = memory.placeOf("partition");
    this.#quality = memory.placeOf("quality");
    this.slots = partitionSlots(data);
    const { rows, nv } = data;
    const most = (this.most = Math.min(rows, nv));
    this.rows = new Int32Array(rows);
    this.deltas = new Int32Array(most);
    this.speeds = new Int32Array(most);
    this.placeOfDelta = new Int32Array(nv);
    this.placeOfSpeed = new Int32Array(nv);
    this.#marks = new Float64Array(rows + 2 * nv);
    this.#seen = new Float64Array(rows + 2 * nv);
  }

  get isChosen(): boolean {
    return this.number(this.slots.count) > 0;
  }

  number(slot: number): number {
    return this.#memory.get(this.#place, slot);
  }

  setNumber(slot: number, value: number): void {
    this.#memory.set(this.#place, slot, value);
  }

  isKept(row: number): boolean {
    return this.number(this.slots.kept + row) !== 0;
  }

  /** How far the choice is from singular: smallest pivot over largest. */
  setQuality(value: number): void {
    this.#memory.set(this.#quality, 0, value);
  }

  readAnchorInto(q0: Float64Array): void {
    this.#memory.readInto(q0, this.#place, this.slots.anchor);
  }

  writeAnchor(q0: Float64Array): void {
    this.#memory.write(this.#place, q0, this.slots.anchor);
  }

  read(): void {
    const { slots } = this;
    const marks = this.#marks;
    const seen = this.#seen;
    this.rank = this.number(slots.rank);
    this.length = this.number(slots.length);
    this.#memory.readInto(seen, this.#place, slots.kept);
    let isSame = this.edition > 0;
    for (let i = 0; isSame && i < marks.length; i++) isSame = marks[i] === seen[i];
    if (isSame) return;
    marks.set(seen);
    this.edition++;
    const [deltas, speeds] = [slots.dependentDeltas - slots.kept, slots.dependentSpeeds - slots.kept];
    this.#list(this.rows, null, 0, this.#order.rows);
    this.#list(this.deltas, this.placeOfDelta, deltas, this.#order.columns);
    this.#list(this.speeds, this.placeOfSpeed, speeds, this.#order.columns);
  }

  #list(out: Int32Array, places: Int32Array | null, first: number, order: Int32Array): void {
    let n = 0;
    for (const i of order) {
      const isIn = this.#marks[first + i] !== 0;
      if (places) places[i] = isIn ? n : -1;
      if (isIn) out[n++] = i;
    }
  }
}

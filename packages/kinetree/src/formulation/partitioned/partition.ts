import { newMatrix, type Matrix } from "../../linalg/matrix.js";
import type { ClosureRows } from "./closure-rows.js";
import type { EliminationOrder } from "./elimination-order.js";
import { SparseLu } from "./sparse-lu.js";
import { factorFullPivoting, type FullPivoting } from "./full-pivoting.js";
import type { LaneMemory } from "./lane-memory.js";
import { PARTITION_STATUS, partitionSlots, type PartitionedData, type PartitionSlots } from "./partition-data.js";

/** Pivots below this part of the largest count as none: poses are closed to some 1e-12, and turns are scaled to shifts. */
const RANK_TOLERANCE = 1e-8;
/** An open start hides redundancy: pivots of the size of what is open, times this, mean nothing. */
const OPEN_FACTOR = 100;
/** Rows that were kept stay kept as long as their smallest pivot is this part of the best that there is. */
const SOUND_PIVOT = 0.3;

/** Which coordinates and speeds of a lane follow from the others, and by which rows; lives in the partition record. */
export class Partition {
  readonly #data: PartitionedData;
  readonly #memory: LaneMemory;
  readonly #order: EliminationOrder;
  readonly slots: PartitionSlots;
  /** Kept rows, and the δ and speeds that they determine: the first `rank` entries, in the order of elimination. */
  rank = 0;
  length = 1;
  readonly rows: Int32Array;
  readonly deltas: Int32Array;
  readonly speeds: Int32Array;
  /** Place of a δ or a speed among the dependent ones; -1 if it is independent. */
  readonly placeOfDelta: Int32Array;
  readonly placeOfSpeed: Int32Array;

  constructor(data: PartitionedData, memory: LaneMemory, order: EliminationOrder) {
    this.#data = data;
    this.#order = order;
    this.#memory = memory;
    this.slots = partitionSlots(data);
    const most = Math.min(data.rows, data.nv);
    this.rows = new Int32Array(data.rows);
    this.deltas = new Int32Array(most);
    this.speeds = new Int32Array(most);
    this.placeOfDelta = new Int32Array(data.nv);
    this.placeOfSpeed = new Int32Array(data.nv);
  }

  get isChosen(): boolean {
    return this.number("count") > 0;
  }

  number(slot: keyof PartitionSlots): number {
    return this.#memory.get("partition", this.slots[slot]);
  }

  setNumber(slot: keyof PartitionSlots, value: number): void {
    this.#memory.set("partition", this.slots[slot], value);
  }

  isKept(row: number): boolean {
    return this.#memory.get("partition", this.slots.kept + row) !== 0;
  }

  /** Takes the choice from memory. */
  read(): void {
    const { kept, dependentDeltas, dependentSpeeds } = this.slots;
    this.rank = this.number("rank");
    this.length = this.number("length");
    this.#list(this.rows, null, kept, this.#order.rows);
    this.#list(this.deltas, this.placeOfDelta, dependentDeltas, this.#order.columns);
    this.#list(this.speeds, this.placeOfSpeed, dependentSpeeds, this.#order.columns);
  }

  #list(out: Int32Array, places: Int32Array | null, first: number, order: Int32Array): void {
    let n = 0;
    for (const i of order) {
      const isIn = this.#memory.get("partition", first + i) !== 0;
      if (places) places[i] = isIn ? n : -1;
      if (isIn) out[n++] = i;
    }
  }

  /**
   * Chooses at a pose where the loops are closed, at which the rows have been read. Rows kept so far stay if they can, so
   * that the loads of redundant joints do not jump. Gives the status; a pose with fewer independent rows than before is
   * singular, and the old choice stays.
   */
  choose(closures: ClosureRows, q: Float64Array): number {
    const { rows: m, nv } = this.#data;
    const before = this.number("count");
    const rankBefore = before > 0 ? this.number("rank") : -1;
    const length = closures.leverLength();
    closures.byDeltas(this.#data, q, new Float64Array(nv));
    const all = Array.from({ length: m }, (_, row) => row);
    const scaled = (K: Float64Array, rows: readonly number[]): Matrix => denseRows(closures, K, rows, nv, length);
    const openness = all.reduce(
      (most, r) => Math.max(most, Math.abs(closures.phi[r] * closures.scaleOf(r, length))),
      0,
    );
    const tolerance = RANK_TOLERANCE + (OPEN_FACTOR * openness) / length;
    let rows: readonly number[] = all;
    let byDeltas = factorFullPivoting(scaled(closures.P, all), tolerance);
    if (before > 0 && byDeltas.rank === rankBefore && rankBefore < m) {
      const old = all.filter((row) => this.isKept(row));
      const byOld = factorFullPivoting(scaled(closures.P, old), tolerance);
      if (byOld.rank === rankBefore && smallest(byOld) >= SOUND_PIVOT * smallest(byDeltas))
        [rows, byDeltas] = [old, byOld];
    }
    const { rank } = byDeltas;
    if (rank < rankBefore) return PARTITION_STATUS.rankChanged;
    const kept = Array.from(byDeltas.rows.subarray(0, rank), (i) => rows[i]);
    // Turned into the bodies' axes the same rows have the same rank, so only the order of pivots is asked for.
    const bySpeeds = factorFullPivoting(scaled(closures.K, kept), 0);
    const { slots } = this;
    let isNew = before === 0;
    const mark = (first: number, count: number, chosen: Iterable<number>): void => {
      const set = new Set(chosen);
      for (let i = 0; i < count; i++) {
        const flag = set.has(i) ? 1 : 0;
        if (this.#memory.get("partition", first + i) !== flag) isNew = true;
        this.#memory.set("partition", first + i, flag);
      }
    };
    mark(slots.kept, m, kept);
    mark(slots.dependentDeltas, nv, byDeltas.columns.subarray(0, rank));
    mark(slots.dependentSpeeds, nv, bySpeeds.columns.subarray(0, rank));
    // The same choice again only gets new determinants to be measured against.
    if (isNew) this.setNumber("count", before + 1);
    this.setNumber("pending", 0);
    this.setNumber("rank", rank);
    this.setNumber("length", length);
    this.read();
    const lu = new SparseLu(rank);
    this.assemble(lu, closures, closures.P, this.placeOfDelta);
    lu.factor();
    this.setNumber("coordinateMantissa", lu.mantissa);
    this.setNumber("coordinateExponent", lu.exponent);
    this.assemble(lu, closures, closures.K, this.placeOfSpeed);
    lu.factor();
    this.setNumber("speedMantissa", lu.mantissa);
    this.setNumber("speedExponent", lu.exponent);
    this.#memory.set("quality", 0, lu.smallest / lu.largest);
    return rankBefore >= 0 && rank > rankBefore ? PARTITION_STATUS.rankChanged : PARTITION_STATUS.good;
  }

  /** The square part of K, or of P, that belongs to the dependent columns, scaled so that all entries compare. */
  assemble(lu: SparseLu, closures: ClosureRows, K: Float64Array, places: Int32Array): void {
    const { start, entry, speed } = closures.index;
    lu.clear(this.rank);
    for (let i = 0; i < this.rank; i++) {
      const row = this.rows[i];
      const scale = closures.scaleOf(row, this.length);
      for (let k = start[row]; k < start[row + 1]; k++)
        for (let j = 0; j < 6; j++) {
          const place = places[speed[k] + j];
          const value = K[entry[k] + j];
          if (place >= 0 && value !== 0) lu.set(i, place, scale * value * columnScale(j, this.length));
        }
    }
  }
}

const smallest = ({ pivots }: FullPivoting): number =>
  pivots.reduce((least, pivot) => Math.min(least, Math.abs(pivot)), Infinity);

/** A turn by one counts as much as a shift by the longest lever. */
export const columnScale = (j: number, length: number): number => (j % 6 < 3 ? 1 / length : 1);

function denseRows(
  closures: ClosureRows,
  K: Float64Array,
  rows: readonly number[],
  nv: number,
  length: number,
): Matrix {
  const { start, entry, speed } = closures.index;
  const out = newMatrix(rows.length, nv);
  rows.forEach((row, i) => {
    const scale = closures.scaleOf(row, length);
    for (let k = start[row]; k < start[row + 1]; k++)
      for (let j = 0; j < 6; j++) out.data[i * nv + speed[k] + j] += scale * K[entry[k] + j] * columnScale(j, length);
  });
  return out;
}

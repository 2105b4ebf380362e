import { SparseElimination, type SparseRow } from "../../linalg/sparse-elimination.js";
import type { ClosureRows } from "./closure-rows.js";
import type { Partition } from "./partition.js";
import { PARTITION_STATUS, type PartitionedData } from "./partition-data.js";
import { columnScale, type DependentKind, type SquarePart } from "./square-part.js";

/** Pivots below this part of the largest count as none: poses are closed to some 1e-12, and turns are scaled to shifts. */
const RANK_TOLERANCE = 1e-8;
/** An open start hides redundancy: pivots up to the residual times this mean nothing. */
const OPEN_FACTOR = 100;
/** Rows that were kept stay kept as long as their smallest pivot is this part of the best that there is. */
const SOUND_PIVOT = 0.3;

/**
 * Chooses at a pose where the loops are closed, at which the rows have been read, by Gaussian elimination with full pivoting:
 * every step takes the largest entry that is left, so pivot columns are the coordinates that the rows determine best. Rows kept
 * so far stay if they can, so that the loads of redundant joints do not jump. Gives the status; a pose with fewer independent
 * rows than before is singular, and the old choice stays.
 */
export function choosePartition(
  { rows: m, nv }: PartitionedData,
  partition: Partition,
  closures: ClosureRows,
  squares: Readonly<Record<DependentKind, SquarePart>>,
  q: Float64Array,
): number {
  const { slots } = partition;
  const before = partition.number(slots.count);
  const rankBefore = before > 0 ? partition.number(slots.rank) : -1;
  const length = closures.length();
  closures.byDeltas(q, new Float64Array(nv));
  const all = Array.from({ length: m }, (_, row) => row);
  const eliminate = (K: Float64Array, rows: readonly number[], tolerance: number): SparseElimination =>
    new SparseElimination(scaledRows(closures, K, rows, length), { tolerance, threshold: 1 });
  const openness = all.reduce((most, r) => Math.max(most, Math.abs(closures.phi[r] * closures.scaleOf(r, length))), 0);
  const tolerance = RANK_TOLERANCE + (OPEN_FACTOR * openness) / length;
  let rows: readonly number[] = all;
  let byDeltas = eliminate(closures.P, all, tolerance);
  if (before > 0 && byDeltas.rank === rankBefore && rankBefore < m) {
    const old = all.filter((row) => partition.isKept(row));
    const byOld = eliminate(closures.P, old, tolerance);
    if (byOld.rank === rankBefore && byOld.smallest >= SOUND_PIVOT * byDeltas.smallest) [rows, byDeltas] = [old, byOld];
  }
  const { rank } = byDeltas;
  if (rank < rankBefore) return PARTITION_STATUS.rankChanged;
  const kept = byDeltas.pivotRows.map((i) => rows[i]);
  // Turned into the bodies' axes the same rows have the same rank, so only the order of pivots is asked for.
  const bySpeeds = eliminate(closures.K, kept, 0);
  let isNew = before === 0;
  const mark = (first: number, count: number, chosen: Iterable<number>): void => {
    const set = new Set(chosen);
    for (let i = 0; i < count; i++) {
      const flag = set.has(i) ? 1 : 0;
      if (partition.number(first + i) !== flag) isNew = true;
      partition.setNumber(first + i, flag);
    }
  };
  mark(slots.kept, m, kept);
  mark(slots.dependentDeltas, nv, byDeltas.pivotColumns);
  mark(slots.dependentSpeeds, nv, bySpeeds.pivotColumns);
  // The same choice again only gets new determinants to be measured against.
  if (isNew) partition.setNumber(slots.count, before + 1);
  partition.setNumber(slots.steepness, 0);
  partition.setNumber(slots.pending, 0);
  partition.setNumber(slots.rank, rank);
  partition.setNumber(slots.length, length);
  partition.read();
  squares.deltas.factor();
  partition.setNumber(slots.coordinateMantissa, squares.deltas.lu.mantissa);
  partition.setNumber(slots.coordinateExponent, squares.deltas.lu.exponent);
  squares.speeds.factor();
  const { lu } = squares.speeds;
  partition.setNumber(slots.speedMantissa, lu.mantissa);
  partition.setNumber(slots.speedExponent, lu.exponent);
  partition.setQuality(lu.smallest / lu.largest);
  return rankBefore >= 0 && rank > rankBefore ? PARTITION_STATUS.rankChanged : PARTITION_STATUS.good;
}

function scaledRows(
  closures: ClosureRows,
  K: Float64Array,
  rows: readonly number[],
  length: number,
): readonly SparseRow[] {
  const { start, entry, speed } = closures.index;
  return rows.map((row) => {
    const scale = closures.scaleOf(row, length);
    const out = new Map<number, number>();
    for (let k = start[row]; k < start[row + 1]; k++)
      for (let j = 0; j < 6; j++) {
        const value = scale * K[entry[k] + j] * columnScale(j, length);
        if (value !== 0) out.set(speed[k] + j, value);
      }
    return out;
  });
}

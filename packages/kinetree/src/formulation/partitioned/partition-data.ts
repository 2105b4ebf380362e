import type { ClosureBlock } from "../loops/closures/write-closures.js";

/** Plain data by which the host finds its way in the memory of a program with every body on a free joint of its own. */
export interface PartitionedData {
  /** First coordinate and first speed of each body. */
  readonly bodies: readonly { readonly q: number; readonly v: number }[];
  readonly nq: number;
  readonly nv: number;
  readonly rows: number;
  /** Where the entries of K are: each block is some rows by the six speeds of one body. */
  readonly blocks: readonly ClosureBlock[];
  readonly entries: number;
  /** First bytes of the records within the state section. */
  readonly at: Readonly<Record<PartitionedRecord, number>>;
}

/** Records that the host reads or writes. */
export type PartitionedRecord =
  "t" | "q" | "delta" | "v" | "vdot" | "phi" | "K" | "drift" | "gamma" | "mass" | "lambda" | "quality" | "partition";

/** Entry point of φ, K and drift at q, and of the bodies' masses. */
export const POSITION_ENTRY = "partition position";
/** Entry point of γ. */
export const BIAS_ENTRY = "partition bias";

/** Numbers of a body's inertia: mass, then xx, yy, zz, xy, xz, yz about its mass centre. */
export const MASS_SIZE = 7;

export const PARTITION_STATUS = Object.freeze({
  good: 0,
  /** Newton's method did not close the loops: they cannot be closed there, or the step was too long. */
  open: 1,
  /** The closures determine fewer or more coordinates than at the start: a singular pose. */
  rankChanged: 2,
  /** Rows that were redundant at the start contradict the others now. */
  contradiction: 3,
  /** No accelerations fulfil the closures: the kept rows depend on one another here. */
  singular: 4,
});

/** Slots of the record that says which coordinates follow from which; all zero before the first choice. */
export interface PartitionSlots {
  /** How often coordinates have been chosen: 1 after the start, one more for every change. */
  readonly count: number;
  /** The choice has become poor and waits for the start of the next step. */
  readonly pending: number;
  readonly status: number;
  /** How many rows are kept. */
  readonly rank: number;
  /** By which turns and shifts compare: see `ClosureRows.length` [m]. */
  readonly length: number;
  /**
   * Determinants right after the choice, mantissa and exponent: of the closures by the dependent coordinates, by the dependent
   * speeds. By the formula of Cauchy and Binet they are the share of the choice in the volume that all choices have together.
   */
  readonly coordinateMantissa: number;
  readonly coordinateExponent: number;
  readonly speedMantissa: number;
  readonly speedExponent: number;
  /** How steeply the dependent coordinates followed the others right after the choice; 0 before that is known. */
  readonly steepness: number;
  /** One for each row: 1 if it is kept, 0 if it is redundant. */
  readonly kept: number;
  /** One for each δ, one for each speed: 1 if it follows from the others. */
  readonly dependentDeltas: number;
  readonly dependentSpeeds: number;
  /** Where the step began in which the choice became poor. */
  readonly anchor: number;
  readonly size: number;
}

export function partitionSlots({ rows, nq, nv }: Pick<PartitionedData, "rows" | "nq" | "nv">): PartitionSlots {
  const kept = 10;
  return {
    count: 0,
    pending: 1,
    status: 2,
    rank: 3,
    length: 4,
    coordinateMantissa: 5,
    coordinateExponent: 6,
    speedMantissa: 7,
    speedExponent: 8,
    steepness: 9,
    kept,
    dependentDeltas: kept + rows,
    dependentSpeeds: kept + rows + nv,
    anchor: kept + rows + 2 * nv,
    size: kept + rows + 2 * nv + nq,
  };
}

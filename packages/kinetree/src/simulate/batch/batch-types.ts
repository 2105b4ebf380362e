import type { State, StateByJoint } from "../../state/state.js";
import type { ChunkResult } from "./batch-engine.js";
import type { Extreme } from "../plan/extremes.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { RunOptions } from "../options/options.js";
import type { WorkerPool } from "./worker-protocol.js";

/** What is special about one sample; the rest is the model's. */
export interface Sample {
  readonly parameters?: Readonly<Record<string, number>>;
  readonly state?: State | StateByJoint;
  /** Constant generalised forces, one for each speed, and commands of the actuators; zero if left out. */
  readonly tau?: ArrayLike<number>;
  readonly u?: ArrayLike<number>;
  /** Default: the batch's. */
  readonly tEnd?: number;
}

/**
 * How to run, how many samples, and what is special about each. `tEnd` [s] is a time, like a state's t, not a duration.
 */
export interface BatchOptions extends RunOptions {
  readonly tEnd: number;
  /** Number of samples. */
  readonly samples: number;
  /** Sample i. It must depend on i alone: samples are asked for in no particular order of running. */
  readonly sample: (index: number) => Sample;
  /** Workers to run on; default: this thread. The results are the same bits. */
  readonly workers?: WorkerPool;
  /** Samples handed out at a time. Default 64. */
  readonly chunkSize?: number;
  /** Called after each chunk. */
  readonly onProgress?: (finished: number, samples: number) => void;
  /** Numbers kept of whole runs, by name. */
  readonly extremes?: Readonly<Record<string, Extreme>>;
  /**
   * Sample by which rows and coordinates of closures are chosen for all of them. Default: the first of this batch; give the same one
   * wherever parts of a batch have to have the bits of the whole.
   */
  readonly reference?: Sample;
  /** Number of the first sample: those from it on are run, and the rows of the result begin with it. Default 0. */
  readonly first?: number;
  /** Takes each chunk as it is finished, in any order. */
  readonly onChunk?: (chunk: BatchChunk) => void;
  /** False if `onChunk` is all that is wanted: nothing is kept then, and the result has no rows. Default true. */
  readonly keepRows?: boolean;
}

/** Samples that have ended; row i belongs to sample `first` + i. */
export interface BatchChunk extends Omit<ChunkResult, "end" | "attempts" | "laneAttempts"> {
  readonly end: readonly RunEnd[];
}

/** What a batch gives: one row for each sample, in the order of the samples, whichever finished first. */
export interface BatchResult {
  readonly samples: number;
  readonly nq: number;
  readonly nv: number;
  /** Row i belongs to sample i: where it ended, or the last good state of one that failed. */
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** What contacts remember at the end. */
  readonly z: Float64Array;
  readonly measureNames: readonly string[];
  /** Values of the measures at the end, samples × measures. */
  readonly measures: Float64Array;
  readonly extremeNames: readonly string[];
  /** Extremes, and when they were, samples × extremes. */
  readonly extremes: Float64Array;
  readonly extremeTimes: Float64Array;
  readonly eventNames: readonly string[];
  /** Instant of the first passage of each event, samples × events; NaN if it did not happen. */
  readonly events: Float64Array;
  readonly end: readonly RunEnd[];
  readonly accepted: Float64Array;
  readonly rejected: Float64Array;
  /** Where a sample ended, as a state; a copy. */
  readonly stateAt: (sample: number) => State;
  /** Share of lane steps that served a sample. */
  readonly laneUse: number;
}

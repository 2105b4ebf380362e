import type { State, StateByJoint } from "../../state/state.js";
import type { ChunkResult } from "./batch-engine.js";
import type { Extreme } from "../plan/extremes.js";
import type { RunEnd } from "../lanes/lane-run.js";
import type { ControllerModule, RunController } from "../clock/controllers.js";
import type { RunOptions } from "../options/options.js";
import type { WorkerPool } from "./worker-protocol.js";

/** The properties of one sample that differ from the model's defaults. */
export interface Sample {
  readonly parameters?: Readonly<Record<string, number>>;
  readonly state?: State | StateByJoint;
  /** Constant generalised forces, one for each speed, and commands of the actuators; zero if left out. */
  readonly tau?: ArrayLike<number>;
  readonly u?: ArrayLike<number>;
  /** Default: `tEnd` of the batch. */
  readonly tEnd?: number;
}

/** How to run, how many samples, and the properties of each. `tEnd` [s] is a time, like a state's t, not a duration. */
export interface BatchOptions extends RunOptions {
  readonly tEnd: number;
  readonly samples: number;
  /** Sample i. It must depend on i alone: samples are requested in no particular order. */
  readonly sample: (index: number) => Sample;
  /** Workers to run on; default: this thread. Results are bit-identical. */
  readonly workers?: WorkerPool;
  /**
   * What controllers compute, by name, each sample for itself. Worker threads cannot be sent functions: for them, name the modules that export
   * these. A pool of one worker leaves the samples to this thread if functions are given.
   */
  readonly controllers?: Readonly<Record<string, RunController | ControllerModule>>;
  /** Samples per task of a worker. Default 64. */
  readonly chunkSize?: number;
  readonly onProgress?: (finished: number, samples: number) => void;
  /** Extremes over each run, by name. */
  readonly extremes?: Readonly<Record<string, Extreme>>;
  /** Sample by which a fixed step is checked; default: the first of this batch. */
  readonly reference?: Sample;
  /** Number of the first sample, with which the rows of the result begin. Default 0. */
  readonly first?: number;
  /** Receives each chunk when it is finished, in any order. */
  readonly onChunk?: (chunk: BatchChunk) => void;
  /** False keeps no rows, if `onChunk` is enough. Default true. */
  readonly keepRows?: boolean;
}

/** Samples that have ended; row i belongs to sample `first` + i. */
export interface BatchChunk extends Omit<ChunkResult, "end" | "attempts" | "laneAttempts" | "leaving"> {
  readonly end: readonly RunEnd[];
}

/** The result of a batch: one row per sample, in the order of the samples. */
export interface BatchResult {
  readonly samples: number;
  /** The formulation of all samples, and why it was chosen, for a reader: as in single runs with the same options. */
  readonly formulation: string;
  readonly formulationReason: string;
  readonly nq: number;
  readonly nv: number;
  /** Row i belongs to sample i: where it ended, or the last good state of one that failed. */
  readonly t: Float64Array;
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** States of contacts, and angles of cut joints, at the end. */
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
  /** Final state of a sample; a copy. */
  readonly stateAt: (sample: number) => State;
  /** Share of lane steps that advanced a sample. */
  readonly laneUse: number;
}

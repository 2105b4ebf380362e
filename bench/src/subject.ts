import type { MeasurePlan } from "./measure.js";
import type { BenchModel } from "./models.js";
import type { BenchState } from "./states.js";

/** A library under measurement. */
export interface Subject {
  readonly name: string;
  readonly precision: "double" | "single";
  load(model: BenchModel, states: readonly BenchState[]): Promise<Loaded | Unavailable>;
  /** Times and memory from the model to full speed; called in a fresh process. Without it `startup.ts` measures them itself. */
  measureStartup?(): Promise<StartupFigures>;
}

/** A model in a subject, ready to be called. */
export interface Loaded {
  /** Forward dynamics of state k; the result is kept for `qdd`. */
  forward(k: number): void;
  /** Forward dynamics of state k again, as accelerations in the convention of `models.ts`; null where there is no such result. */
  qdd(k: number): Float64Array | null;
  /** Relative difference to the reference where `qdd` gives null and another comparison is possible. */
  readonly agreement?: number;
  /** Forward dynamics of all states in one call. */
  forwardBatch?(): void;
  /** Accelerations of state k as `forwardBatch` computes them. */
  qddOfBatch?(k: number): Float64Array;
  /** Floating-point operations of one sample, each addition, multiplication, division and square root counted once. */
  readonly flopsPerSample?: number;
  /** Nanoseconds per sample for subjects that run in a process of their own; `forward` is then not timed from here. */
  measureItself?(plan: MeasurePlan): number;
  /** What a reader of the row must know. */
  readonly note?: string;
  close(): void;
}

/** Why a subject has no figure for a model. */
export interface Unavailable {
  readonly unavailable: string;
}

export interface StartupFigures {
  /** From the model to the first result [ms]. */
  readonly firstResultMs: number;
  /** From the model to the end of the first window within 10% of the final speed [ms]. */
  readonly fullSpeedMs: number;
  /** Memory in use by then beyond what was in use before [bytes]. */
  readonly memoryBytes: number;
}

export const isUnavailable = (x: Loaded | Unavailable): x is Unavailable => "unavailable" in x;

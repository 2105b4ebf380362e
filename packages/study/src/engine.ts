import {
  runBatch,
  type BatchOptions,
  type BatchChunk,
  type EventSpec,
  type Extreme,
  type Measure,
  type Model,
  type Sample,
  type WorkerPool,
} from "kinetree";
import type { SampleRunOptions } from "./description/scenario.js";

/* What a study needs of the engine that runs its samples, and nothing else. */

/** Samples of one model. */
export interface EngineRequest {
  readonly model: Model;
  readonly run: SampleRunOptions;
  readonly tEnd: number;
  readonly measures: Readonly<Record<string, Measure>>;
  readonly extremes: Readonly<Record<string, Extreme>>;
  readonly events: readonly EventSpec[];
  readonly controllers: NonNullable<BatchOptions["controllers"]>;
  readonly samples: number;
  readonly sample: (index: number) => Sample;
  /** Sample by which closures of loops are planned; the same whichever samples are run, so that all of them have their bits. */
  readonly reference: Sample;
  /** Samples handed out at a time. */
  readonly chunkSize: number;
  readonly workers?: WorkerPool;
  readonly onChunk: (chunk: EngineChunk) => void;
}

/** Some samples that have ended; row i belongs to sample first + i. */
export type EngineChunk = BatchChunk;

/** How well the lanes were used: a share of 1 is all of them all the time. */
export interface EngineSummary {
  readonly laneUse: number;
}

/** Runs the samples; chunks come in any order, and nothing of them is kept. */
export async function runSamples({ model, run, ...rest }: EngineRequest): Promise<EngineSummary> {
  const { laneUse } = await runBatch(model, { ...run, ...rest, keepRows: false });
  return { laneUse };
}

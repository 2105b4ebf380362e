import type { ColumnValues, TableColumn } from "@kinetree/results";
import type { EventSpec, Sample, WorkerPool } from "kinetree";
import type { Scenario, Values } from "../description/scenario.js";
import type { Study } from "../description/study.js";
import type { CompiledOutputs } from "../outputs/compile-outputs.js";
import type { JsonValue } from "kinetree/formats";
import type { LoadModel } from "./json-scenario.js";

/** Role of a column of the results, for grouping, plots and tables. */
export type ColumnRole = "sample" | "case" | "factor" | "parameter" | "output" | "end";

/** A column with what it is. */
export interface StudyColumn extends TableColumn {
  readonly role: ColumnRole;
}

/** A study that is checked against its model and ready to run. */
export interface PreparedStudy {
  readonly name: string;
  readonly study: Study;
  /** The study as plain data with every default filled in: what tells two studies apart. */
  readonly description: JsonValue;
  readonly seed: number;
  /** Of each case. */
  readonly samples: number;
  /** In the order of the rows: row = case × samples + sample. */
  readonly cases: readonly PreparedCase[];
  readonly columns: readonly StudyColumn[];
  /** All parameters and inputs of a sample. */
  readonly valuesOf: (caseIndex: number, sample: number) => Values;
  /** Runs ranges of rows, in any order, and hands each one over when it is finished. */
  readonly run: (request: RunRequest) => Promise<RunSummary>;
}

/** One variant, as it runs. */
export interface PreparedCase {
  readonly name: string;
  readonly factors: Readonly<Record<string, string>>;
  readonly modelHash: string;
  readonly scenario: Scenario;
  readonly outputs: CompiledOutputs;
  /** Those of the scenario, then the stop conditions. */
  readonly events: readonly EventSpec[];
  /** Parameters where half of what varies lies below: a sample that is nothing special. */
  readonly medians: Values;
  /** What an engine is given for a sample; throws where the sample's numbers make no model or no start. */
  readonly sampleOf: (values: Values) => Sample;
}

/** Rows of one case that are run and written together. */
export interface RowRange {
  readonly caseIndex: number;
  /** The first sample within the case. */
  readonly firstSample: number;
  readonly count: number;
}

/** What is to be run. */
export interface RunRequest {
  readonly chunks: readonly RowRange[];
  /** Worker threads; 0 for none. The rows do not depend on it. */
  readonly workers?: number;
  /** Takes the values of all columns, in their order. `range` is the very object that was asked for. */
  readonly onRows: (range: RowRange, rows: readonly ColumnValues[]) => void;
  /** Ends the run early: ranges under way are lost, those handed over are not. */
  readonly signal?: AbortSignal;
}

/** How a run went. */
export interface RunSummary {
  /** Share of lane steps that served a sample, over everything that was run. */
  readonly laneUse: number;
}

/** Where a study finds what it does not hold itself. */
export interface PrepareOptions {
  /** Reads a model file that a scenario names by its path. */
  readonly loadModel?: LoadModel;
  /** The URL of a module with all that it imports, for workers and for telling two studies apart; default: as it is given. */
  readonly wholeModule?: (url: string) => Promise<string>;
  /** Makes worker threads; without it a study runs on this thread. `nodeWorkers` of "kinetree/node" is one. */
  readonly workers?: (count: number) => WorkerPool;
}

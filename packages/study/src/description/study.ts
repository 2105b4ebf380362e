import type { Distribution, QuantityLike } from "./distribution.js";
import { Issues } from "./issues.js";
import type { Output, StateNumber } from "./output.js";
import type { SamplerName } from "./sampler-name.js";
import type { ScenarioOptions, ScenarioReference } from "./scenario.js";
import { checkStudy } from "./study-format.js";

/** Many samples of a scenario: what varies and how, and what is kept of each sample. */
export interface Study {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly scenario: ScenarioReference;
  /** Parameters of the model and inputs of the scenario that vary from sample to sample. */
  readonly parameters?: Readonly<Record<string, Distribution>>;
  /** Groups of parameters that vary together. */
  readonly correlated?: readonly CorrelatedGroup[];
  /** Values in place of the defaults. */
  readonly fixed?: Readonly<Record<string, QuantityLike>>;
  /** Each case runs all samples; one without a name of its own if left out. */
  readonly cases?: readonly StudyCase[];
  /** "common" (default): sample i has the same draws in every case, so that cases compare sharply. "independent": its own in each. */
  readonly draws?: "common" | "independent";
  /** Default "monte-carlo". */
  readonly sampler?: SamplerName;
  /** Of each case. A full factorial has as many as there are combinations, and may leave it out. */
  readonly samples?: number;
  /** Levels of a parameter in a full factorial, where its distribution does not say. */
  readonly levels?: number;
  /** Default 1. */
  readonly seed?: number;
  readonly outputs: Readonly<Record<string, Output>>;
  /** Conditions that end a sample early, which is no failure. */
  readonly stop?: readonly StopCondition[];
}

/** Parameters whose normal scores have a correlation (a Gaussian copula): each keeps its own distribution. */
export interface CorrelatedGroup {
  readonly parameters: readonly string[];
  /** Symmetric, positive definite, with ones on the diagonal; rows and columns in the order of the parameters. */
  readonly correlation: readonly (readonly number[])[];
}

/** One variant of the scenario. */
export interface StudyCase {
  readonly name: string;
  /** What the case stands for, as columns to group by: { legs: "stiff", ground: "ice" }. */
  readonly factors?: Readonly<Record<string, string>>;
  /** Options of the scenario, on top of the study's. */
  readonly options?: ScenarioOptions;
  /** Distributions in place of the study's, or in addition. */
  readonly parameters?: Readonly<Record<string, Distribution>>;
  readonly fixed?: Readonly<Record<string, QuantityLike>>;
}

/** Ends a sample where a condition of channels becomes true, or where an expression passes through zero. */
export interface StopCondition {
  readonly name: string;
  readonly when: StateNumber;
}

/** Checks what can be seen without the model, and gives the study back: for studies that are written in code. */
export function defineStudy<S extends Study>(study: S): S {
  const issues = new Issues(`study "${String((study as Partial<Study>).name)}"`);
  checkStudy(study, issues);
  issues.throwIfAny();
  return study;
}

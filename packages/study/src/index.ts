/* Studies of kinetree's models: what varies and how, what is kept, and what it says. Files and folders are in "@kinetree/study/node". */

// Describing a study
export * from "./description/distribution.js";
export * from "./description/output.js";
export * from "./description/scenario.js";
export {
  defineStudy,
  type CorrelatedGroup,
  type StopCondition,
  type Study,
  type StudyCase,
} from "./description/study.js";
export { changedStudy, type StudyChanges } from "./description/study-changes.js";
export { readStudy, type StudySource } from "./description/read-study.js";
export { studySchema } from "./description/study-format.js";
export type { Path, Place } from "./description/issues.js";

// Making it ready, running it
export { prepareStudy } from "./prepare/prepare-study.js";
export * from "./prepare/prepared-study.js";
export { runStudy, type RunStudyOptions, type StudyTable } from "./prepare/run-in-memory.js";
export type { LoadModel } from "./prepare/json-scenario.js";
export { createReplayer, replaySample, type Replay, type Replayer, type ReplayOptions } from "./prepare/replay.js";
export type { CompiledOutputs, SampleNumbers } from "./outputs/compile-outputs.js";

// Studies that come with this package
export { namedStudy, studies } from "./named/studies.js";
export { europaLegJoints, forceColumn } from "./named/europa-lander-outputs.js";
export { namedScenario, scenarios, type NamedScenario } from "./named/scenarios.js";

// Distributions and samplers
export { quantileOf } from "./sampling/quantile.js";
export { normalCdf } from "./sampling/normal-cdf.js";
export { samplerNames, type SamplerName } from "./description/sampler-name.js";
export { MOST_SOBOL_DIMENSIONS } from "./sampling/sobol-directions.js";

// Statistics
export * from "./statistics/running-moments.js";
export * from "./statistics/quantiles.js";
export { DEFAULT_CONFIDENCE, meanInterval, rateInterval, type Interval } from "./statistics/intervals.js";
export * from "./statistics/bootstrap.js";
export * from "./statistics/differences.js";
export { bonettRatio, type Spreading } from "./statistics/bonett.js";
export { studentCdf, studentQuantile } from "./statistics/student-t.js";

/* Formulations: which one suits a model and why, how they compare, and the options and costs of the augmented one. */

export { chooseFormulation, type Choice } from "./formulation/formulations.js";
export {
  explainFormulations,
  type ExplainedCompound,
  type ExplainedDrift,
  type ExplainedFormulation,
  type ExplainedSizes,
  type ExplainOptions,
  type Explanation,
} from "./simulate/compare/explain.js";
export { compareFormulations } from "./simulate/compare/compare.js";
export type {
  AllowedDifferences,
  ComparedFormulation,
  ComparedRun,
  CompareOptions,
  Comparison,
  FailedFormulation,
  LargestDifference,
  MotionUntil,
  RefusedFormulation,
  Sensitivity,
  Verdict,
} from "./simulate/compare/compare-types.js";
export { augmentedDefaults, type AugmentedOptions } from "./formulation/augmented/options.js";
export type { IterationLimits } from "./formulation/augmented/iterative-solvers.js";
export type { SearchLimits } from "./formulation/augmented/minimum-bandwidth.js";
export type { OrderName } from "./formulation/augmented/ordering.js";
export type { ProductName } from "./formulation/augmented/products.js";
export type { SolveName } from "./formulation/augmented/solvers.js";
export { predictAugmentedCost, type AugmentedCost } from "./formulation/augmented/cost.js";
export { jointEquationParts, type JointEquationParts } from "./formulation/augmented/parts.js";
export { splitBodies, suggestSplits, type BodySplit } from "./formulation/augmented/suggest-splits.js";
export type { BodyDivision } from "./formulation/augmented/split.js";

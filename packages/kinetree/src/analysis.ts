/* Analyses of a model at a state: derivatives, linearisation, equilibria, modes, stiffness, and warnings about a model. */

export * from "./analysis/derivatives.js";
export type { DynamicsDerivatives } from "./analysis/dynamics-derivatives.js";
export type { InverseVariable, Variable } from "./analysis/direction-seeds.js";
export { elementStates, type ElementStates, type StatefulList } from "./elements/states/element-states.js";
export { internalStateNames, internalStatesFromNames, namesFromInternalStates } from "./analysis/internal-states.js";
export type { Pin } from "./analysis/free-directions.js";
export * from "./analysis/linearize.js";
export type { DescriptorSystem } from "./analysis/linearize-closed.js";
export * from "./analysis/equilibrium.js";
export * from "./analysis/modes.js";
export * from "./analysis/steady/trim.js";
export type { TrimPoint } from "./analysis/steady/trim-equations.js";
export type { Ignorable } from "./analysis/steady/steady-directions.js";
export { stiffnessOf, type StiffnessOptions } from "./simulate/stiffness-of.js";
export type { Stiffness, StiffnessVerdict } from "./simulate/stiffness/stiffness.js";
export { modelWarnings, type ModelWarning } from "./analysis/model-warnings.js";
export { deflectionShares, type DeflectionShare } from "./analysis/flexible-warnings.js";
export { clampedFrequencies } from "./elements/flexible/clamped-frequencies.js";
export { newMatrix } from "./linalg/matrix.js";
export { eigenGeneral, type EigenGeneral } from "./linalg/eigen-general.js";

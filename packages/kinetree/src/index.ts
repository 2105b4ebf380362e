/* What kinetree offers, stage by stage. Node's worker threads are in "kinetree/node", web workers in "kinetree/web". */

// Describing a mechanism
export * from "./model/types.js";
export type { RealExpression, RealOp } from "./model/real.js";
export { buildModel, withParameters } from "./model/builder/build-model.js";
export { modelDefaults } from "./model/defaults.js";
export { coordinateRelation, type CoordinateRelation } from "./model/coordinate-relation.js";
export { massesOf, type Masses } from "./model/bodies/masses.js";
export { massPropertyProblem } from "./model/bodies/mass-properties.js";
export { evaluateReal, parameterDefaults } from "./model/evaluate-real.js";
export { at, composePose, identityPose, pose } from "./model/pose.js";
export * from "./model/real-arithmetic.js";
export { axisAngle, multiplyQuat, quaternion, rotateVec3, rpy } from "./model/rotation.js";
export type { MotionLike } from "./model/motion.js";
export * from "./model/bodies/shapes.js";
export * from "./model/signals.js";
export * from "./model/bodies/solids.js";
export { mechanism } from "./model/builder/mechanism.js";
export { rotateAbout, screwAlong, slideAlong } from "./model/builder/joint.js";
export { jointFacts, type JointFacts, type JointFieldValue } from "./model/joints/joint-facts.js";
export type { JointCoordinate, JointGlyph, JointSpeed } from "./model/joints/joint-definition.js";
export { modeCount } from "./model/flexible.js";
export { beamMassProperties, sectionProperties, type SectionProperties } from "./model/bodies/beam-section.js";
export { clampedFrequencies } from "./elements/flexible/clamped-frequencies.js";
export {
  flexibleView,
  type BeamPoint,
  type BeamView,
  type FlexibleView,
  type ModalView,
  type SectionView,
} from "./elements/flexible/flexible-view.js";
export { modelIssueCodes } from "./model/issue-codes.js";
export { InvalidModelError } from "./errors/invalid-model-error.js";
export * from "./errors/kinetree-error.js";
export { nearestName, suggestName } from "./errors/nearest-name.js";
export { unknownName } from "./errors/unknown-name.js";

// Its tree
export { buildTopology } from "./topology/build-topology.js";
export type { Counts, Topology, TreeBody } from "./topology/types.js";

// Named mechanisms
export { andrews, andrewsStart } from "./systems/andrews.js";
export { arm7, arm7Ready } from "./systems/arm7.js";
export { boxPendulum } from "./systems/box-pendulum.js";
export { bricard } from "./systems/bricard.js";
export { cantilever } from "./systems/cantilever.js";
export { doublePendulum } from "./systems/double-pendulum.js";
export {
  europaLanderDefaults,
  europaLanderVariants,
  type EuropaLanderChoices,
  type EuropaLanderOptions,
  type EuropaLanderVariant,
} from "./systems/europa-lander-options.js";
export { europaLanderStart, type EuropaImpact, type EuropaStart } from "./systems/europa-lander-start.js";
export {
  europaGrounds,
  europaLegs,
  europaTables,
  type EuropaGround,
  type EuropaLegs,
  type GroundNumbers,
  type LegNumbers,
  type PassiveLegs,
  type Spread,
} from "./systems/europa-lander-tables.js";
export { europaLander } from "./systems/europa-lander.js";
export { fiveBar } from "./systems/five-bar.js";
export { flexibleArm } from "./systems/flexible-arm.js";
export { flexibleChain } from "./systems/flexible-chain.js";
export { flexibleSliderCrank } from "./systems/flexible-slider-crank.js";
export { flyballGovernor } from "./systems/flyball-governor.js";
export { fourBarRow } from "./systems/four-bar-row.js";
export { fourBar } from "./systems/four-bar.js";
export { heavyTop } from "./systems/heavy-top.js";
export { hingeChain } from "./systems/hinge-chain.js";
export { lander } from "./systems/lander.js";
export { nPendulum } from "./systems/n-pendulum.js";
export { numberedChain } from "./systems/numbered-chain.js";
export { pendulum } from "./systems/pendulum.js";
export { quarterCar } from "./systems/quarter-car.js";
export {
  everySystem,
  namedSystem,
  systemCases,
  systems,
  type NamedSystem,
  type SystemStart,
} from "./systems/registry.js";
export { sliderCrank } from "./systems/slider-crank.js";
export { platformCases, spacePlatform, type SpacePlatformOptions } from "./systems/space-platform.js";
export { spatialSliderCrank } from "./systems/spatial-slider-crank.js";
export { sphericalChain } from "./systems/spherical-chain.js";
export { spinningBeam } from "./systems/spinning-beam.js";
export { stewartPlatform } from "./systems/stewart-platform.js";
export { stubbyLander } from "./systems/stubby-lander.js";
export { suspendedVehicle } from "./systems/suspended-vehicle.js";
export { torqueFreeTop } from "./systems/torque-free-top.js";

// States, and the equations at a state
export {
  commandsFromActuators,
  jointsFromSpeeds,
  jointsFromState,
  neutralState,
  speedsFromJoints,
  stateFromJoints,
  type JointValues,
  type State,
  type StateByJoint,
} from "./state/state.js";
export { followCouplers } from "./state/coupler-state.js";
export { createAccelerationBatch, type AccelerationBatch } from "./evaluate/acceleration-batch.js";
export * from "./evaluate/evaluator.js";
export * from "./analysis/derivatives.js";
export * from "./analysis/linearize.js";
export * from "./analysis/equilibrium.js";
export * from "./analysis/modes.js";
export type { OperatingPoint } from "./evaluate/operating-point.js";
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
export { chooseFormulation, formulations, type Choice } from "./formulation/formulations.js";
export type { Formulation, FormulationName } from "./formulation/formulation.js";
export type { DriftControl } from "./formulation/formulation.js";
export { deflectionShares, type DeflectionShare } from "./evaluate/probes/deflection-shares.js";
export { oddities, type Oddity } from "./analysis/oddities.js";
export {
  assemble,
  createAssembler,
  type AssembleOptions,
  type Assembly,
} from "./formulation/loops/assemble/assemble.js";
export type { ClosureRow } from "./formulation/loops/closures/loop-plan.js";
export { contactPlaces, contactStateCount, type ContactPlace } from "./elements/contact/contact-places.js";
export type {
  ContactProbe,
  DeflectionProbe,
  JointLoadProbe,
  Measure,
  Probe,
  SectionProbe,
} from "./evaluate/probes/probe.js";

// Runs
export { createSimulation, simulate, type Simulation } from "./simulate/simulate.js";
export type { ControllerFunction, RunOptions, SimulateOptions, SingleRunOptions } from "./simulate/options/options.js";
export type { ActiveRun } from "./simulate/run/active-run.js";
export {
  channelGroups,
  matchChannels,
  type CataloguedChannel,
  type ChannelGroup,
} from "./simulate/channels/channel-catalogue.js";
export { evaluateExpression } from "./simulate/channels/channel-expression.js";
export { channelNumber, type ChannelNumber } from "./simulate/channels/channel-number.js";
export { decodeCheckpoint, encodeCheckpoint, type RunCheckpoint } from "./simulate/run/checkpoint.js";
export type { EnergyBalance } from "./simulate/run/energy-balance.js";
export { VERSION } from "./simulate/run/version.js";
export { RunFailedError } from "./simulate/run/failure.js";
export type { RunEnd } from "./simulate/lanes/lane-run.js";
export { stiffnessOf, type StiffnessOptions } from "./simulate/stiffness-of.js";
export type { Stiffness, StiffnessVerdict } from "./simulate/stiffness/stiffness.js";
export type { AdvisedIntegrator, BoundingMode, RunAdvice } from "./simulate/stiffness/integrator-advice.js";
export type { IntegratorUse } from "./simulate/stiffness/auto-switch.js";
export type { Excursion } from "./simulate/run/excursions.js";
export type { LoopReport, RecordedEvent, RunCounts, SimulationResult } from "./simulate/run/result.js";
export type { ClosureReselection } from "./simulate/run/loop-chooser.js";
export type { EventSpec } from "./simulate/plan/plan-options.js";
export { runBatch } from "./simulate/batch/batch.js";
export type { BatchChunk, BatchOptions, BatchResult, Sample } from "./simulate/batch/batch-types.js";
export type { Extreme } from "./simulate/plan/extremes.js";
export type { WorkerPool, WorkerPort } from "./simulate/batch/worker-protocol.js";
export { hashNumbers, hashText, modelHash } from "./model/hash.js";
export { compareFormulations } from "./simulate/compare/compare.js";
export type {
  AllowedDifferences,
  ComparedFormulation,
  ComparedRun,
  CompareOptions,
  Comparison,
  FailedFormulation,
  LargestDifference,
  RefusedFormulation,
  Sensitivity,
  Verdict,
} from "./simulate/compare/compare-types.js";
export {
  explainFormulations,
  type ExplainedCompound,
  type ExplainedDrift,
  type ExplainedFormulation,
  type ExplainedSizes,
  type ExplainOptions,
  type Explanation,
} from "./simulate/compare/explain.js";
export { createClosureMeter } from "./simulate/run/closure-meter.js";
export { startState } from "./simulate/run/start-state.js";
export {
  integrators,
  type ImplicitName,
  type Integrator,
  type IntegratorName,
  type MethodName,
} from "./integrate/integrators.js";
export { methods } from "./integrate/method.js";
export type { ImplicitOptions } from "./simulate/plan/implicit-plan.js";

// Implicit methods for equations of one's own
export type { Attempted, ImplicitCounts, ImplicitStepper } from "./integrate/implicit/method.js";
export type { MotionPoint, MotionSystem, RateSystem, ResidualSystem } from "./integrate/implicit/system.js";
export {
  denseRateSystem,
  denseResidualSystem,
  type DenseOptions,
  type DenseRates,
  type DenseResidual,
} from "./integrate/implicit/dense-system.js";
export { residualOf } from "./integrate/implicit/one-step/rate-residual.js";
export { Bdf, type BdfOptions } from "./integrate/implicit/bdf/bdf.js";
export { Radau5, type Radau5Options } from "./integrate/implicit/one-step/radau5.js";
export { Rosenbrock, type RosenbrockOptions } from "./integrate/implicit/one-step/rosenbrock.js";
export { GeneralizedAlpha, type GeneralizedAlphaOptions } from "./integrate/implicit/alpha/generalized-alpha.js";
export type { ConsistentStart } from "./integrate/implicit/newton/consistent-start.js";
export { solveImplicit, type Solved, type SolveOptions } from "./integrate/implicit/solve.js";

// Arithmetic of measures: numbers known now or later
export type { Cond, Expr, Num } from "./graph/graph.js";
export { Graph } from "./graph/graph.js";
export {
  abs,
  add,
  and,
  div,
  eq,
  floor,
  le,
  lt,
  max,
  min,
  mul,
  neg,
  not,
  or,
  select,
  sqrt,
  square,
  sub,
  sum,
} from "./graph/num.js";
export { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from "./graph/elementary.js";
export { forward, gradient, jacobian, reverse } from "./graph/derivative.js";
export { interpret } from "./graph/interpret.js";
export { countOperations, type OperationCounts } from "./graph/count.js";

// Dense matrices, as results have them, and eigenvalues of the nonsymmetric ones
export { newMatrix, type Matrix } from "./linalg/matrix.js";
export { eigenGeneral } from "./linalg/eigen-general.js";

// Random numbers by counter
export { inverseNormalCdf } from "./random/inverse-normal.js";
export { normal, uniform } from "./random/random.js";
export { stream } from "./random/stream.js";

/* Describing mechanisms, evaluating their equations and running them. More entry points: see "exports" of package.json. */

// Describing a mechanism
export * from "./model/types.js";
export type { RealExpression, RealOp } from "./model/real.js";
export { mechanism, type AnyMechanism, type Mechanism } from "./model/builder/mechanism.js";
export { rotateAbout, screwAlong, slideAlong, type JointPlace } from "./model/builder/joint.js";
export type { BodyExtras, BodyOptions, MassiveBody, MasslessBody } from "./model/builder/body.js";
export type {
  CouplerOptions,
  DistanceOptions,
  GearOptions,
  MotionLike,
  PointOnLineOptions,
  PointOnPlaneOptions,
  PrescribeOptions,
  RackAndPinionOptions,
} from "./model/builder/constraint.js";
export type { TyreOptions } from "./model/builder/tyre.js";
export type {
  ContactOptions,
  GroundOptions,
  HeightMapOptions,
  TerrainMeshOptions,
  TerrainPlace,
} from "./model/builder/contact.js";
export type { CoordinateOption, Ends, PortOption } from "./model/builder/ends.js";
export type { BeamOptions, ModalBodyOptions, ModalData, StationOptions } from "./model/builder/flexible.js";
export type {
  ActuatorOptions,
  AerodynamicOptions,
  BodyActuatorOptions,
  BushingOptions,
  CommandOptions,
  ControllerOptions,
  CoordinateSpringOptions,
  ImpedanceOptions,
  JointActuatorOptions,
  JointForceOptions,
  MappedDamperOptions,
  PointSpringOptions,
  ShaftActuatorOptions,
  TorsionSpringOptions,
  WrenchOptions,
} from "./model/builder/load.js";
export type { OptionsOf, SixValues } from "./model/builder/fields.js";
export { loadFacts, type FieldValue, type LoadFacts } from "./model/loads/load-facts.js";
export type { Coefficients, FieldType, FieldTypes, SixReals } from "./model/fields.js";
export type { LoadMark } from "./model/loads/load-definition.js";
export type { BodyActuator, Command, ImpedanceActuator, JointActuator, ShaftActuator } from "./model/actuators.js";
export type { OptionalShaftFields, ShaftElementOptions, ShaftOptions } from "./model/builder/shaft.js";
export { shaftElementFacts } from "./model/shafts/element-facts.js";
export type { Brake, Clutch, Sticking } from "./model/shafts/clutch.js";
export type { TorqueConverter } from "./model/shafts/converter.js";
export type { Differential } from "./model/shafts/differential.js";
export type { Commanded, NamedElement } from "./model/shafts/element-definition.js";
export type { ShaftGear } from "./model/shafts/gear.js";
export type { Gearbox } from "./model/shafts/gearbox.js";
export type { Engine, Motor } from "./model/shafts/motor.js";
export type { ShaftSpring } from "./model/shafts/spring.js";
export type { TorqueBias } from "./model/shafts/torque-bias.js";
export type { Aerodynamic } from "./model/loads/aerodynamic.js";
export type { Bushing } from "./model/loads/bushing.js";
export type { CoordinateSpring } from "./model/loads/coordinate-spring.js";
export type { JointForce } from "./model/loads/joint-force.js";
export type { MappedDamper } from "./model/loads/mapped-damper.js";
export type { PointSpring } from "./model/loads/point-spring.js";
export type { TorsionSpring } from "./model/loads/torsion-spring.js";
export type { Wrench } from "./model/loads/wrench.js";
export type { CoulombFriction } from "./model/contact-laws/coulomb.js";
export type { HuntCrossleyLaw } from "./model/contact-laws/hunt-crossley.js";
export type { LuGreFriction } from "./model/contact-laws/lugre.js";
export type { NoFriction } from "./model/contact-laws/none.js";
export type { SpringDamperLaw } from "./model/contact-laws/spring-damper.js";
export type { StandardLinearSolidLaw } from "./model/contact-laws/standard-linear-solid.js";
export type { ViscousFriction } from "./model/contact-laws/viscous.js";
export type { Tyre, TyreContactMethod } from "./model/tyres/tyre.js";
export type { TyrePart } from "./elements/tyre/tyre-quantities.js";
export type { TyreLaw } from "./model/tyre-laws.js";
export type { BrushTyre } from "./model/tyre-laws/brush.js";
export type { FialaTyre } from "./model/tyre-laws/fiala.js";
export type { Pac2002Tyre } from "./model/tyre-laws/pac2002.js";
export type { Pac89Tyre } from "./model/tyre-laws/pac89.js";
export type { AtTwoLoads, TmeasyTyre } from "./model/tyre-laws/tmeasy.js";
export type { Place } from "./model/builder/place.js";
export type { AxisOption } from "./model/joints/axis.js";
export type { SpeedKind } from "./model/speed-kinds.js";
export type { ConstantVelocityOptions } from "./model/joints/constant-velocity.js";
export type { ContinuousOptions } from "./model/joints/continuous.js";
export type { CylindricalOptions } from "./model/joints/cylindrical.js";
export type { FreeOptions } from "./model/joints/free.js";
export type { GeneralOptions } from "./model/joints/general.js";
export type { PlanarOptions } from "./model/joints/planar.js";
export type { PrismaticOptions } from "./model/joints/prismatic.js";
export type { RevoluteOptions } from "./model/joints/revolute.js";
export type { ScrewOptions } from "./model/joints/screw.js";
export type { SphericalOptions } from "./model/joints/spherical.js";
export type { UniversalOptions } from "./model/joints/universal.js";
export { buildModel, withParameters, type BuildOptions } from "./model/builder/build-model.js";
export { modelDefaults } from "./model/defaults.js";
export { modelIssueCodes, type ModelIssueCode } from "./model/issue-codes.js";
export { hashNumbers, modelHash } from "./model/hash.js";
export { massesOf, type Masses } from "./model/bodies/masses.js";
export type { Symmetric3 } from "./model/bodies/principal-moments.js";
export { beamMassProperties, sectionProperties, type SectionProperties } from "./model/bodies/beam-section.js";
export * from "./model/bodies/shapes.js";
export * from "./model/bodies/solids.js";
export {
  constant,
  curve,
  piecewise,
  signal,
  sine,
  table,
  type SignalLike,
  type Sine,
  type SineOptions,
} from "./model/signals.js";
export { at, composePose, identityPose, pose, type PoseLike, type PoseParts } from "./model/pose.js";
export { axisAngle, multiplyQuat, quaternion, rotateVec3, rpy } from "./model/rotation.js";
export { evaluateReal, parameterDefaults } from "./model/evaluate-real.js";
export { param } from "./model/real-arithmetic.js";
export { jointFacts, type JointFacts, type JointFieldValue, type NamedColumn } from "./model/joints/joint-facts.js";
export type {
  CoordinateOptions,
  JointCoordinate,
  JointFieldType,
  JointFieldTypes,
  JointGlyph,
  JointSpeed,
} from "./model/joints/joint-definition.js";
export { buildTopology } from "./topology/build-topology.js";
export type { Counts, Topology, TreeBody } from "./topology/types.js";

// Grounds that runs bring
export {
  isOnGround,
  makeGround,
  uniformFriction,
  type FrictionGrid,
  type Ground,
  type GroundData,
} from "./grounds/ground.js";
export { generateGround, type GroundDescription } from "./grounds/generate-ground.js";
export { groundGenerators, type ReliefDescription } from "./grounds/generators.js";
export type { ChoiceField, FieldValues, GroundField, GroundFields, NumberField } from "./grounds/generators/field.js";
export type { Generator, Relief } from "./grounds/generators/relief.js";
export type { GroundPoint, Span } from "./grounds/span.js";
export { groundMaterials, type GroundMaterial } from "./grounds/friction/materials.js";
export type { FrictionDescription, FrictionZone } from "./grounds/friction/zones.js";
export type { HeightGridData } from "./grounds/padded-heights.js";
export { withDefaultGrounds, withGrounds, type Grounds } from "./model/grounds/given-grounds.js";
export { groundAt, type GroundPlace } from "./elements/terrain/ground-at.js";

// Errors
export * from "./errors/kinetree-error.js";
export { InvalidModelError } from "./errors/invalid-model-error.js";
export { RunFailedError } from "./simulate/run/failure.js";

// States
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
export { startState } from "./simulate/run/start-state.js";
export {
  assemble,
  createAssembler,
  type AssembleOptions,
  type Assembly,
} from "./formulation/loops/assemble/assemble.js";
export type { ClosureRow } from "./formulation/loops/closures/loop-plan.js";

// The equations at a state
export * from "./evaluate/evaluator.js";
export type * from "./evaluate/evaluator-types.js";
export type { ActuatorForce, ActuatorForces, ActuatorForcesOptions, MissingForce } from "./evaluate/actuator-forces.js";
export type { IndependentSpeeds } from "./evaluate/independent-speeds.js";
export type { OperatingPoint } from "./evaluate/operating-point.js";
export { createAccelerationBatch, type AccelerationBatch } from "./evaluate/acceleration-batch.js";
export { formulations } from "./formulation/formulations.js";
export type { DriftControl, Formulation, FormulationName } from "./formulation/formulation.js";
export { loopClosings, type LoopClosing } from "./formulation/loops/embedded/loop-closing.js";

// Runs
export { createSimulation, simulate, type Simulation } from "./simulate/simulate.js";
export type { RunOptions, SimulateOptions, SingleRunOptions } from "./simulate/options/options.js";
export {
  defineController,
  type ControllerComponent,
  type ControllerFunction,
  type ControllerModule,
  type ControllerOutput,
  type RunController,
} from "./simulate/clock/controllers.js";
export type { EventSpec } from "./simulate/plan/plan-options.js";
export type { ImplicitOptions } from "./simulate/plan/implicit-plan.js";
export {
  integrators,
  type ImplicitName,
  type Integrator,
  type IntegratorName,
  type MethodName,
} from "./integrate/integrators.js";
export type { LoopReport, RecordedEvent, RunCounts, SimulationResult } from "./simulate/run/result.js";
export type { RunWarning } from "./simulate/run/run-warnings.js";
export type { EnergyBalance } from "./simulate/run/energy-balance.js";
export type { Excursion } from "./simulate/run/excursions.js";
export type { Extreme } from "./simulate/plan/extremes.js";
export type { ClosureReselection } from "./simulate/run/loop-chooser.js";
export type { RunEnd, RunFailure } from "./simulate/lanes/lane-run.js";
export type { ActiveRun } from "./simulate/run/active-run.js";
export type { AdvisedIntegrator, BoundingMode, RunAdvice } from "./simulate/stiffness/integrator-advice.js";
export type { IntegratorUse } from "./simulate/stiffness/auto-switch.js";
export {
  channelGroups,
  matchChannels,
  type CataloguedChannel,
  type ChannelSource,
  type ChannelGroup,
} from "./simulate/channels/channel-catalogue.js";
export type {
  ContactProbe,
  TyreProbe,
  DeflectionProbe,
  DriveProbe,
  JointLoadProbe,
  Measure,
  Probe,
  SectionProbe,
  ShaftProbe,
} from "./evaluate/probes/probe.js";
export { decodeCheckpoint, encodeCheckpoint, type RunCheckpoint } from "./simulate/run/checkpoint.js";
export { runBatch } from "./simulate/batch/batch.js";
export { loadControllers } from "./simulate/batch/batch-controllers.js";
export type { BatchChunk, BatchOptions, BatchResult, Sample } from "./simulate/batch/batch-types.js";
export type { WorkerPool, WorkerPort } from "./simulate/batch/worker-protocol.js";
export { VERSION } from "./simulate/run/version.js";

// Types that signatures above name
export type { Cond, Expr, Num } from "./graph/graph.js";
export type { Matrix } from "./linalg/matrix.js";
export type { Vec3 } from "./spatial/vec3.js";

/* Standard tests of ground vehicles: vehicles on tyres, drivers, tests, rigs, comparison with measurements. */

// Vehicles
export type {
  Actuation,
  DriverInputs,
  SteeringFacts,
  TestVehicle,
  TestWheel,
  Values,
  VehicleSizes,
} from "./vehicles/test-vehicle.js";
export { vehicleNamed, vehicles, type NamedVehicle } from "./vehicles/vehicles.js";
export { vehicleDefaults, type VehicleOptions } from "./vehicles/vehicle-options.js";
export { tyreLawNamed, tyreLawsByName } from "./vehicles/tyres.js";
export { onFriction, onGround, onSlope } from "./vehicles/changes.js";

// Driving
export { createBench, type Bench, type DriveOptions } from "./drive/bench.js";
export type { Drive } from "./drive/drive.js";
export type { Driver, Pedals, Steering } from "./drive/driver.js";
export type { Seen } from "./drive/seen.js";
export { followPath, type Follower } from "./drive/follow-path.js";
export { alongX, circlePath, type Path, type PathPlace } from "./drive/path.js";
export { coast, holdSpeed, inTurn, press } from "./drive/pedals.js";
export { rampTo, sineFrom, sineWithDwell, steeringTable, straight } from "./drive/steering.js";

// Tests and rigs
export { standardTestNamed, standardTests } from "./tests/standard-tests.js";
export type { StandardTest, TestContext } from "./tests/standard-test.js";
export { varyTest, type Variation, type VariedBase, type VariedRun, type VariedTest } from "./tests/vary-test.js";
export { rigNamed, rigs } from "./rigs/rigs.js";
export type { Rig } from "./rigs/rig.js";
export type * from "./report/report.js";
export type { ChoiceField, NumberField, OptionFields } from "./report/options.js";

// Measurements
export { readMeasured, type Measured, type MeasuredChannel } from "./measured/read-measured.js";
export { compareSignals, overlay, type Overlay, type Score } from "./measured/score.js";

// Numbers from signals
export { bisect, type Bisection } from "./metrics/bisect.js";
export { toneAt, toneRatio, type Tone } from "./metrics/frequency-response.js";
export * from "./metrics/lanes.js";
export {
  eigenvaluesOf,
  singleTrackMatrices,
  understeerGradient,
  yawGain,
  type SingleTrack,
} from "./metrics/single-track.js";
export { stepResponse, type StepResponse } from "./metrics/step-response.js";
export { filtered, gainAt, weightingD, weightingK, type Section } from "./metrics/weighting.js";

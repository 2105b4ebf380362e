/* Vehicles: plain data, their assembly from parts, and rigs that hold the chassis. */

export type { Point } from "./systems/parts/point.js";
export type {
  AerodynamicsData,
  AntiRollBarData,
  AxleData,
  BodyContactData,
  ChassisData,
  PlaceData,
  VehicleData,
} from "./systems/vehicles/data/vehicle.js";
export type {
  BushingData,
  DamperData,
  DampingRates,
  DoubleWishboneData,
  Hardpoints,
  LinearDamper,
  MapDamper,
  SpringData,
  StopsData,
  SuspensionData,
  TwoRateDamper,
  WishboneMasses,
} from "./systems/vehicles/data/suspension.js";
export type {
  ColumnData,
  PitmanSteeringData,
  RackSteeringData,
  ServoData,
  SteeringData,
} from "./systems/vehicles/data/steering.js";
export type { BrakeData, Disc, PartMass, TyreData, WheelData } from "./systems/vehicles/data/wheel.js";
export type { Wind } from "./systems/vehicles/build/aerodynamics.js";
export type {
  ConverterData,
  DifferentialData,
  DrivelineData,
  EngineData,
  GearboxData,
  HalfShaftData,
  ShaftDrivelineData,
  WheelMotorData,
} from "./systems/vehicles/data/driveline.js";
export type { DrivenAxles } from "./systems/vehicles/build/driveline.js";
export { hmmwvPowertrains } from "./systems/vehicles/assembly/powertrains.js";
export type { VehicleForm } from "./systems/vehicles/build/form.js";
export type { BodyFrame, CornerPorts, Side, WheelPlace } from "./systems/vehicles/build/ports.js";
export {
  assembleVehicle,
  type AssembledVehicle,
  type AssembleVehicleOptions,
} from "./systems/vehicles/assembly/assemble-vehicle.js";
export {
  hmmwvAerodynamics,
  hmmwvAntiRollBar,
  hmmwvBodyContact,
  hmmwvBushings,
  hmmwvData,
  hmmwvDampers,
  hmmwvPitman,
  hmmwvRack,
  type HmmwvDampers,
} from "./systems/vehicles/assembly/hmmwv-data.js";
export {
  assembleHmmwv,
  hmmwv,
  hmmwvWith,
  type HmmwvOptions,
  type HmmwvParts,
} from "./systems/vehicles/assembly/hmmwv-system.js";
export {
  createSuspensionRig,
  suspensionKinematics,
  type CornerPose,
  type RigPose,
  type SuspensionRig,
} from "./vehicle/suspension-kinematics.js";
export { setToe, type ToeSetting } from "./vehicle/set-toe.js";
export { vehicleMass, type VehicleMass } from "./vehicle/mass-properties.js";
export { vehicleController, type VehicleControllerOptions } from "./vehicle/control/vehicle-controller.js";
export {
  defineDriver,
  type AnyDriver,
  type DriverInputs,
  type VehicleDriver,
} from "./vehicle/control/driver-inputs.js";
export type { VehicleMotion, WheelMotion } from "./vehicle/control/vehicle-motion.js";
export type { AntiLockOptions } from "./vehicle/control/anti-lock.js";
export type { StabilityOptions } from "./vehicle/control/stability-control.js";
export type { TractionOptions } from "./vehicle/control/traction-limit.js";
export { rollingStart, type RollingStart } from "./vehicle/rolling-start.js";
export { energyUse, energyUseDefaults, type EnergyUse, type EnergyUseOptions } from "./vehicle/energy-use.js";

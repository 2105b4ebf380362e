/* Named mechanisms: examples, test cases of the literature, and the models of the studies. */

export {
  everySystem,
  namedSystem,
  systemCases,
  systems,
  type NamedSystem,
  type SystemStart,
} from "./systems/registry.js";
export { andrews, andrewsStart, type AndrewsOptions } from "./systems/linkages/andrews.js";
export { arm7, arm7Ready, type Arm7Options } from "./systems/chains/arm7.js";
export { boxPendulum, type BoxPendulumOptions } from "./systems/chains/box-pendulum.js";
export { bricard, type BricardOptions } from "./systems/linkages/bricard.js";
export { cantilever, type CantileverOptions } from "./systems/flexible/cantilever.js";
export { doublePendulum, type DoublePendulumOptions } from "./systems/chains/double-pendulum.js";
export {
  europaLanderDefaults,
  europaLanderVariants,
  type EuropaLanderChoices,
  type EuropaLanderOptions,
  type EuropaLanderVariant,
} from "./systems/landers/europa/options.js";
export { europaLanderStart, type EuropaImpact, type EuropaStart } from "./systems/landers/europa/start.js";
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
} from "./systems/landers/europa/tables.js";
export { europaLander } from "./systems/landers/europa/europa-lander.js";
export { fiveBar, type FiveBarOptions } from "./systems/linkages/five-bar.js";
export { flexibleArm, type FlexibleArmOptions } from "./systems/flexible/flexible-arm.js";
export { flexibleChain, type FlexibleChainOptions } from "./systems/flexible/flexible-chain.js";
export { flexibleSliderCrank, type FlexibleSliderCrankOptions } from "./systems/flexible/flexible-slider-crank.js";
export { flyballGovernor, type FlyballGovernorOptions } from "./systems/linkages/flyball-governor.js";
export { fourBarRow, type FourBarRowOptions } from "./systems/linkages/four-bar-row.js";
export { fourBar, type FourBarOptions } from "./systems/linkages/four-bar.js";
export { heavyTop, type HeavyTopOptions } from "./systems/chains/heavy-top.js";
export { hmmwv, type HmmwvOptions } from "./systems/vehicles/assembly/hmmwv-system.js";
export { lander, type LanderOptions } from "./systems/landers/lander.js";
export { nPendulum, type NPendulumOptions } from "./systems/chains/n-pendulum.js";
export { numberedChain, type NumberedChainOptions } from "./systems/chains/numbered-chain.js";
export { pendulum, type PendulumOptions } from "./systems/chains/pendulum.js";
export { quarterCar, type QuarterCarOptions } from "./systems/vehicles/quarter-car.js";
export { sliderCrank, type SliderCrankOptions } from "./systems/linkages/slider-crank.js";
export { platformCases, spacePlatform, type SpacePlatformOptions } from "./systems/flexible/space-platform.js";
export { spatialSliderCrank, type SpatialSliderCrankOptions } from "./systems/linkages/spatial-slider-crank.js";
export { spinningBeam, type SpinningBeamOptions } from "./systems/flexible/spinning-beam.js";
export { stewartPlatform, type StewartPlatformOptions } from "./systems/linkages/stewart-platform.js";
export { stubbyLander, type StubbyLanderOptions } from "./systems/landers/stubby-lander.js";
export { suspendedVehicle, type SuspendedVehicleOptions } from "./systems/vehicles/suspended-vehicle.js";
export { tmeasyFromSize, type GuessedTyre, type TyreSize } from "./systems/vehicles/tmeasy-from-size.js";
export {
  hmmwvBrush,
  hmmwvFiala,
  hmmwvPac2002,
  hmmwvPac89,
  hmmwvTmeasy,
  hmmwvTmeasyMeasured,
} from "./systems/vehicles/tyre-data.js";
export { torqueFreeTop, type TorqueFreeTopOptions } from "./systems/chains/torque-free-top.js";
export { hingeChain, sphericalChain, type ChainOptions } from "./systems/chains/chain.js";

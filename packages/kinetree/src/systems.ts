/* Named mechanisms: examples, test cases of the literature, and the models of the studies. */

export {
  everySystem,
  namedSystem,
  systemCases,
  systems,
  type NamedSystem,
  type SystemStart,
} from "./systems/registry.js";
export { andrews, andrewsStart, type AndrewsOptions } from "./systems/andrews.js";
export { arm7, arm7Ready, type Arm7Options } from "./systems/arm7.js";
export { boxPendulum, type BoxPendulumOptions } from "./systems/box-pendulum.js";
export { bricard, type BricardOptions } from "./systems/bricard.js";
export { cantilever, type CantileverOptions } from "./systems/cantilever.js";
export { doublePendulum, type DoublePendulumOptions } from "./systems/double-pendulum.js";
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
export { fiveBar, type FiveBarOptions } from "./systems/five-bar.js";
export { flexibleArm, type FlexibleArmOptions } from "./systems/flexible-arm.js";
export { flexibleChain, type FlexibleChainOptions } from "./systems/flexible-chain.js";
export { flexibleSliderCrank, type FlexibleSliderCrankOptions } from "./systems/flexible-slider-crank.js";
export { flyballGovernor, type FlyballGovernorOptions } from "./systems/flyball-governor.js";
export { fourBarRow, type FourBarRowOptions } from "./systems/four-bar-row.js";
export { fourBar, type FourBarOptions } from "./systems/four-bar.js";
export { heavyTop, type HeavyTopOptions } from "./systems/heavy-top.js";
export { lander, type LanderOptions } from "./systems/lander.js";
export { nPendulum, type NPendulumOptions } from "./systems/n-pendulum.js";
export { numberedChain, type NumberedChainOptions } from "./systems/numbered-chain.js";
export { pendulum, type PendulumOptions } from "./systems/pendulum.js";
export { quarterCar, type QuarterCarOptions } from "./systems/quarter-car.js";
export { sliderCrank, type SliderCrankOptions } from "./systems/slider-crank.js";
export { platformCases, spacePlatform, type SpacePlatformOptions } from "./systems/space-platform.js";
export { spatialSliderCrank, type SpatialSliderCrankOptions } from "./systems/spatial-slider-crank.js";
export { spinningBeam, type SpinningBeamOptions } from "./systems/spinning-beam.js";
export { stewartPlatform, type StewartPlatformOptions } from "./systems/stewart-platform.js";
export { stubbyLander, type StubbyLanderOptions } from "./systems/stubby-lander.js";
export { suspendedVehicle, type SuspendedVehicleOptions } from "./systems/suspended-vehicle.js";
export { torqueFreeTop, type TorqueFreeTopOptions } from "./systems/torque-free-top.js";
export { hingeChain, sphericalChain, type ChainOptions } from "./systems/chain.js";

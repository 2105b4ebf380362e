import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import { andrews, andrewsDefaults, andrewsStart } from "./linkages/andrews.js";
import { arm7, arm7Defaults, arm7Ready } from "./chains/arm7.js";
import { boxPendulum, boxPendulumDefaults } from "./chains/box-pendulum.js";
import { bricard, bricardDefaults } from "./linkages/bricard.js";
import { cantilever, cantileverDefaults } from "./flexible/cantilever.js";
import { chainDefaults, hingeChain, sphericalChain } from "./chains/chain.js";
import { doublePendulum, doublePendulumDefaults } from "./chains/double-pendulum.js";
import { europaLanderDefaults } from "./landers/europa/options.js";
import { europaLander } from "./landers/europa/europa-lander.js";
import { fiveBar, fiveBarDefaults } from "./linkages/five-bar.js";
import { flexibleArm, flexibleArmDefaults } from "./flexible/flexible-arm.js";
import { flexibleChain, flexibleChainDefaults } from "./flexible/flexible-chain.js";
import {
  flexibleSliderCrank,
  flexibleSliderCrankDefaults,
  flexibleSliderCrankStart,
} from "./flexible/flexible-slider-crank.js";
import { flyballGovernor, flyballGovernorDefaults } from "./linkages/flyball-governor.js";
import { fourBarRow, fourBarRowDefaults } from "./linkages/four-bar-row.js";
import { fourBar, fourBarDefaults } from "./linkages/four-bar.js";
import { heavyTop, heavyTopDefaults } from "./chains/heavy-top.js";
import { hmmwv, hmmwvDefaults } from "./vehicles/assembly/hmmwv-system.js";
import { lander, landerDefaults } from "./landers/lander.js";
import { nPendulum, nPendulumDefaults } from "./chains/n-pendulum.js";
import { numberedChain, numberedChainDefaults } from "./chains/numbered-chain.js";
import type { SystemOptions } from "./parts/options.js";
import { pendulum, pendulumDefaults } from "./chains/pendulum.js";
import { quarterCar, quarterCarDefaults } from "./vehicles/quarter-car.js";
import { sliderCrank, sliderCrankDefaults } from "./linkages/slider-crank.js";
import { platformCases, spacePlatform, spacePlatformDefaults } from "./flexible/space-platform.js";
import { spatialSliderCrank, spatialSliderCrankDefaults } from "./linkages/spatial-slider-crank.js";
import { spinningBeam, spinningBeamDefaults } from "./flexible/spinning-beam.js";
import { stewartPlatform, stewartPlatformDefaults } from "./linkages/stewart-platform.js";
import { stubbyLander, stubbyLanderDefaults } from "./landers/stubby-lander.js";
import { suspendedVehicle, suspendedVehicleDefaults } from "./vehicles/suspended-vehicle.js";
import { torqueFreeTop, torqueFreeTopDefaults } from "./chains/torque-free-top.js";

/** A mechanism that comes with kinetree, for callers that have only its name; in code, call its function. */
export interface NamedSystem {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** The options, with their default values. */
  readonly defaults: Readonly<Record<string, number | string>>;
  /** A state from which it shows its typical motion, by joints; not used by runs unless asked for. */
  readonly start: SystemStart;
  /** Unknown options and wrong types are refused. */
  readonly build: (options?: Readonly<Record<string, number | string>>) => Model;
}

/** Coordinates and speeds by joint, as states have them. */
export interface SystemStart {
  readonly q?: Readonly<Record<string, number | readonly number[]>>;
  readonly v?: Readonly<Record<string, number | readonly number[]>>;
}

/** A mechanism whose function checks its options, so that a command line may pass unchecked text. */
const named = <O extends SystemOptions<O>>(
  name: string,
  summary: string,
  make: (options?: Partial<O>) => Model,
  defaults: O,
  start: SystemStart,
): NamedSystem =>
  Object.freeze({
    name,
    summary,
    defaults: Object.freeze({ ...defaults }) as NamedSystem["defaults"],
    start,
    build: (options = {}) => make(options as Partial<O>),
  });

const summaries = {
  pendulum: "a bob on a rod, with length, mass and gravity as parameters",
  "double-pendulum": "two bobs on rods in a plane",
  "n-pendulum": "n round links, in a plane or in space",
  "box-pendulum": "n boxes on spherical joints that swing in space",
  "hinge-chain": "n links on hinges with alternating axes",
  "spherical-chain": "n links on spherical joints",
  lander: "a free main body with n legs of two links",
  "europa-lander": "a lander on six sprung legs, with the ground it comes down on",
  arm7: "a 7-joint arm with the geometry of a Panda",
  "torque-free-top": "a body alone in space",
  "heavy-top": "a symmetric top on a fixed point",
  "four-bar": "crank, coupler and rocker in a plane, one loop",
  "four-bar-row": "n four-bars, side by side or each hanging on the one before",
  "slider-crank": "crank, rod and slider in a plane, with an offset if wanted",
  "spatial-slider-crank": "a crank across the slider's line, with a rod that moves in space",
  "five-bar": "two arms in a plane that meet, two degrees of freedom",
  andrews: "Andrews' squeezing mechanism, seven bodies and three loops in a plane",
  bricard: "Bricard's six-bar loop, which moves although it is overconstrained",
  "flyball-governor": "a spinning shaft whose balls lift a collar",
  "stewart-platform": "a platform on six legs that change their length",
  "quarter-car": "a double-wishbone corner of a HMMWV with a force on its wheel",
  "suspended-vehicle": "a whole HMMWV on four posts: 36 bodies, 30 constraints, 15 degrees of freedom",
  hmmwv: "a HMMWV from parts that can be exchanged, on posts, 15 degrees of freedom",
  "stubby-lander": "a free hub with n legs of one body, the hub in one or several welded parts",
  "numbered-chain": "a free chain with springs, its hinges in the best or the worst order",
  cantilever: "a flexible beam held at one end and loaded at the other",
  "spinning-beam": "a flexible beam on a hub that is brought up to speed, Kane's manoeuvre",
  "flexible-arm": "two flexible tubes on a turntable that carry a payload to a place",
  "flexible-chain": "n flexible beams on hinges with alternating axes",
  "slider-crank-flexible": "a slider-crank whose rod bends, at a prescribed speed",
  "space-platform": "plates in space joined by legs with flexible booms, and arms that hold a test object",
} as const;

const system = <O extends SystemOptions<O>>(
  name: keyof typeof summaries,
  make: (options?: Partial<O>) => Model,
  defaults: O,
  start: SystemStart = {},
): NamedSystem => named(name, summaries[name], make, defaults, start);

const armReady: SystemStart = { q: Object.fromEntries(arm7Ready.map((angle, i) => [`joint${i + 1}`, angle])) };

/** At rest on its wheels, as the source's static check has it, then rolling and pitching with wheels that spin. */
const vehicleOnPosts: SystemStart = {
  q: {
    root: [0, 0, 0.0908, 1, 0, 0, 0],
    lowerArmFL: -0.216384,
    lowerArmFR: -0.216384,
    lowerArmRL: -0.228978,
    lowerArmRR: -0.228978,
  },
  v: { root: [0.4, 0.2, 0, 0, 0, 0], spinFL: 20, spinFR: 20, spinRL: 20, spinRR: 20 },
};

/** At rest on its tyres by itself, and rolling straight on. */
const vehicleOnTyres: SystemStart = {
  q: {
    root: [0, 0, 0.091, 0.999999, 0, 0.00141, 0],
    lowerArmFL: -0.216373,
    lowerArmFR: -0.216373,
    lowerArmRL: -0.2285,
    lowerArmRR: -0.2285,
  },
  v: { root: [0, 0, 0, 10, 0, 0], spinFL: 21.6, spinFR: 21.6, spinRL: 21.6, spinRR: 21.6 },
};

const tumblingLander: SystemStart = { q: { hip0: 0.2 }, v: { root: [0.1, 0.2, 0.3, 0, 0, -1] } };

/** The mechanisms that come with kinetree; `namedSystem` finds one of them. */
export const systems: readonly NamedSystem[] = Object.freeze([
  system("pendulum", pendulum, pendulumDefaults, { q: { hinge: 1 } }),
  system("double-pendulum", doublePendulum, doublePendulumDefaults, { q: { shoulder: 2, elbow: 1 } }),
  system("n-pendulum", nPendulum, nPendulumDefaults, { q: { joint0: 1.5 } }),
  // In line, lifted by 60 degrees about y and turning with 1 rad/s about the vertical.
  system("box-pendulum", boxPendulum, boxPendulumDefaults, {
    q: { joint1: [Math.sqrt(3) / 2, 0, -0.5, 0] },
    v: { joint1: [Math.sqrt(3) / 2, 0, 0.5] },
  }),
  system("hinge-chain", hingeChain, chainDefaults, { q: { joint0: 1 } }),
  system("spherical-chain", sphericalChain, chainDefaults, { v: { joint0: [1, 1, 0] } }),
  system("lander", lander, landerDefaults, tumblingLander),
  // As the tables have it: the lowest foot touches, 3 m/s down, as fast along as across.
  system("europa-lander", europaLander, europaLanderDefaults, {
    q: { root: [0, 0, 0.713027, 1, 0, 0, 0] },
    v: { root: [0, 0, 0, 1.5, 1.5, -3] },
  }),
  system("arm7", arm7, arm7Defaults, armReady),
  system("torque-free-top", torqueFreeTop, torqueFreeTopDefaults, { v: { root: [0.1, 0, 5, 0, 0, 0] } }),
  system("heavy-top", heavyTop, heavyTopDefaults, { v: { pivot: [1, 2, 30] } }),
  system("four-bar", fourBar, fourBarDefaults, { v: { crank: 5 } }),
  system("four-bar-row", fourBarRow, fourBarRowDefaults, { v: { link0: 1 } }),
  system("slider-crank", sliderCrank, sliderCrankDefaults, { v: { crank: 30 } }),
  system("spatial-slider-crank", spatialSliderCrank, spatialSliderCrankDefaults, { v: { crank: 2 * Math.PI } }),
  system("five-bar", fiveBar, fiveBarDefaults, { v: { left: 5, right: -3 } }),
  system("andrews", andrews, andrewsDefaults, { q: andrewsStart }),
  system("bricard", bricard, bricardDefaults),
  system("flyball-governor", flyballGovernor, flyballGovernorDefaults, { v: { shaft: 2 * Math.PI } }),
  system("stewart-platform", stewartPlatform, stewartPlatformDefaults, { v: { leg0: 0.3, leg1: -0.3 } }),
  system("quarter-car", quarterCar, quarterCarDefaults, { q: { lowerArm: -0.216384 } }),
  system("suspended-vehicle", suspendedVehicle, suspendedVehicleDefaults, vehicleOnPosts),
  system("hmmwv", hmmwv, hmmwvDefaults, vehicleOnTyres),
  system("stubby-lander", stubbyLander, stubbyLanderDefaults, tumblingLander),
  system("numbered-chain", numberedChain, numberedChainDefaults, {
    q: { joint1: 0.5 },
    v: { root: [0.5, 1, 0, 0, 0, 0] },
  }),
  system("cantilever", cantilever, cantileverDefaults),
  system("spinning-beam", spinningBeam, spinningBeamDefaults),
  system("flexible-arm", flexibleArm, flexibleArmDefaults),
  system("flexible-chain", flexibleChain, flexibleChainDefaults, { q: { joint0: 1 } }),
  system("slider-crank-flexible", flexibleSliderCrank, flexibleSliderCrankDefaults, { v: flexibleSliderCrankStart }),
  system("space-platform", spacePlatform, spacePlatformDefaults),
]);

/** Numbered cases of these mechanisms, as their source compares them. */
export const systemCases: readonly NamedSystem[] = Object.freeze(
  platformCases.map((options, i) => {
    const { type, booms, loops } = options;
    const summary = `space-platform of type ${type}, ${booms}, ${loops}: case ${i + 1} of 16`;
    return named(`platform-${i + 1}`, summary, (others) => spacePlatform({ ...options, ...others }), options, {});
  }),
);

/** All that go by a name: the mechanisms, then the numbered cases. */
export const everySystem: readonly NamedSystem[] = Object.freeze([...systems, ...systemCases]);

/** The system or numbered case of that name. */
export function namedSystem(name: string): NamedSystem {
  const found = everySystem.find((each) => each.name === name);
  if (found) return found;
  const names = everySystem.map((known) => known.name);
  throw unknownName("system", name, names);
}

import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import { andrews, andrewsDefaults, andrewsStart } from "./andrews.js";
import { arm7, arm7Defaults, arm7Ready } from "./arm7.js";
import { boxPendulum, boxPendulumDefaults } from "./box-pendulum.js";
import { bricard, bricardDefaults } from "./bricard.js";
import { cantilever, cantileverDefaults } from "./cantilever.js";
import { chainDefaults } from "./chain.js";
import { doublePendulum, doublePendulumDefaults } from "./double-pendulum.js";
import { europaLanderDefaults } from "./europa-lander-options.js";
import { europaLander } from "./europa-lander.js";
import { fiveBar, fiveBarDefaults } from "./five-bar.js";
import { flexibleArm, flexibleArmDefaults } from "./flexible-arm.js";
import { flexibleChain, flexibleChainDefaults } from "./flexible-chain.js";
import { flexibleSliderCrank, flexibleSliderCrankDefaults, flexibleSliderCrankStart } from "./flexible-slider-crank.js";
import { flyballGovernor, flyballGovernorDefaults } from "./flyball-governor.js";
import { fourBarRow, fourBarRowDefaults } from "./four-bar-row.js";
import { fourBar, fourBarDefaults } from "./four-bar.js";
import { heavyTop, heavyTopDefaults } from "./heavy-top.js";
import { hingeChain } from "./hinge-chain.js";
import { lander, landerDefaults } from "./lander.js";
import { nPendulum, nPendulumDefaults } from "./n-pendulum.js";
import { numberedChain, numberedChainDefaults } from "./numbered-chain.js";
import type { SystemOptions } from "./options.js";
import { pendulum, pendulumDefaults } from "./pendulum.js";
import { quarterCar, quarterCarDefaults } from "./quarter-car.js";
import { sliderCrank, sliderCrankDefaults } from "./slider-crank.js";
import { platformCases, spacePlatform, spacePlatformDefaults } from "./space-platform.js";
import { spatialSliderCrank, spatialSliderCrankDefaults } from "./spatial-slider-crank.js";
import { sphericalChain } from "./spherical-chain.js";
import { spinningBeam, spinningBeamDefaults } from "./spinning-beam.js";
import { stewartPlatform, stewartPlatformDefaults } from "./stewart-platform.js";
import { stubbyLander, stubbyLanderDefaults } from "./stubby-lander.js";
import { suspendedVehicle, suspendedVehicleDefaults } from "./suspended-vehicle.js";
import { torqueFreeTop, torqueFreeTopDefaults } from "./torque-free-top.js";

/** A mechanism that comes with kinetree, for whoever knows it by name only; in code, call its function. */
export interface NamedSystem {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** What can be set, and its value if it is not. */
  readonly defaults: Readonly<Record<string, number | string>>;
  /** A state from which it moves in a way worth watching, by joints; a run that is given none starts from zero and at rest. */
  readonly start: SystemStart;
  /** Unknown options and wrong types are refused. */
  readonly build: (options?: Readonly<Record<string, number | string>>) => Model;
}

/** Coordinates and speeds by joint, as states have them. */
export interface SystemStart {
  readonly q?: Readonly<Record<string, number | readonly number[]>>;
  readonly v?: Readonly<Record<string, number | readonly number[]>>;
}

function system<O extends SystemOptions<O>>(
  name: string,
  summary: string,
  defaults: O,
  start: SystemStart,
  make: (options?: Partial<O>) => Model,
): NamedSystem {
  // The function checks what it is given, so what a command line passes may claim to be its options.
  const build: NamedSystem["build"] = (options = {}) => make(options as Partial<O>);
  return Object.freeze({
    name,
    summary,
    defaults: Object.freeze({ ...defaults }) as NamedSystem["defaults"],
    start,
    build,
  });
}

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

/** The mechanisms that come with kinetree; `namedSystem` finds one of them. */
export const systems: readonly NamedSystem[] = Object.freeze([
  system(
    "pendulum",
    "a bob on a rod, with length, mass and gravity as parameters",
    pendulumDefaults,
    { q: { hinge: 1 } },
    pendulum,
  ),
  system(
    "double-pendulum",
    "two bobs on rods in a plane",
    doublePendulumDefaults,
    { q: { shoulder: 2, elbow: 1 } },
    doublePendulum,
  ),
  system("n-pendulum", "n round links, in a plane or in space", nPendulumDefaults, { q: { joint0: 1.5 } }, nPendulum),
  system(
    "box-pendulum",
    "n boxes on spherical joints that swing in space",
    boxPendulumDefaults,
    // In line, lifted by 60 degrees about y and turning with 1 rad/s about the vertical.
    { q: { joint1: [Math.sqrt(3) / 2, 0, -0.5, 0] }, v: { joint1: [Math.sqrt(3) / 2, 0, 0.5] } },
    boxPendulum,
  ),
  system("hinge-chain", "n links on hinges with alternating axes", chainDefaults, { q: { joint0: 1 } }, hingeChain),
  system("spherical-chain", "n links on spherical joints", chainDefaults, { v: { joint0: [1, 1, 0] } }, sphericalChain),
  system(
    "lander",
    "a free main body with n legs of two links",
    landerDefaults,
    { q: { hip0: 0.2 }, v: { root: [0.1, 0.2, 0.3, 0, 0, -1] } },
    lander,
  ),
  system(
    "europa-lander",
    "a lander on six sprung legs, with the ground it comes down on",
    europaLanderDefaults,
    // As the tables have it: the lowest foot touches, 3 m/s down, as fast along as across.
    { q: { root: [0, 0, 0.713027, 1, 0, 0, 0] }, v: { root: [0, 0, 0, 1.5, 1.5, -3] } },
    europaLander,
  ),
  system("arm7", "a 7-joint arm with the geometry of a Panda", arm7Defaults, armReady, arm7),
  system(
    "torque-free-top",
    "a body alone in space",
    torqueFreeTopDefaults,
    { v: { root: [0.1, 0, 5, 0, 0, 0] } },
    torqueFreeTop,
  ),
  system("heavy-top", "a symmetric top on a fixed point", heavyTopDefaults, { v: { pivot: [1, 2, 30] } }, heavyTop),
  system("four-bar", "crank, coupler and rocker in a plane, one loop", fourBarDefaults, { v: { crank: 5 } }, fourBar),
  system(
    "four-bar-row",
    "n four-bars, side by side or each hanging on the one before",
    fourBarRowDefaults,
    { v: { link0: 1 } },
    fourBarRow,
  ),
  system(
    "slider-crank",
    "crank, rod and slider in a plane, with an offset if wanted",
    sliderCrankDefaults,
    { v: { crank: 30 } },
    sliderCrank,
  ),
  system(
    "spatial-slider-crank",
    "a crank across the slider's line, with a rod that moves in space",
    spatialSliderCrankDefaults,
    { v: { crank: 2 * Math.PI } },
    spatialSliderCrank,
  ),
  system(
    "five-bar",
    "two arms in a plane that meet, two degrees of freedom",
    fiveBarDefaults,
    { v: { left: 5, right: -3 } },
    fiveBar,
  ),
  system(
    "andrews",
    "Andrews' squeezing mechanism, seven bodies and three loops in a plane",
    andrewsDefaults,
    { q: andrewsStart },
    andrews,
  ),
  system("bricard", "Bricard's six-bar loop, which moves although it is overconstrained", bricardDefaults, {}, bricard),
  system(
    "flyball-governor",
    "a spinning shaft whose balls lift a collar",
    flyballGovernorDefaults,
    { v: { shaft: 2 * Math.PI } },
    flyballGovernor,
  ),
  system(
    "stewart-platform",
    "a platform on six legs that change their length",
    stewartPlatformDefaults,
    { v: { leg0: 0.3, leg1: -0.3 } },
    stewartPlatform,
  ),
  system(
    "quarter-car",
    "a double-wishbone corner of a HMMWV with a force on its wheel",
    quarterCarDefaults,
    { q: { lowerArm: -0.216384 } },
    quarterCar,
  ),
  system(
    "suspended-vehicle",
    "a whole HMMWV on four posts: 36 bodies, 30 conditions, 15 degrees of freedom",
    suspendedVehicleDefaults,
    vehicleOnPosts,
    suspendedVehicle,
  ),
  system(
    "stubby-lander",
    "a free hub with n legs of one body, the hub in one or several welded parts",
    stubbyLanderDefaults,
    { q: { hip0: 0.2 }, v: { root: [0.1, 0.2, 0.3, 0, 0, -1] } },
    stubbyLander,
  ),
  system(
    "numbered-chain",
    "a free chain with springs, its hinges in the best or the worst order",
    numberedChainDefaults,
    { q: { joint1: 0.5 }, v: { root: [0.5, 1, 0, 0, 0, 0] } },
    numberedChain,
  ),
  system("cantilever", "a flexible beam held at one end and loaded at the other", cantileverDefaults, {}, cantilever),
  system(
    "spinning-beam",
    "a flexible beam on a hub that is brought up to speed, Kane's manoeuvre",
    spinningBeamDefaults,
    {},
    spinningBeam,
  ),
  system(
    "flexible-arm",
    "two flexible tubes on a turntable that carry a payload to a place",
    flexibleArmDefaults,
    {},
    flexibleArm,
  ),
  system(
    "flexible-chain",
    "n flexible beams on hinges with alternating axes",
    flexibleChainDefaults,
    { q: { joint0: 1 } },
    flexibleChain,
  ),
  system(
    "slider-crank-flexible",
    "a slider-crank whose rod bends, at a prescribed speed",
    flexibleSliderCrankDefaults,
    { v: flexibleSliderCrankStart },
    flexibleSliderCrank,
  ),
  system(
    "space-platform",
    "plates in space joined by legs with flexible booms, and arms that hold a test object",
    spacePlatformDefaults,
    {},
    spacePlatform,
  ),
]);

/** Numbered cases of these mechanisms that a source compares, for whoever asks for one by its number. */
export const systemCases: readonly NamedSystem[] = Object.freeze(
  platformCases.map((options, i) => {
    const { type, booms, loops } = options;
    const summary = `space-platform of type ${type}, ${booms}, ${loops}: case ${i + 1} of 16`;
    return system(`platform-${i + 1}`, summary, options, {}, (others) => spacePlatform({ ...options, ...others }));
  }),
);

/** All that go by a name: the mechanisms, then the numbered cases. */
export const everySystem: readonly NamedSystem[] = Object.freeze([...systems, ...systemCases]);

/** The system or numbered case of that name. */
export function namedSystem(name: string): NamedSystem {
  const found = everySystem.find((each) => each.name === name);
  if (found) return found;
  throw unknownName(
    "system",
    name,
    everySystem.map((known) => known.name),
  );
}

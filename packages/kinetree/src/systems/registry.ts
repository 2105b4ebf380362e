import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import { arm7, arm7Defaults, arm7Ready } from "./arm7.js";
import { chainDefaults } from "./chain.js";
import { doublePendulum, doublePendulumDefaults } from "./double-pendulum.js";
import { heavyTop, heavyTopDefaults } from "./heavy-top.js";
import { hingeChain } from "./hinge-chain.js";
import { lander, landerDefaults } from "./lander.js";
import { nPendulum, nPendulumDefaults } from "./n-pendulum.js";
import type { SystemOptions } from "./options.js";
import { pendulum, pendulumDefaults } from "./pendulum.js";
import { sphericalChain } from "./spherical-chain.js";
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
  system("hinge-chain", "n links on hinges with alternating axes", chainDefaults, { q: { joint0: 1 } }, hingeChain),
  system("spherical-chain", "n links on spherical joints", chainDefaults, { v: { joint0: [1, 1, 0] } }, sphericalChain),
  system(
    "lander",
    "a free main body with n legs of two links",
    landerDefaults,
    { q: { hip0: 0.2 }, v: { root: [0.1, 0.2, 0.3, 0, 0, -1] } },
    lander,
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
]);

/** The system of that name. */
export function namedSystem(name: string): NamedSystem {
  const found = systems.find((each) => each.name === name);
  if (found) return found;
  throw unknownName(
    "system",
    name,
    systems.map((known) => known.name),
  );
}

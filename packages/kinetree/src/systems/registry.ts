import { unknownName } from "../errors/unknown-name.js";
import type { Model } from "../model/types.js";
import { arm7, arm7Defaults } from "./arm7.js";
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
  /** Unknown options and wrong types are refused. */
  readonly build: (options?: Readonly<Record<string, number | string>>) => Model;
}

function system<O extends SystemOptions<O>>(
  name: string,
  summary: string,
  defaults: O,
  make: (options?: Partial<O>) => Model,
): NamedSystem {
  // The function checks what it is given, so what a command line passes may claim to be its options.
  const build: NamedSystem["build"] = (options = {}) => make(options as Partial<O>);
  return Object.freeze({ name, summary, defaults: Object.freeze({ ...defaults }) as NamedSystem["defaults"], build });
}

export const systems: readonly NamedSystem[] = Object.freeze([
  system("pendulum", "a bob on a rod, with length, mass and gravity as parameters", pendulumDefaults, pendulum),
  system("double-pendulum", "two bobs on rods in a plane", doublePendulumDefaults, doublePendulum),
  system("n-pendulum", "n round links, in a plane or in space", nPendulumDefaults, nPendulum),
  system("hinge-chain", "n links on hinges with alternating axes", chainDefaults, hingeChain),
  system("spherical-chain", "n links on spherical joints", chainDefaults, sphericalChain),
  system("lander", "a free main body with n legs of two links", landerDefaults, lander),
  system("arm7", "a 7-joint arm with the geometry of a Panda", arm7Defaults, arm7),
  system("torque-free-top", "a body alone in space", torqueFreeTopDefaults, torqueFreeTop),
  system("heavy-top", "a symmetric top on a fixed point", heavyTopDefaults, heavyTop),
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

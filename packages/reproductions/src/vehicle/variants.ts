import type { JointValues, SingleRunOptions } from "kinetree";
import type { HmmwvOptions } from "kinetree/vehicle";

/** The vehicle with other parts, and how fast it should be. */
export interface Variant {
  readonly name: string;
  readonly options: Partial<HmmwvOptions>;
  /** Simulated time by processor time that is asked for: one lane, and both lanes of a pair together. */
  readonly goal?: { readonly single: number; readonly pair?: number };
}

/** What others are compared with. */
export const POSTS = "on posts";
export const FULL = "TMeasy, shafts";

const all: readonly Variant[] = [
  { name: FULL, options: {}, goal: { single: 32, pair: 60 } },
  { name: "PAC2002, shafts", options: { tyre: "pac2002" }, goal: { single: 24 } },
  { name: "PAC89, shafts", options: { tyre: "pac89" } },
  { name: "Fiala, shafts", options: { tyre: "fiala" } },
  { name: "brush, shafts", options: { tyre: "brush" } },
  { name: "four-point contact, ground", options: { road: "ground", tyreContact: "four-point" } },
  { name: "envelope contact, ground", options: { road: "ground", tyreContact: "envelope" }, goal: { single: 12 } },
  {
    name: "struts, tie rods and idler as bodies",
    options: { struts: "bodies", tieRods: "bodies", idler: "body" },
  },
  { name: "motors in the wheels", options: { powertrain: "wheel-motors" } },
  { name: "TMeasy, no driveline", options: { powertrain: "none" } },
  { name: POSTS, options: { support: "posts" } },
];

const inQuick: readonly string[] = [FULL, "TMeasy, no driveline", POSTS];

/** @param isQuick few, for tests */
export const variants = (isQuick: boolean): readonly Variant[] =>
  isQuick ? all.filter(({ name }) => inQuick.includes(name)) : all;

/** Speed of a vehicle that nothing drives [m/s], and of its wheels [rad/s]. */
const ROLLING = { speed: 10, spin: 21.6 } as const;

/** From rest by full throttle where there is a driveline; rolling without one; on posts from the pose in which it is drawn. */
export function startOf({ options }: Variant, rest: JointValues): Pick<SingleRunOptions, "state" | "parameters"> {
  if (options.support === "posts") return {};
  if (options.powertrain !== "none") return { state: { q: rest }, parameters: { throttle: 1 } };
  const { speed, spin } = ROLLING;
  const v = { root: [0, 0, 0, speed, 0, 0], spinFL: spin, spinFR: spin, spinRL: spin, spinRR: spin };
  return { state: { q: rest, v } };
}

import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { Model } from "../../../model/types.js";
import { readOptions, requireChoice } from "../../parts/options.js";
import { vehicleFormChoices, vehicleFormDefaults, type VehicleForm } from "../build/form.js";
import { addBodyContact } from "../build/body-contact.js";
import { addPosts } from "../build/posts.js";
import type { AxleData, VehicleData } from "../data/vehicle.js";
import { assembleVehicle, type AssembledVehicle } from "./assemble-vehicle.js";
import {
  hmmwvAerodynamics,
  hmmwvAntiRollBar,
  hmmwvBodyContact,
  hmmwvBushings,
  hmmwvData,
  hmmwvDampers,
  hmmwvPitman,
  hmmwvRack,
} from "./hmmwv-data.js";

/** Which parts a HMMWV has. */
export interface HmmwvParts {
  /** Force over the rate of length; "two-rate" and "map" know compression from rebound and mid-stroke from its ends. */
  readonly damper: "linear" | "two-rate" | "map";
  readonly stops: "on" | "off";
  readonly steering: "pitman" | "rack";
  /** Of both axles: none, two bodies with drop links, or the spring alone. */
  readonly antiRollBar: "none" | "bodies" | "forces";
  /** Of the arms on the chassis. The source's bushings need an implicit integrator. */
  readonly pivots: "hinges" | "bushings" | "soft-bushings";
  /** Drag of the air; parameters "windX" and "windY". */
  readonly air: "on" | "off";
}

/** Assembly, parts and support of the HMMWV. */
export interface HmmwvOptions extends VehicleForm, HmmwvParts {
  /** "posts" stand in for tyres and ground; "none" leaves the wheels free, for tyres or a rig. */
  readonly support: "posts" | "none";
  /** Spheres of the body that touch a plane "ground", which lies where the tyres end as drawn. */
  readonly bodyContact: "on" | "off";
  /** Of a post: up and down, and level [N/m, N s/m]. */
  readonly postStiffness: number;
  readonly postDamping: number;
  readonly levelStiffness: number;
  readonly levelDamping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

const partDefaults: HmmwvParts = {
  damper: "two-rate",
  stops: "on",
  steering: "pitman",
  antiRollBar: "none",
  pivots: "hinges",
  air: "off",
};

const partChoices: { readonly [K in keyof HmmwvParts]: readonly HmmwvParts[K][] } = {
  damper: ["linear", "two-rate", "map"],
  stops: ["on", "off"],
  steering: ["pitman", "rack"],
  antiRollBar: ["none", "bodies", "forces"],
  pivots: ["hinges", "bushings", "soft-bushings"],
  air: ["on", "off"],
};

/** The posts are those of `suspended-vehicle`. */
export const hmmwvDefaults: HmmwvOptions = Object.freeze({
  ...vehicleFormDefaults,
  ...partDefaults,
  support: "posts",
  bodyContact: "off",
  postStiffness: 411120.924,
  postDamping: 3931.685,
  levelStiffness: 1e5,
  levelDamping: 2000,
  gravity: 9.81,
});

const choices: Readonly<Partial<Record<keyof HmmwvOptions, readonly string[]>>> = {
  ...vehicleFormChoices,
  ...partChoices,
  support: ["posts", "none"],
  bodyContact: ["on", "off"],
};

/** The data of the HMMWV with other parts. */
export function hmmwvWith(parts: Partial<HmmwvParts>): VehicleData {
  const { damper, stops, steering, antiRollBar, pivots, air } = { ...partDefaults, ...parts };
  const bushings = { hinges: null, bushings: hmmwvBushings.stiff, "soft-bushings": hmmwvBushings.soft }[pivots];
  const changed = (axle: AxleData, end: "front" | "rear"): AxleData => ({
    ...axle,
    suspension: {
      ...axle.suspension,
      damper: hmmwvDampers[end][damper],
      stops: stops === "on" ? axle.suspension.stops : null,
      bushings,
    },
    steering: axle.steering === null ? null : { pitman: hmmwvPitman, rack: hmmwvRack }[steering],
    antiRollBar: antiRollBar === "none" ? null : { kind: antiRollBar, ...hmmwvAntiRollBar },
  });
  const [front, rear] = hmmwvData.axles;
  return {
    ...hmmwvData,
    chassis: { ...hmmwvData.chassis, aerodynamics: air === "on" ? hmmwvAerodynamics : null },
    axles: [changed(front, "front"), changed(rear, "rear")],
  };
}

/** The HMMWV before it is built, for what is added to it. */
export function assembleHmmwv(options: Partial<HmmwvOptions> = {}): AssembledVehicle {
  const given = readOptions("hmmwv", hmmwvDefaults, options);
  for (const [name, values] of Object.entries(choices))
    requireChoice("hmmwv", name, given[name as keyof typeof choices] as string, values);
  const vehicle = assembleVehicle(hmmwvWith(given), given);
  const onGround = given.bodyContact === "on" ? withBodyContact(vehicle) : vehicle.built;
  if (given.support === "none") return { ...vehicle, built: onGround };
  const built = addPosts(onGround, vehicle.wheels, {
    stiffness: given.postStiffness,
    damping: given.postDamping,
    levelStiffness: given.levelStiffness,
    levelDamping: given.levelDamping,
  });
  return { ...vehicle, built };
}

function withBodyContact({ built, chassis, wheels }: AssembledVehicle): AnyMechanism {
  const [{ wheel, radius }] = wheels;
  const ground = built.plane("ground", { at: [0, 0, wheel.origin[2] - radius] });
  return addBodyContact(ground, chassis, hmmwvBodyContact, "ground");
}

/**
 * A HMMWV on four double wishbones: chassis, steering, and the corners FL, FR, RL, RR. 15 degrees of freedom: chassis 6, steering 1,
 * travel and spin of each wheel. As it stands by default it has 17 constraints on 32 speeds of the tree; the counts of J. Cameron
 * and others (2013), 30 on 45, are those of dampers or tie rods as bodies with an idler arm that is a body. All coordinates
 * are zero in the design position, where the springs carry more than the vehicle weighs. Numbers of Project Chrono's HMMWV (commit
 * 7689fbc).
 */
export const hmmwv = (options: Partial<HmmwvOptions> = {}): Model => assembleHmmwv(options).built.build();

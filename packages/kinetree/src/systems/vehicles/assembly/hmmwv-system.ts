import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import type { TyreContactMethod } from "../../../model/tyres/tyre.js";
import type { Model } from "../../../model/types.js";
import { readOptions, requireChoice } from "../../parts/options.js";
import { vehicleFormChoices, vehicleFormDefaults, type VehicleForm } from "../build/form.js";
import { addBodyContact } from "../build/body-contact.js";
import { addBrakes } from "../build/brakes.js";
import { addDriveline, type DrivenAxles } from "../build/driveline.js";
import { addDriver } from "../build/driver.js";
import { addPosts, type Posts } from "../build/posts.js";
import { addTyres, ROAD_FRICTION } from "../build/tyres.js";
import type { AxleData, VehicleData } from "../data/vehicle.js";
import type { DifferentialData, DrivelineData } from "../data/driveline.js";
import type { TyreData } from "../data/wheel.js";
import { hmmwvPowertrains, LOW_RANGE } from "./powertrains.js";
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
  hmmwvTyres,
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
  /** Tyres on the terrain "road"; "posts" stand in for both; "none" leaves the wheels free, for a rig. */
  readonly support: "tyres" | "posts" | "none";
  /** Law of the tyres' forces. */
  readonly tyre: keyof typeof hmmwvTyres;
  /** How tyres meet uneven ground. */
  readonly tyreContact: TyreContactMethod;
  /** "plane": a plane where the tyres end as drawn. "ground": heights and friction that come with the run, by default a plane. */
  readonly road: "plane" | "ground";
  /** What drives it: the source's "map" and "converter", a Diesel as commonly quoted, motors in the wheels, or nothing, which leaves out the brakes too. */
  readonly powertrain: keyof typeof hmmwvPowertrains | "none";
  readonly driven: DrivenAxles;
  /** Of both axles; "limited-slip" with the source's 100 N m, "biasing" with its factor 2. */
  readonly differentials: keyof typeof differentialData;
  /** Of the transfer case. */
  readonly range: "high" | "low";
  /** Spheres of the body that touch the terrain "road". */
  readonly bodyContact: "on" | "off";
  /** Of a post: up and down, and level [N/m, N s/m]. */
  readonly postStiffness: number;
  readonly postDamping: number;
  readonly levelStiffness: number;
  readonly levelDamping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** Numbers of the source but for the viscous one, which is ours. */
const differentialData = {
  open: { kind: "open" },
  "limited-slip": { kind: "limited-slip", torque: 100 },
  biasing: { kind: "biasing", bias: 2 },
  viscous: { kind: "viscous-coupling", damping: 100 },
  locked: { kind: "locked" },
} as const satisfies Readonly<Record<string, DifferentialData>>;

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
  support: "tyres",
  tyre: "tmeasy",
  tyreContact: "point",
  road: "plane",
  powertrain: "m998",
  driven: "all",
  differentials: "open",
  range: "high",
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
  support: ["tyres", "posts", "none"],
  tyre: Object.keys(hmmwvTyres),
  tyreContact: ["point", "four-point", "envelope"],
  road: ["plane", "ground"],
  powertrain: [...Object.keys(hmmwvPowertrains), "none"],
  driven: ["all", "front", "rear"],
  differentials: Object.keys(differentialData),
  range: ["high", "low"],
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
  const isOnRoad = given.support === "tyres" || given.bodyContact === "on";
  const tyre = hmmwvTyres[given.tyre];
  const vehicle = assembleVehicle(withTyres(hmmwvWith(given), given), {
    ...given,
    height: isOnRoad ? heightOn(tyre) : 0,
  });
  const { wheels } = vehicle;
  const onRoad = isOnRoad ? addRoad(vehicle.built, given.road) : vehicle.built;
  const built = given.bodyContact === "on" ? addBodyContact(onRoad, vehicle.chassis, hmmwvBodyContact, ROAD) : onRoad;
  switch (given.support) {
    case "tyres": {
      const all = wheels.map(() => tyre);
      const onTyres = addTyres(built, wheels, all, { terrain: ROAD, contact: given.tyreContact });
      return { ...vehicle, built: withDrive(onTyres, vehicle, given) };
    }
    case "posts":
      return { ...vehicle, built: addPosts(built, wheels, postsOf(given)) };
    case "none":
      return { ...vehicle, built };
  }
}

/** On tyres, which show themselves. Half shafts of a driveline take the place of those that wheels have in their inertia. */
function withTyres(data: VehicleData, { powertrain, support }: HmmwvOptions): VehicleData {
  if (support !== "tyres") return data;
  const hasHalfShafts = powertrain !== "none" && powertrain !== "wheel-motors";
  const changed = ({ axleShaft, ...wheel }: AxleData["wheel"]): AxleData["wheel"] => ({
    ...wheel,
    axleShaft: hasHalfShafts ? 0 : axleShaft,
    picture: "rim",
  });
  return { ...data, axles: data.axles.map((axle) => ({ ...axle, wheel: changed(axle.wheel) })) };
}

const ROAD = "road";

/** Driveline, brakes and driver. */
function withDrive(soFar: AnyMechanism, vehicle: AssembledVehicle, given: HmmwvOptions): AnyMechanism {
  const { chassis, wheels, steering } = vehicle;
  const data = drivelineOf(given);
  if (data === null) return soFar;
  const { built, commands } = addDriveline(soFar, data, chassis, wheels, given.driven);
  const brakes = hmmwvData.axles.flatMap(({ brake }) => [brake, brake]);
  return addDriver(addBrakes(built, wheels, brakes), data, { ...commands, steering }, wheels);
}

function drivelineOf({ powertrain, differentials, range }: HmmwvOptions): DrivelineData | null {
  if (powertrain === "none") return null;
  const data = hmmwvPowertrains[powertrain];
  if (data.kind === "wheel-motors") return data;
  return { ...data, differential: differentialData[differentials], transfer: range === "low" ? LOW_RANGE : 1 };
}

/** The road lies in the world's xy plane, where the tyres end as drawn. */
function heightOn({ radius }: TyreData): number {
  const [front] = hmmwvData.axles;
  return radius - front.origin[2] - front.suspension.points.wheel[2];
}

const addRoad = (soFar: AnyMechanism, road: HmmwvOptions["road"]): AnyMechanism => {
  const withFriction = soFar.parameter(ROAD_FRICTION, MEASURED_FRICTION, {
    min: 0,
    description: "coefficient of friction of the road",
  });
  return road === "plane" ? withFriction.plane(ROAD) : withFriction.ground(ROAD, { default: { kind: "plane" } });
};

/** Of the ground for which the data of the tyres hold. */
const MEASURED_FRICTION = 0.8;

const postsOf = (given: HmmwvOptions): Posts => ({
  stiffness: given.postStiffness,
  damping: given.postDamping,
  levelStiffness: given.levelStiffness,
  levelDamping: given.levelDamping,
});

/**
 * A HMMWV on four double wishbones: chassis, steering, and the corners FL, FR, RL, RR. 15 degrees of freedom: chassis 6, steering 1,
 * travel and spin of each wheel. As it stands by default it has 17 constraints on 32 speeds of the tree; the counts of J. Cameron
 * and others (2013), 30 on 45, are those of dampers or tie rods as bodies with an idler arm that is a body. All coordinates
 * are zero in the design position, where the springs carry more than the vehicle weighs. Numbers of Project Chrono's HMMWV (commit
 * 7689fbc).
 */
export const hmmwv = (options: Partial<HmmwvOptions> = {}): Model => assembleHmmwv(options).built.build();

import type { Point } from "../../parts/point.js";
import type { PitmanSteeringData, RackSteeringData } from "../data/steering.js";
import type {
  BushingData,
  DamperData,
  DoubleWishboneData,
  MapDamper,
  StopsData,
  TwoRateDamper,
} from "../data/suspension.js";
import type { AntiRollBarData, AxleData, VehicleData } from "../data/vehicle.js";
import type { BrakeData, TyreData } from "../data/wheel.js";
import { frontAxle, parts, rearAxle, steering, type Axle } from "../hmmwv.js";
import { hmmwvPowertrains } from "./powertrains.js";
import type { TyreLaw } from "../../../model/tyre-laws.js";
import { hmmwvBrush, hmmwvFiala, hmmwvPac2002, hmmwvPac89, hmmwvTmeasy, hmmwvTmeasyMeasured } from "../tyre-data.js";

/* The HMMWV as plain data: numbers of Project Chrono (BSD-3-Clause), commit 7689fbc, unless a comment says that they are ours. */

const stopForce: StopsData["force"] = {
  x: [0, 0.002, 0.004, 0.006, 0.008, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06],
  y: [0, 200, 400, 600, 800, 1000, 2500, 4500, 7500, 12500, 125000],
};

const midStroke = [0.324104, 0.418592] as const;
/** Ours: in the source the rates jump. */
const BLEND = 0.001;

/** The dampers of an axle, by kind. */
export interface HmmwvDampers {
  readonly linear: DamperData;
  readonly "two-rate": TwoRateDamper;
  readonly map: MapDamper;
}

/** Forces of the maps at 2/3 and 1/3 m/s of compression, at rest, and at 1/3 and 2/3 m/s of rebound. */
function mapDamper(mid: readonly number[], outside: readonly number[]): MapDamper {
  return {
    kind: "map",
    lengths: [midStroke[0] - BLEND, midStroke[0], midStroke[1], midStroke[1] + BLEND],
    rates: [-2 / 3, -1 / 3, 0, 1 / 3, 2 / 3],
    tension: [outside, mid, mid, outside],
  };
}

/** The linear ones are those of the source's simpler files. */
export const hmmwvDampers: { readonly front: HmmwvDampers; readonly rear: HmmwvDampers } = {
  front: {
    linear: { kind: "linear", damping: frontAxle.damping },
    "two-rate": {
      kind: "two-rate",
      midStroke,
      blend: BLEND,
      mid: { compression: 12521.5641, rebound: 22460.0083 },
      outside: { compression: 5896.5183, rebound: 60068.4821 },
    },
    map: mapDamper([-8347.71, -4173.85, 0, 7486.67, 14973.3], [-3931.01, -1965.51, 0, 20022.8, 40045.7]),
  },
  rear: {
    linear: { kind: "linear", damping: rearAxle.damping },
    "two-rate": {
      kind: "two-rate",
      midStroke,
      blend: BLEND,
      mid: { compression: 14535.5219, rebound: 35025.354 },
      outside: { compression: 8537.43, rebound: 63921.271 },
    },
    map: mapDamper([-9690.35, -4845.17, 0, 11675.1, 23350.2], [-5691.62, -2845.81, 0, 21307.1, 42614.2]),
  },
};

function wishbones({ points, spring, freeLength }: Axle, damper: DamperData, reboundAbove: number): DoubleWishboneData {
  const { upperArm, lowerArm, upright, tieRod } = parts;
  return {
    kind: "double-wishbone",
    points,
    // The halves of the struts have no masses in the source: ours.
    masses: { upperArm, lowerArm, upright, tieRod, strutHalf: 5 },
    spring: { tension: spring, freeLength },
    stops: { bumpBelow: 0.15, reboundAbove, force: stopForce },
    damper,
    bushings: null,
    tieRodChange: 0,
  };
}

const column: PitmanSteeringData["column"] = {
  ratio: 26,
  inertia: 0.05,
  stiffness: 114.59,
  // From here on ours.
  damping: 0.5,
  mass: 2,
  at: [0.45, 0.7, 0.6],
  axis: [-0.8, 0, 0.6],
};

/** Ours: brings the wheels from lock to lock in 1.5 s, and is stiffer than the shaft of the column. */
const servo: PitmanSteeringData["servo"] = {
  period: 0.001,
  deadTime: 0,
  rateLimit: 4 / 3,
  stiffness: 1e5,
  damping: 2000,
  largestTorque: 3000,
};

/** Its lock is that of the source; servo and column in part ours. */
export const hmmwvPitman: PitmanSteeringData = {
  kind: "pitman",
  ...steering,
  lockDeg: 30,
  leftSign: -1,
  column,
  servo,
};

/** Locked at the pinion angle of the source's file; its code has 30 degrees. */
export const hmmwvRack: RackSteeringData = {
  kind: "rack",
  origin: steering.origin,
  pitchDeg: steering.pitchDeg,
  rack: { mass: 9.072, moments: [1, 1, 1] },
  length: 0.896,
  pinionRadius: 0.1,
  lockDeg: 50,
  leftSign: -1,
  // Ours: as many turns of the steering wheel from lock to lock as with the Pitman arm.
  column: { ...column, ratio: 15.6 },
  servo,
};

const tyreSizes = { radius: 0.4699, width: 0.3175, rim: 0.20955 } as const;

/** Across the ground as in the source's TMeasy file; the carcass is that of an older file of the same tyre. */
const tyreWith = (law: TyreLaw): TyreData => ({
  law,
  ...tyreSizes,
  verticalStiffness: 411120.924,
  verticalDamping: 3931.685,
  carcass: {
    longitudinalStiffness: 185004.42,
    lateralStiffness: 164448.37,
    longitudinalDamping: 3700,
    lateralDamping: 3488,
  },
});

/** Tyres of the HMMWV by their law. Fiala's and the Magic Formula's forces build up over relaxation lengths of their own. */
export const hmmwvTyres = Object.freeze({
  tmeasy: tyreWith(hmmwvTmeasy),
  "tmeasy-measured": tyreWith(hmmwvTmeasyMeasured),
  brush: tyreWith(hmmwvBrush),
  fiala: { ...tyreWith(hmmwvFiala), carcass: null },
  pac2002: { ...tyreWith(hmmwvPac2002), carcass: null },
  pac89: { ...tyreWith(hmmwvPac89), radius: 0.464 },
}) satisfies Readonly<Record<string, TyreData>>;

/** The torque is the source's, the rest ours. */
const brake: BrakeData = { largestTorque: 4000, lag: 0.05, stiffness: 4e5, damping: 400 };

const wheel: AxleData["wheel"] = { hub: parts.hub, rim: parts.rim, tyre: parts.tyre, axleShaft: parts.axleShaft };

const spheres = Object.fromEntries([
  // Corners of the bumpers, low and high, then of the roof.
  ...corners([2.3, 0.95], [0.05, 0.45], 0.12, "bumper"),
  ...corners([0.9, 0.75], [1.25], 0.15, "roof"),
]);

function corners([x, y]: readonly [number, number], heights: readonly number[], radius: number, name: string) {
  return heights.flatMap((z, i) =>
    ([1, -1] as const).flatMap((front) =>
      ([1, -1] as const).map((left): [string, { at: Point; radius: number }] => [
        `${name}${front > 0 ? "F" : "R"}${left > 0 ? "L" : "R"}${heights.length > 1 ? i + 1 : ""}`,
        { at: [front * x, left * y, z], radius },
      ]),
    ),
  );
}

/** With double wishbones, Pitman arm, stops and two-rate dampers, all that is optional left out. */
export const hmmwvData: VehicleData = {
  name: "HMMWV",
  chassis: {
    mass: parts.chassis.mass,
    com: parts.chassis.com,
    moments: parts.chassis.moments,
    // The height is ours.
    size: { length: 4.93, width: 2.16, height: 1.83 },
    aerodynamics: null,
    // Ours but for the driver's eye.
    places: {
      driver: { at: [0.87, 0.7, 1.05], pitchDeg: 0 },
      lidar: { at: [0.2, 0, 1.55], pitchDeg: 0 },
      gps: { at: [-0.5, 0, 1.6], pitchDeg: 0 },
      imu: { at: [0, 0, 0.2], pitchDeg: 0 },
      stereoLeft: { at: [0.9, 0.15, 1.35], pitchDeg: 8 },
      stereoRight: { at: [0.9, -0.15, 1.35], pitchDeg: 8 },
    },
    contact: null,
  },
  axles: [
    {
      name: "F",
      origin: frontAxle.origin,
      suspension: wishbones(frontAxle, hmmwvDampers.front["two-rate"], 0.3),
      steering: hmmwvPitman,
      antiRollBar: null,
      wheel,
      tyre: hmmwvTyres.tmeasy,
      brake,
    },
    {
      name: "R",
      origin: rearAxle.origin,
      suspension: wishbones(rearAxle, hmmwvDampers.rear["two-rate"], 0.35),
      steering: null,
      antiRollBar: null,
      wheel,
      tyre: hmmwvTyres.tmeasy,
      brake,
    },
  ],
  driveline: hmmwvPowertrains.m998,
};

/** Drag at the mass centre. The source has neither lift nor side force. */
export const hmmwvAerodynamics: NonNullable<VehicleData["chassis"]["aerodynamics"]> = {
  at: parts.chassis.com,
  density: 1.2,
  area: 5,
  drag: 0.5,
  lift: 0,
  side: 0,
};

/** The source has none: stiffness and damping of a generic vehicle, places of our own above the lower arms. */
export const hmmwvAntiRollBar: Omit<AntiRollBarData, "kind"> = {
  bearing: [-0.35, 0, 0.1],
  armLength: 0.35,
  halfWidth: 0.7,
  linkHeight: 0.2,
  stiffness: 10_000,
  damping: 100,
  mass: 15,
};

/** Of the source's front axle, and rubber of our own that explicit integrators can follow. */
export const hmmwvBushings: { readonly stiff: BushingData; readonly soft: BushingData } = {
  stiff: { radial: 7e7, axial: 7e7, tilt: 1e5, damping: 3.5e4, tiltDamping: 500 },
  soft: { radial: 5e6, axial: 5e5, tilt: 1e5, damping: 5e3, tiltDamping: 500 },
};

/** Ours. */
export const hmmwvBodyContact: NonNullable<VehicleData["chassis"]["contact"]> = {
  spheres,
  normal: { kind: "spring-damper", stiffness: 5e5, damping: 5e3 },
  friction: 0.5,
};

import type { Curve } from "../../model/types.js";
import type { Point } from "../parts/point.js";
import type { Hardpoints } from "./data/suspension.js";
import type { SteeringLinkageData } from "./data/steering.js";

/* HMMWV with double wishbones and Pitman-arm steering: numbers of Project Chrono (BSD-3-Clause), commit 7689fbc. SI; x forward, y left, z up. */

/** One axle: where it sits in the chassis, its points, its spring and its damper. */
export interface Axle {
  readonly origin: Point;
  readonly points: Hardpoints;
  /** Tension over extension [m to N], and the length without tension [m]. */
  readonly spring: Curve;
  readonly freeLength: number;
  /** [N s/m] */
  readonly damping: number;
}

/** Points every 2 cm from 0 on, continued as an odd function. */
function oddCurve(forces: readonly number[]): Curve {
  const x = forces.map((_, i) => i / 50);
  const mirrored = (list: readonly number[]): number[] => [
    ...list
      .slice(1)
      .map((value) => -value)
      .reverse(),
    ...list,
  ];
  return { x: mirrored(x), y: mirrored(forces), beyond: "extend" };
}

export const frontAxle = Object.freeze<Axle>({
  origin: [1.688965, 0, 0],
  points: {
    ucaFront: [-0.04791456, 0.4459605, 0.24462232],
    ucaBack: [-0.26821384, 0.4777359, 0.19555968],
    ucaOuter: [-0.0530352, 0.715518, 0.2154936],
    ucaCentre: [-0.105537, 0.5886704, 0.217805],
    lcaFront: [0.223266, 0.307086, 0],
    lcaBack: [-0.223266, 0.307086, 0],
    lcaOuter: [-0.03556, 0.786511, -0.11811],
    lcaCentre: [0, 0.5468112, -0.059055],
    tieRodInner: [-0.250317, 0.448437, 0.054229],
    tieRodOuter: [-0.1758188, 0.8211058, -0.0163322],
    shockChassis: [0.104013, 0.4977892, 0.3231388],
    shockArm: [0.0972058, 0.543179, -0.046609],
    springChassis: [0.104013, 0.509778, 0.197485],
    springArm: [0.0972058, 0.543179, -0.046609],
    upright: [-0.040386, 0.7510145, -0.026289],
    wheel: [-0.040386, 0.909701, -0.026289],
  },
  spring: oddCurve([
    0, 3629.923, 8991.945, 17818.165, 31840.681, 52791.592, 82402.997, 122406.996, 174535.686, 240521.166, 322095.536,
  ]),
  freeLength: 0.339,
  damping: 19015.5692,
});

export const rearAxle = Object.freeze<Axle>({
  origin: [-1.688965, 0, 0],
  points: {
    ucaFront: [0.3491103, 0.46225714, 0.22759416],
    ucaBack: [0.0771017, 0.46204886, 0.22376384],
    ucaOuter: [0.03556, 0.715518, 0.2159],
    ucaCentre: [0.124333, 0.5888482, 0.2207768],
    lcaFront: [0.223266, 0.307086, 0],
    lcaBack: [-0.223266, 0.307086, 0],
    lcaOuter: [0.03556, 0.786511, -0.11811],
    lcaCentre: [0, 0.5467858, -0.059055],
    tieRodInner: [0.223266, 0.416052, 0.058674],
    tieRodOuter: [0.1702816, 0.8211058, -0.009271],
    shockChassis: [-0.104013, 0.4977892, 0.3231388],
    shockArm: [-0.0972058, 0.543941, -0.0383794],
    springChassis: [-0.104013, 0.5015738, 0.2564892],
    springArm: [-0.0972058, 0.543179, -0.046609],
    upright: [0.03556, 0.7510145, -0.026289],
    wheel: [0.03556, 0.909701, -0.026289],
  },
  spring: oddCurve([
    0, 8020.869, 19869.076, 39371.956, 70356.846, 116651.084, 182082.006, 270476.949, 385663.25, 531468.245, 711719.272,
  ]),
  freeLength: 0.382,
  damping: 36725.2201,
});

/** Masses [kg] and moments about the mass centre [kg m²]; those of the arms along the pivots, across them, and across the arm's plane. */
export const parts = Object.freeze({
  chassis: { mass: 2086.52, com: [0.056, 0, 0.213], moments: [1078.52, 2955.66, 3570.2] },
  upperArm: { mass: 5.813, moments: [0.03, 0.03, 0.06276] },
  lowerArm: { mass: 23.965, moments: [0.4, 0.4, 0.8938] },
  upright: { mass: 19.45, moments: [0.1656, 0.1934, 0.04367] },
  /** Of the spinning parts, the second moment is about the spin axis. */
  hub: { mass: 14.705, moments: [0.04117, 0.07352, 0.04117] },
  rim: { mass: 18.8, moments: [0.4634, 0.6243, 0.4634], radius: 0.268, width: 0.22 },
  tyre: { mass: 37.6, moments: [3.84, 6.69, 3.84], radius: 0.47, width: 0.318 },
  /** About the spin axis [kg m²]. */
  axleShaft: 0.4,
  /** Its moment about its own axis in the source, 0.5, is no rod's; ours is 0.002. */
  tieRod: { mass: 6, across: 0.05, along: 0.002 },
  pitmanArm: { mass: 1.605, moments: [0.00638, 0.00756, 0.0015] },
  steeringLink: { mass: 3.681, moments: [0.252, 0.00233, 0.254] },
} as const);

/** The steering: its origin and pitch in the chassis, and points in its own frame [m]. */
export const steering = Object.freeze({
  origin: [1.24498, 0, 0.101322],
  pitchDeg: 18.5,
  pitmanPivot: [0, 0.249, 0],
  pitmanCentre: [0.064, 0.249, 0],
  pitmanEnd: [0.129, 0.249, 0],
  linkCentre: [0.129, 0, 0],
  idlerPivot: [0, -0.325, 0],
  idlerEnd: [0.129, -0.325, 0],
  pitmanArm: parts.pitmanArm,
  link: parts.steeringLink,
  /** None in the source; ours is that of the Pitman arm. */
  idlerMass: parts.pitmanArm.mass,
} as const satisfies SteeringLinkageData);

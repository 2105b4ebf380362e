import { mechanism, type AnyMechanism } from "../../model/builder/mechanism.js";
import { sine } from "../../model/signals.js";
import { GROUND, type Model } from "../../model/types.js";
import { frontAxle, parts } from "./hmmwv.js";
import { readOptions, requireChoice } from "../parts/options.js";
import { cross, lengthOf, minus, times, unit } from "../parts/point.js";
import { bar } from "../parts/rod.js";
import { roundInertia } from "../parts/turned-inertia.js";
import { addCorner, type Corner } from "./wishbone-corner.js";

/** Assembly and loads of a quarter-car rig. */
export interface QuarterCarOptions {
  /** "body": with mass, a universal joint inside and a spherical one outside; "rod": a distance, without mass. */
  readonly tieRod: "body" | "rod";
  /** Upwards on the wheel: a constant part [N], and a sine with this amplitude [N] and frequency [Hz]. */
  readonly wheelForce: number;
  readonly wheelForceAmplitude: number;
  readonly wheelForceFrequency: number;
  /** Multiplies the force of the spring and of the damper; 0 leaves it out. */
  readonly springScale: number;
  readonly damperScale: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** The constant force is the load of a front wheel of the whole vehicle at rest; the sine is ours. */
export const quarterCarDefaults: QuarterCarOptions = Object.freeze({
  tieRod: "body",
  wheelForce: 6494.1,
  wheelForceAmplitude: 2000,
  wheelForceFrequency: 1,
  springScale: 1,
  damperScale: 1,
  gravity: 9.81,
});

/**
 * A double-wishbone suspension on a chassis that stands still, with a force on its wheel: the front left corner of a HMMWV.
 * Bodies "lowerArm", "upperArm", "upright", "wheel" and "tieRod". Joints "lowerArm" and "upperArm" (positive lifts the wheel),
 * "lowerBall", "spin", "tieRodInner", closed by "upperBall" and "tieRodOuter"; all zero in the design position, where the
 * spring is loaded with four times its force at rest. Two degrees of freedom: travel and spin. Numbers of Project
 * Chrono's HMMWV (commit 7689fbc), without its bump stops and with its linear damper. Such a rig, with
 * a known force on the wheel, is described by J. Cameron and others, "Real-time and high-fidelity simulation environment for
 * autonomous ground vehicle dynamics", NDIA Ground Vehicle Systems Engineering and Technology Symposium (2013).
 */
export function quarterCar(options: Partial<QuarterCarOptions> = {}): Model {
  const given = readOptions("quarter-car", quarterCarDefaults, options);
  requireChoice("quarter-car", "tieRod", given.tieRod, ["body", "rod"]);
  const { points, spring, freeLength } = frontAxle;
  const corner = addCorner(mechanism("quarter car").gravity(0, 0, -given.gravity), {
    suffix: "",
    chassis: GROUND,
    origin: [0, 0, 0],
    hardpoints: points,
    masses: parts,
    wheelParts: parts,
    spring: { tension: { ...spring, scale: given.springScale }, freeLength },
    side: "left",
    lowerBall: "spherical",
    wheel: "one",
  });
  const rig = addLoads(corner, given);
  return (given.tieRod === "rod" ? addTieRodDistance(rig, corner) : addTieRodBody(rig, corner)).build();
}

function addLoads({ built, points, lowerArmFrame }: Corner, given: QuarterCarOptions): AnyMechanism {
  const wheelForce = sine({
    amplitude: given.wheelForceAmplitude,
    angularFrequency: 2 * Math.PI * given.wheelForceFrequency,
    phase: 0,
    offset: given.wheelForce,
  });
  return built
    .pointSpring("damper", {
      a: { body: GROUND, at: points.shockChassis },
      b: { body: "lowerArm", at: minus(points.shockArm, lowerArmFrame) },
      stiffness: 0,
      freeLength: lengthOf(minus(points.shockArm, points.shockChassis)),
      damping: given.damperScale * frontAxle.damping,
    })
    .wrench("wheelForce", { at: { body: "wheel", at: [0, 0, 0] }, along: "world", force: [0, 0, wheelForce] });
}

const addTieRodDistance = (rig: AnyMechanism, { points, uprightFrame }: Corner): AnyMechanism =>
  rig.distance("tieRod", {
    a: { body: GROUND, at: points.tieRodInner },
    b: { body: "upright", at: minus(points.tieRodOuter, uprightFrame) },
    length: lengthOf(minus(points.tieRodOuter, points.tieRodInner)),
  });

function addTieRodBody(rig: AnyMechanism, { points, uprightFrame }: Corner): AnyMechanism {
  const { tieRodInner: inner, tieRodOuter: outer } = points;
  const along = minus(outer, inner);
  // Both axes of the universal joint lie across the rod, the first one level.
  const axis1 = unit(cross(along, [0, 0, 1]));
  const childAt = minus(outer, uprightFrame);
  return rig
    .body("tieRod", {
      mass: parts.tieRod.mass,
      com: times(0.5, along),
      inertia: roundInertia(parts.tieRod.across, parts.tieRod.along, unit(along)),
      shapes: [bar([0, 0, 0], along, 0.015)],
    })
    .universal("tieRodInner", { parent: GROUND, child: "tieRod", at: inner, axis1, axis2: cross(unit(along), axis1) })
    .spherical("tieRodOuter", { parent: "tieRod", child: "upright", at: along, childAt, role: "loop" });
}

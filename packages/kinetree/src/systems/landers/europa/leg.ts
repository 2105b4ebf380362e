import type { BodyOptions } from "../../../model/builder/body.js";
import type { CoordinateOptions } from "../../../model/joints/joint-definition.js";
import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import {
  param,
  realAdd,
  realCos,
  realDiv,
  realMul,
  realNeg,
  realSin,
  realSquare,
  realSub,
} from "../../../model/real-arithmetic.js";
import { axisAngle, multiplyQuat } from "../../../model/rotation.js";
import type { TorsionSpringOptions } from "../../../model/builder/load.js";
import { composePose, pose } from "../../../model/pose.js";
import { capsule } from "../../../model/bodies/shapes.js";
import type { Real, Vec3R } from "../../../model/types.js";
import type { EuropaLanderOptions } from "./options.js";
import { LEGS } from "./start.js";
import { europaTables } from "./tables.js";

const upperAngle = realAdd(param("upperAngle"), param("upperAngleDeviation"));
const lowerAngle = realAdd(param("lowerAngle"), param("lowerAngleDeviation"));
/** Of the hips above the main body's mass centre. */
const hipHeight = realSub(param("hipHeight"), param("massCentreHeight"));

/** The k-th of `count` places on a horizontal circle about the main body's axis. */
export function onCircle(radius: Real, height: Real, k: number, count: number): Vec3R {
  const azimuth = (2 * Math.PI * k) / count;
  return [realMul(radius, realCos(azimuth)), realMul(radius, realSin(azimuth)), height];
}

/** Adds the two links of leg k and their hinges. The frame "lower0/tip" is where leg 0 touches the ground. */
export function addLeg(soFar: AnyMechanism, given: EuropaLanderOptions, k: number): AnyMechanism {
  const hip = {
    position: onCircle(param("hipRadius"), hipHeight, k, LEGS),
    // Local x points outwards and y along the hinge; a turn by -α about y swings -z outwards by α.
    rotation: multiplyQuat(axisAngle([0, 0, 1], (2 * Math.PI * k) / LEGS), axisAngle([0, 1, 0], realNeg(upperAngle))),
  } as const;
  const knee = {
    position: [0, 0, realNeg(param("upperLength"))],
    axisAngle: [[0, 1, 0], realSub(upperAngle, lowerAngle)],
  } as const;
  const links = soFar
    .body(`upper${k}`, rod(param("upperLength")))
    .body(`lower${k}`, rod(param("lowerLength")))
    .revolute(`hip${k}`, { parent: "base", child: `upper${k}`, at: hip, axis: [0, 1, 0], ...hinge(given, "hip") })
    .revolute(`knee${k}`, {
      parent: `upper${k}`,
      child: `lower${k}`,
      at: knee,
      axis: [0, 1, 0],
      ...hinge(given, "knee"),
    });
  if (given.reboundFactor === 1) return links;
  const damper = (joint: "hip" | "knee"): Pick<TorsionSpringOptions<string, string>, "stiffness" | "damping"> => ({
    stiffness: 0,
    // A leg yields outwards, which is the negative sense of its hinges.
    damping: { x: [-1, 0, 1], y: [-1, 0, given.reboundFactor], beyond: "extend", scale: param(`${joint}Damping`) },
  });
  return links
    .torsionSpring(`hipDamper${k}`, {
      a: { body: "base", at: composePose(pose(hip), alongHinge) },
      b: { body: `upper${k}`, at: alongHinge },
      ...damper("hip"),
    })
    .torsionSpring(`kneeDamper${k}`, {
      a: { body: `upper${k}`, at: composePose(pose(knee), alongHinge) },
      b: { body: `lower${k}`, at: alongHinge },
      ...damper("knee"),
    });
}

/** z along the hinge, about which torsion springs turn. */
const alongHinge = pose({ axisAngle: [[1, 0, 0], -Math.PI / 2] });

/** A slender rod down its z axis from its origin. */
const rod = (length: Real): BodyOptions<"tip"> => {
  const middle = realMul(-0.5, length);
  const across = realDiv(realMul(param("linkMass"), realSquare(length)), 12);
  return {
    mass: param("linkMass"),
    com: [0, 0, middle],
    inertia: [across, across, 0],
    frames: { tip: [0, 0, realNeg(length)] },
    shapes: [capsule(0.03, length, { at: [0, 0, middle] })],
  };
};

/** Spring, damper and stops of a hinge; impedance control replaces spring and damper. */
function hinge(given: EuropaLanderOptions, joint: "hip" | "knee"): CoordinateOptions {
  const { hipStiffness, kneeDamping } = europaTables.legs.stiff;
  const range = given.jointRangeDeg * (Math.PI / 180);
  const stops =
    range > 0 ? { lower: -range, upper: range, stopStiffness: hipStiffness.value, stopDamping: kneeDamping.value } : {};
  if (given.legs === "impedance") return stops;
  return {
    stiffness: param(`${joint}Stiffness`),
    damping: given.reboundFactor === 1 ? param(`${joint}Damping`) : 0,
    rest: springRest(given, joint),
    ...stops,
  };
}

export function springRest({ springRest: rest }: EuropaLanderOptions, joint: "hip" | "knee"): Real {
  if (rest === "initial-pose") return 0;
  const [upper, lower] = [param("upperAngleDeviation"), param("lowerAngleDeviation")];
  // Positive hinge angles turn the links inwards, which makes their angles from straight down smaller.
  return joint === "hip" ? upper : realSub(lower, upper);
}

/** Moments xx, yy, zz of all links about the main body's mass centre, as they stand: over a rod from a to b the mean of x² is (a² + ab + b²)/3. */
export function inertiaOfLegs(): Vec3R {
  const knee = reach(param("hipRadius"), hipHeight, param("upperLength"), upperAngle);
  const foot = reach(knee[0], knee[1], param("lowerLength"), lowerAngle);
  const mean = (a: Real, b: Real): Real => realDiv(realAdd(realAdd(realSquare(a), realMul(a, b)), realSquare(b)), 3);
  const ofLinks = (sum: Real): Real => realMul(realMul(LEGS, param("linkMass")), sum);
  const radial = ofLinks(realAdd(mean(param("hipRadius"), knee[0]), mean(knee[0], foot[0])));
  const vertical = ofLinks(realAdd(mean(hipHeight, knee[1]), mean(knee[1], foot[1])));
  // Six legs look the same from x and from y, so that each has half of the radial part.
  const across = realAdd(realMul(0.5, radial), vertical);
  return [across, across, radial];
}

const reach = (radius: Real, height: Real, length: Real, angle: Real): readonly [Real, Real] => [
  realAdd(radius, realMul(length, realSin(angle))),
  realSub(height, realMul(length, realCos(angle))),
];

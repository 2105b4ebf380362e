import { mechanism } from "../../model/builder/mechanism.js";
import { realCos, realMul, realSin } from "../../model/real-arithmetic.js";
import { axisAngle, multiplyQuat } from "../../model/rotation.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { standardLink, standardTip } from "../parts/standard-link.js";
import { readOptions } from "../parts/options.js";

/** Options of `lander`. */
export interface LanderOptions {
  readonly legs: number;
  /** Of the main body [kg]. */
  readonly mass: number;
  /** Of the main body about its mass centre, across and about its vertical axis [kg m²]. */
  readonly transverseInertia: number;
  readonly axialInertia: number;
  /** Of the circle of hips [m]. */
  readonly hipRadius: number;
  /** Of the hips below the mass centre, on the lower rim [m]. */
  readonly hipDepth: number;
  /** Of the upper leg from the body's downward vertical, outwards, at hip angle zero [deg]. */
  readonly upperAngleDeg: number;
  /** Of the lower leg from the body's downward vertical, outwards, at hip and knee angle zero [deg]. */
  readonly lowerAngleDeg: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** Gravity is Europa's; 65° is an ordinary stance, and a straight leg leaves the knees without a constant rotation. */
export const landerDefaults: LanderOptions = Object.freeze({
  legs: 6,
  mass: 900,
  transverseInertia: 151,
  axialInertia: 281,
  hipRadius: 0.75,
  hipDepth: 0.186,
  upperAngleDeg: 65,
  lowerAngleDeg: 65,
  gravity: 1.315,
});

const degree = Math.PI / 180;

/**
 * A free main body with n legs of two links, without contact. Body frame "base" at its mass centre, z up; joint "root"
 * carries it. Leg k at azimuth 2πk/n: bodies "upper0", "lower0", ..., joints "hip0", "knee0", ..., whose axes are
 * horizontal and tangential: positive angles swing the foot inwards. The frame "lower0/tip" is the foot.
 */
export function lander(options: Partial<LanderOptions> = {}): Model {
  const given = readOptions("lander", landerDefaults, options, ["legs"]);
  const { legs, hipRadius, hipDepth } = given;
  const kneeBend = (given.upperAngleDeg - given.lowerAngleDeg) * degree;
  return mechanism(`lander with ${legs} legs`)
    .gravity(0, 0, -given.gravity)
    .body("base", {
      mass: given.mass,
      inertia: [given.transverseInertia, given.transverseInertia, given.axialInertia],
      frames: { belly: [0, 0, -hipDepth] },
      shapes: [cylinder(hipRadius, 2 * hipDepth)],
    })
    .free("root", { parent: GROUND, child: "base" })
    .repeat(legs, (soFar, k) => {
      const azimuth = (2 * Math.PI * k) / legs;
      const hip = {
        position: [realMul(hipRadius, realCos(azimuth)), realMul(hipRadius, realSin(azimuth)), -hipDepth],
        // Local x points outwards and y along the hinge; a turn by -α about y swings -z outwards by α.
        rotation: multiplyQuat(axisAngle([0, 0, 1], azimuth), axisAngle([0, 1, 0], -given.upperAngleDeg * degree)),
      } as const;
      const knee = { position: standardTip, axisAngle: [[0, 1, 0], kneeBend] } as const;
      return soFar
        .body(`upper${k}`, standardLink)
        .body(`lower${k}`, standardLink)
        .revolute(`hip${k}`, { parent: "base", child: `upper${k}`, at: hip, axis: [0, 1, 0] })
        .revolute(`knee${k}`, { parent: `upper${k}`, child: `lower${k}`, at: knee, axis: [0, 1, 0] });
    })
    .build();
}

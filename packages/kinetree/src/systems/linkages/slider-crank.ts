import { mechanism } from "../../model/builder/mechanism.js";
import { box } from "../../model/bodies/shapes.js";
import { solidBox } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, systemError } from "../parts/options.js";
import { cosSinDeg, minus, type Point } from "../parts/point.js";
import { rod as rodBetween } from "../parts/rod.js";

/** Sizes and masses of a plane slider-crank. */
export interface SliderCrankOptions {
  /** Lengths [m]. */
  readonly crank: number;
  readonly rod: number;
  /** Of the line of the slider above the crank's pivot [m]. */
  readonly offset: number;
  /** Of the crank above the line of the slider, in the drawn pose [deg]. */
  readonly crankAngleDeg: number;
  /** [kg] */
  readonly crankMass: number;
  readonly rodMass: number;
  readonly sliderMass: number;
  /** Of the bars as drawn [m]. */
  readonly radius: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** Sizes of a small engine; drawn away from the dead points. */
export const sliderCrankDefaults: SliderCrankOptions = Object.freeze({
  crank: 0.05,
  rod: 0.12,
  offset: 0,
  crankAngleDeg: 60,
  crankMass: 0.3,
  rodMass: 0.21,
  sliderMass: 0.14,
  radius: 0.005,
  gravity: 9.81,
});

/**
 * Crank and connecting rod in the x-z plane, hinges about y, the slider along x; the crank's pivot at the origin. Joints
 * "crank", "rod" (on the crank), "slider" and the closing "pin" between rod and slider; all zero in the drawn pose. Lengths
 * and masses as in P. Flores, J. Ambrósio, J. C. Pimenta Claro, H. M. Lankarani, Kinematics and Dynamics of Multibody
 * Systems with Imperfect Joints (2008); the bars are homogeneous rods here. Three of the five conditions of the pin only
 * keep the bars in their plane, which the other joints do already.
 */
export function sliderCrank(options: Partial<SliderCrankOptions> = {}): Model {
  const given = readOptions("slider-crank", sliderCrankDefaults, options);
  const { crank, rod, offset, radius } = given;
  const [cosine, sine] = cosSinDeg(given.crankAngleDeg);
  const B: Point = [crank * cosine, 0, crank * sine];
  const drop = B[2] - offset;
  const reach = rod * rod - drop * drop;
  if (!(reach >= 0)) {
    const problem =
      `a rod of ${rod} m cannot reach the line of the slider, which is ${Math.abs(drop)} m away from the ` +
      `crank's end in the drawn pose. Make the rod longer, or the crank or the offset smaller.`;
    throw systemError("cannot-close", "slider-crank", rod, problem);
  }
  const C: Point = [B[0] + Math.sqrt(reach), 0, offset];
  const block: Point = [6 * radius, 4 * radius, 4 * radius];
  const axis = [0, 1, 0] as const;
  return mechanism("slider-crank")
    .gravity(0, 0, -given.gravity)
    .body("crank", rodBetween([0, 0, 0], B, { mass: given.crankMass, radius }))
    .body("rod", rodBetween([0, 0, 0], minus(C, B), { mass: given.rodMass, radius }))
    .body("slider", { ...solidBox(given.sliderMass, block), shapes: [box(block)] })
    .revolute("crank", { parent: GROUND, child: "crank", axis })
    .revolute("rod", { parent: "crank", child: "rod", at: B, axis })
    .prismatic("slider", { parent: GROUND, child: "slider", at: C, axis: [1, 0, 0] })
    .revolute("pin", { parent: "rod", child: "slider", at: minus(C, B), axis })
    .build();
}

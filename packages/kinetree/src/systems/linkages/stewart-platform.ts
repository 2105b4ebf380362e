import { mechanism } from "../../model/builder/mechanism.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { solidCylinder } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";
import { cross, minus, onCircle, plus, times, unit, type Point } from "../parts/point.js";
import { rod } from "../parts/rod.js";

/** Sizes and masses of a Stewart platform. */
export interface StewartPlatformOptions {
  /** Of the circles on which the legs stand and carry [m]. */
  readonly baseRadius: number;
  readonly platformRadius: number;
  /** Of the platform's joints above the ground, in the drawn pose [m]. */
  readonly height: number;
  /** Half the angle between the two legs of a pair, seen from the middle, below and above [deg]. */
  readonly baseHalfAngleDeg: number;
  readonly platformHalfAngleDeg: number;
  /** [kg] */
  readonly platformMass: number;
  /** Of each half of a leg [kg]. */
  readonly legMass: number;
  /** Of a spring and a damper along each leg, without force in the drawn pose [N/m, N s/m]. */
  readonly stiffness: number;
  readonly damping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const stewartPlatformDefaults: StewartPlatformOptions = Object.freeze({
  baseRadius: 1,
  platformRadius: 0.6,
  height: 1,
  baseHalfAngleDeg: 10,
  platformHalfAngleDeg: 10,
  platformMass: 50,
  legMass: 2,
  stiffness: 2e4,
  damping: 200,
  gravity: 9.81,
});

/**
 * A platform on six legs that can be made longer and shorter: six degrees of freedom. Leg i is "lower0" and "upper0", ...; joint
 * "base0" (universal), "leg0" (prismatic, its extension) and "ball0" (spherical, on the platform), ...; all zero in the drawn
 * pose. Its arrangement is that of V. E. Gough and S. G. Whitehall (1962) and D. Stewart, "A platform with six degrees of
 * freedom", Proc. Institution of Mechanical Engineers 180 (1965); the sizes are ours.
 */
export function stewartPlatform(options: Partial<StewartPlatformOptions> = {}): Model {
  const given = readOptions("stewart-platform", stewartPlatformDefaults, options);
  const { height, legMass, stiffness, damping, platformRadius } = given;
  const thickness = 0.06 * platformRadius;
  const plate: Point = [0, 0, thickness / 2];
  return mechanism("Stewart platform")
    .gravity(0, 0, -given.gravity)
    .body("platform", {
      ...solidCylinder(given.platformMass, platformRadius, thickness, plate),
      shapes: [cylinder(platformRadius, thickness, { at: plate })],
    })
    .repeat(6, (soFar, i) => {
      const [pair, side] = [120 * Math.floor(i / 2), i % 2 === 0 ? -1 : 1];
      const foot = onCircle(given.baseRadius, pair + side * given.baseHalfAngleDeg);
      const head = onCircle(platformRadius, pair + side * (60 - given.platformHalfAngleDeg));
      const leg = minus(plus(head, [0, 0, height]), foot);
      const along = unit(leg);
      // Across the leg, the first axis level.
      const axis1 = unit(cross([0, 0, 1], along));
      const axis2 = cross(along, axis1);
      return soFar
        .body(`lower${i}`, rod([0, 0, 0], times(0.6, leg), { mass: legMass, radius: 0.03 * height }))
        .body(`upper${i}`, rod(times(0.4, leg), leg, { mass: legMass, radius: 0.02 * height }))
        .universal(`base${i}`, { parent: GROUND, child: `lower${i}`, at: foot, axis1, axis2 })
        .prismatic(`leg${i}`, { parent: `lower${i}`, child: `upper${i}`, axis: along, stiffness, damping })
        .spherical(`ball${i}`, { parent: `upper${i}`, child: "platform", at: leg, childAt: head });
    })
    .build();
}

import { mechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Model } from "../../model/types.js";
import { dyad } from "./dyad.js";
import { readOptions, requireChoice } from "../parts/options.js";
import { cosSinDeg, minus, type Point } from "../parts/point.js";
import { rod } from "../parts/rod.js";

/** Sizes of a four-bar linkage, and the motor on its crank. */
export interface FourBarOptions {
  /** Lengths of the three bars, and between the two pivots on the ground [m]. */
  readonly crank: number;
  readonly coupler: number;
  readonly rocker: number;
  readonly ground: number;
  /** Of the crank above the line of the ground pivots, in the drawn pose [deg]. */
  readonly crankAngleDeg: number;
  /** Which of the two ways to close it is drawn: "open", or with the coupler "crossed" over the line of the pivots. */
  readonly branch: "open" | "crossed";
  /** Of a bar [kg/m]. */
  readonly lineDensity: number;
  /** Of a bar [m]; for display and for the moment of inertia about its own axis, which does not affect the plane motion. */
  readonly radius: number;
  /** Of a motor on the crank, about y [N m]; 0 leaves the motor out. */
  readonly torque: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
  /** At every hinge but the closing one [N m s/rad]. */
  readonly damping: number;
}

/** The shortest and the longest bar together are shorter than the other two, so the crank turns all the way round. */
export const fourBarDefaults: FourBarOptions = Object.freeze({
  crank: 1,
  coupler: 3,
  rocker: 2.5,
  ground: 3,
  crankAngleDeg: 60,
  branch: "open",
  lineDensity: 1,
  radius: 0.05,
  torque: 0,
  gravity: 9.81,
  damping: 0,
});

/**
 * Crank, coupler and rocker in the x-z plane, all hinges about y; the ground pivots at the origin and at x = `ground`.
 * Joints "crank", "coupler" (on the crank), "rocker" and the closing "pin" between coupler and rocker. All angles are zero
 * in the drawn pose. By default a crank-rocker of F. Grashof's rule (Theoretische Maschinenlehre, vol. 2, 1883); the sizes
 * are ours. Three of the five conditions of the pin only keep the bars in their plane, which the other hinges do already.
 */
export function fourBar(options: Partial<FourBarOptions> = {}): Model {
  const given = readOptions("four-bar", fourBarDefaults, options);
  const { crank, coupler, rocker, ground, branch, lineDensity, radius, damping } = given;
  requireChoice("four-bar", "branch", branch, ["open", "crossed"]);
  const [cosine, sine] = cosSinDeg(given.crankAngleDeg);
  const B: Point = [crank * cosine, 0, crank * sine];
  const D: Point = [ground, 0, 0];
  const C = dyad("four-bar", B, D, [coupler, rocker], branch === "open" ? "left" : "right");
  // Every body frame lies on the hinge that carries the body, with the axes of the world in the drawn pose.
  const link = (to: Point, length: number): ReturnType<typeof rod> =>
    rod([0, 0, 0], to, { mass: lineDensity * length, radius });
  const axis = [0, 1, 0] as const;
  const linkage = mechanism("four-bar linkage")
    .gravity(0, 0, -given.gravity)
    .body("crank", link(B, crank))
    .body("coupler", link(minus(C, B), coupler))
    .body("rocker", link(minus(C, D), rocker))
    .revolute("crank", { parent: GROUND, child: "crank", axis, damping })
    .revolute("coupler", { parent: "crank", child: "coupler", at: B, axis, damping })
    .revolute("rocker", { parent: GROUND, child: "rocker", at: D, axis, damping })
    .revolute("pin", { parent: "coupler", child: "rocker", at: minus(C, B), childAt: minus(C, D), axis });
  const { torque } = given;
  return (torque === 0 ? linkage : linkage.jointForce("motor", { joint: "crank", force: torque })).build();
}

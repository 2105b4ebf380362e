import { mechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Model } from "../../model/types.js";
import { dyad } from "./dyad.js";
import { readOptions } from "../parts/options.js";
import { cosSinDeg, minus, plus, type Point } from "../parts/point.js";
import { rod } from "../parts/rod.js";

/** Sizes of a symmetric five-bar linkage. */
export interface FiveBarOptions {
  /** Of the two inner bars, the two outer bars, and between the ground pivots [m]. */
  readonly inner: number;
  readonly outer: number;
  readonly ground: number;
  /** Of the inner bars above the line of the pivots, measured outwards, in the drawn pose [deg]. */
  readonly angleDeg: number;
  /** Of a bar [kg/m]. */
  readonly lineDensity: number;
  /** Of the bars as drawn [m]. */
  readonly radius: number;
  /** Down the z axis [m/s²]; 0 for a device that lies flat. */
  readonly gravity: number;
}

export const fiveBarDefaults: FiveBarOptions = Object.freeze({
  inner: 0.063,
  outer: 0.075,
  ground: 0.025,
  angleDeg: 60,
  lineDensity: 0.2,
  radius: 0.003,
  gravity: 9.81,
});

/**
 * Two arms of two bars each in the x-z plane that meet at their tips: two degrees of freedom. Joints "left" and "right" on
 * the ground, "leftElbow", "rightElbow" and the closing "pin"; all about y and zero in the drawn pose. Lengths of the
 * Pantograph Mk-II: G. Campion, Q. Wang, V. Hayward, "The Pantograph Mk-II: a haptic instrument", IROS 2005; masses are ours.
 */
export function fiveBar(options: Partial<FiveBarOptions> = {}): Model {
  const given = readOptions("five-bar", fiveBarDefaults, options);
  const { inner, outer, ground, lineDensity, radius } = given;
  const [cosine, sine] = cosSinDeg(given.angleDeg);
  const rightPivot: Point = [ground, 0, 0];
  const left: Point = [-(inner * cosine), 0, inner * sine];
  const right: Point = [inner * cosine, 0, inner * sine];
  const tip = dyad("five-bar", left, plus(rightPivot, right), [outer, outer], "left");
  const [leftTip, rightTip] = [minus(tip, left), minus(tip, plus(rightPivot, right))];
  const bar = (to: Point, length: number): ReturnType<typeof rod> =>
    rod([0, 0, 0], to, { mass: lineDensity * length, radius });
  const axis = [0, 1, 0] as const;
  return mechanism("five-bar linkage")
    .gravity(0, 0, -given.gravity)
    .body("left", bar(left, inner))
    .body("right", bar(right, inner))
    .body("leftOuter", bar(leftTip, outer))
    .body("rightOuter", bar(rightTip, outer))
    .revolute("left", { parent: GROUND, child: "left", axis })
    .revolute("right", { parent: GROUND, child: "right", at: rightPivot, axis })
    .revolute("leftElbow", { parent: "left", child: "leftOuter", at: left, axis })
    .revolute("rightElbow", { parent: "right", child: "rightOuter", at: right, axis })
    .revolute("pin", { parent: "leftOuter", child: "rightOuter", at: leftTip, childAt: rightTip, axis })
    .build();
}

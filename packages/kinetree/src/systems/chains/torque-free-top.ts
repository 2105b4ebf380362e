import { mechanism } from "../../model/builder/mechanism.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Options of `torqueFreeTop`. */
export interface TorqueFreeTopOptions {
  /** [kg] */
  readonly mass: number;
  /** Principal moments about the mass centre [kg m²]. All different: the middle axis tumbles. */
  readonly ixx: number;
  readonly iyy: number;
  readonly izz: number;
}

export const torqueFreeTopDefaults: TorqueFreeTopOptions = Object.freeze({ mass: 1, ixx: 0.1, iyy: 0.1, izz: 0.15 });

/**
 * A body alone in space, without gravity; body "top", joint "root". With two equal moments A, A, C and spin n it precesses in the body at
 * the rate (C - A) n / A (Goldstein, Classical Mechanics, section on the force-free motion of a rigid body).
 */
export function torqueFreeTop(options: Partial<TorqueFreeTopOptions> = {}): Model {
  const { mass, ixx, iyy, izz } = readOptions("torque-free-top", torqueFreeTopDefaults, options);
  return mechanism("torque-free top")
    .gravity(0, 0, 0)
    .body("top", {
      mass,
      inertia: [ixx, iyy, izz],
      shapes: [cylinder(0.4, 0.1), cylinder(0.02, 0.8, { name: "axle", use: "display" })],
    })
    .free("root", { parent: GROUND, child: "top" })
    .build();
}

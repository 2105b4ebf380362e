import { mechanism } from "../../model/builder/mechanism.js";
import { cylinder, sphere } from "../../model/bodies/shapes.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Options of `heavyTop`. */
export interface HeavyTopOptions {
  /** [kg] */
  readonly mass: number;
  /** Of the mass centre above the pivot, along the axis [m]. */
  readonly height: number;
  /** About the mass centre, across and about the axis [kg m²]. */
  readonly transverse: number;
  readonly axial: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

/** The heavy top of M. Géradin and A. Cardona, Flexible Multibody Dynamics (2001), with its axis along z. */
export const heavyTopDefaults: HeavyTopOptions = Object.freeze({
  mass: 15,
  height: 1,
  transverse: 0.234375,
  axial: 0.46875,
  gravity: 9.81,
});

/** A symmetric top on a fixed point; body "top", spherical joint "pivot"; upright at zero. */
export function heavyTop(options: Partial<HeavyTopOptions> = {}): Model {
  const { mass, height, transverse, axial, gravity } = readOptions("heavy-top", heavyTopDefaults, options);
  return mechanism("heavy top")
    .gravity(0, 0, -gravity)
    .body("top", {
      mass,
      com: [0, 0, height],
      inertia: [transverse, transverse, axial],
      frames: { tip: [0, 0, height] },
      shapes: [
        cylinder(0.25 * height, 0.05 * height, { name: "disc", at: [0, 0, height] }),
        cylinder(0.02 * height, height, { name: "axle", at: [0, 0, height / 2], use: "display" }),
        sphere(0.03 * height, { name: "foot", use: "display" }),
      ],
    })
    .spherical("pivot", { parent: GROUND, child: "top" })
    .build();
}

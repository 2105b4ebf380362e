import { mechanism } from "../../model/builder/mechanism.js";
import { cylinder } from "../../model/bodies/shapes.js";
import { solidCylinder } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions, requireChoice } from "../parts/options.js";

/** Options of `nPendulum`. */
export interface NPendulumOptions {
  /** Number of links. */
  readonly n: number;
  /** "revolute": all about the y axis, so that it swings in a plane; "spherical": in space. */
  readonly joint: "revolute" | "spherical";
  /** Of one link [m]. */
  readonly length: number;
  /** Of one link [kg]. */
  readonly mass: number;
  /** Of the round link [m]. */
  readonly radius: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
  /** At every joint [N m s/rad]. */
  readonly damping: number;
}

export const nPendulumDefaults: NPendulumOptions = Object.freeze({
  n: 5,
  joint: "revolute",
  length: 1,
  mass: 1,
  radius: 0.05,
  gravity: 9.81,
  damping: 0,
});

/** Round, homogeneous links end to end, hanging down at zero; bodies "link0", "link1", ..., joints "joint0", "joint1", ... */
export function nPendulum(options: Partial<NPendulumOptions> = {}): Model {
  const given = readOptions("n-pendulum", nPendulumDefaults, options, ["n"]);
  const { n, joint, length, mass, radius, gravity, damping } = given;
  requireChoice("n-pendulum", "joint", joint, ["revolute", "spherical"]);
  return mechanism(`pendulum of ${n} links`)
    .gravity(0, 0, -gravity)
    .repeat(n, (soFar, i) => {
      const middle = [0, 0, -length / 2] as const;
      const longer = soFar.body(`link${i}`, {
        ...solidCylinder(mass, radius, length, middle),
        frames: { tip: [0, 0, -length] },
        shapes: [cylinder(radius, length, { at: middle })],
      });
      const place = i === 0 ? { parent: GROUND } : { parent: `link${i - 1}`, at: `link${i - 1}/tip` };
      const where = { ...place, child: `link${i}`, damping };
      return joint === "revolute"
        ? longer.revolute(`joint${i}`, { ...where, axis: [0, 1, 0] })
        : longer.spherical(`joint${i}`, where);
    })
    .build();
}

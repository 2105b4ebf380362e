import { mechanism } from "../../model/builder/mechanism.js";
import { param, realMul, realNeg } from "../../model/real-arithmetic.js";
import { cylinder, sphere } from "../../model/bodies/shapes.js";
import { solidSphere } from "../../model/bodies/solids.js";
import type { Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Options of `pendulum`. */
export interface PendulumOptions {
  /** From the hinge to the middle of the bob [m]; the parameter "length". */
  readonly length: number;
  /** [kg]; the parameter "mass". */
  readonly mass: number;
  /** Down the z axis [m/s²]; the parameter "gravity". */
  readonly gravity: number;
  /** Of the ball that is the bob [m]. 0 is the pendulum of the textbooks, with T = 2π √(l/g) for small swings. */
  readonly bobRadius: number;
  /** At the hinge [N m s/rad]. */
  readonly damping: number;
}

export const pendulumDefaults: PendulumOptions = Object.freeze({
  length: 1,
  mass: 1,
  gravity: 9.81,
  bobRadius: 0,
  damping: 0,
});

/** A bob on a rod without mass that swings about the y axis; joint "hinge", body "bob", angle 0 hanging down. */
export function pendulum(options: Partial<PendulumOptions> = {}): Model {
  const { length, mass, gravity, bobRadius, damping } = readOptions("pendulum", pendulumDefaults, options);
  const down = realNeg(param("length"));
  return mechanism("pendulum")
    .parameter("length", length, { unit: "m", min: 0 })
    .parameter("mass", mass, { unit: "kg", min: 0 })
    .parameter("gravity", gravity, { unit: "m/s²" })
    .gravity(0, 0, realNeg(param("gravity")))
    .body("bob", {
      ...solidSphere(param("mass"), bobRadius, [0, 0, down]),
      frames: { tip: [0, 0, down] },
      shapes: [
        cylinder(realMul(0.01, param("length")), param("length"), {
          name: "rod",
          at: [0, 0, realMul(0.5, down)],
          use: "display",
        }),
        sphere(realMul(0.06, param("length")), { name: "ball", at: [0, 0, down], use: "display" }),
      ],
    })
    .revolute("hinge", { parent: "ground", child: "bob", axis: [0, 1, 0], damping })
    .build();
}

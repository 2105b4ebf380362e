import { mechanism } from "../../model/builder/mechanism.js";
import { param, realMul, realNeg } from "../../model/real-arithmetic.js";
import type { Real, Shape } from "../../model/types.js";
import { cylinder, sphere } from "../../model/bodies/shapes.js";
import { solidSphere } from "../../model/bodies/solids.js";
import type { Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Options of `doublePendulum`. */
export interface DoublePendulumOptions {
  /** Of the upper and lower bob [kg]; the parameters "mass1", "mass2". */
  readonly mass1: number;
  readonly mass2: number;
  /** Of the upper and lower rod [m]; the parameters "length1", "length2". */
  readonly length1: number;
  readonly length2: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
  /** Of the balls that are the bobs [m]; 0 gives the point masses of the textbooks. */
  readonly bobRadius: number;
  /** At both hinges [N m s/rad]. */
  readonly damping: number;
}

export const doublePendulumDefaults: DoublePendulumOptions = Object.freeze({
  mass1: 1,
  mass2: 1,
  length1: 1,
  length2: 1,
  gravity: 9.81,
  bobRadius: 0,
  damping: 0,
});

/** Two bobs on massless rods that swing about y; joints "shoulder" and "elbow" (relative to the first rod), bodies "upper" and "lower"; 0 hangs down. */
export function doublePendulum(options: Partial<DoublePendulumOptions> = {}): Model {
  const given = readOptions("double-pendulum", doublePendulumDefaults, options);
  const { gravity, bobRadius, damping } = given;
  const [down1, down2] = [realNeg(param("length1")), realNeg(param("length2"))];
  return mechanism("double pendulum")
    .parameter("mass1", given.mass1, { unit: "kg", min: 0 })
    .parameter("mass2", given.mass2, { unit: "kg", min: 0 })
    .parameter("length1", given.length1, { unit: "m", min: 0 })
    .parameter("length2", given.length2, { unit: "m", min: 0 })
    .gravity(0, 0, -gravity)
    .body("upper", {
      ...solidSphere(param("mass1"), bobRadius, [0, 0, down1]),
      frames: { tip: [0, 0, down1] },
      shapes: rodAndBall(param("length1")),
    })
    .body("lower", {
      ...solidSphere(param("mass2"), bobRadius, [0, 0, down2]),
      frames: { tip: [0, 0, down2] },
      shapes: rodAndBall(param("length2")),
    })
    .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0], damping })
    .revolute("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0], at: "upper/tip", damping })
    .build();
}

const rodAndBall = (length: Real): readonly Shape[] => [
  cylinder(realMul(0.01, length), length, { name: "rod", at: [0, 0, realMul(-0.5, length)], use: "display" }),
  sphere(realMul(0.06, length), { name: "ball", at: [0, 0, realNeg(length)], use: "display" }),
];

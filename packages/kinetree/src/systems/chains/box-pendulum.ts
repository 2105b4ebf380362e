import { mechanism } from "../../model/builder/mechanism.js";
import { box } from "../../model/bodies/shapes.js";
import { solidBox } from "../../model/bodies/solids.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";

/** Number and sizes of the boxes. */
export interface BoxPendulumOptions {
  /** Number of bodies. */
  readonly n: number;
  /** Of one body, down its z axis [m]. */
  readonly length: number;
  /** Along its x axis [m]. */
  readonly width: number;
  /** Along its y axis [m]. */
  readonly depth: number;
  /** Of one body [kg]. */
  readonly mass: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const boxPendulumDefaults: BoxPendulumOptions = Object.freeze({
  n: 3,
  length: 1,
  width: 0.2,
  depth: 0.1,
  mass: 1,
  gravity: 9.81,
});

/**
 * The n-body pendulum: homogeneous boxes on spherical joints, end to end, hanging down at zero; bodies "body1", "body2", ..., joints
 * "joint1", "joint2", ... After J. C. K. Chou, A nearly-linear computational-cost scheme for the forward dynamics of an n-body
 * pendulum, whose first picture has three bodies; their sizes are ours.
 */
export function boxPendulum(options: Partial<BoxPendulumOptions> = {}): Model {
  const { n, length, width, depth, mass, gravity } = readOptions("box-pendulum", boxPendulumDefaults, options, ["n"]);
  const size = [width, depth, length] as const;
  const middle = [0, 0, -length / 2] as const;
  return mechanism(`pendulum of ${n} boxes`)
    .gravity(0, 0, -gravity)
    .repeat(n, (soFar, i) => {
      const name = `body${i + 1}`;
      const place = i === 0 ? { parent: GROUND } : { parent: `body${i}`, at: `body${i}/tip` };
      return soFar
        .body(name, {
          ...solidBox(mass, size, middle),
          frames: { tip: [0, 0, -length] },
          shapes: [box(size, { at: middle })],
        })
        .spherical(`joint${i + 1}`, { ...place, child: name });
    })
    .build();
}

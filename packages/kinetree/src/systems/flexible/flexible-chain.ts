import { mechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Model } from "../../model/types.js";
import { aluminium } from "../parts/metals.js";
import { readOptions } from "../parts/options.js";

/** Number, sizes and modes of the beams. */
export interface FlexibleChainOptions {
  /** Number of links. */
  readonly n: number;
  /** Of one link [m]. */
  readonly length: number;
  /** Of the round links [m]. */
  readonly radius: number;
  /** Bending modes of each link in each of its two planes. */
  readonly modes: number;
  /** Of each mode, as a share of critical damping. */
  readonly dampingRatio: number;
  /** At every hinge [N m s/rad]. */
  readonly jointDamping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const flexibleChainDefaults: FlexibleChainOptions = Object.freeze({
  n: 10,
  length: 1,
  radius: 0.02,
  modes: 2,
  dampingRatio: 0.01,
  jointDamping: 0,
  gravity: 9.81,
});

/**
 * Round aluminium beams end to end on hinges whose axes alternate, hanging down at zero; bodies "link0", "link1", ... with the
 * stations "link0_tip", ..., hinges "joint0", "joint1", ...; the joints "link0", "link1", ... have the modal amplitudes.
 */
export function flexibleChain(options: Partial<FlexibleChainOptions> = {}): Model {
  const given = readOptions("flexible-chain", flexibleChainDefaults, options, ["n", "modes"]);
  const { n, length, radius, modes, dampingRatio, jointDamping } = given;
  return mechanism(`chain of ${n} beams`)
    .gravity(0, 0, -given.gravity)
    .repeat(n, (soFar, i) =>
      soFar
        .beam(`link${i}`, {
          length,
          section: { kind: "circle", radius },
          material: aluminium,
          modes: { y: modes, z: modes },
          dampingRatio,
        })
        .revolute(`joint${i}`, {
          parent: i === 0 ? GROUND : `link${i - 1}_tip`,
          child: `link${i}`,
          // The first link points down.
          ...(i === 0 ? { at: { axisAngle: [[0, 1, 0], Math.PI / 2] } } : {}),
          axis: i % 2 === 0 ? [0, 1, 0] : [0, 0, 1],
          damping: jointDamping,
        }),
    )
    .build();
}

import { mechanism, type AnyMechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Model } from "../../model/types.js";
import { readOptions } from "../parts/options.js";
import type { Point } from "../parts/point.js";

import { standardLink, standardTip } from "../parts/standard-link.js";

/** Options of chains of equal bodies. */
export interface ChainOptions {
  /** Number of links. */
  readonly n: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const chainDefaults: ChainOptions = Object.freeze({ n: 20, gravity: 9.81 });

/** Standard links end to end, the first at the ground's origin, connected by the joints that `addJoint` adds. */
function chain(
  system: string,
  options: Partial<ChainOptions>,
  addJoint: (soFar: AnyMechanism, i: number, place: { parent: string; child: string; at: Point }) => AnyMechanism,
): Model {
  const { n, gravity } = readOptions(system, chainDefaults, options, ["n"]);
  return mechanism(`${system} of ${n}`)
    .gravity(0, 0, -gravity)
    .repeat(n, (soFar, i) => {
      const onto = i === 0 ? { parent: GROUND, at: [0, 0, 0] as const } : { parent: `link${i - 1}`, at: standardTip };
      return addJoint(soFar.body(`link${i}`, standardLink), i, { ...onto, child: `link${i}` });
    })
    .build();
}

/** Links of 1 kg and 1 m on hinges with axes x, y, x, …; bodies "link0", "link1", ..., joints "joint0", "joint1", ... */
export function hingeChain(options: Partial<ChainOptions> = {}): Model {
  return chain("hinge-chain", options, (soFar, i, place) =>
    soFar.revolute(`joint${i}`, { ...place, axis: i % 2 === 0 ? [1, 0, 0] : [0, 1, 0] }),
  );
}

/** Links of 1 kg and 1 m on spherical joints; bodies "link0", "link1", ..., joints "joint0", "joint1", ... */
export function sphericalChain(options: Partial<ChainOptions> = {}): Model {
  return chain("spherical-chain", options, (soFar, i, place) => soFar.spherical(`joint${i}`, place));
}

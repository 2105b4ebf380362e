import { mechanism, type AnyMechanism } from "../model/builder/mechanism.js";
import { GROUND, type Model } from "../model/types.js";
import { readOptions } from "./options.js";
import { standardLink, standardTip } from "./standard-link.js";

/** Options of chains of equal bodies. */
export interface ChainOptions {
  /** Number of links. */
  readonly n: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const chainDefaults: ChainOptions = Object.freeze({ n: 20, gravity: 9.81 });

/** Where a joint of the chain goes. */
export interface ChainPlace {
  readonly parent: string;
  readonly child: string;
  readonly at: readonly [number, number, number];
}

/** Standard links end to end, the first at the ground's origin; the caller says which joint comes between them. */
export function chain(
  system: string,
  options: Partial<ChainOptions>,
  addJoint: (soFar: AnyMechanism, i: number, place: ChainPlace) => AnyMechanism,
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

import { mechanism } from "../../model/builder/mechanism.js";
import { GROUND, type Curve, type Model } from "../../model/types.js";
import { readOptions, requireChoice, systemError } from "../parts/options.js";
import { standardLink, standardTip } from "../parts/standard-link.js";

/** Length of the chain, order of its hinges, and their springs. */
export interface NumberedChainOptions {
  /** Number of links, at least 5. */
  readonly n: number;
  /** Order in which the hinges are declared: "optimal" from end to end, "worst" so that the first and the last share a link. */
  readonly order: "optimal" | "worst";
  /** Of the springs at the hinges near their middle [N m/rad]; twice as stiff beyond half a radian. */
  readonly stiffness: number;
  /** Of the dampers at the hinges [N m s/rad]. */
  readonly damping: number;
  /** Down the z axis [m/s²]. */
  readonly gravity: number;
}

export const numberedChainDefaults: NumberedChainOptions = Object.freeze({
  n: 10,
  order: "worst",
  stiffness: 5,
  damping: 0.5,
  gravity: 9.81,
});

/**
 * A chain that falls freely: "link0", "link1", ... with hinges "joint1", "joint2", ... between them, each named by the link
 * that it carries, spring and damper in each; axes alternate x, y; "root" lets the first link move. Physically the same for both orders:
 * only the place of the hinges in the model differs. Source: J. T. Wachlin, Computational Improvements of a Multibody
 * Dynamic Simulation Algorithm (thesis, Georgia Institute of Technology, 2018), sections 5.1.1 and 5.1.4, with the numbering
 * of its figure 5.6; it does not say the sizes.
 */
export function numberedChain(options: Partial<NumberedChainOptions> = {}): Model {
  const given = readOptions("numbered-chain", numberedChainDefaults, options, ["n"]);
  const { n, order, stiffness, damping, gravity } = given;
  requireChoice("numbered-chain", "order", order, ["optimal", "worst"]);
  if (n < 5) {
    const problem = `option "n" = ${n} must be at least 5. With fewer links no order is worse than another.`;
    throw systemError("option-range", "numbered-chain", n, problem);
  }
  const spring: Curve = { x: [-1, -0.5, 0.5, 1], y: [-1.5, -0.5, 0.5, 1.5], beyond: "extend", scale: stiffness };
  const declared = order === "optimal" ? endToEnd(n - 1) : worst(n - 1);
  return mechanism(`free chain of ${n}`)
    .gravity(0, 0, -gravity)
    .repeat(n, (soFar, i) => soFar.body(`link${i}`, standardLink))
    .free("root", { parent: GROUND, child: "link0" })
    .repeat(n - 1, (soFar, number) => {
      const place = declared[number];
      return soFar.revolute(`joint${place}`, {
        parent: `link${place - 1}`,
        child: `link${place}`,
        at: standardTip,
        axis: place % 2 === 0 ? [0, 1, 0] : [1, 0, 0],
        stiffness: spring,
        damping,
      });
    })
    .build();
}

/** Places along the chain, 1 to `hinges`, in the order in which the hinges are declared. */
const endToEnd = (hinges: number): readonly number[] => Array.from({ length: hinges }, (_, number) => number + 1);

/** Numbers along the chain are 1, m, 3, 4, ..., m - 1, 2: neighbours at one end are the lowest and the highest. */
function worst(hinges: number): readonly number[] {
  const numberAt = endToEnd(hinges);
  const numbered = numberAt.map((place) => (place === 1 ? 1 : place === 2 ? hinges : place === hinges ? 2 : place));
  return endToEnd(hinges).map((number) => numbered.indexOf(number) + 1);
}

import { nBodyPendulum } from "./equations/pendulum.js";
import {
  pendulumSchemes,
  publishedOperations,
  type OperationPair,
  type PendulumOperations,
  type PendulumScheme,
} from "./run/operations.js";
import { countPendulumOperations } from "./run/system.js";

/** Operations of one iteration, counted while it ran, compared with the source. */
export interface CountedIteration {
  readonly n: number;
  readonly scheme: PendulumScheme;
  readonly counted: PendulumOperations;
  readonly published: OperationPair;
}

/** Counts all schemes for small pendulums, and the scheme of linear cost for large ones too. */
export const countAll = (sizes: readonly number[], large: readonly number[]): readonly CountedIteration[] =>
  [...new Set([...sizes, ...large])]
    .sort((a, b) => a - b)
    .flatMap((n) => {
      const pendulum = nBodyPendulum({ n });
      const counted = sizes.includes(n) ? pendulumSchemes : (["linear"] as const);
      return counted.map((scheme) => ({
        n,
        scheme,
        counted: countPendulumOperations(pendulum, scheme),
        published: publishedOperations(scheme, n),
      }));
    });

export const ofLinear = (all: readonly CountedIteration[]): readonly CountedIteration[] =>
  all.filter(({ scheme }) => scheme === "linear");

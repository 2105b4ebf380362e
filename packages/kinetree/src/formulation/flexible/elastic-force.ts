import type { Num } from "../../graph/graph.js";
import { add, mul, neg } from "../../graph/num.js";

/** −K η − D η̇, added to what else acts along the amplitudes. */
export function elasticForce(
  effort: readonly Num[],
  stiffness: readonly Num[],
  damping: readonly Num[],
  eta: readonly Num[],
  rates: readonly Num[],
): readonly Num[] {
  const m = eta.length;
  return effort.map((tau, i) => {
    let sum: Num = 0;
    for (let j = 0; j < m; j++)
      sum = add(sum, add(mul(stiffness[i * m + j], eta[j]), mul(damping[i * m + j], rates[j])));
    return add(tau, neg(sum));
  });
}

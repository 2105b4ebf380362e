import type { BdfHistory } from "./bdf-history.js";
import type { OrderErrors } from "./bdf-order.js";
import type { WeightedNorm } from "../newton/newton-norm.js";

/**
 * What the step under way shows of the errors at its order k and beside it: leading terms of Taylor series, by differences.
 * Brenan, Campbell, Petzold (1996), 5.2.3. `work` is overwritten.
 */
export function estimateErrors(
  history: BdfHistory,
  norm: WeightedNorm,
  correction: Float64Array,
  k: number,
  canRaise: boolean,
  work: Float64Array,
): OrderErrors {
  const { sigma, phi } = history;
  let [below, belowThat, above] = [Infinity, Infinity, Infinity];
  if (k > 1) {
    history.addRow(k, correction, work);
    below = sigma[k - 1] * norm.of(work);
  }
  if (k > 2) {
    history.addRow(k - 1, work, work);
    belowThat = sigma[k - 2] * norm.of(work);
  }
  if (canRaise) {
    for (let i = 0; i < work.length; i++) work[i] = correction[i] - phi[k + 1][i];
    above = norm.of(work) / (k + 2);
  }
  return { atOrder: sigma[k] * norm.of(correction), below, belowThat, above };
}

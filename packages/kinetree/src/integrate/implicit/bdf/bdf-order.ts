import { RequestError } from "../../../errors/kinetree-error.js";
import type { WeightedNorm } from "../newton/newton-norm.js";
import { nthRoot } from "../newton/newton-root.js";
import type { BdfHistory } from "./bdf-history.js";

/*
 * Which order and step come next, from estimates of the errors of the orders below, at, and above the one in use. Brenan, Campbell,
 * Petzold (1996), 5.2.3, with the limits of Hindmarsh et al., ACM TOMS 31 (2005) 363, 2.1 (7).
 */

/** Norms of the estimated errors at order k, k−1, k−2 and k+1; Infinity for those that cannot be estimated. */
export interface OrderErrors {
  readonly atOrder: number;
  readonly below: number;
  readonly belowThat: number;
  readonly above: number;
}

/** Errors of the step under way at order k and its neighbours, by differences. Brenan, Campbell, Petzold (1996), 5.2.3. `work` is overwritten. */
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

/** An order, with the estimated error of a step as long as the last at that order. */
interface OrderChoice {
  readonly order: number;
  readonly error: number;
}

/** The order below, if its terms are no larger: they ought to fall from order to order, and do not if the step is too long for them. */
export function lowerOrder(order: number, errors: OrderErrors): OrderChoice {
  const keep = { order, error: errors.atOrder };
  if (order === 1) return keep;
  const term = (order + 1) * errors.atOrder;
  const termBelow = order * errors.below;
  const isLower = order === 2 ? termBelow <= 0.5 * term : Math.max(termBelow, (order - 1) * errors.belowThat) <= term;
  return isLower ? { order: order - 1, error: errors.below } : keep;
}

/** The order with the smallest term, as far as the order above can be estimated. */
export function bestOrder(order: number, errors: OrderErrors): OrderChoice {
  const lower = lowerOrder(order, errors);
  if (lower.order < order || errors.above === Infinity) return lower;
  const term = (order + 1) * errors.atOrder;
  const termAbove = (order + 2) * errors.above;
  if (order === 1) return termAbove < 0.5 * term ? { order: 2, error: errors.above } : lower;
  if (order * errors.below <= Math.min(term, termAbove)) return { order: order - 1, error: errors.below };
  return termAbove < term ? { order: order + 1, error: errors.above } : lower;
}

/** Errors beyond this shorten steps as far as they may be at once anyway. */
const LARGEST = 1e8;

/** The factor by which a step may be longer for an error of one half, roughly. */
export const stepFactor = (choice: OrderChoice): number =>
  1 / nthRoot(Math.min(2 * choice.error + 1e-4, LARGEST), choice.order + 1);

/** The factor after a good step: a matrix serves longer if the step changes seldom, so it is doubled or left. */
export function calmFactor(factor: number): number {
  if (factor >= 2) return 2;
  return factor <= 1 ? Math.max(0.5, Math.min(0.9, factor)) : 1;
}

/** Throws if there are no stable formulas of this order. */
export function requireOrder(value: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= 5) return;
  const message = `maxOrder is ${value}, must be 1, 2, 3, 4 or 5: formulas of order 6 are barely stable, and those above not at all.`;
  throw new RequestError({ code: "bad-order", subject: "maxOrder", value, message });
}

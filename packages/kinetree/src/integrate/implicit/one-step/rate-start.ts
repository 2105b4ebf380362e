import { consistentStart, type ConsistentStart } from "../newton/consistent-start.js";
import type { ImplicitCounts } from "../method.js";
import { residualOf } from "./rate-residual.js";
import type { RateSystem } from "../system.js";

/** The search divides by one σ, so that it finds what first derivatives of the constraints determine. */
const HIGHEST_INDEX = 2;

/** Completes y where its entries have mass 0; null, and y as it was, if there are none or their index is 3. */
export function rateStart(
  system: RateSystem,
  t: number,
  y: Float64Array,
  counts: ImplicitCounts,
): ConsistentStart | null {
  const { mass, index } = system;
  if (mass === null || mass.every((each) => each === 1)) return null;
  if (index !== null && index.some((each) => each > HIGHEST_INDEX)) return null;
  return consistentStart(residualOf(system), t, y, new Float64Array(system.size), counts);
}

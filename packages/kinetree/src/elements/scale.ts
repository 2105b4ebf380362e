import type { Num } from "../graph/graph.js";
import { mul } from "../graph/num.js";
import type { Real } from "../model/types.js";

/** The factor of a table as structure and numbers; a literal 1 is no factor at all. */
export interface ScalePlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** @param numbers begins with those of the plan */
  readonly times: (value: Num, numbers: readonly Num[]) => Num;
}

export const planScale = (scale: Real = 1, num: (real: Real) => Num): ScalePlan =>
  scale === 1
    ? { key: "", numbers: [], times: (value) => value }
    : { key: "*", numbers: [num(scale)], times: (value, [factor]) => mul(factor, value) };

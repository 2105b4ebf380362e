import type { Num } from "../graph/graph.js";
import type { CurveTable } from "../graph/table.js";
import type { Real, Signal } from "../model/types.js";
import { planSignal } from "./signal.js";

/** Several signals as one structure with the numbers of all. */
export interface SignalsPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly at: (t: Num, numbers: readonly Num[]) => readonly Num[];
}

export function planSignals(
  signals: readonly Signal[],
  num: (real: Real) => Num,
  keyOf: (table: CurveTable) => string,
): SignalsPlan {
  const plans = signals.map((signal) => planSignal(signal, num, keyOf));
  const starts = plans.map((_, i) => plans.slice(0, i).reduce((sum, { numbers }) => sum + numbers.length, 0));
  return {
    key: plans.map(({ key }) => key).join("|"),
    numbers: plans.flatMap(({ numbers }) => numbers),
    at: (t, numbers) => plans.map((plan, i) => plan.at(t, numbers.slice(starts[i]))),
  };
}

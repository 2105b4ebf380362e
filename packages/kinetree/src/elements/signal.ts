import { sin } from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import { curve } from "../graph/lookup.js";
import { add, mul } from "../graph/num.js";
import { curveTable, stepTable, type CurveTable } from "../graph/table.js";
import type { Real, Signal } from "../model/types.js";
import { planScale } from "./scale.js";

/** A signal split into its structure and its numbers, for a kernel that many signals share. */
export interface SignalPlan {
  readonly key: string;
  readonly numbers: readonly Num[];
  readonly at: (t: Num, numbers: readonly Num[]) => Num;
}

/** @param keyOf names a table; equal names mean the same table */
export function planSignal(signal: Signal, num: (real: Real) => Num, keyOf: (table: CurveTable) => string): SignalPlan {
  switch (signal.kind) {
    case "constant":
      return { key: "c", numbers: [num(signal.value)], at: (_, [value]) => value };
    case "piecewise":
    case "table": {
      const table =
        signal.kind === "table"
          ? curveTable(signal.times, signal.values, "hold")
          : stepTable(signal.times, signal.values, 0);
      const { key, numbers, times } = planScale(signal.scale, num);
      return { key: `${keyOf(table)}${key}`, numbers, at: (t, n) => times(curve(table, t), n) };
    }
    case "sine":
      return {
        key: "s",
        numbers: [num(signal.amplitude), num(signal.angularFrequency), num(signal.phase), num(signal.offset)],
        at: (t, [amplitude, frequency, phase, offset]) =>
          add(offset, mul(amplitude, sin(add(mul(frequency, t), phase)))),
      };
  }
}

/** Instants at which a signal jumps or bends: integrators stop there instead of stepping over. */
export const breakpoints = (signal: Signal): readonly number[] =>
  signal.kind === "piecewise" || signal.kind === "table" ? signal.times : [];

import type { Num } from "../../graph/graph.js";
import { add, div, mul, neg, sub } from "../../graph/num.js";
import type { Model, Real } from "../types.js";

/*
 * Rigid gears and differentials tie the speeds of shafts by linear relations with constant coefficients. They are eliminated once and for
 * all: the speeds of some shafts, the independent ones, give those of all, and inertias are seen through the ratios.
 */

/** Shafts in terms of the independent ones. */
export interface ReducedShafts {
  /** The independent shafts, by their places in the model. */
  readonly independent: readonly number[];
  /** speeds[s][k]: speed of shaft s for a speed of 1 of the independent shaft k. */
  readonly speeds: readonly (readonly Num[])[];
  /** accelerations[k][s]: acceleration of the independent shaft k for a torque of 1 on shaft s. */
  readonly accelerations: readonly (readonly Num[])[];
}

/** Why shafts cannot be reduced. */
export type ShaftFault =
  | { readonly of: "relation"; readonly element: number }
  | { readonly of: "inertia"; readonly shaft: number; readonly inertia: number };

type Shafts = Pick<Model, "shafts" | "shaftElements">;

/** A number at the values of the parameters that decide what is eliminated, and as it is computed with. */
interface Both {
  readonly value: number;
  readonly num: Num;
}

const zero: Both = { value: 0, num: 0 };
const one: Both = { value: 1, num: 1 };
const times = (a: Both, b: Both): Both => ({ value: a.value * b.value, num: mul(a.num, b.num) });
const plus = (a: Both, b: Both): Both => ({ value: a.value + b.value, num: add(a.num, b.num) });
const less = (a: Both, b: Both): Both => ({ value: a.value - b.value, num: sub(a.num, b.num) });
const over = (a: Both, b: Both): Both => ({ value: a.value / b.value, num: div(a.num, b.num) });
const minus = (a: Both): Both => ({ value: -a.value, num: neg(a.num) });

/** Coefficients below this part of the largest of their relation are rounding. */
const NOTHING = 1e-12;

/**
 * @param value decides which shafts are eliminated
 * @param num what is computed with
 */
export function reduceShafts(
  { shafts, shaftElements }: Shafts,
  value: (real: Real) => number,
  num: (real: Real) => Num,
): ReducedShafts | ShaftFault {
  const both = (real: Real): Both => ({ value: value(real), num: num(real) });
  const n = shafts.length;
  const at = (name: string): number => shafts.findIndex((shaft) => shaft.name === name);
  /** Each shaft by all: a row of the unit matrix until it is eliminated. */
  const rows = shafts.map((_, s) => shafts.map((__, k) => (s === k ? one : zero)));
  for (const [index, element] of shaftElements.entries()) {
    const relation = relationOf(element, both);
    if (!relation) continue;
    const sum = shafts.map(() => zero);
    for (const [name, factor] of relation)
      for (let k = 0; k < n; k++) sum[k] = plus(sum[k], times(factor, rows[at(name)][k]));
    const largest = Math.max(...relation.map(([, factor]) => Math.abs(factor.value)));
    const isThere = (k: number): boolean => Math.abs(sum[k].value) > NOTHING * largest;
    // Inputs come first: their own coefficient is 1 whatever the ratio.
    const candidates = [...relation.map(([name]) => at(name)), ...shafts.keys()];
    const pivot = candidates.find(isThere);
    // Tied already, or with another ratio, so that none of them could turn.
    if (pivot === undefined || !sum.some((_, k) => k !== pivot && isThere(k)))
      return { of: "relation", element: index };
    const solved = sum.map((factor, k) => (k === pivot || !isThere(k) ? zero : minus(over(factor, sum[pivot]))));
    for (const row of rows) {
      const share = row[pivot];
      if (share === zero) continue;
      for (let k = 0; k < n; k++) row[k] = k === pivot ? zero : plus(row[k], times(share, solved[k]));
    }
  }
  const independent = [...shafts.keys()].filter((k) => rows.some((row) => row[k] !== zero && row[k].value !== 0));
  const speeds = rows.map((row) => independent.map((k) => row[k]));
  const accelerations = solveInertia(
    speeds,
    shafts.map(({ inertia }) => both(inertia)),
    independent.length,
  );
  if ("place" in accelerations)
    return { of: "inertia", shaft: independent[accelerations.place], inertia: accelerations.inertia };
  const nums = (matrix: readonly (readonly Both[])[]): readonly (readonly Num[])[] =>
    matrix.map((row) => row.map((each) => each.num));
  return { independent, speeds: nums(speeds), accelerations: nums(accelerations) };
}

/** Shafts whose speeds times these factors add up to zero; null for elements that are not rigid. */
function relationOf(
  element: Shafts["shaftElements"][number],
  both: (real: Real) => Both,
): readonly (readonly [shaft: string, factor: Both])[] | null {
  if (element.kind === "gear") {
    return [
      [element.input, one],
      [element.output, minus(both(element.ratio))],
    ];
  }
  if (element.kind !== "differential") return null;
  const half = minus(times(both(element.ratio), both(0.5)));
  return [
    [element.input, one],
    [element.a, half],
    [element.b, half],
  ];
}

/** (Cᵀ J C)⁻¹ Cᵀ by elimination, which needs no pivots: inertias are positive. */
function solveInertia(
  C: readonly (readonly Both[])[],
  J: readonly Both[],
  count: number,
): readonly (readonly Both[])[] | { readonly place: number; readonly inertia: number } {
  const all = [...Array(count).keys()];
  const M = all.map((i) =>
    all.map((j) => C.reduce((sum, row, s) => plus(sum, times(J[s], times(row[i], row[j]))), zero)),
  );
  const right = all.map((i) => C.map((row) => row[i]));
  for (const p of all) {
    const pivot = M[p][p];
    const whole = C.reduce((sum, row, s) => sum + J[s].value * row[p].value * row[p].value, 0);
    if (!(pivot.value > NOTHING * whole)) return { place: p, inertia: Math.max(0, pivot.value) };
    for (const i of all) {
      if (i === p || M[i][p].value === 0) continue;
      const factor = over(M[i][p], pivot);
      for (const j of all) M[i][j] = j === p ? zero : less(M[i][j], times(factor, M[p][j]));
      right[i] = right[i].map((x, s) => less(x, times(factor, right[p][s])));
    }
  }
  return all.map((p) => right[p].map((x) => over(x, M[p][p])));
}

import { displacements } from "../../joints/loop-joint.js";
import type { ClosureTrace } from "./closure-trace.js";

const lengths: ReadonlySet<string> = new Set(displacements);

/** Rows that count of one closure that measure the same kind of quantity, displacements or angles: their numbers among those that count. */
export function rowsAlike(trace: ClosureTrace): readonly (readonly number[])[] {
  let first = 0;
  return trace.closures.flatMap((closure) => {
    const kept = trace.rowsOf(closure);
    const numbers = kept.map((_, i) => first + i);
    first += kept.length;
    const isLength = (k: number): boolean => lengths.has(closure.rows[kept[k - numbers[0]]]);
    return [numbers.filter(isLength), numbers.filter((k) => !isLength(k))].filter(({ length }) => length > 0);
  });
}

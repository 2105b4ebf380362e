import { isLiteral } from "../real-arithmetic.js";
import type { Real } from "../real.js";

/** Expressions are walked by functions that call themselves; far deeper than any formula, far from the end of the stack. */
export const DEEPEST_EXPRESSION = 1000;

/** Whether an expression nests deeper than that; what it shares is walked once. */
export function isTooDeep(real: Real): boolean {
  const depths = new Map<object, number>();
  const depthOf = (part: Real, above: number): number => {
    if (isLiteral(part) || typeof part !== "object" || part === null || !("op" in part)) return 0;
    if (above >= DEEPEST_EXPRESSION) return Infinity;
    const known = depths.get(part);
    if (known !== undefined) return known;
    let depth = 0;
    for (const arg of Array.isArray(part.args) ? part.args : []) depth = Math.max(depth, 1 + depthOf(arg, above + 1));
    depths.set(part, depth);
    return depth;
  };
  return depthOf(real, 0) >= DEEPEST_EXPRESSION;
}

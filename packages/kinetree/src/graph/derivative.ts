import { cos, log, pow, sin, tan } from "./elementary.js";
import { isExpr, reachable, type Cond, type Expr, type Num } from "./graph.js";
import { curveSlope, mapDx, mapDxDy, mapDy } from "./lookup.js";
import { add, div, le, lt, mul, neg, select, sqrt, square, sub } from "./num.js";
import type { CurveTable, MapTable } from "./table.js";

/**
 * Partial derivatives of a node by its arguments, as expressions of the same graph; null for an argument that the value
 * follows in steps or not at all (conditions, rounding). Corners take the derivative of one side: that of the side the
 * value itself came from.
 */
function partials(node: Expr): (Num | null)[] {
  const [a, b] = node.args;
  switch (node.op) {
    case "add":
      return [1, 1];
    case "sub":
      return [1, -1];
    case "neg":
      return [-1];
    case "mul":
      return [b, a];
    case "div": {
      const inverse = div(1, b);
      return [inverse, neg(mul(node, inverse))];
    }
    case "sqrt":
      return [div(0.5, node)];
    case "abs":
      return [select(lt(a, 0), -1, 1)];
    case "min":
      return [select(lt(b, a), 0, 1), select(lt(b, a), 1, 0)];
    case "max":
      return [select(lt(a, b), 0, 1), select(lt(a, b), 1, 0)];
    case "select":
      return [null, select(a as Cond, 1, 0), select(a as Cond, 0, 1)];
    case "sin":
      return [cos(a)];
    case "cos":
      return [neg(sin(a))];
    case "tan":
      return [add(1, square(tan(a)))];
    case "asin":
      return [div(1, sqrt(sub(1, square(a))))];
    case "acos":
      return [div(-1, sqrt(sub(1, square(a))))];
    case "atan":
      return [div(1, add(1, square(a)))];
    case "atan2": {
      const r2 = add(square(a), square(b));
      return [div(b, r2), neg(div(a, r2))];
    }
    case "exp":
      return [node];
    case "log":
      return [div(1, a)];
    case "pow":
      // At x = 0 the derivative by y is 0 for y > 0, where 0 · log 0 would be NaN.
      return [mul(b, pow(a, sub(b, 1))), isExpr(b) ? select(le(a, 0), 0, mul(log(a), node)) : null];
    case "curve":
      return [curveSlope(node.table as CurveTable, a)];
    case "map":
      return [mapDx(node.table as MapTable, a, b), mapDy(node.table as MapTable, a, b)];
    case "mapDx":
      return [null, mapDxDy(node.table as MapTable, a, b)];
    case "mapDy":
      return [mapDxDy(node.table as MapTable, a, b), null];
    default:
      return node.args.map(() => null);
  }
}

/** Forward: derivatives of the outputs along one direction, given by `rates`. Costs about as much as the outputs, whatever their number. */
export function forward(outputs: readonly Num[], rates: ReadonlyMap<Expr, Num>): Num[] {
  const rate = new Map<Expr, Num>(rates);
  for (const node of reachable(outputs)) {
    if (rate.has(node) || !node.args.some((arg) => isExpr(arg) && (rate.get(arg) ?? 0) !== 0)) continue;
    // A choice moves as the side it chose; going through `partials` would multiply a rate of the other side, which may be
    // infinite, by 0.
    const of = (x: Num): Num => (isExpr(x) ? (rate.get(x) ?? 0) : 0);
    const [a, b, c] = node.args;
    if (node.op === "select") {
      rate.set(node, select(a as Cond, of(b), of(c)));
      continue;
    }
    if (node.op === "min" || node.op === "max") {
      rate.set(node, select(node.op === "min" ? lt(b, a) : lt(a, b), of(b), of(a)));
      continue;
    }
    let total: Num = 0;
    for (const [i, partial] of partials(node).entries()) {
      const arg = node.args[i];
      if (partial !== null && isExpr(arg)) total = add(total, mul(partial, rate.get(arg) ?? 0));
    }
    rate.set(node, total);
  }
  return outputs.map((x) => (isExpr(x) ? (rate.get(x) ?? 0) : 0));
}

/**
 * Reverse: derivatives of Σ weight · output by each of `wrt`. Costs a small multiple of the outputs themselves, whatever
 * the number of variables. The side that a choice did not take counts with weight 0: where its derivative is infinite (a root
 * of zero that a `select` steps around), the product is NaN, and `forward` is the road to take.
 */
export function reverse(outputs: readonly Num[], weights: readonly Num[], wrt: readonly Expr[]): Num[] {
  const adjoint = new Map<Expr, Num>();
  const give = (x: Num, amount: Num): void => {
    if (isExpr(x)) adjoint.set(x, add(adjoint.get(x) ?? 0, amount));
  };
  outputs.forEach((x, i) => give(x, weights[i]));
  for (const node of reachable(outputs).reverse()) {
    const weight = adjoint.get(node) ?? 0;
    if (weight === 0) continue;
    if (node.op === "select") {
      give(node.args[1], select(node.args[0] as Cond, weight, 0));
      give(node.args[2], select(node.args[0] as Cond, 0, weight));
      continue;
    }
    for (const [i, partial] of partials(node).entries()) if (partial !== null) give(node.args[i], mul(partial, weight));
  }
  return wrt.map((x) => adjoint.get(x) ?? 0);
}

/** Row i, column j: derivative of output i by variable j, each column by one forward sweep. */
export function jacobian(outputs: readonly Num[], wrt: readonly Expr[]): Num[][] {
  const columns = wrt.map((x) => forward(outputs, new Map([[x, 1]])));
  return outputs.map((_, i) => columns.map((column) => column[i]));
}

/** Derivatives of one output by every variable, by one reverse sweep. */
export const gradient = (output: Num, wrt: readonly Expr[]): Num[] => reverse([output], [1], wrt);

import { define } from "./definitions.js";
import { isExpr, type FunctionOp, type Num } from "./graph.js";

/*
 * The elementary functions. Of a known number they are computed by their definition, of an expression they become one
 * node, which `lower` replaces by the same definition before code is made: the same bits either way.
 */

const apply = (op: FunctionOp, args: readonly Num[]): Num => {
  const expr = args.find(isExpr);
  return expr ? expr.graph.node(op, args) : define(op, args);
};

/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const sin = (x: Num): Num => (x === 0 ? 0 : apply("sin", [x]));
/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const cos = (x: Num): Num => (x === 0 ? 1 : apply("cos", [x]));
/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const tan = (x: Num): Num => (x === 0 ? 0 : apply("tan", [x]));
/** In [-π/2, π/2]; NaN outside [-1, 1]. */
export const asin = (x: Num): Num => apply("asin", [x]);
/** In [0, π]; NaN outside [-1, 1]. */
export const acos = (x: Num): Num => apply("acos", [x]);
/** In [-π/2, π/2]. */
export const atan = (x: Num): Num => apply("atan", [x]);
/** Angle of the point (x, y), in (-π, π]. */
export const atan2 = (y: Num, x: Num): Num => apply("atan2", [y, x]);
/** e^x; overflows to Infinity. */
export const exp = (x: Num): Num => apply("exp", [x]);
/** Natural logarithm. */
export const log = (x: Num): Num => apply("log", [x]);
/** x^y for x >= 0. */
export const pow = (x: Num, y: Num): Num => apply("pow", [x, y]);

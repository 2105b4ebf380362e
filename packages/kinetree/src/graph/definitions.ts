/*
 * Elementary functions by basic operations, without branches. Errors are bounds that the tests hold against a reference of
 * 200 bits (test/graph/elementary.test.ts), in units of the last place; operations are nodes of the traced graph.
 *
 * | function | where                    | ulp  | operations        | elsewhere                                      |
 * |----------|--------------------------|------|-------------------|------------------------------------------------|
 * | sin, cos | abs x <= 1.05e8          | 1.45 | 48, 49; 51 a pair | NaN: 16 million turns are a run out of hand    |
 * | tan      | abs x <= 1.05e8          | 1.75 | 69                | NaN                                            |
 * | asin     | [-1, 1]                  | 0.95 | 53                | NaN                                            |
 * | acos     | [-1, 1]                  | 0.95 | 55                | NaN                                            |
 * | atan     | all                      | 1.4  | 54                |                                                |
 * | atan2    | all                      | 1.6  | 70                | zeros without sign, result in (-π, π]          |
 * | exp      | all                      | 0.95 | 42                | overflows to Infinity, underflows gradually    |
 * | log      | x > 0, also subnormal    | 0.95 | 45                | -Infinity of 0, NaN of x < 0                   |
 * | pow      | x >= 0, or integer y     | 1.2  | 148               | NaN of x < 0 with another y; see power.ts      |
 *
 * NaN gives NaN. -0 counts as 0.
 */

import type { FunctionOp, Num } from "./graph.js";
import { cosine, sine, tangent } from "./definitions/trigonometric.js";
import { arcCosine, arcSine, arcTangent, arcTangent2 } from "./definitions/inverse-trigonometric.js";
import { exponential } from "./definitions/exponential.js";
import { logarithm } from "./definitions/logarithm.js";
import { power } from "./definitions/power.js";

/** The definition of a function by basic operations, applied to its arguments. */
export function define(op: FunctionOp, args: readonly Num[]): Num {
  switch (op) {
    case "sin":
      return sine(args[0]);
    case "cos":
      return cosine(args[0]);
    case "tan":
      return tangent(args[0]);
    case "asin":
      return arcSine(args[0]);
    case "acos":
      return arcCosine(args[0]);
    case "atan":
      return arcTangent(args[0]);
    case "atan2":
      return arcTangent2(args[0], args[1]);
    case "exp":
      return exponential(args[0]);
    case "log":
      return logarithm(args[0]);
    case "pow":
      return power(args[0], args[1]);
  }
}

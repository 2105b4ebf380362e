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

import type { FunctionOp, Num, Op } from "./graph.js";
import { cosine, sine, tangent } from "./definitions/trigonometric.js";
import { arcCosine, arcSine, arcTangent, arcTangent2 } from "./definitions/inverse-trigonometric.js";
import { exponential } from "./definitions/exponential.js";
import { logarithm } from "./definitions/logarithm.js";
import { power } from "./definitions/power.js";

const definitions: Readonly<Record<FunctionOp, (x: Num, y: Num) => Num>> = Object.freeze({
  sin: sine,
  cos: cosine,
  tan: tangent,
  asin: arcSine,
  acos: arcCosine,
  atan: arcTangent,
  atan2: arcTangent2,
  exp: exponential,
  log: logarithm,
  pow: power,
});

export const define = (op: FunctionOp, args: readonly Num[]): Num => definitions[op](args[0], args[1]);

export const isFunctionOp = (op: Op): op is FunctionOp => Object.hasOwn(definitions, op);

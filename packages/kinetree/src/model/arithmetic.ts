import { RequestError } from "../errors/kinetree-error.js";
import * as elementary from "../graph/elementary.js";
import type { Num } from "../graph/graph.js";
import * as num from "../graph/num.js";
import * as real from "./real-arithmetic.js";
import type { Real, RealExpression } from "./real.js";

/*
 * One arithmetic for both kinds of number that are not known yet: parameters of a model, while it is described, and traced
 * numbers, in measures. The two never meet in one expression: a measure reads a parameter through its probe.
 */

/** A function of one number: of a plain one, of one that holds parameters, of a traced one. */
export interface UnaryFunction {
  (a: number): number;
  (a: Real): Real;
  (a: Num): Num;
}

/** A function of two numbers: of plain ones, of ones that hold parameters, of traced ones. */
export interface BinaryFunction {
  (a: number, b: number): number;
  (a: Real, b: Real): Real;
  (a: Num, b: Num): Num;
}

const holdsParameter = (x: Real | Num): x is RealExpression => typeof x === "object" && !("graph" in x);
const isTraced = (x: Real | Num): boolean => typeof x === "object" && "graph" in x;

const unary = (ofReal: (a: Real) => Real, ofNum: (a: Num) => Num): UnaryFunction =>
  // The compiler cannot match an implementation with overloads; the kinds are told apart at run time.
  ((a: Real | Num) => (holdsParameter(a) ? ofReal(a) : ofNum(a))) as UnaryFunction;

const binary = (ofReal: (a: Real, b: Real) => Real, ofNum: (a: Num, b: Num) => Num): BinaryFunction =>
  ((a: Real | Num, b: Real | Num) => {
    if (!holdsParameter(a) && !holdsParameter(b)) return ofNum(a, b);
    if (isTraced(a) || isTraced(b)) {
      throw new RequestError({
        code: "mixed-arithmetic",
        subject: "an expression",
        value: null,
        message:
          "an expression mixes a parameter of the model with a traced number. In a measure, read the parameter with `probe.parameter(name)`.",
      });
    }
    return ofReal(a as Real, b as Real);
  }) as BinaryFunction;

/** a + b. */
export const add: BinaryFunction = binary(real.realAdd, num.add);
/** a - b. */
export const sub: BinaryFunction = binary(real.realSub, num.sub);
/** a b. */
export const mul: BinaryFunction = binary(real.realMul, num.mul);
/** a / b. */
export const div: BinaryFunction = binary(real.realDiv, num.div);
/** -a. */
export const neg: UnaryFunction = unary(real.realNeg, num.neg);
/** a². */
export const square: UnaryFunction = unary(real.realSquare, num.square);
/** Square root; NaN below 0. */
export const sqrt: UnaryFunction = unary(real.realSqrt, num.sqrt);
/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const sin: UnaryFunction = unary(real.realSin, elementary.sin);
/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const cos: UnaryFunction = unary(real.realCos, elementary.cos);
/** Of an angle [rad]; NaN beyond ±1.05e8. */
export const tan: UnaryFunction = unary(real.realTan, elementary.tan);
/** In [-π/2, π/2]; NaN outside [-1, 1]. */
export const asin: UnaryFunction = unary(real.realAsin, elementary.asin);
/** In [0, π]; NaN outside [-1, 1]. */
export const acos: UnaryFunction = unary(real.realAcos, elementary.acos);
/** Angle of the point (x, y) from y and x, in (-π, π]. */
export const atan2: BinaryFunction = binary(real.realAtan2, elementary.atan2);
/** e^a; overflows to Infinity. */
export const exp: UnaryFunction = unary(real.realExp, elementary.exp);
/** Natural logarithm; NaN below 0. */
export const log: UnaryFunction = unary(real.realLog, elementary.log);
/** x^y for x >= 0. */
export const pow: BinaryFunction = binary(real.realPow, elementary.pow);

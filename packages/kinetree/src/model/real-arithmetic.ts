import { acos, asin, atan2, cos, exp, log, pow, sin, tan } from "../graph/elementary.js";
import type { Real, RealExpression, RealOp } from "./real.js";

/*
 * Arithmetic for whoever describes a model: literals fold at once, what holds a parameter becomes an expression. What a
 * zero or a one makes superfluous is dropped, because a literal zero shapes the compiled code and one hidden in an
 * expression does not. The folded zero is +0: the sign of a zero has no meaning in a description.
 */

/** The parameter of that name, as a number of the model. */
export const param = (name: string): RealExpression => Object.freeze({ parameter: name });

/** Known now: it depends on no parameter. */
export const isLiteral = (real: Real): real is number => typeof real === "number";

/** The operations on plain numbers, by the same functions that the compiled equations use. */
export const realFunctions: {
  readonly [op in RealOp]: {
    readonly arity: 1 | 2;
    /** Operations of one argument ignore the second. */
    readonly of: (a: number, b: number) => number;
  };
} = Object.freeze({
  add: { arity: 2, of: (a, b) => a + b },
  sub: { arity: 2, of: (a, b) => a - b },
  mul: { arity: 2, of: (a, b) => a * b },
  div: { arity: 2, of: (a, b) => a / b },
  neg: { arity: 1, of: (a) => -a },
  sqrt: { arity: 1, of: (a) => Math.sqrt(a) },
  // A number in is a number out; `as` only says so to the compiler, which sees functions of expressions too.
  sin: { arity: 1, of: (a) => sin(a) as number },
  cos: { arity: 1, of: (a) => cos(a) as number },
  tan: { arity: 1, of: (a) => tan(a) as number },
  asin: { arity: 1, of: (a) => asin(a) as number },
  acos: { arity: 1, of: (a) => acos(a) as number },
  atan2: { arity: 2, of: (a, b) => atan2(a, b) as number },
  exp: { arity: 1, of: (a) => exp(a) as number },
  log: { arity: 1, of: (a) => log(a) as number },
  pow: { arity: 2, of: (a, b) => pow(a, b) as number },
});

const expression = (op: RealOp, ...args: Real[]): RealExpression => Object.freeze({ op, args: Object.freeze(args) });

/** -0 becomes 0; everything else, NaN too, stays. */
const unsigned = (x: number): number => (x === 0 ? 0 : x);

const unary =
  (op: RealOp) =>
  (a: Real): Real =>
    isLiteral(a) ? realFunctions[op].of(a, 0) : expression(op, a);

const isNegation = (real: Real): real is Extract<RealExpression, { op: RealOp }> =>
  !isLiteral(real) && "op" in real && real.op === "neg";

/** a + b. */
export function realAdd(a: Real, b: Real): Real {
  if (isLiteral(a) && isLiteral(b)) return a + b;
  if (a === 0) return b;
  if (b === 0) return a;
  return expression("add", a, b);
}

/** a - b. */
export function realSub(a: Real, b: Real): Real {
  if (isLiteral(a) && isLiteral(b)) return a - b;
  if (b === 0) return a;
  if (a === 0) return realNeg(b);
  return expression("sub", a, b);
}

/** -a. */
export function realNeg(a: Real): Real {
  if (isLiteral(a)) return unsigned(-a);
  return isNegation(a) ? a.args[0] : expression("neg", a);
}

/** a b. A literal 0 times an expression is 0. */
export function realMul(a: Real, b: Real): Real {
  if (isLiteral(a) && isLiteral(b)) return unsigned(a * b);
  if (a === 0 || b === 0) return 0;
  if (a === 1) return b;
  if (b === 1) return a;
  if (a === -1) return realNeg(b);
  if (b === -1) return realNeg(a);
  return expression("mul", a, b);
}

/** a / b. Nothing looks at b here: a model with a number that is not finite is refused. */
export function realDiv(a: Real, b: Real): Real {
  if (isLiteral(a) && isLiteral(b)) return unsigned(a / b);
  if (b === 1) return a;
  if (b === -1) return realNeg(a);
  return expression("div", a, b);
}

/** a². */
export const realSquare = (a: Real): Real => realMul(a, a);
/** Square root; NaN below 0. */
export const realSqrt: (a: Real) => Real = unary("sqrt");
/** Of an angle [rad]. */
export const realSin: (a: Real) => Real = unary("sin");
/** Of an angle [rad]. */
export const realCos: (a: Real) => Real = unary("cos");
/** Of an angle [rad]. */
export const realTan: (a: Real) => Real = unary("tan");
/** In [-π/2, π/2]; NaN outside [-1, 1]. */
export const realAsin: (a: Real) => Real = unary("asin");
/** In [0, π]; NaN outside [-1, 1]. */
export const realAcos: (a: Real) => Real = unary("acos");
/** e^a; overflows to Infinity. */
export const realExp: (a: Real) => Real = unary("exp");
/** Natural logarithm; NaN below 0. */
export const realLog: (a: Real) => Real = unary("log");

/** Angle of the point (x, y), in (-π, π]. */
export const realAtan2 = (y: Real, x: Real): Real =>
  isLiteral(y) && isLiteral(x) ? realFunctions.atan2.of(y, x) : expression("atan2", y, x);

/** x^y for x >= 0. */
export function realPow(x: Real, y: Real): Real {
  if (isLiteral(x) && isLiteral(y)) return realFunctions.pow.of(x, y);
  return y === 1 ? x : expression("pow", x, y);
}

import { isExpr, type BasicOp, type Cond, type Expr, type Num } from "./graph.js";

/*
 * Arithmetic on numbers that may be known now or later. Known ones fold at once, by the same IEEE operations that the
 * kernels use; the rest becomes nodes. The rules remove operations with zero and one and carry signs outwards, where
 * an addition absorbs them. Nothing is ever reassociated: (x + c) - c stays, since the elementary functions round that way.
 * x · 0 folds to 0 and so hides a NaN in x; steppers test states for finiteness.
 */

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer); // little-endian, as WebAssembly is

const binary = (op: BasicOp, a: Num, b: Num): Expr => (isExpr(a) ? a : (b as Expr)).graph.node(op, [a, b]);
/** Commutative operations are kept once, whatever the order of their arguments. */
const ordered = (op: BasicOp, a: Num, b: Num): Expr =>
  isExpr(b) && (!isExpr(a) || a.id > b.id) ? binary(op, b, a) : binary(op, a, b);
const negated = (x: Num): Num | null => (isExpr(x) && x.op === "neg" ? x.args[0] : null);

/** a + b. */
export function add(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return a + b;
  if (a === 0) return b;
  if (b === 0) return a;
  const minusB = negated(b);
  if (minusB !== null) return sub(a, minusB);
  const minusA = negated(a);
  if (minusA !== null) return sub(b, minusA);
  return ordered("add", a, b);
}

/** a - b. */
export function sub(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return a - b;
  if (b === 0) return a;
  if (a === 0) return neg(b);
  if (a === b) return 0;
  const minusB = negated(b);
  if (minusB !== null) return add(a, minusB);
  const minusA = negated(a);
  if (minusA !== null) return neg(add(minusA, b));
  return binary("sub", a, b);
}

/** -a. */
export function neg(a: Num): Num {
  if (!isExpr(a)) return -a;
  if (a.op === "neg") return a.args[0];
  if (a.op === "sub") return sub(a.args[1], a.args[0]);
  if (a.op === "mul" && !isExpr(a.args[1])) return mul(a.args[0], -a.args[1]);
  return a.graph.node("neg", [a]);
}

/** a b. A known 0 times an expression is 0, even if that turns out to be NaN. */
export function mul(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return a * b;
  if (a === 0 || b === 0) return 0;
  if (a === 1) return b;
  if (b === 1) return a;
  if (a === -1) return neg(b);
  if (b === -1) return neg(a);
  const minusA = negated(a);
  if (minusA !== null) return isExpr(b) ? neg(mul(minusA, b)) : mul(minusA, -b);
  const minusB = negated(b);
  if (minusB !== null) return isExpr(a) ? neg(mul(a, minusB)) : mul(-a, minusB);
  return ordered("mul", a, b);
}

/** a / b. A known 0 divided by something not yet known is 0. */
export function div(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return a / b;
  if (a === 0) return 0;
  if (b === 1) return a;
  if (b === -1) return neg(a);
  const minusA = negated(a);
  if (minusA !== null) return neg(div(minusA, b));
  return binary("div", a, b);
}

/** Square root; NaN below 0. */
export const sqrt = (a: Num): Num => (isExpr(a) ? a.graph.node("sqrt", [a]) : Math.sqrt(a));
/** Without its sign. */
export const abs = (a: Num): Num => (isExpr(a) ? a.graph.node("abs", [a]) : Math.abs(a));
/** The largest integer not above a. */
export const floor = (a: Num): Num => (isExpr(a) ? a.graph.node("floor", [a]) : Math.floor(a));
/** a². */
export const square = (a: Num): Num => mul(a, a);

/** The smaller of two. */
export function min(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return b < a ? b : a;
  return a === b ? a : binary("min", a, b);
}

/** The larger of two. */
export function max(a: Num, b: Num): Num {
  if (!isExpr(a) && !isExpr(b)) return a < b ? b : a;
  return a === b ? a : binary("max", a, b);
}

/** To the nearest integer, ties to even. */
export function nearest(a: Num): Num {
  if (isExpr(a)) return a.graph.node("nearest", [a]);
  const below = Math.floor(a);
  const rest = a - below;
  if (!(rest >= 0.5)) return below === 0 && a < 0 ? -0 : below; // also NaN and infinities
  if (rest > 0.5) return below + 1 === 0 ? -0 : below + 1;
  const even = below % 2 === 0 ? below : below + 1;
  return even === 0 && a < 0 ? -0 : even;
}

/** a < b. */
export function lt(a: Num, b: Num): Cond {
  if (!isExpr(a) && !isExpr(b)) return a < b;
  return binary("lt", a, b);
}

/** a <= b. */
export function le(a: Num, b: Num): Cond {
  if (!isExpr(a) && !isExpr(b)) return a <= b;
  return binary("le", a, b);
}

/** a = b; NaN equals nothing. */
export function eq(a: Num, b: Num): Cond {
  if (!isExpr(a) && !isExpr(b)) return a === b;
  return ordered("eq", a, b);
}

/** Both hold. */
export function and(a: Cond, b: Cond): Cond {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  return a.graph.node("and", [a, b]);
}

/** At least one holds. */
export function or(a: Cond, b: Cond): Cond {
  if (a === true || b === true) return true;
  if (a === false) return b;
  if (b === false) return a;
  return a.graph.node("or", [a, b]);
}

/** The condition does not hold. */
export const not = (a: Cond): Cond => (isExpr(a) ? a.graph.node("not", [a]) : !a);

/** `yes` where the condition holds, else `no`; both are computed. */
export function select(condition: Cond, yes: Num, no: Num): Num {
  if (!isExpr(condition)) return condition ? yes : no;
  return Object.is(yes, no) ? yes : condition.graph.node("select", [condition, yes, no]);
}

export const isOdd = (a: Num): Cond => (isExpr(a) ? a.graph.node("isOdd", [a]) : a % 2 !== 0);

/** 2^k for an integer k of -1022 to 1023. */
export function pow2(k: Num): Num {
  if (isExpr(k)) return k.graph.node("pow2", [k]);
  words[0] = 0;
  words[1] = ((k + 1023) << 20) >>> 0;
  return bits[0];
}

/** The e of x = m 2^e, 1 <= m < 2, for a positive normal x. */
export function exponent(x: Num): Num {
  if (isExpr(x)) return x.graph.node("exponent", [x]);
  bits[0] = x;
  return ((words[1] >>> 20) & 0x7ff) - 1023;
}

/** The m of x = m 2^e, 1 <= m < 2, for a positive normal x. */
export function mantissa(x: Num): Num {
  if (isExpr(x)) return x.graph.node("mantissa", [x]);
  bits[0] = x;
  words[1] = (words[1] & 0xfffff) | 0x3ff00000;
  return bits[0];
}

/** x with the lower 27 bits of its significand cleared. */
export function upper(x: Num): Num {
  if (isExpr(x)) return x.graph.node("upper", [x]);
  bits[0] = x;
  words[0] &= 0xf8000000;
  return bits[0];
}

/** Of all terms, from the first to the last; 0 of none. */
export function sum(terms: readonly Num[]): Num {
  return terms.reduce<Num>((total, term) => add(total, term), 0);
}

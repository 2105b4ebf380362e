/**
 * A number with two independent first derivatives and their mixed second one: exact to rounding, no differences. Here `x` is the
 * derivative by one variable, `t` that by time along a motion, `xt` both.
 */
export interface Dual {
  readonly value: number;
  readonly x: number;
  readonly t: number;
  readonly xt: number;
}

export const dual = (value: number, x = 0, t = 0): Dual => ({ value, x, t, xt: 0 });
export const nothing: Dual = dual(0);

export const plus = (a: Dual, b: Dual): Dual => ({
  value: a.value + b.value,
  x: a.x + b.x,
  t: a.t + b.t,
  xt: a.xt + b.xt,
});

export const by = (s: number, a: Dual): Dual => ({ value: s * a.value, x: s * a.x, t: s * a.t, xt: s * a.xt });

/** Leibniz's rule. */
export const multiply = (a: Dual, b: Dual): Dual => ({
  value: a.value * b.value,
  x: a.x * b.value + a.value * b.x,
  t: a.t * b.value + a.value * b.t,
  xt: a.xt * b.value + a.x * b.t + a.t * b.x + a.value * b.xt,
});

export type Dual3 = readonly [Dual, Dual, Dual];

export const dotDual = (a: Dual3, b: Dual3): Dual =>
  plus(plus(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));

const minus = (a: Dual, b: Dual): Dual => plus(a, by(-1, b));

export const crossDual = (a: Dual3, b: Dual3): Dual3 => [
  minus(multiply(a[1], b[2]), multiply(a[2], b[1])),
  minus(multiply(a[2], b[0]), multiply(a[0], b[2])),
  minus(multiply(a[0], b[1]), multiply(a[1], b[0])),
];

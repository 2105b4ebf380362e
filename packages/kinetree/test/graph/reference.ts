/*
 * Elementary functions to more than 200 bits in fixed-point arithmetic on BigInt, by series of textbooks and nothing that
 * the library uses. Slow and obvious: the oracle of the definitions.
 */

/** digits · 2^exponent */
export interface Real {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Fixed-point numbers are multiples of 2^-BITS. Arguments must be above 2^-130, which leaves 200 bits of them. */
const BITS = 400n;
const ONE = 1n << BITS;

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;
const size = (a: bigint): bigint => (a < 0n ? -a : a);
const bitLength = (a: bigint): number => size(a).toString(2).length;
const shifted = (a: bigint, by: number): bigint => (by >= 0 ? a << BigInt(by) : a >> BigInt(-by));
const roundedQuotient = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b) - (2n * a + b < 0n ? 1n : 0n);

/** The double, exactly. */
export function real(x: number): Real {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const digits = biased === 0 ? fraction : fraction | (1n << 52n);
  return { digits: x < 0 ? -digits : digits, exponent: Math.max(biased, 1) - 1075 };
}

const fixed = ({ digits, exponent }: Real): bigint => shifted(digits, exponent + Number(BITS));
const fromFixed = (digits: bigint, exponent = 0): Real => ({ digits, exponent: exponent - Number(BITS) });

/** Sum of first · ratio^n / divisor(n), n = 0, 1, ... */
function series(first: bigint, ratio: bigint, divisor: (n: bigint) => bigint): bigint {
  let sum = 0n;
  let power = first;
  for (let n = 0n; power !== 0n && power !== -1n; n++) {
    sum += power / divisor(n);
    power = times(power, ratio);
  }
  return sum;
}

/** The same with the divisors multiplied up: first · ratio^n / (step(1) ... step(n)). */
function factorialSeries(first: bigint, ratio: bigint, step: (n: bigint) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term;
    term = times(term, ratio) / step(n);
  }
  return sum;
}

const odd = (n: bigint): bigint => 2n * n + 1n;
const arctanSeries = (t: bigint): bigint => series(t, -times(t, t), odd);
const artanhSeries = (t: bigint): bigint => series(t, times(t, t), odd);

/** J. Machin's formula of 1706. */
const PI = 16n * arctanSeries(ONE / 5n) - 4n * arctanSeries(ONE / 239n);
const LN2 = 2n * artanhSeries(ONE / 3n);

export const pi: Real = fromFixed(PI);
export const ln2: Real = fromFixed(LN2);

const sinOfFixed = (x: bigint): bigint => {
  const r = x - roundedQuotient(x, 2n * PI) * 2n * PI;
  return factorialSeries(r, -times(r, r), (n) => 2n * n * (2n * n + 1n));
};
const cosOfFixed = (x: bigint): bigint => {
  const r = x - roundedQuotient(x, 2n * PI) * 2n * PI;
  return factorialSeries(ONE, -times(r, r), (n) => (2n * n - 1n) * 2n * n);
};

export const sin = (x: number): Real => fromFixed(sinOfFixed(fixed(real(x))));
export const cos = (x: number): Real => fromFixed(cosOfFixed(fixed(real(x))));
export const tan = (x: number): Real => fromFixed(over(sinOfFixed(fixed(real(x))), cosOfFixed(fixed(real(x)))));

function expOfFixed(x: bigint): Real {
  const k = roundedQuotient(x, LN2);
  const r = x - k * LN2;
  return fromFixed(
    factorialSeries(ONE, r, (n) => n),
    Number(k),
  );
}

/** x = m 2^k with 3/4 <= m < 3/2: log x = k log 2 + 2 artanh((m - 1) / (m + 1)). */
function logOfReal({ digits, exponent }: Real): bigint {
  const length = bitLength(digits);
  const half = shifted(digits, Number(BITS) - length); // in [1/2, 1)
  const low = 4n * half < 3n * ONE;
  const m = low ? 2n * half : half;
  return BigInt(length + exponent - (low ? 1 : 0)) * LN2 + 2n * artanhSeries(over(m - ONE, m + ONE));
}

export const exp = (x: number): Real => expOfFixed(fixed(real(x)));
export const log = (x: number): Real => fromFixed(logOfReal(real(x)));
/** For x > 0. */
export const pow = (x: number, y: number): Real => expOfFixed(times(fixed(real(y)), logOfReal(real(x))));

function squareRoot(a: bigint): bigint {
  if (a === 0n) return 0n;
  const target = a << BITS;
  let root = 1n << BigInt((bitLength(target) + 1) >> 1);
  for (let next = root; ; root = next) {
    next = (root + target / root) >> 1n;
    if (next >= root) return root;
  }
}

/** arctan t = 2 arctan(t / (1 + √(1 + t²))), four times, then its series. */
function arctanOfFixed(t: bigint): bigint {
  let part = t;
  for (let i = 0; i < 4; i++) part = over(part, ONE + squareRoot(ONE + times(part, part)));
  return 16n * arctanSeries(part);
}

/** Angle of the point (x, y). */
function angle(y: Real, x: Real): Real {
  const up = size(y.digits);
  const along = size(x.digits);
  const flip = (a: bigint): bigint => (y.digits < 0n ? -a : a);
  // Exponents of the quotient, so that neither it nor its inverse leaves the fixed-point range.
  const ratioExponent = bitLength(up) + y.exponent - bitLength(along) - x.exponent;
  const quotient = (a: bigint, b: bigint, exponent: number): Real => {
    const spare = Number(BITS) + bitLength(b) - bitLength(a);
    return { digits: shifted(a, spare) / b, exponent: exponent - spare };
  };
  if (up === 0n) return x.digits < 0n ? pi : fromFixed(0n);
  if (ratioExponent < -130 && x.digits > 0n) {
    const t = quotient(up, along, y.exponent - x.exponent); // arctan t = t to 260 bits
    return { digits: flip(t.digits), exponent: t.exponent };
  }
  const steep = ratioExponent > 0;
  const ratio = steep
    ? fixed(quotient(along, up, x.exponent - y.exponent))
    : fixed(quotient(up, along, y.exponent - x.exponent));
  const first = steep ? PI / 2n - arctanOfFixed(ratio) : arctanOfFixed(ratio);
  return fromFixed(flip(x.digits < 0n ? PI - first : first));
}

export const atan2 = (y: number, x: number): Real => angle(real(y), real(x));
export const atan = (x: number): Real => angle(real(x), real(1));

const cathetus = (x: number): Real => {
  const a = fixed(real(x));
  return fromFixed(squareRoot(ONE - times(a, a)));
};
export const asin = (x: number): Real => angle(real(x), cathetus(x));
export const acos = (x: number): Real => angle(cathetus(x), real(x));

/** |value - exact| in units of the last place of a double as large as `exact`. */
export function ulpError(value: number, exact: Real): number {
  if (!Number.isFinite(value)) return Infinity;
  const top = exact.digits === 0n ? -Infinity : bitLength(exact.digits) - 1 + exact.exponent;
  const ulpExponent = Math.max(top, -1022) - 52;
  const a = real(value);
  const common = Math.min(a.exponent, exact.exponent);
  const difference = shifted(a.digits, a.exponent - common) - shifted(exact.digits, exact.exponent - common);
  return Number(shifted(size(difference), common - ulpExponent + 32)) / 2 ** 32;
}

/** The first decimal digits of the number, truncated. */
export function decimals({ digits, exponent }: Real, count: number): string {
  const scaled = shifted(digits * 10n ** BigInt(count), exponent)
    .toString()
    .padStart(count + 1, "0");
  return `${scaled.slice(0, -count)}.${scaled.slice(-count)}`;
}

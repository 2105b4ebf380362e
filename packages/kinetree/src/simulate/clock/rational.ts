/** An exact positive fraction in lowest terms. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
}

/** The fraction that a positive number was written as: its shortest decimal, or the reciprocal of a shorter one, as 1 / 30. */
export function rationalOf(value: number): Rational {
  const own = decimalOf(String(value));
  for (let digits = 1; digits < own.digits; digits++) {
    const reciprocal = Number((1 / value).toPrecision(digits));
    if (1 / reciprocal !== value) continue;
    const { num, den } = decimalOf(String(reciprocal));
    return reduced(den, num);
  }
  return reduced(own.num, own.den);
}

export const quotient = (a: Rational, b: Rational): Rational => reduced(a.num * b.den, a.den * b.num);

/** The largest fraction of which both are whole multiples. */
export const commonMeasure = (a: Rational, b: Rational): Rational =>
  reduced(greatestDivisor(a.num * b.den, b.num * a.den), a.den * b.den);

export const isLess = (a: Rational, b: Rational): boolean => a.num * b.den < b.num * a.den;

export const isSame = (a: Rational, b: Rational): boolean => a.num === b.num && a.den === b.den;

/** The text of a number, such as "0.07" or "2.5e-7", as a fraction, and how many digits it shows. */
function decimalOf(text: string): Rational & { readonly digits: number } {
  const [mantissa, exponent = "0"] = text.split("e");
  const [whole, part = ""] = mantissa.split(".");
  const digits = BigInt(whole + part);
  const power = Number(exponent) - part.length;
  const scale = 10n ** BigInt(Math.abs(power));
  const shown = String(digits).replace(/0+$/, "").length;
  return power < 0 ? { num: digits, den: scale, digits: shown } : { num: digits * scale, den: 1n, digits: shown };
}

function reduced(num: bigint, den: bigint): Rational {
  const divisor = greatestDivisor(num, den);
  return { num: num / divisor, den: den / divisor };
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

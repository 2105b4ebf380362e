/* Numbers as texts, one function per style; none but `numberText` keeps all digits. */

/** A number as short as reads back to the same number, with exponents where zeros would pile up. */
export function numberText(value: number): string {
  return String(value).replace("e+", "e").replace(/^-/, "−");
}

/** The number of a text, null if it is not one. Accepts the output of `numberText`, and a decimal comma. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(/^−/, "-").replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Up to `digits` significant digits without trailing zeros. */
export function formatNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "not a number" : value > 0 ? "infinity" : "-infinity";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = value.toPrecision(digits);
  if (size >= 1e-4 && size < 10 ** Math.max(digits, 7)) return String(Number(text));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}e${Number(exponent)}`;
}

/** A number that changes while it is looked at: always as many characters behind the point, so that nothing jumps. */
export function formatLive(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return signed(value, value.toExponential(digits - 2));
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  return signed(value, value.toFixed(Math.max(0, Math.min(digits, digits + 1 - whole))));
}

/** A figure space where the minus would be. */
const signed = (value: number, text: string): string => (value < 0 || text.startsWith("-") ? text : `\u2007${text}`);

/** Simulated time, with as many decimals as recorded rows need. */
export const formatTime = (t: number): string => t.toFixed(3);

/** A large count with thin groups of three, as 12 345. */
export const formatCount = (count: number): string =>
  Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/** For legends: fixed significant digits, an exponent for very small and large numbers, a typographic minus. */
export function valueText(value: number, digits = 6): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  // The exponent takes the room of a digit.
  const text = size < 1e-4 || size >= 1e7 ? value.toExponential(digits - 2) : plain(value.toPrecision(digits));
  return withMinus(text.replace("e+", "e"));
}

/** "1.50000" as it stands, but "1.50000e3" without the exponent that `toPrecision` gives large numbers. */
const plain = (text: string): string => (text.includes("e") ? String(Number(text)) : text);

/** A number in four digits, for readers; tables of raw values show all of them. */
export function shortNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return leadingMinus(String(value));
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1) : value.toPrecision(digits);
  const short = text.includes(".") ? text.replace(/\.?0+(e|$)/, "$1") : text;
  return leadingMinus(short.replace("e+", "e"));
}

/** A number of a comparison: three digits, with an exponent where zeros would hide them; a dash for none. */
export function briefNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size < 1e-3 || size >= 1e5 ? value.toExponential(1).replace("e+", "e") : String(Number(value.toPrecision(3)));
  return withMinus(text);
}

const withMinus = (text: string): string => text.replaceAll("-", "−");

/** A minus sign, but none before a zero; the sign of an exponent stays as it is. */
export const leadingMinus = (text: string): string => text.replace(/^-/, "−").replace(/^−0(\.0*)?$/, "0");

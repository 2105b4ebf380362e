/** A number for reading: up to so many significant digits, no trailing zeros, a true minus sign left to the font. */
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

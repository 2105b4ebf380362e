/** Round numbers along an axis, with their texts. */
export interface Ticks {
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

/** About `count` round numbers from `low` to `high`. */
export function ticksOf(low: number, high: number, count: number): Ticks {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return { values: [low], texts: [shortNumber(low)] };
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
  const digits = Math.max(0, Math.min(20, -Math.floor(Math.log10(step)) + (String(step / power) === "2.5" ? 1 : 0)));
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const isPlain = largest < 1e6 && step >= 1e-5;
  const texts = values.map((value) => (isPlain ? minus(value.toFixed(digits)) : shortNumber(value)));
  return { values, texts };
}

/** A number in four digits, for readers; tables of raw values show all of them. */
export function shortNumber(value: number, digits = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return minus(String(value));
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1) : value.toPrecision(digits);
  const short = text.includes(".") ? text.replace(/\.?0+(e|$)/, "$1") : text;
  return minus(short.replace("e+", "e"));
}

const minus = (text: string): string => text.replace(/^-/, "−").replace(/^−0(\.0*)?$/, "0");

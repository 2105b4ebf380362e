import { leadingMinus, shortNumber } from "../../ui/behaviour/number-text.js";

export interface Ticks {
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

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
  const texts = values.map((value) => (isPlain ? leadingMinus(value.toFixed(digits)) : shortNumber(value)));
  return { values, texts };
}

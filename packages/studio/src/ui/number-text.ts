/** A number as short as reads back to the same number, with exponents where zeros would pile up. */
export function numberText(value: number): string {
  return String(value).replace("e+", "e").replace(/^-/, "−");
}

/** The number that a text stands for; null if it stands for none. Takes what `numberText` writes, and a comma for the point. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(/^−/, "-").replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

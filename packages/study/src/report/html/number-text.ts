import type { Estimate, ReportColumn } from "../document.js";

/** A number for a reader, in the style of its column. */
export function numberText(x: number, style: ReportColumn["style"] = "digits"): string {
  if (Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  if (style === "digits") return minus(fourDigits(x));
  const tenths = (Math.round(x * 10) / 10 || 0).toFixed(1);
  return minus(style === "signed" && x > 0 && tenths !== "0.0" ? `+${tenths}` : tenths);
}

function fourDigits(x: number): string {
  if (Number.isInteger(x) && Math.abs(x) < 1e9) return String(x);
  const size = Math.abs(x);
  return size < 1e-3 || size >= 1e6 ? String(Number(x.toPrecision(3))) : String(Number(x.toPrecision(4)));
}

const minus = (text: string): string => text.replaceAll("-", "−");

/** An interval for a reader; "" where there is none. */
export const intervalText = ({ low, high }: Estimate, style: ReportColumn["style"]): string =>
  Number.isNaN(low) || Number.isNaN(high) ? "" : `${numberText(low, style)} to ${numberText(high, style)}`;

import { MISSING } from "../data/column-facts.js";

export interface ChartColours {
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly faint: string;
  readonly series: readonly string[];
  readonly isDark: boolean;
}

const known = new Map<string, ChartColours>();

/** Reads the colours of the theme that is shown off the document, once for each theme. */
export function readColours(theme: "light" | "dark"): ChartColours {
  const before = known.get(theme);
  if (before) return before;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim() || "#808080";
  const isDark = theme === "dark";
  const made: ChartColours = {
    surface: colour("--surface-raised"),
    text: colour("--text"),
    muted: colour("--text-muted"),
    line: colour("--line"),
    accent: colour("--accent"),
    accentSoft: colour("--accent-soft"),
    faint: isDark ? "#343b41" : "#dde2e6",
    series: Array.from({ length: 8 }, (_, i) => colour(`--series-${i + 1}`)),
    isDark,
  };
  known.set(theme, made);
  return made;
}

/** The colour of each class. One class alone has the accent; more classes than the theme has colours get hues of equal distance. */
export function classColours(
  { accent, muted, series, isDark }: ChartColours,
  labels: readonly string[],
): readonly string[] {
  if (labels.length === 1) return [accent];
  const isMany = labels.length > series.length;
  return labels.map((label, i) => {
    if (label === MISSING) return muted;
    return isMany ? hueColour((i * 360) / labels.length, isDark ? 0.68 : 0.42) : series[i];
  });
}

function hueColour(hue: number, lightness: number): string {
  const chroma = 0.55 * Math.min(lightness, 1 - lightness);
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const value = lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** Red, green and blue of "#rrggbb", 0 to 255. */
export function rgbOf(colour: string): readonly [number, number, number] {
  const digits = /^#([0-9a-f]{3})$/i.test(colour) ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  const value = Number.parseInt(digits.slice(1, 7), 16);
  return Number.isNaN(value) ? [128, 128, 128] : [value >> 16, (value >> 8) & 255, value & 255];
}

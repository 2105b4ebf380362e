export interface ChartInk {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly series: readonly string[];
  readonly font: string;
}

export interface LineStyle {
  readonly colour: string;
  readonly dash: readonly number[];
  /** [px] */
  readonly width: number;
}

const SERIES = 8;
/** Dashes tell lines apart once all colours are taken. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** The colours of the theme at hand, from the custom properties of an element. */
export function inkOf(element: Element): ChartInk {
  const style = getComputedStyle(element);
  const read = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  return {
    text: read("--text-muted", "#5b6570"),
    muted: read("--text-muted", "#5b6570"),
    grid: read("--line", "#e3e7eb"),
    surface: read("--surface", "#ffffff"),
    accent: read("--accent", "#0b7285"),
    series: Array.from({ length: SERIES }, (_, i) => read(`--series-${i + 1}`, paperInk.series[i])),
    font: `11px ${style.fontFamily || "sans-serif"}`,
  };
}

export const paperInk: ChartInk = {
  text: "#39424c",
  muted: "#5b6570",
  grid: "#e3e7eb",
  surface: "#ffffff",
  accent: "#0b7285",
  series: ["#0072b2", "#c05000", "#007f5c", "#9b4f8e", "#8a6a00", "#1f8fc0", "#5b6570", "#b3202c"],
  font: '11px "Inter Variable", Inter, "Helvetica Neue", Arial, sans-serif',
};

/** The look of the line in a slot: its colour, and a dash once colours come round again. */
export function lineStyle(ink: ChartInk, slot: number): LineStyle {
  return {
    colour: ink.series[slot % ink.series.length],
    dash: DASHES[Math.floor(slot / ink.series.length) % DASHES.length],
    width: 1.5,
  };
}

/** Slots of lines that keep their colour when others come and go: each takes the first that is free. */
export function slotsOf(before: ReadonlyMap<string, number>, names: readonly string[]): Map<string, number> {
  const slots = new Map<string, number>();
  for (const name of names) {
    const slot = before.get(name);
    if (slot !== undefined) slots.set(name, slot);
  }
  const taken = new Set(slots.values());
  for (const name of names) {
    if (slots.has(name)) continue;
    let slot = 0;
    while (taken.has(slot)) slot++;
    taken.add(slot);
    slots.set(name, slot);
  }
  return slots;
}

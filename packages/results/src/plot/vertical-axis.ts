import type { ResultTable } from "../result-table.js";
import { roundTicks, tickText, type Panel, type Panels } from "./panels.js";

/** How values stand on a vertical axis. */
export interface VerticalAxis {
  /** Channels as they are drawn. */
  readonly drawn: (table: ResultTable, channels: readonly string[]) => ResultTable;
  /** Panels with ranges that suit the axis. */
  readonly ranged: (panels: Panels) => Panels;
  /** Where ticks are, and what they say. */
  readonly ticks: (panel: Panel, count: number) => readonly number[];
  readonly text: (ticks: readonly number[]) => (value: number) => string;
}

/** Values as they are. */
export const linearAxis: VerticalAxis = Object.freeze<VerticalAxis>({
  drawn: (table) => table,
  ranged: (panels) => panels,
  ticks: ({ range }, count) => roundTicks(range, count),
  text: (ticks) => tickText(ticks),
});

/** Powers of ten at equal distances. What is not positive has no place on it, and leaves a gap. */
export const logarithmicAxis: VerticalAxis = Object.freeze<VerticalAxis>({
  drawn: (table, channels) => {
    const wanted = new Set(channels);
    const columns = table.columns.map((column, i) =>
      wanted.has(table.names[i]) ? column.map((x) => (x > 0 ? Math.log10(x) : NaN)) : column,
    );
    return { ...table, columns };
  },
  ranged: (panels) => ({ ...panels, panels: panels.panels.map(inWholeDecades) }),
  ticks: ({ range: [least, most] }, count) => {
    const every = Math.max(1, Math.ceil((most - least) / Math.max(1, count)));
    return roundTicks([least, most], (most - least) / every).filter(Number.isInteger);
  },
  text: () => (exponent) => (exponent === 0 ? "1" : `1e${exponent}`.replace("-", "−")),
});

const inWholeDecades = (panel: Panel): Panel => {
  const [least, most] = [Math.floor(panel.range[0]), Math.ceil(panel.range[1])];
  return { ...panel, range: [least, most > least ? most : least + 1] };
};

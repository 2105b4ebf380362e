import type { RefObject } from "react";
import type { LineSpec } from "./chart-view.js";
import type { TimeRange } from "./decimate.js";
import type { LineChart } from "./line-chart.js";
import type { PlotSource } from "./plot-source.js";
import { shownRange } from "./ranges.js";

export interface PublishedDiagram {
  readonly title: string;
  readonly source: PlotSource;
  readonly lines: readonly LineSpec[];
  readonly range: () => TimeRange | null;
  readonly chart: RefObject<LineChart | null>;
}

const diagrams = new Map<number, PublishedDiagram>();

/** Publishes a diagram as `kinetreeStudio.plots` of the window, since a canvas cannot be read back; returns how to stop. */
export function publishDiagram(id: number, diagram: PublishedDiagram): () => void {
  diagrams.set(id, diagram);
  const page = window as Window & { kinetreeStudio?: Record<string, unknown> };
  page.kinetreeStudio = { ...page.kinetreeStudio, plots };
  return () => void diagrams.delete(id);
}

function plots(): unknown {
  return [...diagrams].map(([id, { title, source, lines, range, chart }]) => ({
    id,
    title,
    x: shownRange(range(), source.t),
    rows: source.length,
    points: chart.current?.drawn[0]?.length ?? 0,
    lines: lines.map(({ name, axis, style }) => ({
      name,
      axis,
      unit: source.unitOf(name),
      colour: style.colour,
      range: chart.current?.rangeOf(axis) ?? null,
      last: source.column(name)?.at(source.length - 1) ?? NaN,
    })),
  }));
}

import { create } from "zustand";
import type { TimeRange } from "./decimate.js";

export type PlotTool = "zoom" | "pan" | "measure";

/** How diagrams are looked at; shared by all of them, and by none beyond. */
export interface PlotView {
  readonly tool: PlotTool;
  readonly isLinked: boolean;
  readonly isFollowed: boolean;
  /** Stretch of time by diagram; 0 for the shared one. Missing: everything. */
  readonly ranges: Readonly<Record<number, TimeRange>>;
  readonly hover: number | null;
  readonly marks: { readonly a: number; readonly b: number } | null;
}

export const usePlotView = create<PlotView>()(() => ({
  tool: "zoom",
  isLinked: true,
  isFollowed: false,
  ranges: {},
  hover: null,
  marks: null,
}));

const SHARED = 0;

export const rangeFor = ({ ranges, isLinked }: PlotView, plot: number): TimeRange | null =>
  ranges[isLinked ? SHARED : plot] ?? null;

export function showRange(plot: number, range: TimeRange | null): void {
  usePlotView.setState(({ ranges, isLinked }) => {
    const { [isLinked ? SHARED : plot]: _, ...others } = ranges;
    return { ranges: range === null ? others : { ...others, [isLinked ? SHARED : plot]: range } };
  });
}

export function linkRanges(isLinked: boolean): void {
  usePlotView.setState({ isLinked, ranges: {} });
}

export function resetPlotView(): void {
  usePlotView.setState({ ranges: {}, hover: null, marks: null });
}

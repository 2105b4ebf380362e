import { create } from "zustand";
import type { TimeRange } from "./decimate.js";

/** What dragging in a diagram does. */
export type PlotTool = "zoom" | "pan" | "measure";

/** How diagrams are looked at; shared by all of them, and by none beyond. */
export interface PlotView {
  readonly tool: PlotTool;
  /** All diagrams show the same stretch of time. */
  readonly isLinked: boolean;
  /** Moving over a diagram moves the time of the picture. */
  readonly isFollowed: boolean;
  /** Stretch of time by diagram; 0 for the shared one. Missing: everything. */
  readonly ranges: Readonly<Record<number, TimeRange>>;
  /** Time under the pointer [s]; null if it is elsewhere. */
  readonly hover: number | null;
  /** The two cursors of a measurement [s]. */
  readonly marks: { readonly a: number; readonly b: number } | null;
}

/** How diagrams are looked at. */
export const usePlotView = create<PlotView>()(() => ({
  tool: "zoom",
  isLinked: true,
  isFollowed: false,
  ranges: {},
  hover: null,
  marks: null,
}));

const SHARED = 0;

/** The stretch of time that a diagram is asked to show; null for everything. */
export const rangeFor = ({ ranges, isLinked }: PlotView, plot: number): TimeRange | null =>
  ranges[isLinked ? SHARED : plot] ?? null;

/** Shows a stretch of time in a diagram, or in all if they are linked; null for everything. */
export function showRange(plot: number, range: TimeRange | null): void {
  usePlotView.setState(({ ranges, isLinked }) => {
    const { [isLinked ? SHARED : plot]: _, ...others } = ranges;
    return { ranges: range === null ? others : { ...others, [isLinked ? SHARED : plot]: range } };
  });
}

/** Links the diagrams' stretches of time, or lets each have its own. */
export function linkRanges(isLinked: boolean): void {
  usePlotView.setState({ isLinked, ranges: {} });
}

/** Forgets what was zoomed and measured, for another model or file. */
export function resetPlotView(): void {
  usePlotView.setState({ ranges: {}, hover: null, marks: null });
}

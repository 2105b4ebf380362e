/* Charts of numbers that are not channels over time: distributions, scatter plots, intervals. */

/** One of the two axes. */
export interface ChartAxis {
  readonly label: string;
  /** From where to where; by default as far as the marks go. */
  readonly range?: readonly [number, number];
  /** Names in place of numbers, at 0, 1, 2 and so on; on the vertical axis, from the top. */
  readonly names?: readonly string[];
}

/** Something that is drawn. */
export type ChartMark = {
  /** In the legend; those without a name, or with one that is there already, are not in it. */
  readonly name?: string;
  /** Number of the colour. */
  readonly color: number;
} & (
  | /** A bar from each edge to the next. */ {
      readonly kind: "bars";
      readonly edges: ArrayLike<number>;
      readonly heights: ArrayLike<number>;
    }
  | /** The outline of such bars, so that several can be distinguished. */ {
      readonly kind: "outline";
      readonly edges: ArrayLike<number>;
      readonly heights: ArrayLike<number>;
    }
  | { readonly kind: "line"; readonly x: ArrayLike<number>; readonly y: ArrayLike<number> }
  | {
      readonly kind: "dots";
      readonly x: ArrayLike<number>;
      readonly y: ArrayLike<number>;
      /** A cross stands out, also without colours. Default a circle. */
      readonly shape?: "circle" | "cross";
      /** Default 2.5. */
      readonly radius?: number;
    }
  | /** A horizontal bar from low to high at each y. */ {
      readonly kind: "intervals";
      readonly y: ArrayLike<number>;
      readonly low: ArrayLike<number>;
      readonly high: ArrayLike<number>;
    }
  | /** A vertical line across the chart. */ { readonly kind: "upright"; readonly x: number }
);

/** A chart with one frame. */
export interface Chart {
  /** Default 480 [px]. */
  readonly width?: number;
  /** Of the whole picture [px]; default 320, more where there are names on the vertical axis. */
  readonly height?: number;
  readonly title?: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly marks: readonly ChartMark[];
}

/** The colours of a chart, as CSS says them. */
export interface ChartColors {
  readonly paper: string;
  readonly ink: string;
  readonly grid: string;
  readonly frame: string;
  readonly series: readonly string[];
}

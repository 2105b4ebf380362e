import type { Num } from "../graph/graph.js";

/** A coordinate of a joint and its rate. */
export interface CoordinateMotion {
  readonly q: Num;
  readonly v: Num;
}

/** A load along two coordinates, as structure and numbers. */
export interface TwoCoordinateLoad {
  readonly key: string;
  readonly numbers: readonly Num[];
  /** Generalised forces along a and along b. */
  readonly forces: (
    a: CoordinateMotion,
    b: CoordinateMotion,
    numbers: readonly Num[],
  ) => { readonly a: Num; readonly b: Num };
  readonly energy: (a: Num, b: Num, numbers: readonly Num[]) => Num;
}

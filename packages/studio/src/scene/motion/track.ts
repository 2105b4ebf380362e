import type { Model } from "kinetree";
import type { Flexibles, Posed, RunColumns } from "../../engine/protocol.js";

/** Recorded rows, as a run's history has them. */
export interface MotionRows {
  readonly columns: Pick<RunColumns, "names" | "position" | "quaternion">;
  readonly length: number;
  /** Recorded instants [s]. */
  readonly t: Float64Array;
  /** Counts up when rows come in; rows that never change may leave it out. */
  readonly version?: number;
  /** The last row at or before a time; -1 before the first. */
  rowAt(t: number): number;
  row(index: number): Float64Array;
}

/** One pose: seven numbers a body (position, then quaternion w, x, y, z), and the coordinates. */
export type StillPose = Pick<Posed, "poses" | "q">;

/** One mechanism in the picture: what it looks like, and how it moves or where it stands. */
export interface Track {
  /** With plain numbers only. */
  readonly numbers: Model;
  /** How its flexible bodies bend; null if it has none. */
  readonly flexible: Flexibles | null;
  /** Rows over time, or one pose. */
  readonly motion: MotionRows | StillPose;
  /** One colour for all of it, as CSS writes it; null: the colours of the model. */
  readonly colour: string | null;
  /** 1: solid. */
  readonly opacity: number;
  /** Said in the legend. */
  readonly label: string;
}

/** Whether a motion is rows over time. */
export const isRows = (motion: Track["motion"]): motion is MotionRows => "rowAt" in motion;

/** Whether two tracks look the same, however they move. */
export const isSameLook = (a: Track, b: Track): boolean =>
  a.numbers === b.numbers && a.flexible === b.flexible && a.colour === b.colour && a.opacity === b.opacity;

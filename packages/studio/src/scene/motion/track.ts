import type { Model } from "kinetree";
import type { Flexibles, Posed, RunColumns } from "../../engine/protocol.js";

export interface MotionRows {
  readonly columns: Pick<RunColumns, "names" | "position" | "quaternion">;
  readonly length: number;
  readonly t: Float64Array;
  /** Counts up when rows come in; rows that never change may leave it out. */
  readonly version?: number;
  rowAt(t: number): number;
  row(index: number): Float64Array;
}

/** One pose: seven numbers a body (position, then quaternion w, x, y, z), and the coordinates. */
export type StillPose = Pick<Posed, "poses" | "q">;

/** One mechanism in the scene: its look, and its motion or pose. */
export interface Track {
  /** With plain numbers only. */
  readonly numbers: Model;
  readonly flexible: Flexibles | null;
  readonly motion: MotionRows | StillPose;
  /** One colour for all of it, as CSS writes it; null: the colours of the model. */
  readonly colour: string | null;
  /** 1: solid. */
  readonly opacity: number;
  readonly label: string;
}

export const isRows = (motion: Track["motion"]): motion is MotionRows => "rowAt" in motion;

/** Whether two tracks look the same, however they move. */
export const isSameLook = (a: Track, b: Track): boolean =>
  a.numbers === b.numbers && a.flexible === b.flexible && a.colour === b.colour && a.opacity === b.opacity;

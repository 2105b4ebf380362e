import type { Trouble } from "../engine/protocol.js";
import type { Experiment } from "../experiment/types.js";
import type { DisplayOptions, PlotSpec, Trace } from "../run/store.js";

export interface SharedView {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly projection: "perspective" | "orthographic";
}

/** Content of a link: all inputs of a run, and how it is displayed. */
export interface Shared {
  readonly experiment: Experiment;
  readonly view: SharedView | null;
  readonly plots: readonly PlotSpec[];
  readonly display: DisplayOptions;
  readonly traces: readonly Trace[];
  /** Channels recorded in addition to the default ones: they are part of the hashed rows. */
  readonly channels: readonly string[];
  readonly cursor: number | null;
  /** End of a run [s]. */
  readonly duration: number | null;
  /** Run up to this time when the link is opened [s]; null: only show the start. */
  readonly runTo: number | null;
  /** Hash of the rows up to `runTo` where the link was made, for the one who opens it to compare with. */
  readonly hash: string | null;
}

export class ShareError extends Error {
  readonly trouble: Trouble;

  constructor(code: string, subject: string, message: string) {
    super(message);
    this.name = "ShareError";
    this.trouble = { code, subject, message, issues: [] };
  }
}

import { SimulationError } from "../../errors/kinetree-error.js";
import type { State } from "../../state/state.js";

/** What computes the commands of a controller on one lane. */
export interface LaneController {
  /** Whether `sample` wants the measured state; laws read the lane. */
  readonly measures: boolean;
  /** Computes the commands of a sample; valid until the next one. */
  readonly sample: (measured: State | null, t: number, tick: number) => Float64Array;
  /** What it remembers, beside what the lane holds. */
  readonly snapshot: () => number[];
  /** Reads what `snapshot` gave, number after number. */
  readonly restore: (next: () => number) => void;
}

export const commandNotFinite = (name: string, value: number, what: string): SimulationError =>
  new SimulationError({
    code: "command-not-finite",
    subject: `controller "${name}"`,
    value,
    message: `controller "${name}" ${what}`,
  });

import type { Measure } from "kinetree";

/**
 * A number that follows from the state: an expression of channels, of the model's parameters and of the time t, such as
 * "pos.bob.z" or "sqrt(vel.bob.x^2 + vel.bob.z^2)"; in code a measure may stand for it.
 */
export type StateNumber = string | Measure;

/**
 * What is kept of a sample, one column each.
 *
 * - max, min, maxAbs: the largest, least or farthest from zero over the run, looked at after every step. `time` keeps its instant
 *   too, in a column of its own that ends in ".time".
 * - final: the value at the end of the run.
 * - timeOf: when an event or a stop condition first happened [s]; missing if it did not. happened: whether it did.
 * - expression: of other outputs, of all parameters of the sample, and of t, the time at which it ended.
 * - predicate: whether a condition of these is true, such as "tilt > 1.57 and peak < 20".
 */
export type Output = (
  | { readonly max: StateNumber; readonly time?: boolean }
  | { readonly min: StateNumber; readonly time?: boolean }
  | { readonly maxAbs: StateNumber; readonly time?: boolean }
  | { readonly final: StateNumber }
  | { readonly timeOf: string }
  | { readonly happened: string }
  | { readonly expression: string }
  | { readonly predicate: string }
) & {
  /** Of the column; by default that of a single channel. */
  readonly unit?: string;
  readonly description?: string;
};

/** The kinds of outputs, as a study names them. */
export const outputKinds = Object.freeze([
  "max",
  "min",
  "maxAbs",
  "final",
  "timeOf",
  "happened",
  "expression",
  "predicate",
] as const);

/** A kind of output. */
export type OutputKind = (typeof outputKinds)[number];

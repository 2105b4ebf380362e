import { modelDefaults } from "./defaults.js";
import type { Real } from "./real.js";
import type { Curve, Signal } from "./types.js";

/** What is accepted for a function of time: a number stands for a constant. */
export type SignalLike = Real | Signal;

type Points = readonly (readonly [number, number])[];

const firsts = (points: Points): readonly number[] => points.map(([first]) => first);
const seconds = (points: Points): readonly number[] => points.map(([, second]) => second);

/** A factor of 1 is left out: the plain table is the same data with and without having thought of scaling it. */
const scaledBy = (scale: Real): { readonly scale?: Real } => (scale === 1 ? {} : { scale });

/** Piecewise-linear curve through points [x, scale y] of increasing x. */
export const curve = (
  points: Points,
  beyond: Curve["beyond"] = modelDefaults.curve.beyond,
  scale: Real = modelDefaults.curve.scale,
): Curve => ({
  x: firsts(points),
  y: seconds(points),
  beyond,
  ...scaledBy(scale),
});

/** Asked of data from files too, which may hold null. */
export const isCurve = (value: Real | Curve): value is Curve =>
  typeof value === "object" && value !== null && "x" in value;

/** The same value at all times. */
export const constant = (value: Real): Signal => ({ kind: "constant", value });

/** Steps: from each time on `scale` times the value beside it, 0 before the first. Points are [time, value]. */
export const piecewise = (points: Points, scale: Real = modelDefaults.signal.scale): Signal => ({
  kind: "piecewise",
  times: firsts(points),
  values: seconds(points),
  ...scaledBy(scale),
});

/** `scale` times what is linear between points [time, value] and held beyond the ends. */
export const table = (points: Points, scale: Real = modelDefaults.signal.scale): Signal => ({
  kind: "table",
  times: firsts(points),
  values: seconds(points),
  ...scaledBy(scale),
});

/** A sine in time. Amplitude and offset have the unit of what the signal drives; phase and offset are 0 if left out. */
export interface SineOptions {
  readonly amplitude: Real;
  /** [rad/s] */
  readonly angularFrequency: Real;
  /** [rad] */
  readonly phase?: Real;
  readonly offset?: Real;
}

/** Drives a load as a signal, or a coordinate as a prescribed motion. */
export type Sine = Extract<Signal, { readonly kind: "sine" }>;

/** offset + amplitude sin(angularFrequency t + phase). */
export const sine = (options: SineOptions): Sine => ({ kind: "sine", ...modelDefaults.sine, ...options });

/** A number becomes a constant; a signal stays as it is. */
export const signal = (like: SignalLike): Signal =>
  typeof like === "object" && like !== null && "kind" in like ? like : constant(like);

import { modelDefaults } from "./defaults.js";
import type { Real } from "./real.js";
import type { Curve, Signal } from "./types.js";

/** What is accepted for a function of time: a number stands for a constant. */
export type SignalLike = Real | Signal;

type Points = readonly (readonly [number, number])[];

const firsts = (points: Points): readonly number[] => points.map(([first]) => first);
const seconds = (points: Points): readonly number[] => points.map(([, second]) => second);

/** Piecewise-linear curve through points [x, y] of increasing x. */
export const curve = (points: Points, beyond: Curve["beyond"] = modelDefaults.curve.beyond): Curve => ({
  x: firsts(points),
  y: seconds(points),
  beyond,
});

export const isCurve = (value: Real | Curve): value is Curve => typeof value === "object" && "x" in value;

export const constant = (value: Real): Signal => ({ kind: "constant", value });

/** Steps: from each time on the value beside it, 0 before the first. Points are [time, value]. */
export const piecewise = (points: Points): Signal => ({
  kind: "piecewise",
  times: firsts(points),
  values: seconds(points),
});

/** Linear between points [time, value], held beyond the ends. */
export const table = (points: Points): Signal => ({ kind: "table", times: firsts(points), values: seconds(points) });

export interface SineOptions {
  readonly amplitude: Real;
  /** [rad/s] */
  readonly angularFrequency: Real;
  /** [rad] */
  readonly phase?: Real;
  readonly offset?: Real;
}

/** offset + amplitude sin(angularFrequency t + phase). */
export const sine = (options: SineOptions): Signal => ({ kind: "sine", ...modelDefaults.sine, ...options });

export const signal = (like: SignalLike): Signal =>
  typeof like === "object" && "kind" in like ? like : constant(like);

import { RequestError } from "../../errors/kinetree-error.js";
import { commonMeasure, isLess, isSame, quotient, rationalOf, type Rational } from "./rational.js";

/** What of a controller the clock looks at. */
export interface Clocked {
  readonly name: string;
  /** [s] */
  readonly period: number;
  /** Ticks from a sample to its commands. */
  readonly latency: number;
}

/** The unit of time of controllers: instants are whole numbers of ticks after the start. */
export interface Tick {
  /** [s] */
  readonly seconds: number;
  /** The same as it was meant, so that rates divide without rounding. */
  readonly exact: Rational;
}

/** The tick of the k-th sample of a component: floor(k · period / tick). */
export type Schedule = (k: number) => number;

/** Tick where periods have no common measure, and where latencies are counted in it [s]. */
const DEFAULT_TICK = 1e-3;

/** Periods whose common measure is shorter have none: a thousandth of a millisecond tells nothing about what was meant. */
const LEAST_MEASURE = 1e-6;

/**
 * The tick of a run: the given one; else the common measure of all periods, so that each sample is at start + k · period; else
 * a millisecond, or the shortest period if that is less. Latencies count ticks, so with one the tick is a millisecond.
 */
export function tickFor(components: readonly Clocked[], given: number | null): Tick {
  const hasLatency = components.some(({ latency }) => latency > 0);
  const tick = given !== null || hasLatency ? tickOf(given ?? DEFAULT_TICK) : measureOf(components);
  for (const { name, period } of components) {
    if (isLess(rationalOf(period), tick.exact)) throw periodBelowTick(name, period, tick.seconds);
  }
  return tick;
}

/** When a component samples, in ticks. Rates that do not divide those of the clock fire at the ticks just before. */
export function scheduleOf(period: number, tick: Tick): Schedule {
  const { num, den } = quotient(rationalOf(period), tick.exact);
  const ticks = Number(num);
  return den === 1n ? (k) => k * ticks : (k) => Number((BigInt(k) * num) / den);
}

const tickOf = (seconds: number): Tick => ({ seconds, exact: rationalOf(seconds) });

function measureOf(components: readonly Clocked[]): Tick {
  const shortest = tickOf(Math.min(...components.map(({ period }) => period)));
  const exact = components.map(({ period }) => rationalOf(period)).reduce(commonMeasure);
  // Exactly the period of a controller alone, which divided anew might differ in its last bit.
  if (isSame(exact, shortest.exact)) return shortest;
  if (!isLess(exact, rationalOf(LEAST_MEASURE))) return { seconds: Number(exact.num) / Number(exact.den), exact };
  return shortest.seconds < DEFAULT_TICK ? shortest : tickOf(DEFAULT_TICK);
}

const periodBelowTick = (name: string, period: number, tick: number): RequestError =>
  new RequestError({
    code: "period-below-tick",
    subject: `controller "${name}"`,
    value: period,
    message: `controller "${name}" has a period of ${period} s, shorter than a tick of ${tick} s. Set tick to ${period} s or less, or lengthen the period.`,
  });

import { bonettInterval, spreadingOf, type Spreading } from "../statistics/bonett.js";
import { meanInterval, rateInterval } from "../statistics/intervals.js";
import { quantile, sorted } from "../statistics/quantiles.js";
import { momentsOf } from "../statistics/running-moments.js";
import type { Estimate } from "./document.js";

/** What a list of numbers comes to. */
export interface Summary extends Spreading {
  readonly mean: Estimate;
  readonly deviation: Estimate;
  /** Without what is missing. */
  readonly rising: Float64Array;
}

/** How often something was true. */
export interface Rate {
  readonly happened: number;
  readonly trials: number;
  readonly rate: Estimate;
}

/** The summary of numbers; NaN is left out. */
export function summaryOf(values: Iterable<number>): Summary {
  const rising = sorted(values);
  const moments = momentsOf(rising);
  const spreading = spreadingOf(rising);
  return {
    ...spreading,
    mean: { value: moments.mean, ...meanInterval(moments) },
    deviation: { value: spreading.std, ...bonettInterval(spreading) },
    rising,
  };
}

/** The share of ones among zeros and ones; NaN is left out. */
export function rateOf(values: ArrayLike<number>): Rate {
  let [happened, trials] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    trials++;
    if (values[i] !== 0) happened++;
  }
  return { happened, trials, rate: { value: happened / trials, ...rateInterval(happened, trials) } };
}

/** A rate in percent. */
export const inPercent = ({ value, low, high }: Estimate): Estimate => ({
  value: 100 * value,
  low: 100 * low,
  high: 100 * high,
});

/** The quantile p of a summary. */
export const quantileIn = ({ rising }: Summary, p: number): number => quantile(rising, p);

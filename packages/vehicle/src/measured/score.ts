import { RequestError } from "kinetree";
import { resample, rms, valueAt } from "../metrics/signals.js";
import type { TestChannels } from "../report/report.js";
import type { Measured } from "./read-measured.js";

/** How far a computed channel is from a measured one, where both are known. */
export interface Score {
  readonly name: string;
  readonly unit: string;
  /** Root mean square of the difference, and its largest size. */
  readonly rmsError: number;
  readonly peakError: number;
  /** Of the difference over that of the measurement about its mean; null where that stands still. */
  readonly relativeError: number | null;
  /** Difference of the largest sizes, computed less measured. */
  readonly peakDifference: number;
  /** Of Pearson, without delay and after it. */
  readonly correlation: number;
  readonly shiftedCorrelation: number;
  /** By which the computed channel comes later [s]; negative if it comes earlier. */
  readonly delay: number;
}

/** Delays are looked for up to this part of the common time. */
const LARGEST_DELAY = 0.25;

/** Two evenly sampled signals of one length, compared. */
export function compareSignals(
  computed: Float64Array,
  measured: Float64Array,
  interval: number,
): Omit<Score, "name" | "unit"> {
  const n = computed.length;
  const difference = computed.map((x, k) => x - measured[k]);
  const mean = measured.reduce((sum, x) => sum + x, 0) / n;
  const spread = rms(measured.map((x) => x - mean));
  const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const { shift, correlation } = bestShift(computed, measured, Math.floor(LARGEST_DELAY * n));
  return {
    rmsError: rms(difference),
    peakError: largest(difference),
    relativeError: spread > 0 ? rms(difference) / spread : null,
    peakDifference: largest(computed) - largest(measured),
    correlation: correlationAt(computed, measured, 0),
    shiftedCorrelation: correlation,
    delay: shift * interval,
  };
}

/** Pearson's correlation of computed[k + shift] with measured[k], where both exist. */
function correlationAt(computed: Float64Array, measured: Float64Array, shift: number): number {
  const [from, to] = [Math.max(0, -shift), Math.min(measured.length, computed.length - shift)];
  const n = to - from;
  let [mx, my] = [0, 0];
  for (let k = from; k < to; k++) {
    mx += computed[k + shift] / n;
    my += measured[k] / n;
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let k = from; k < to; k++) {
    const [x, y] = [computed[k + shift] - mx, measured[k] - my];
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  // A signal that stands still correlates with nothing.
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

/** Where the cross-correlation is largest, between samples by a parabola through three of them. */
function bestShift(
  computed: Float64Array,
  measured: Float64Array,
  most: number,
): { readonly shift: number; readonly correlation: number } {
  let [best, correlation] = [0, correlationAt(computed, measured, 0)];
  for (let shift = -most; shift <= most; shift++) {
    const found = correlationAt(computed, measured, shift);
    // Of two that are alike, the shorter delay.
    if (found > correlation + 1e-12 || (found > correlation - 1e-12 && Math.abs(shift) < Math.abs(best)))
      [best, correlation] = [shift, found];
  }
  if (Math.abs(best) === most) return { shift: best, correlation };
  const [before, after] = [best - 1, best + 1].map((shift) => correlationAt(computed, measured, shift));
  const bend = before - 2 * correlation + after;
  return { shift: bend < 0 ? best + (before - after) / (2 * bend) : best, correlation };
}

/** Measured and computed channels of the same name on common times. */
export interface Overlay {
  readonly time: Float64Array;
  readonly pairs: readonly {
    readonly name: string;
    readonly unit: string;
    readonly computed: Float64Array;
    readonly measured: Float64Array;
  }[];
  readonly scores: readonly Score[];
  /** Measured channels that were not computed. */
  readonly unmatched: readonly string[];
}

/**
 * Lays measured channels over computed ones of the same name. Both are taken at even times, as often as the coarser of the two has samples,
 * over the time that both have.
 * @param delay added to the measured times [s], for a clock that started elsewhere
 */
export function overlay(computed: TestChannels, measured: Measured, file: string, delay = 0): Overlay {
  const theirs = measured.time.map((t) => t + delay);
  const ours = computed.time;
  const [from, to] = [Math.max(theirs[0], ours[0]), Math.min(theirs[theirs.length - 1], ours[ours.length - 1])];
  if (!(to > from)) {
    const message =
      `${file} and the test have no time in common: it goes from ${theirs[0]} s to ${theirs[theirs.length - 1]} s, the test from ` +
      `${ours[0]} s to ${ours[ours.length - 1]} s. Shift its times.`;
    throw new RequestError({ code: "measured-apart", subject: file, value: theirs[0], message });
  }
  const interval = Math.max(meanInterval(theirs), meanInterval(ours));
  const { t: time } = resample([from, to], [0, 0], interval);
  const pairs = measured.channels.flatMap(({ name, values }) => {
    const index = computed.names.indexOf(name);
    if (index < 0) return [];
    const known = theirs.filter((_, k) => Number.isFinite(values[k]));
    const numbers = values.filter((value) => Number.isFinite(value));
    if (known.length < 2) return [];
    return [
      {
        name,
        unit: computed.units[index],
        computed: time.map((t) => valueAt(ours, computed.columns[index], t)),
        measured: time.map((t) => valueAt(known, numbers, t)),
      },
    ];
  });
  const names = pairs.map(({ name }) => name);
  return {
    time,
    pairs,
    scores: pairs.map(({ name, unit, ...pair }) => ({
      name,
      unit,
      ...compareSignals(pair.computed, pair.measured, interval),
    })),
    unmatched: measured.channels.map(({ name }) => name).filter((name) => !names.includes(name)),
  };
}

const meanInterval = (t: ArrayLike<number>): number => (t[t.length - 1] - t[0]) / (t.length - 1);

import type { TimeRange } from "./decimate.js";

/** Least and greatest value that an axis shows. */
export type ValueRange = readonly [least: number, most: number];

/** Room above and below the lines, of the height. */
const MARGIN = 0.06;
/** Ranges shorter than this part of their numbers have no ticks that differ. */
const SHORTEST = 1e-12;
/** Most decades of a logarithmic axis without zooming. */
const MOST_DECADES = 18;

/** The range of an axis around values: with some room, and never empty however constant they are. */
export function roundedRange(least: number, most: number): ValueRange {
  if (!(least <= most)) return [-1, 1];
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (size < 1e-290) return [-1, 1];
  const length = most - least;
  if (length <= SHORTEST * size) return [least - 0.1 * size, most + 0.1 * size];
  return [least - MARGIN * length, most + MARGIN * length];
}

export function powersRange(least: number, most: number): ValueRange {
  if (!(least > 0) || !(most >= least)) return [1e-16, 1];
  const top = Math.ceil(Math.log10(most) + 1e-9);
  const bottom = Math.max(Math.floor(Math.log10(least) - 1e-9), top - MOST_DECADES);
  return [tenTo(bottom), tenTo(Math.max(top, bottom + 1))];
}

/**
 * The range that a part of another spans, from 0 at its lower end to 1 at its upper; parts beyond that make it longer or
 * move it. The range itself if what comes of it is too short for numbers to tell its ends apart.
 */
export function partOf([least, most]: ValueRange, from: number, to: number, isLogarithmic = false): ValueRange {
  if (isLogarithmic) {
    const [a, b] = [Math.log10(least), Math.log10(most)];
    const powers = partOf([a, b], from, to);
    return Math.max(Math.abs(powers[0]), Math.abs(powers[1])) < 300
      ? [10 ** powers[0], 10 ** powers[1]]
      : [least, most];
  }
  const length = most - least;
  return between(least + from * length, least + to * length) ?? [least, most];
}

export function between(a: number, b: number): ValueRange | null {
  const range: ValueRange = [Math.min(a, b), Math.max(a, b)];
  return isUseful(range) ? range : null;
}

const isUseful = ([from, to]: ValueRange): boolean =>
  Number.isFinite(from) && Number.isFinite(to) && to - from > SHORTEST * Math.max(Math.abs(from), Math.abs(to), 1e-12);

/** The range of a time axis: the requested one, or everything if that is outside the data. */
export function shownRange(asked: TimeRange | null, t: Float64Array): TimeRange {
  const first = t.length > 0 ? t[0] : 0;
  const last = t.length > 0 ? t[t.length - 1] : 0;
  const all: TimeRange = last > first ? [first, last] : [first, first + 1];
  return asked === null || asked[1] < first || asked[0] > Math.max(last, first) ? all : asked;
}

export function roundTicks([least, most]: ValueRange, count: number): number[] {
  const rough = (most - least) / Math.max(1, count);
  if (!(rough > 0)) return [least];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(least / step - 1e-9);
  const ticks: number[] = [];
  // Counted: where numbers are too coarse for the step, adding one would change nothing.
  for (let i = 0; i <= count + 2 && (first + i) * step <= most + 1e-9 * step; i++)
    ticks.push(Number(((first + i) * step).toPrecision(14)));
  return ticks;
}

/** Powers of ten inside a range, some left out where they would crowd. */
export function powerTicks([least, most]: ValueRange, count: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(least) - 1e-9), Math.floor(Math.log10(most) + 1e-9)];
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, count)));
  const ticks: number[] = [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every) ticks.push(tenTo(power));
  return ticks;
}

const tenTo = (power: number): number => Number(`1e${power}`);

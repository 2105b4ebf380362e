import { meanInterval, momentsOf, rateInterval, sampleStd, stdInterval, type Interval } from "@kinetree/study";
import type { CombinationResult, LandingRun } from "./landings.js";

/** A number of the study's tables, at the study's tolerance and at half of it. */
export interface Entry {
  readonly value: number;
  readonly atHalf: number;
  /** Half of the width of its interval of 95 %. */
  readonly halfWidth: number;
  /** How far half the tolerance moves it, over that. */
  readonly shift: number;
}

/** The numbers of one combination in tables 6.6, 6.8 and 6.10, and its rate of rollovers. */
export interface CombinationShift {
  readonly name: string;
  readonly mean: Entry;
  readonly std: Entry;
  readonly rate: Entry;
}

/** Compares the tables of two runs of the same landings. */
export function compareTolerances(own: LandingRun, half: LandingRun): readonly CombinationShift[] {
  return own.combinations.map((a, k) => {
    const b = half.combinations[k];
    const [ofA, ofB] = [momentsOf(a.accelerations), momentsOf(b.accelerations)];
    return {
      name: a.name,
      mean: entry(ofA.mean, ofB.mean, meanInterval(ofA)),
      std: entry(sampleStd(ofA), sampleStd(ofB), stdInterval(a.accelerations)),
      rate: entry(rolled(a) / count(a), rolled(b) / count(b), rateInterval(rolled(a), count(a))),
    };
  });
}

export const largestShift = (shifts: readonly CombinationShift[]): number =>
  Math.max(...shifts.flatMap(({ mean, std, rate }) => [mean.shift, std.shift, rate.shift]));

function entry(value: number, atHalf: number, { low, high }: Interval): Entry {
  const halfWidth = (high - low) / 2;
  return { value, atHalf, halfWidth, shift: Math.abs(atHalf - value) / halfWidth };
}

const rolled = ({ rolledOver }: CombinationResult): number => rolledOver.reduce((sum, x) => sum + x, 0);
const count = ({ rolledOver }: CombinationResult): number => rolledOver.length;

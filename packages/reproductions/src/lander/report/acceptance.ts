import {
  numberText,
  rateOf,
  type Cell,
  type Estimate,
  type Rate,
  type ReportTable,
  type Verdict,
} from "@kinetree/study/report";
import { europaGrounds } from "kinetree/systems";
import { percentOff, placeText, type Landings, type LanderStudy } from "./landings.js";

/**
 * Landings of each case on which the acceptance is stated. With the 400 of the source a rollover rate of 40 % has a 95 % interval of
 * ± 5 points, and whether the 10 points are met is up to the seed.
 */
export const ACCEPTANCE_SAMPLES = 2000;

/** How near the default study has to come to the published tables. */
export const bars = Object.freeze({
  /** Of means [%]. */
  mean: 15,
  /** Of standard deviations [%]. */
  std: 20,
  /** Of rollover rates [points]. */
  rollover: 10,
  /** Vertical speed above which stiff legs on ice roll over far more often [m/s], and how many times as often. */
  speed: 3.5,
  ratio: 5,
});

/** Whether each number of a combination is near enough. */
export const meanOff = ({ peak, published }: Landings): number => percentOff(peak.mean.value, published.mean);
export const stdOff = ({ peak, published }: Landings): number => percentOff(peak.std, published.std);
export const rolloverOff = ({ rate }: Landings): number => 100 * rate.difference;

/** "met" or "not met". */
export const metText = (holds: boolean): Verdict => ({ holds, text: holds ? "met" : "not met" });

/** Rollover of landings above and below a vertical speed on touch-down. */
export interface SpeedSplit {
  readonly above: Rate;
  readonly below: Rate;
  readonly ratio: number;
}

/** How much more often fast landings roll over. */
export function speedSplit({ of }: Landings): SpeedSplit {
  const speeds = of.numbers("vz");
  const rolled = of.numbers("rolledOver");
  const above = rateOf(rolled.filter((_, i) => speeds[i] > bars.speed));
  const below = rateOf(rolled.filter((_, i) => speeds[i] <= bars.speed));
  return { above, below, ratio: above.rate.value / below.rate.value };
}

interface Demand {
  readonly what: string;
  readonly found: string;
  readonly verdict: Verdict;
  /** What misses it, and by how much. */
  readonly missed: readonly string[];
  /** What more landings may bring to the other side: the 95 % interval of ours holds the bar. */
  readonly undecided: readonly string[];
}

/** Ours less the published number with the 95 % interval of ours, in the unit of the demand. */
type Off = (each: Landings) => Estimate;

const meanWithInterval: Off = ({ peak: { mean }, published }) => ({
  value: percentOff(mean.value, published.mean),
  low: percentOff(mean.low, published.mean),
  high: percentOff(mean.high, published.mean),
});
const stdWithInterval: Off = ({ peak: { deviation }, published }) => ({
  value: percentOff(deviation.value, published.std),
  low: percentOff(deviation.low, published.std),
  high: percentOff(deviation.high, published.std),
});
const rolloverWithInterval: Off = ({ rollover: { rate }, published }) => ({
  value: 100 * (rate.value - published.rollover),
  low: 100 * (rate.low - published.rollover),
  high: 100 * (rate.high - published.rollover),
});

/** Whether an interval holds ± bar. */
const holdsBar = ({ low, high }: Estimate, bar: number): boolean =>
  (low <= bar && bar <= high) || (low <= -bar && -bar <= high);

export function demandsOf({ landings }: LanderStudy): readonly Demand[] {
  const within = (what: string, bar: number, unit: string, off: Off): Demand => {
    const all = landings.map((each) => ({ place: placeText(each), off: off(each) }));
    const far = all.filter((each) => Math.abs(each.off.value) > bar);
    const worst = [...all].sort((a, b) => Math.abs(b.off.value) - Math.abs(a.off.value))[0];
    const text = ({ place, off: { value, low, high } }: (typeof all)[number]): string =>
      `${numberText(value, "signed")} ${unit} (${numberText(low, "signed")} to ${numberText(high, "signed")}), ${place}`;
    return {
      what: `${what} within ${bar} ${unit}`,
      found: `${all.length - far.length} of ${all.length}; farthest ${text(worst)}`,
      verdict: metText(far.length === 0),
      missed: far.map(text),
      undecided: all.filter((each) => holdsBar(each.off, bar)).map(({ place }) => place),
    };
  };
  const most = europaGrounds.flatMap((ground): Demand[] => {
    const here = landings.filter((each) => each.ground === ground);
    const stiff = here.find(({ legs }) => legs === "stiff");
    const others = here.filter(({ legs }) => legs !== "stiff");
    if (stiff === undefined || others.length === 0) return [];
    const next = [...others].sort((a, b) => b.rollover.rate.value - a.rollover.rate.value)[0];
    const percent = (each: Landings): string => `${numberText(100 * each.rollover.rate.value, "tenths")} %`;
    return [
      {
        what: `stiff legs roll over most on ${ground}`,
        found: `stiff ${percent(stiff)}, ${next.legs} ${percent(next)}`,
        verdict: metText(stiff.rollover.rate.value > next.rollover.rate.value),
        missed: stiff.rollover.rate.value > next.rollover.rate.value ? [] : [placeText(next)],
        undecided: stiff.rollover.rate.low > next.rollover.rate.high ? [] : [placeText(next)],
      },
    ];
  });
  const icy = landings.find(({ legs, ground }) => legs === "stiff" && ground === "ice");
  return [
    within("means of the peak acceleration", bars.mean, "%", meanWithInterval),
    within("standard deviations of the peak acceleration", bars.std, "%", stdWithInterval),
    within("rollover rates", bars.rollover, "points", rolloverWithInterval),
    ...most,
    ...(icy === undefined ? [] : [speedDemand(speedSplit(icy))]),
  ];
}

const speedDemand = ({ above, below, ratio }: SpeedSplit): Demand => ({
  what: `stiff on ice: rollover above ${bars.speed} m/s at least ${bars.ratio} times that below`,
  found: `${above.happened} of ${above.trials} above, ${below.happened} of ${below.trials} below, ${numberText(ratio)} times`,
  verdict: metText(ratio >= bars.ratio),
  missed: ratio >= bars.ratio ? [] : ["stiff on ice"],
  undecided:
    above.rate.low >= bars.ratio * below.rate.high || above.rate.high < bars.ratio * below.rate.low
      ? []
      : ["stiff on ice"],
});

export const acceptanceTable = (study: LanderStudy): ReportTable => ({
  name: "acceptance",
  title: "Acceptance against the published tables",
  columns: ["demand", "found", "", "missed", "the interval of ours holds the bar"].map((name) => ({ name })),
  rows: demandsOf(study).map(({ what, found, verdict, missed, undecided }): readonly Cell[] => [
    what,
    found,
    verdict,
    missed.join("; "),
    undecided.join("; "),
  ]),
  notes: [
    "Intervals are those of ours, 95 %; the published numbers count as they are printed. Where the interval holds the bar, another seed may bring the other verdict.",
  ],
});

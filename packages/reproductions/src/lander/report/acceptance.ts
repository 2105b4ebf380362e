import { numberText, rateOf, type Cell, type Rate, type ReportTable, type Verdict } from "@kinetree/study/report";
import { europaGrounds } from "kinetree/systems";
import { percentOff, placeText, type Landings, type LanderStudy } from "./landings.js";

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
}

export function demandsOf({ landings }: LanderStudy): readonly Demand[] {
  const within = (what: string, bar: number, unit: string, off: (each: Landings) => number): Demand => {
    const near = landings.filter((each) => Math.abs(off(each)) <= bar).length;
    const worst = [...landings].sort((a, b) => Math.abs(off(b)) - Math.abs(off(a)))[0];
    return {
      what: `${what} within ${bar} ${unit}`,
      found: `${near} of ${landings.length}; farthest ${numberText(off(worst), "signed")} ${unit}, ${placeText(worst)}`,
      verdict: metText(near === landings.length),
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
      },
    ];
  });
  const icy = landings.find(({ legs, ground }) => legs === "stiff" && ground === "ice");
  return [
    within("means of the peak acceleration", bars.mean, "%", meanOff),
    within("standard deviations of the peak acceleration", bars.std, "%", stdOff),
    within("rollover rates", bars.rollover, "points", rolloverOff),
    ...most,
    ...(icy === undefined ? [] : [speedDemand(speedSplit(icy))]),
  ];
}

const speedDemand = ({ above, below, ratio }: SpeedSplit): Demand => ({
  what: `stiff on ice: rollover above ${bars.speed} m/s at least ${bars.ratio} times that below`,
  found: `${above.happened} of ${above.trials} above, ${below.happened} of ${below.trials} below, ${numberText(ratio)} times`,
  verdict: metText(ratio >= bars.ratio),
});

export const acceptanceTable = (study: LanderStudy): ReportTable => ({
  name: "acceptance",
  title: "Acceptance against the published tables",
  columns: ["demand", "found", ""].map((name) => ({ name })),
  rows: demandsOf(study).map(({ what, found, verdict }): readonly Cell[] => [what, found, verdict]),
});

import { bonettRatio, meanDifference, rateDifference, type Difference } from "@kinetree/study";
import {
  rateOf,
  studyField,
  summaryOf,
  type CaseData,
  type Rate,
  type StudyData,
  type Summary,
} from "@kinetree/study/report";
import { europaGrounds, europaLegs, type EuropaGround, type EuropaLegs } from "kinetree/systems";
import { PUBLISHED_SAMPLES, publishedLandings, type PublishedLanding } from "../published.js";

/** One combination of legs and ground: ours, the source's, and how far they are apart. */
export interface Landings {
  readonly legs: EuropaLegs;
  readonly ground: EuropaGround;
  readonly of: CaseData;
  readonly published: PublishedLanding;
  /** Peak acceleration of the main body [m/s²]. */
  readonly peak: Summary;
  readonly rollover: Rate;
  /** Ours less the source's [m/s²]. */
  readonly mean: Difference;
  /** Ours over the source's. */
  readonly std: Difference;
  /** Ours less the source's. */
  readonly rate: Difference;
}

/** A study of the lander that can be held against the source. */
export interface LanderStudy {
  readonly data: StudyData;
  /** The variant, and what else was changed. */
  readonly label: string;
  readonly variant: string;
  readonly landings: readonly Landings[];
}

const isLander = ({ manifest }: StudyData): boolean =>
  studyField(manifest, "scenario", "named") === "europa-lander" || manifest.name.startsWith("europa-lander");

const hasColumns = ({ manifest }: StudyData, ...names: readonly string[]): boolean =>
  names.every((name) => manifest.columns.some((column) => column.name === name));

/** Whether it changes the open choices one by one. */
export const isChoiceStudy = (data: StudyData): boolean =>
  isLander(data) && hasColumns(data, "legs", "ground", "choice", "value", "peakAcceleration", "rolledOver");

/** A study as one of the lander; null if it is none, or keeps other numbers. */
export function landerStudy(data: StudyData): LanderStudy | null {
  if (!isLander(data) || isChoiceStudy(data)) return null;
  if (!hasColumns(data, "legs", "ground", "peakAcceleration", "rolledOver", "vz")) return null;
  const landings = europaGrounds.flatMap((ground) =>
    europaLegs.flatMap((legs) => {
      const of = data.cases.find(({ factors }) => factors["legs"] === legs && factors["ground"] === ground);
      const published = publishedLandings.find((each) => each.legs === legs && each.ground === ground);
      return of === undefined || published === undefined || of.rows === 0 ? [] : [compared(of, published)];
    }),
  );
  if (landings.length === 0) return null;
  const { variant = "fitted", ...others } = (studyField(data.manifest, "scenario", "options") ?? {}) as Record<
    string,
    unknown
  >;
  const fixed = (studyField(data.manifest, "fixed") ?? {}) as Record<string, unknown>;
  const changes = Object.entries({ ...others, ...fixed }).map(([name, value]) => `${name} ${String(value)}`);
  return { data, variant: String(variant), label: [String(variant), ...changes].join(", "), landings };
}

function compared(of: CaseData, published: PublishedLanding): Landings {
  const peak = summaryOf(of.numbers("peakAcceleration"));
  const rollover = rateOf(of.numbers("rolledOver"));
  const source = { count: PUBLISHED_SAMPLES, mean: published.mean, std: published.std };
  return {
    legs: published.legs,
    ground: published.ground,
    of,
    published,
    peak,
    rollover,
    mean: meanDifference({ count: peak.count, mean: peak.mean.value, std: peak.std }, source),
    std: bonettRatio(peak, source),
    rate: rateDifference(rollover, {
      happened: Math.round(published.rollover * PUBLISHED_SAMPLES),
      trials: PUBLISHED_SAMPLES,
    }),
  };
}

/** "stiff on ice". */
export const placeText = ({ legs, ground }: { readonly legs: string; readonly ground: string }): string =>
  `${legs} on ${ground}`;

export const percentOff = (ours: number, published: number): number => 100 * (ours / published - 1);

/** Whether sampling alone may not have done it: the interval does not hold the number that would say "the same". */
export const exceeds = ({ low, high }: Difference, same: number): boolean => low > same || high < same;

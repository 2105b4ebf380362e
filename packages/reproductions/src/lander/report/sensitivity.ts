import type { ChartMark } from "@kinetree/results/plot";
import { pairedDifference } from "@kinetree/study";
import {
  fileStem,
  numberText,
  pairedRate,
  summaryOf,
  type Block,
  type CaseData,
  type Cell,
  type Estimate,
  type ReportFigure,
  type StudyData,
} from "@kinetree/study/report";
import { percentOff, placeText } from "./landings.js";

/** What one open choice, made in another way, does to one combination. */
export interface Effect {
  readonly choice: string;
  readonly value: string;
  readonly legs: string;
  readonly ground: string;
  readonly count: number;
  /** Change of the mean peak acceleration [m/s²], sample by sample. */
  readonly mean: Estimate;
  /** The same over the mean without the change [%]. */
  readonly percent: Estimate;
  /** Change of the standard deviation [%]. */
  readonly std: number;
  /** Change of the rollover rate [points], sample by sample. */
  readonly rollover: Estimate;
}

/** The effects of all choices of a one-at-a-time study. */
export function effectsOf({ cases }: StudyData): readonly Effect[] {
  return cases.flatMap((each) => {
    const { choice, value, legs, ground } = each.factors;
    const base = cases.find(
      ({ factors }) => factors["choice"] === "none" && factors["legs"] === legs && factors["ground"] === ground,
    );
    return choice === "none" || base === undefined || each.rows === 0
      ? []
      : [effect(each, base, { choice, value, legs, ground })];
  });
}

function effect(each: CaseData, base: CaseData, names: Pick<Effect, "choice" | "value" | "legs" | "ground">): Effect {
  const [now, before] = [summaryOf(each.numbers("peakAcceleration")), summaryOf(base.numbers("peakAcceleration"))];
  const mean = estimateOf(pairedDifference(each.numbers("peakAcceleration"), base.numbers("peakAcceleration")));
  return {
    ...names,
    count: now.count,
    mean,
    percent: scaled(mean, 100 / before.mean.value),
    std: percentOff(now.std, before.std),
    rollover: scaled(pairedRate(each.numbers("rolledOver"), base.numbers("rolledOver")), 100),
  };
}

const estimateOf = ({ difference, low, high }: { difference: number; low: number; high: number }): Estimate => ({
  value: difference,
  low,
  high,
});

const scaled = ({ value, low, high }: Estimate, factor: number): Estimate => ({
  value: value * factor,
  low: low * factor,
  high: high * factor,
});

/** Plain words: that a choice matters is neither good nor bad. */
const beyondWord = ({ low, high }: Estimate): string => (low > 0 || high < 0 ? "exceeds" : "within");

/** "bellyFactor 1". */
export const choiceText = ({ choice, value }: Pick<Effect, "choice" | "value">): string => `${choice} ${value}`;

/** Tables and pictures of a one-at-a-time study. */
export function sensitivityBlocks(data: StudyData): readonly Block[] {
  const effects = effectsOf(data);
  const places = [...new Set(effects.map(placeText))];
  return [
    {
      kind: "text",
      text:
        `Each choice that the source leaves open, changed alone (study ${data.manifest.name}, ${data.manifest.samples} landings a case). ` +
        "The landings are the same ones with and without the change, so the intervals are those of differences landing by landing.",
    },
    {
      kind: "figures",
      figures: places.flatMap((place) => {
        const here = effects.filter((each) => placeText(each) === place);
        return [
          effectFigure(here, place, "mean peak acceleration", "%", ({ percent }) => percent),
          effectFigure(here, place, "rollover rate", "points", ({ rollover }) => rollover),
        ];
      }),
    },
    {
      kind: "table",
      table: {
        name: "sensitivity",
        title: "Effect of each open choice",
        columns: [
          { name: "choice" },
          { name: "value" },
          { name: "legs" },
          { name: "ground" },
          { name: "n" },
          { name: "mean peak acceleration", unit: "m/s²" },
          { name: "the same", unit: "%", style: "signed" },
          { name: "sampling error" },
          { name: "standard deviation", unit: "%", style: "signed" },
          { name: "rollover", unit: "points", style: "signed" },
          { name: "sampling error of rollover" },
        ],
        rows: effects.map((each): readonly Cell[] => [
          each.choice,
          each.value,
          each.legs,
          each.ground,
          each.count,
          each.mean,
          each.percent.value,
          beyondWord(each.mean),
          each.std,
          each.rollover,
          beyondWord(each.rollover),
        ]),
      },
    },
  ];
}

function effectFigure(
  here: readonly Effect[],
  place: string,
  what: string,
  unit: string,
  of: (each: Effect) => Estimate,
): ReportFigure {
  const reach = (each: Effect): number => Math.max(Math.abs(of(each).low), Math.abs(of(each).high));
  const rising = [...here].sort((a, b) => reach(a) - reach(b));
  const beyond: Effect[] = [];
  // One choice that breaks the lander would hide what all others do.
  while (rising.length > 2 && reach(rising[rising.length - 1]) > FAR * reach(rising[rising.length - 2]))
    beyond.push(...rising.splice(-1));
  const drawn = here.filter((each) => !beyond.includes(each));
  const found = drawn.map(of);
  const y = drawn.map((each) => here.indexOf(each));
  const marks: ChartMark[] = [
    { kind: "upright", x: 0, color: 8 },
    { kind: "intervals", color: 0, y, low: found.map(({ low }) => low), high: found.map(({ high }) => high) },
    { kind: "dots", color: 0, y, x: found.map(({ value }) => value), radius: 3.5 },
  ];
  const off = beyond.map((each) => `${choiceText(each)} at ${numberText(of(each).value, "signed")} ${unit}`).join(", ");
  return {
    name: `sensitivity-${fileStem(place)}-${fileStem(what)}`,
    caption:
      `${place}: change of the ${what} when one choice is changed, with 95 % intervals.` +
      (off === "" ? "" : ` Far off the axis: ${off}.`),
    chart: { x: { label: `${what}: change [${unit}]` }, y: { label: "", names: here.map(choiceText) }, marks },
  };
}

/** How many times as far as the next one a change must be to be left out of a picture. */
const FAR = 4;

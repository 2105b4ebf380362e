import { studentQuantile } from "@kinetree/study";
import {
  histogram,
  inPercent,
  type Block,
  type Cell,
  type ReportFigure,
  type ReportTable,
  type Verdict,
} from "@kinetree/study/report";
import { europaGrounds, type EuropaGround, type EuropaLegs } from "kinetree/systems";
import { PUBLISHED_SAMPLES, publishedSource, type PublishedLanding } from "../published.js";
import { bars, meanOff, metText, rolloverOff, speedSplit, stdOff } from "./acceptance.js";
import { exceeds, placeText, type Landings, type LanderStudy } from "./landings.js";

/** Whether a difference is more than sampling: what needs a reason stands out. */
export const beyondText = (isBeyond: boolean): Verdict => ({ holds: !isBeyond, text: isBeyond ? "exceeds" : "within" });

/** Colours of the four leg designs, the same in all pictures. */
export const colorOf = (legs: EuropaLegs): number => legColors[legs];

const legColors: Readonly<Record<EuropaLegs, number>> = { "shock-absorbing": 0, stiff: 1, conforming: 2, impedance: 3 };

/** Numbers of the source's figures of peak acceleration, by ground. */
const peakFigure: Readonly<Record<EuropaGround, string>> = { ice: "6.7", snow: "6.9", sand: "6.11" };

/** Tables 6.6, 6.8 and 6.10 compared with ours, with the figures of the distributions. */
export function accelerationBlocks({ landings }: LanderStudy): readonly Block[] {
  return [
    {
      kind: "text",
      text:
        `Published: ${publishedSource}, ${PUBLISHED_SAMPLES} landings of each combination. "Sampling error" is that of both sides: whether ` +
        "the 95 % interval of the difference holds zero. Peak acceleration is that of the main body's mass centre.",
    },
    ...europaGrounds.flatMap((ground): Block[] => {
      const here = landings.filter((each) => each.ground === ground);
      if (here.length === 0) return [];
      return [
        { kind: "table", table: groundTable(ground, here) },
        { kind: "figures", figures: peakFigures(ground, here) },
      ];
    }),
  ];
}

function groundTable(ground: EuropaGround, here: readonly Landings[]): ReportTable {
  const { table } = here[0].published;
  return {
    name: `table-${table}-${ground}`,
    title: `Table ${table}: peak acceleration on ${ground}`,
    columns: [
      { name: "legs" },
      { name: "n" },
      { name: "mean, published", unit: "m/s²", style: "tenths" },
      { name: "mean, ours", unit: "m/s²" },
      { name: "difference", unit: "%", style: "signed" },
      { name: "sampling error" },
      { name: `within ${bars.mean} %` },
      { name: "std, published", unit: "m/s²", style: "tenths" },
      { name: "std, ours", unit: "m/s²" },
      { name: "difference of std", unit: "%", style: "signed" },
      { name: "sampling error of std" },
      { name: `within ${bars.std} %` },
    ],
    rows: here.map((each): readonly Cell[] => [
      each.legs,
      each.peak.count,
      each.published.mean,
      each.peak.mean,
      meanOff(each),
      beyondText(exceeds(each.mean, 0)),
      metText(Math.abs(meanOff(each)) <= bars.mean),
      each.published.std,
      each.peak.deviation,
      stdOff(each),
      beyondText(exceeds(each.std, 1)),
      metText(Math.abs(stdOff(each)) <= bars.std),
    ]),
  };
}

function peakFigures(ground: EuropaGround, here: readonly Landings[]): readonly ReportFigure[] {
  const spreads = here.map(({ legs, of }) => ({
    name: legs,
    color: colorOf(legs),
    values: of.numbers("peakAcceleration"),
  }));
  const y = here.map((_, i) => i);
  return [
    {
      name: `figure-${peakFigure[ground]}-peak-acceleration-${ground}`,
      caption: `Figure ${peakFigure[ground]} of the source: peak acceleration on ${ground}.`,
      chart: histogram(spreads, "peak acceleration [m/s²]"),
    },
    {
      name: `means-peak-acceleration-${ground}`,
      caption: "Means with 95 % intervals, ours and those that the published mean and standard deviation give.",
      chart: {
        height: 230,
        x: { label: "mean peak acceleration [m/s²]" },
        y: { label: "", names: here.map(({ legs }) => legs) },
        marks: [
          {
            kind: "intervals",
            color: 0,
            y: y.map((at) => at - 0.12),
            low: here.map(({ peak }) => peak.mean.low),
            high: here.map(({ peak }) => peak.mean.high),
          },
          {
            kind: "dots",
            name: "ours",
            color: 0,
            y: y.map((at) => at - 0.12),
            x: here.map(({ peak }) => peak.mean.value),
            radius: 4,
          },
          {
            kind: "intervals",
            color: 1,
            y: y.map((at) => at + 0.12),
            low: here.map(({ published }) => published.mean - publishedHalf(published)),
            high: here.map(({ published }) => published.mean + publishedHalf(published)),
          },
          {
            kind: "dots",
            name: "published",
            shape: "cross",
            color: 1,
            y: y.map((at) => at + 0.12),
            x: here.map(({ published }) => published.mean),
            radius: 4,
          },
        ],
      },
    },
  ];
}

/** Half of the interval of a published mean: the source gives its standard deviation and count. */
const publishedHalf = ({ std }: PublishedLanding): number =>
  (studentQuantile(0.975, PUBLISHED_SAMPLES - 1) * std) / Math.sqrt(PUBLISHED_SAMPLES);

/** Rollover rates compared with the published ones. */
export function rolloverBlocks({ landings }: LanderStudy): readonly Block[] {
  const icy = landings.find(({ legs, ground }) => legs === "stiff" && ground === "ice");
  return [
    {
      kind: "text",
      text: "A landing has rolled over if the body tilts by more than 90 degrees at any time. Differences are in percentage points.",
    },
    { kind: "table", table: rolloverTable(landings) },
    { kind: "figures", figures: [rolloverFigure(landings)] },
    ...(icy === undefined ? [] : [{ kind: "table", table: splitTable(icy) } as const]),
  ];
}

const rolloverTable = (landings: readonly Landings[]): ReportTable => ({
  name: "rollover",
  title: "Rollover rates",
  columns: [
    { name: "ground" },
    { name: "legs" },
    { name: "n" },
    { name: "published", unit: "%", style: "tenths" },
    { name: "ours", unit: "%", style: "tenths" },
    { name: "difference", unit: "points", style: "signed" },
    { name: "sampling error" },
    { name: `within ${bars.rollover} points` },
  ],
  rows: landings.map((each): readonly Cell[] => [
    each.ground,
    each.legs,
    each.rollover.trials,
    100 * each.published.rollover,
    inPercent(each.rollover.rate),
    { value: rolloverOff(each), low: 100 * each.rate.low, high: 100 * each.rate.high },
    beyondText(exceeds(each.rate, 0)),
    metText(Math.abs(rolloverOff(each)) <= bars.rollover),
  ]),
});

function rolloverFigure(landings: readonly Landings[]): ReportFigure {
  const y = landings.map((_, i) => i);
  const ours = landings.map(({ rollover }) => inPercent(rollover.rate));
  const published = landings.map((each) => 100 * each.published.rollover);
  return {
    name: "rollover-rates",
    caption: "Rollover rates with 95 % intervals, compared with the published ones.",
    chart: {
      width: 560,
      x: { label: "rolled over [%]" },
      y: { label: "", names: landings.map(placeText) },
      marks: [
        { kind: "intervals", color: 0, y, low: ours.map(({ low }) => low), high: ours.map(({ high }) => high) },
        { kind: "dots", name: "ours", color: 0, y, x: ours.map(({ value }) => value), radius: 4 },
        { kind: "dots", name: "published", shape: "cross", color: 1, y, x: published, radius: 4 },
      ],
    },
  };
}

function splitTable(icy: Landings): ReportTable {
  const { above, below } = speedSplit(icy);
  const row = (what: string, { trials, happened, rate }: typeof above): readonly Cell[] => [
    what,
    trials,
    happened,
    inPercent(rate),
  ];
  return {
    name: "rollover-by-vertical-speed",
    title: "Stiff legs on ice: rollover by vertical speed on touch-down",
    columns: [
      { name: "vertical speed" },
      { name: "n" },
      { name: "rolled over" },
      { name: "rate", unit: "%", style: "tenths" },
    ],
    rows: [row(`above ${bars.speed} m/s`, above), row(`up to ${bars.speed} m/s`, below)],
    notes: ["The source: above about 3.5 m/s the lander is much more likely to roll over."],
  };
}

import { predictAugmentedCost } from "kinetree/formulations";
import type { BenchContext, BenchPlot, BenchTable } from "../bench/bench-study.js";
import { naive, numbered, improved, ordered } from "./methods.js";
import { apart, timeParts, timeTogether, type Case, type PartTimes, type Timed } from "./runs.js";
import type { SweepPoint } from "./sweep.js";
import { chainOf } from "./systems.js";

/** The same chain with its joints numbered badly. */
export interface WorstPoint {
  readonly naive: Timed;
  /** Improved methods, joints as numbered. */
  readonly improved: Timed;
  readonly improvedParts: PartTimes;
  readonly naiveParts: PartTimes;
  /** Improved methods, joints reordered by us. */
  readonly rcm: Timed;
  readonly minimum: Timed;
  readonly bandwidths: { readonly given: number; readonly rcm: number; readonly minimum: number };
}

/** A chain of one size: numbered from end to end, and in the worst order. */
export interface ChainPoint extends SweepPoint {
  /** null where the source has no such chain. */
  readonly worst: WorstPoint | null;
}

export function measureChain(
  context: BenchContext,
  duration: number,
  bodies: number,
  isWorstWanted: boolean,
): ChainPoint {
  const optimal = chainOf(bodies, "optimal");
  const good: readonly Case[] = [
    { start: optimal, method: naive },
    { start: optimal, method: numbered },
  ];
  const worst = isWorstWanted ? chainOf(bodies, "worst") : null;
  const bad: readonly Case[] =
    worst === null ? [] : [naive, numbered, improved, ordered].map((method) => ({ start: worst, method }));
  const runs = timeTogether(context, duration, [...good, ...bad]);
  return {
    bodies,
    naive: runs[0],
    improved: runs[1],
    naiveParts: timeParts(context, good[0]),
    improvedParts: timeParts(context, good[1]),
    worst:
      worst === null
        ? null
        : {
            naive: runs[2],
            improved: runs[3],
            rcm: runs[4],
            minimum: runs[5],
            naiveParts: timeParts(context, bad[0]),
            improvedParts: timeParts(context, bad[1]),
            bandwidths: {
              given: predictAugmentedCost(worst.model, numbered).bandwidth,
              rcm: predictAugmentedCost(worst.model, improved).bandwidth,
              minimum: predictAugmentedCost(worst.model, ordered).bandwidth,
            },
          },
  };
}

type Both = ChainPoint & { readonly worst: WorstPoint };

const withBoth = (points: readonly ChainPoint[]): readonly Both[] =>
  points.flatMap((point) => (point.worst ? [{ ...point, worst: point.worst }] : []));

/** Growth of the time for solving from the smallest chain to the largest. */
function solveGrowth(points: readonly Both[], partsOf: (point: Both) => PartTimes): number {
  const [first, last] = [points[0], points[points.length - 1]];
  const of = (point: Both): number => point.improved.evaluations * partsOf(point).solve;
  return of(last) / of(first);
}

type Column = readonly [title: string, value: (point: Both) => number | null];

const tableOf = (
  { name, title, notes }: Pick<BenchTable, "name" | "title" | "notes">,
  points: readonly Both[],
  columns: readonly Column[],
): BenchTable => ({
  name,
  title,
  columns: columns.map(([heading]) => heading),
  rows: points.map((point) => columns.map(([, value]) => value(point))),
  notes,
});

/** Figures 5.18 to 5.21, and the effect of our own orderings on the worst chain. */
export function orderingTables(all: readonly ChainPoint[]): BenchTable[] {
  const points = withBoth(all);
  const least = Math.min(...points.map(({ improved }) => improved.ms));
  return [naiveTable(points, least), improvedTable(points, least), reorderedTable(points)];
}

const naiveTable = (points: readonly Both[], least: number): BenchTable =>
  tableOf(
    {
      name: "figure-5.18",
      title: "Figures 5.18 and 5.19: numbering of the joints of a chain, naive methods",
      notes: ["Published: the order makes no difference to naive methods. Normalised as in figure 5.20."],
    },
    points,
    [
      ["bodies", ({ bodies }) => bodies],
      ["optimal [ms]", ({ naive }) => naive.ms],
      ["worst [ms]", ({ worst }) => worst.naive.ms],
      ["optimal, normalised", ({ naive }) => naive.ms / least],
      ["worst, normalised", ({ worst }) => worst.naive.ms / least],
      ["product, optimal [ms]", ({ naive, naiveParts }) => naive.evaluations * naiveParts.product],
      ["product, worst [ms]", ({ worst }) => worst.naive.evaluations * worst.naiveParts.product],
      ["final states apart", ({ naive, worst }) => apart(naive.final, worst.naive.final)],
    ],
  );

function improvedTable(points: readonly Both[], least: number): BenchTable {
  const last = points[points.length - 1];
  const isWhole = points[0].bodies === 15 && last.bodies === 50;
  const growth = (partsOf: (point: Both) => PartTimes): string => solveGrowth(points, partsOf).toPrecision(2);
  return tableOf(
    {
      name: "figure-5.20",
      title: "Figures 5.20 and 5.21: numbering of the joints of a chain, improved methods",
      notes: [
        `Time for solving grows from ${points[0].bodies} to ${last.bodies} bodies by ${growth(({ improvedParts }) => improvedParts)} with optimal ` +
          `and by ${growth(({ worst }) => worst.improvedParts)} with worst numbering${isWhole ? "; published: 10 and 410" : ""}. ` +
          "Our elimination skips zeros within the band, of which the worst numbering leaves many.",
      ],
    },
    points,
    [
      ["bodies", ({ bodies }) => bodies],
      ["optimal [ms]", ({ improved }) => improved.ms],
      ["worst [ms]", ({ worst }) => worst.improved.ms],
      ["optimal, normalised", ({ improved }) => improved.ms / least],
      ["worst, normalised", ({ worst }) => worst.improved.ms / least],
      ["worst over optimal", ({ improved, worst }) => worst.improved.ms / improved.ms],
      ["published", ({ bodies }) => (bodies === 50 ? 4 : null)],
      ["predicted", ({ improved, worst }) => worst.improved.predicted / improved.predicted],
      ["naive over optimal", ({ naive, improved }) => naive.ms / improved.ms],
      ["published too", ({ bodies }) => (bodies === 50 ? 140 : null)],
      ["solve, optimal [ms]", ({ improved, improvedParts }) => improved.evaluations * improvedParts.solve],
      ["solve, worst [ms]", ({ worst }) => worst.improved.evaluations * worst.improvedParts.solve],
    ],
  );
}

const reorderedTable = (points: readonly Both[]): BenchTable =>
  tableOf(
    {
      name: "reordered",
      title: "Ours: the worst chain with its joints reordered before the run",
      notes: ["Bandwidth of the joints: the largest difference between the numbers of two joints on one body."],
    },
    points,
    [
      ["bodies", ({ bodies }) => bodies],
      ["as numbered [ms]", ({ worst }) => worst.improved.ms],
      ["reverse Cuthill-McKee [ms]", ({ worst }) => worst.rcm.ms],
      ["minimum [ms]", ({ worst }) => worst.minimum.ms],
      ["optimal numbering [ms]", ({ improved }) => improved.ms],
      ["bandwidth as numbered", ({ worst }) => worst.bandwidths.given],
      ["reverse Cuthill-McKee", ({ worst }) => worst.bandwidths.rcm],
      ["minimum", ({ worst }) => worst.bandwidths.minimum],
      [
        "final states apart",
        ({ improved, worst: { rcm, minimum } }) =>
          Math.max(apart(improved.final, rcm.final), apart(improved.final, minimum.final)),
      ],
    ],
  );

export function orderingPlots(all: readonly ChainPoint[]): readonly BenchPlot[] {
  const points = withBoth(all);
  const x = points.map(({ bodies }) => bodies);
  const over = (name: string, value: (point: Both) => number) => ({ name, x, y: points.map(value) });
  const least = (value: (point: Both) => number): number => Math.min(...points.map(value));
  const [total, product] = [least(({ improved }) => improved.ms), least(({ naiveParts }) => naiveParts.product)];
  const solve = least(({ improved, improvedParts }) => improved.evaluations * improvedParts.solve);
  const plot = (figure: string, what: string, yLabel: string, series: BenchPlot["series"]): BenchPlot => ({
    name: `figure-${figure}`,
    title: `Figure ${figure}: numbering of joints, ${what}`,
    xLabel: "bodies",
    yLabel,
    isLogarithmic: true,
    series,
  });
  const normalised = "time, normalised";
  return [
    plot("5.18", "naive methods, total time", normalised, [
      over("optimal", ({ naive }) => naive.ms / total),
      over("worst", ({ worst }) => worst.naive.ms / total),
    ]),
    plot("5.19", "naive methods, product", normalised, [
      over("optimal", ({ naiveParts }) => naiveParts.product / product),
      over("worst", ({ worst }) => worst.naiveParts.product / product),
    ]),
    plot("5.20", "improved methods, total time", normalised, [
      over("optimal", ({ improved }) => improved.ms / total),
      over("worst", ({ worst }) => worst.improved.ms / total),
      over("worst, reverse Cuthill-McKee", ({ worst }) => worst.rcm.ms / total),
      over("worst, minimum bandwidth", ({ worst }) => worst.minimum.ms / total),
      ...points.flatMap(({ bodies, improved }) =>
        bodies === 50
          ? [{ name: "worst, by the ratio of the source", x: [50], y: [(4 * improved.ms) / total], published: true }]
          : [],
      ),
    ]),
    plot("5.21", "improved methods, solve", normalised, [
      over("optimal", ({ improved, improvedParts }) => (improved.evaluations * improvedParts.solve) / solve),
      over("worst", ({ worst }) => (worst.improved.evaluations * worst.improvedParts.solve) / solve),
    ]),
  ];
}

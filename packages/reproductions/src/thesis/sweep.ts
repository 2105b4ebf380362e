import type { BenchPlot, BenchTable } from "../bench/bench-study.js";
import { apart, type PartTimes, type Timed } from "./runs.js";

/** Naive and improved method on one system of one size. */
export interface SweepPoint {
  readonly bodies: number;
  readonly naive: Timed;
  readonly improved: Timed;
  readonly naiveParts: PartTimes;
  readonly improvedParts: PartTimes;
}

/** What a sweep over sizes is called, and what the source says of it. */
export interface SweepNames {
  readonly system: string;
  /** Of total times, reduction, and parts of the time by naive and by improved methods. */
  readonly figures: readonly [string, string, string, string];
  readonly published: { readonly bodies: number; readonly ratio: number } | null;
}

/** Naive over improved. */
export const reduction = ({ naive, improved }: SweepPoint): number => naive.ms / improved.ms;

/** The tables of four figures: two have the same columns and share one. */
export function sweepTables({ system, figures, published }: SweepNames, points: readonly SweepPoint[]): BenchTable[] {
  const least = Math.min(...points.map(({ improved }) => improved.ms));
  const [total, ratio, naiveParts, improvedParts] = figures;
  return [
    {
      name: `figure-${total}`,
      title: `Figures ${total} and ${ratio}: ${system}, total time and its reduction`,
      columns: [
        "bodies",
        "naive [ms]",
        "improved [ms]",
        "naive, normalised",
        "improved, normalised",
        "reduction",
        "published",
        "predicted reduction",
        "evaluations",
        "final states apart",
      ],
      rows: points.map((point) => [
        point.bodies,
        point.naive.ms,
        point.improved.ms,
        point.naive.ms / least,
        point.improved.ms / least,
        reduction(point),
        published?.bodies === point.bodies ? published.ratio : null,
        point.naive.predicted / point.improved.predicted,
        point.naive.evaluations,
        apart(point.naive.final, point.improved.final),
      ]),
      notes: [
        "Naive: full product, factors with pivoting. Improved: sparse blocks, elimination within the band. Both by RKF45.",
        "Normalised by the fastest run of the table. Predicted: ratio of multiplications with an addition.",
      ],
    },
    shareTable(naiveParts, system, "naive", points, ({ naive, naiveParts }) => [naive, naiveParts]),
    shareTable(improvedParts, system, "improved", points, ({ improved, improvedParts }) => [improved, improvedParts]),
  ];
}

type PartsOf = (point: SweepPoint) => readonly [Timed, PartTimes];

/** Part of the time of a run that its evaluations spend in a part [%]. */
export const share = ({ ms, evaluations }: Timed, part: number): number => (100 * evaluations * part) / ms;

function shareTable(
  figure: string,
  system: string,
  method: string,
  points: readonly SweepPoint[],
  partsOf: PartsOf,
): BenchTable {
  return {
    name: `figure-${figure}`,
    title: `Figure ${figure}: ${system}, part of the total time in product and solve, ${method} methods`,
    columns: ["bodies", "product [%]", "solve [%]", "both [%]", "product [ms]", "solve [ms]"],
    rows: points.map((point) => {
      const [run, { product, solve }] = partsOf(point);
      return [
        point.bodies,
        share(run, product),
        share(run, solve),
        share(run, product + solve),
        run.evaluations * product,
        run.evaluations * solve,
      ];
    }),
    notes: [
      "Product and solver are timed on their own, on blocks of the same sizes and places, and multiplied by the evaluations of the run.",
    ],
  };
}

export function sweepPlots(
  { system, figures, published }: SweepNames,
  points: readonly SweepPoint[],
): readonly BenchPlot[] {
  const x = points.map(({ bodies }) => bodies);
  const least = Math.min(...points.map(({ improved }) => improved.ms));
  const over = (name: string, value: (point: SweepPoint) => number) => ({ name, x, y: points.map(value) });
  const [total, ratio, naiveParts, improvedParts] = figures;
  const shares = (figure: string, method: string, partsOf: PartsOf): BenchPlot => ({
    name: `figure-${figure}`,
    title: `Figure ${figure}: ${system}, part of the total time, ${method} methods`,
    xLabel: "bodies",
    yLabel: "%",
    series: [
      over("product", (point) => share(partsOf(point)[0], partsOf(point)[1].product)),
      over("solve", (point) => share(partsOf(point)[0], partsOf(point)[1].solve)),
    ],
  });
  return [
    {
      name: `figure-${total}`,
      title: `Figure ${total}: ${system}, total time`,
      xLabel: "bodies",
      yLabel: "time, normalised",
      isLogarithmic: true,
      series: [over("naive", ({ naive }) => naive.ms / least), over("improved", ({ improved }) => improved.ms / least)],
    },
    {
      name: `figure-${ratio}`,
      title: `Figure ${ratio}: ${system}, reduction of time by improved methods`,
      xLabel: "bodies",
      yLabel: "naive over improved",
      series: [
        over("measured", reduction),
        ...(published && x.includes(published.bodies)
          ? [{ name: "text of the source", x: [published.bodies], y: [published.ratio], published: true }]
          : []),
      ],
    },
    shares(naiveParts, "naive", ({ naive, naiveParts }) => [naive, naiveParts]),
    shares(improvedParts, "improved", ({ improved, improvedParts }) => [improved, improvedParts]),
  ];
}

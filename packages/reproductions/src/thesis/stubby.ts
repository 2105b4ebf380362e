import { predictAugmentedCost } from "kinetree/formulations";
import type { BenchContext, BenchPlot, BenchTable } from "../bench/bench-study.js";
import { improved, naive, type Method } from "./methods.js";
import { apart, timeTogether, type Timed } from "./runs.js";
import { edgeCount, stubbyOf, stubbySplitByCost, type Start } from "./systems.js";

/** One row of table 5.3, run; the last is ours. */
export interface StubbyCase extends Timed {
  readonly number: number;
  readonly called: string;
  readonly start: Start;
  readonly method: Method;
  readonly parts: number;
}

/** Runs the four cases of table 5.3, and a hub divided by predicted cost. */
export function measureStubby(context: BenchContext, duration: number, legs: number): readonly StubbyCase[] {
  const [whole, split, ours] = [stubbyOf(legs, 1), stubbyOf(legs, 2), stubbySplitByCost(legs)];
  const cases = [
    { called: "naive, one hub", start: whole, method: naive, parts: 1 },
    { called: "naive, two halves", start: split, method: naive, parts: 2 },
    { called: "improved, one hub", start: whole, method: improved, parts: 1 },
    { called: "improved, two halves", start: split, method: improved, parts: 2 },
    { called: "improved, split by predicted cost", start: ours, method: improved, parts: ours.parts },
  ];
  const runs = timeTogether(context, duration, cases);
  return cases.map((each, k) => ({ ...each, ...runs[k], number: k + 1 }));
}

/** Figure 5.17 as a table. */
export function stubbyTable(legs: number, cases: readonly StubbyCase[]): BenchTable {
  const halves = cases[3];
  const isWhole = legs === 40;
  return {
    name: "figure-5.17",
    title: `Figure 5.17: stubby lander with ${legs} legs`,
    columns: [
      "case",
      "method",
      "parts of the hub",
      "time [ms]",
      "over case 4",
      "published",
      "predicted",
      "joints",
      "edges",
      "bandwidth",
      "final states apart",
    ],
    rows: cases.map((each) => {
      const { bandwidth } = predictAugmentedCost(each.start.model, each.method);
      return [
        each.number,
        each.called,
        each.parts,
        each.ms,
        each.ms / halves.ms,
        isWhole ? (published[each.number] ?? null) : null,
        each.predicted / halves.predicted,
        each.start.model.joints.filter(({ kind }) => kind !== "free").length,
        edgeCount(each.start.model),
        bandwidth,
        apart(cases[0].final, each.final),
      ];
    }),
    notes: [
      "Improved methods reorder the joints by reverse Cuthill-McKee. The last case is ours: `suggestSplits` chooses the number of parts.",
      ...(isWhole ? ["Published: 40 joints with 780 edges, divided 41 with 421; case 2 is slower than case 1."] : []),
    ],
  };
}

/** Over case 4, by the text of section 5.2.3. */
const published: Readonly<Record<number, number>> = { 1: 7, 3: 1.25 };

/** Figure 5.17 as a picture: a dot for each case. */
export function stubbyPlot(legs: number, cases: readonly StubbyCase[]): BenchPlot {
  const unit = cases[3].ms;
  return {
    name: "figure-5.17",
    title: `Figure 5.17: stubby lander with ${legs} legs, time over that of case 4`,
    xLabel: "case",
    yLabel: "time, normalised",
    isLogarithmic: true,
    series: [
      ...cases.map(({ number, called, ms }) => ({ name: `${number} ${called}`, x: [number], y: [ms / unit] })),
      ...(legs === 40
        ? Object.entries(published).map(([number, ratio]) => ({
            name: `${number}, text of the source`,
            x: [Number(number)],
            y: [ratio],
            published: true,
          }))
        : []),
    ],
  };
}

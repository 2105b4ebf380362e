import type { BenchCheck } from "../bench/bench-study.js";
import type { AccuracyRow } from "./accuracy-row.js";
import { hasRun, type CaseOutcome, type CaseRun } from "./cases.js";
import type { ChainCost } from "./chain.js";
import { PUBLISHED_DIFFERENCE } from "./source.js";

/** Claims compared with the source. */
const MOST_RIGID_RATIO = 1.1;
const MOST_UNEVEN = 1.3;

/** Agreement and times of all cases, each by the case that is worst. */
export function caseChecks(outcomes: readonly CaseOutcome[]): readonly BenchCheck[] {
  const runs = outcomes.filter(hasRun);
  const failed = outcomes.length - runs.length;
  const ofBooms = (booms: "rigid" | "flexible"): readonly CaseRun[] =>
    runs.filter(({ platform }) => platform.options.booms === booms);
  const ratio = ({ orderN, massMatrix }: CaseRun): number => orderN.seconds / massMatrix.seconds;
  return [
    { name: "cases that failed", published: null, bar: "0", measured: failed, isMet: failed === 0 },
    ...worst("largest difference of the two formulations", `below ${PUBLISHED_DIFFERENCE}`, runs, {
      of: ({ difference }) => difference.value,
      isMet: (value) => value < PUBLISHED_DIFFERENCE,
    }),
    ...(["orderN", "massMatrix"] as const).flatMap((which) =>
      worst(`time of ${which === "orderN" ? "O(N)" : "the mass matrix"} by real time`, "below 1", runs, {
        of: (run) => run[which].seconds / run.tEnd,
        isMet: (value) => value < 1,
      }),
    ),
    ...worst("O(N) by mass matrix, rigid", `at most ${MOST_RIGID_RATIO}`, ofBooms("rigid"), {
      of: ratio,
      isMet: (value) => value <= MOST_RIGID_RATIO,
    }),
    ...worst("O(N) by mass matrix, flexible", "below 1", ofBooms("flexible"), {
      of: ratio,
      isMet: (value) => value < 1,
    }),
  ];
}

interface Judgement {
  readonly of: (run: CaseRun) => number;
  readonly isMet: (value: number) => boolean;
}

/** A check by the largest value, with the case that has it; none where no case ran. */
function worst(name: string, bar: string, runs: readonly CaseRun[], { of, isMet }: Judgement): readonly BenchCheck[] {
  if (runs.length === 0) return [];
  // What is not a number is worse than any.
  const found = runs.reduce((most, run) => (of(run) <= of(most) ? most : run));
  const measured = of(found);
  return [
    { name: `${name}, worst: case ${found.platform.number}`, published: null, bar, measured, isMet: isMet(measured) },
  ];
}

/** Time by link does not grow with the chain. */
export function chainCheck(costs: readonly ChainCost[]): BenchCheck {
  const times = costs.map(({ timePerLink }) => timePerLink);
  const measured = Math.max(...times) / Math.min(...times);
  return {
    name: `time by link, chains of ${costs[0].links} to ${costs[costs.length - 1].links} beams, most by least`,
    published: null,
    bar: `at most ${MOST_UNEVEN}`,
    measured,
    isMet: measured <= MOST_UNEVEN,
  };
}

export const accuracyChecks = (rows: readonly AccuracyRow[]): readonly BenchCheck[] =>
  rows.flatMap(({ name, bar, error, isMet }) =>
    bar === null ? [] : [{ name, published: null, bar, measured: error, isMet }],
  );

import type { BenchCheck, BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import {
  integratorPlot,
  integratorsApart,
  integratorTable,
  measureIntegrators,
  type IntegratorRuns,
} from "./integrators.js";
import { improved, naive, numbered, TOLERANCE } from "./methods.js";
import { measureChain, orderingPlots, orderingTables, type ChainPoint } from "./ordering.js";
import { apart, timeParts, timeTogether } from "./runs.js";
import { measureStubby, stubbyPlot, stubbyTable, type StubbyCase } from "./stubby.js";
import { reduction, sweepPlots, sweepTables, type SweepNames, type SweepPoint } from "./sweep.js";
import { chainOf, landerOf } from "./systems.js";

/** How large the systems are, and how long they move. */
export interface ThesisSizes {
  /** Bodies of chains. */
  readonly chains: readonly number[];
  /** From so many bodies on a chain is also numbered in the worst order, */
  readonly worstFrom: number;
  /** and up to so many it belongs to the figures of chains alone. */
  readonly sweepTo: number;
  readonly landerLegs: readonly number[];
  /** Of the eight cases of integrators and methods. */
  readonly caseBodies: number;
  readonly caseLegs: number;
  readonly stubbyLegs: number;
  /** Of each motion [s]. */
  readonly duration: number;
}

/** Those of the source. */
const sourceSizes: ThesisSizes = {
  chains: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50],
  worstFrom: 15,
  sweepTo: 45,
  landerLegs: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
  caseBodies: 45,
  caseLegs: 6,
  stubbyLegs: 40,
  duration: 0.012,
};

/** For `--quick`, which shows that everything works. */
const quickSizes: ThesisSizes = {
  chains: [5, 8],
  worstFrom: 5,
  sweepTo: 8,
  landerLegs: [1, 2],
  caseBodies: 5,
  caseLegs: 1,
  stubbyLegs: 10,
  duration: 0.01,
};

const chainNames: SweepNames = {
  system: "chain",
  figures: ["5.7", "5.8", "5.9", "5.10"],
  published: { bodies: 45, ratio: 19 },
};

const landerNames: SweepNames = {
  system: "lander",
  figures: ["5.12", "5.13", "5.14", "5.15"],
  published: { bodies: 13, ratio: 24 },
};

/** Chapter 5 of J. T. Wachlin, Computational Improvements of a Multibody Dynamic Simulation Algorithm (2018), run again. */
export const thesis: BenchStudy = {
  name: "thesis",
  run: (context) => runThesis(context, context.quick ? quickSizes : sourceSizes),
};

export function runThesis(context: BenchContext, sizes: ThesisSizes): BenchReport {
  const { duration } = sizes;
  const within = partsOfWork(context, sizes);
  const chains = sizes.chains.map((bodies) =>
    measureChain(within(`chain of ${bodies}`, bodies), duration, bodies, bodies >= sizes.worstFrom),
  );
  const landers = sizes.landerLegs.map((legs) => measureLander(within(`lander with ${legs} legs`, legs), sizes, legs));
  const { caseBodies, caseLegs, stubbyLegs } = sizes;
  const chainCases = measureIntegrators(
    within(`integrators on a chain of ${caseBodies}`, caseBodies),
    duration,
    chainOf(caseBodies, "optimal"),
    numbered,
  );
  const landerCases = measureIntegrators(
    within("integrators on a lander", caseLegs),
    duration,
    landerOf(caseLegs),
    improved,
  );
  const stubby = measureStubby(within("stubby lander", stubbyLegs), duration, stubbyLegs);
  const swept = chains.filter(({ bodies }) => bodies <= sizes.sweepTo);
  const chainPublished = { ratios: caseBodies === 45 ? { 1: 19, 5: 120 } : {} };
  const landerPublished = { ratios: caseLegs === 6 ? { 1: 24 } : {} };
  return {
    title: "Wachlin (2018), chapter 5: computational improvements of the constraint controller",
    notes: notesOf(sizes, context.quick),
    tables: [
      ...sweepTables(chainNames, swept),
      integratorTable("5.11", "chain", chainCases, chainPublished),
      ...sweepTables(landerNames, landers),
      integratorTable("5.16", "lander", landerCases, landerPublished),
      stubbyTable(stubbyLegs, stubby),
      ...orderingTables(chains),
    ],
    plots: [
      ...sweepPlots(chainNames, swept),
      integratorPlot("5.11", "chain", chainCases, chainPublished),
      ...sweepPlots(landerNames, landers),
      integratorPlot("5.16", "lander", landerCases, landerPublished),
      stubbyPlot(stubbyLegs, stubby),
      ...orderingPlots(chains),
    ],
    checks: [
      ...publishedChecks(chains, landers, chainCases, stubby, sizes),
      ownCheck(chains, landers, [chainCases, landerCases], stubby),
    ],
  };
}

function measureLander(context: BenchContext, { duration }: ThesisSizes, legs: number): SweepPoint {
  const start = landerOf(legs);
  const cases = [
    { start, method: naive },
    { start, method: improved },
  ];
  const runs = timeTogether(context, duration, cases);
  return {
    bodies: start.model.bodies.length,
    naive: runs[0],
    improved: runs[1],
    naiveParts: timeParts(context, cases[0]),
    improvedParts: timeParts(context, cases[1]),
  };
}

/** Tells what begins, and which part of the work is behind: about the cube of the sizes, and a share for compiling. */
function partsOfWork(context: BenchContext, sizes: ThesisSizes): (text: string, size: number) => BenchContext {
  const work = (size: number): number => size ** 3 + 1000;
  const all = [...sizes.chains, ...sizes.landerLegs, sizes.caseBodies, sizes.caseLegs, sizes.stubbyLegs];
  const total = all.reduce((sum, size) => sum + work(size), 0);
  let behind = 0;
  return (text, size) => {
    context.progress(text, behind / total);
    behind += work(size);
    return context;
  };
}

function publishedChecks(
  chains: readonly ChainPoint[],
  landers: readonly SweepPoint[],
  { bodies, cases }: IntegratorRuns,
  stubby: readonly StubbyCase[],
  { stubbyLegs }: ThesisSizes,
): BenchCheck[] {
  const of = <T extends SweepPoint>(points: readonly T[], size: number): readonly T[] =>
    points.filter((point) => point.bodies === size);
  return [
    ...of(chains, 45).map((point) => reached("chain of 45 bodies, naive over improved, RKF45", 19, reduction(point))),
    ...(bodies === 45
      ? [reached("chain of 45 bodies, naive by RK4 over improved by RKF45", 120, cases[4].ms / cases[1].ms)]
      : []),
    ...of(landers, 13).map((point) => reached("lander with 6 legs, naive over improved", 24, reduction(point))),
    ...(stubbyLegs === 40
      ? [
          reached("stubby lander, naive over improved and split", 7, stubby[0].ms / stubby[3].ms),
          reached("stubby lander, improved methods, one hub over two halves", 1.25, stubby[2].ms / stubby[3].ms),
        ]
      : []),
    ...of(chains, 50).flatMap(({ naive, improved, worst }) => [
      reached("chain of 50 bodies, naive over improved and ordered", 140, naive.ms / improved.ms),
      ...(worst
        ? [
            reached(
              "chain of 50 bodies, improved methods, worst numbering over optimal",
              4,
              worst.improved.ms / improved.ms,
            ),
          ]
        : []),
    ]),
  ];
}

const reached = (name: string, published: number, measured: number): BenchCheck => ({
  name,
  published,
  measured,
  isMet: measured >= published,
});

/** "Without any loss of accuracy". */
function ownCheck(
  chains: readonly ChainPoint[],
  landers: readonly SweepPoint[],
  cases: readonly IntegratorRuns[],
  stubby: readonly StubbyCase[],
): BenchCheck {
  const farthest = Math.max(
    ...[...chains, ...landers].map(({ naive, improved }) => apart(naive.final, improved.final)),
    ...chains.flatMap(({ naive, worst }) =>
      worst ? [worst.naive, worst.improved, worst.rcm, worst.minimum].map((run) => apart(naive.final, run.final)) : [],
    ),
    ...cases.map(integratorsApart),
    ...stubby.map(({ final }) => apart(stubby[0].final, final)),
  );
  return {
    name: `final states of all methods apart, at most the tolerance of ${TOLERANCE.toExponential()}`,
    published: null,
    measured: farthest,
    isMet: farthest <= TOLERANCE,
  };
}

const notesOf = ({ duration }: ThesisSizes, isQuick: boolean): readonly string[] => [
  `Motions of ${duration} s, tolerance ${TOLERANCE.toExponential()}; errors of the joints damped at 20 rad/s, critically. Times are processor times of whole ` +
    "runs without compiling and starting, steps of all methods in turn, the fastest of up to eight of each step.",
  "Chains and landers fall freely, turning, with a spring and a damper in each hinge: the source lets them bounce off the ground. " +
    "It does not give their sizes.",
  "Published are the numbers in the text of the source; its figures give no others that can be read.",
  ...(isQuick ? ["Small sizes, two runs each: this shows that everything works, not how fast it is."] : []),
];

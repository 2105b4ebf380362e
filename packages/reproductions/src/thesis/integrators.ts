import type { BenchContext, BenchPlot, BenchTable } from "../bench/bench-study.js";
import { integratorCases, numbered, TOLERANCE, type IntegratorCase, type Method } from "./methods.js";
import { apart, timeTogether, type Timed } from "./runs.js";
import type { Start } from "./systems.js";

/** The eight cases of tables 5.1 and 5.2, run. */
export interface IntegratorRuns {
  readonly bodies: number;
  readonly cases: readonly (IntegratorCase & Timed)[];
  /** Of RK4 [s]. */
  readonly step: number;
  /** What both integrators leave of a run at a thousandth of the tolerance. */
  readonly errors: { readonly rkf45: number; readonly rk4: number };
}

/** Steps of the run by which the step of RK4 is found. */
const TRIAL_STEPS = 8;

/**
 * Runs the cases. A fixed step has to be chosen: RK4 takes the one with which it is as accurate at the end as RKF45, by the fourth power of
 * its error in a trial run.
 */
export function measureIntegrators(
  context: BenchContext,
  duration: number,
  start: Start,
  order: Method,
): IntegratorRuns {
  const trialStep = duration / TRIAL_STEPS;
  const [reference, rkf45, trial] = timeTogether(context, duration, [
    { start, method: numbered, tolerance: TOLERANCE / 1000 },
    { start, method: numbered },
    { start, method: numbered, integrator: "rk4", step: trialStep },
  ]);
  const allowed = apart(reference.final, rkf45.final);
  const factor = (apart(reference.final, trial.final) / Math.max(allowed, Number.EPSILON)) ** (1 / 4);
  const step = duration / Math.ceil(TRIAL_STEPS * factor);
  const cases = integratorCases(order);
  const runs = timeTogether(
    context,
    duration,
    cases.map(({ integrator, method }) => ({
      start,
      method,
      integrator,
      ...(integrator === "rk4" ? { step } : {}),
    })),
  );
  return {
    bodies: start.model.bodies.length,
    cases: cases.map((each, k) => ({ ...each, ...runs[k] })),
    step,
    errors: { rkf45: allowed, rk4: apart(reference.final, runs[5].final) },
  };
}

const words = { dense: "full", csc: "columns", block: "sparse-block" } as const;
const solvers = { lu: "LU", "gauss-jordan": "Gauss-Jordan", banded: "banded", rnsd: "RNSD", fom: "FOM" } as const;

/** "RKF45, sparse-block, banded". */
const called = ({ integrator, method }: IntegratorCase): string =>
  `${integrator.toUpperCase()}, ${words[method.product]}, ${solvers[method.solve]}`;

/** Largest difference of final states among the cases of each integrator. */
export const integratorsApart = ({ cases }: IntegratorRuns): number =>
  Math.max(...cases.map((each) => apart(cases[each.integrator === "rk4" ? 4 : 0].final, each.final)));

/** What the source says of two cases of a figure. */
export interface PublishedCases {
  /** Time of a case over that of case 2, by its number. */
  readonly ratios: Readonly<Record<number, number>>;
}

/** Figure 5.11 or 5.16 as a table. */
export function integratorTable(
  figure: string,
  system: string,
  runs: IntegratorRuns,
  published: PublishedCases,
): BenchTable {
  const least = runs.cases[1].ms;
  return {
    name: `figure-${figure}`,
    title: `Figure ${figure}: ${system} of ${runs.bodies} bodies, integrators and methods`,
    columns: [
      "case",
      "method",
      "time [ms]",
      "over case 2",
      "published",
      "evaluations",
      "time of one [ms]",
      "apart from naive",
      "digits in common",
    ],
    rows: runs.cases.map((each) => {
      const difference = apart(runs.cases[each.integrator === "rk4" ? 4 : 0].final, each.final);
      return [
        each.number,
        called(each),
        each.ms,
        each.ms / least,
        published.ratios[each.number] ?? null,
        each.evaluations,
        each.ms / each.evaluations,
        difference,
        Math.floor(-Math.log10(Math.max(difference, Number.EPSILON))),
      ];
    }),
    notes: [
      `Steps of RK4 are ${runs.step.toPrecision(3)} s, so that it ends as accurately as RKF45: ${runs.errors.rk4.toExponential(1)} and ` +
        `${runs.errors.rkf45.toExponential(1)} off, relative to the largest number. Nothing hits the ground here, so a step that adapts saves little.`,
      `Case 5 and case 1 end ${apart(runs.cases[0].final, runs.cases[4].final).toExponential(1)} apart. ` +
        "FOM and RNSD begin with the last loads and fall back to factors where a hundred iterations do not do.",
    ],
  };
}

/** The same as a picture: a dot for each case. */
export function integratorPlot(
  figure: string,
  system: string,
  runs: IntegratorRuns,
  published: PublishedCases,
): BenchPlot {
  const least = runs.cases[1].ms;
  return {
    name: `figure-${figure}`,
    title: `Figure ${figure}: ${system} of ${runs.bodies} bodies, time over that of case 2`,
    xLabel: "case",
    yLabel: "time, normalised",
    isLogarithmic: true,
    series: [
      ...runs.cases.map((each) => ({
        name: `${each.number} ${called(each)}`,
        x: [each.number],
        y: [each.ms / least],
      })),
      ...Object.entries(published.ratios).map(([number, ratio]) => ({
        name: `${number}, text of the source`,
        x: [Number(number)],
        y: [ratio],
        published: true,
      })),
    ],
  };
}

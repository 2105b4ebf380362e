import type { BenchCell, BenchTable } from "../bench/bench-study.js";
import type { AccuracyRow } from "./accuracy-row.js";
import { hasRun, type CaseOutcome, type MethodRun } from "./cases.js";
import type { ChainCost } from "./chain.js";
import { PUBLISHED_LENGTH, publishedTimes } from "./source.js";

/** Table 2 of the source and ours. */
export function timeTable(outcomes: readonly CaseOutcome[], tEnd: number): BenchTable {
  const failed = outcomes.filter((each) => !hasRun(each));
  return {
    name: "table-2",
    title: `Table 2: processor seconds of ${tEnd} s of motion, order N and dense mass matrix`,
    columns: [
      "case",
      "booms",
      "type",
      "loops",
      "rigid dof",
      "flexible dof",
      "O(N) published",
      "mass matrix published",
      "ratio published",
      "O(N)",
      "mass matrix",
      "ratio",
      "O(N), times real time",
      "mass matrix, times real time",
      "largest difference",
    ],
    rows: outcomes.map((outcome): readonly BenchCell[] => {
      const { number, options, rigid, flexible } = outcome.platform;
      const { orderN, massMatrix } = publishedTimes[number - 1];
      return [
        number,
        options.booms,
        options.type,
        options.loops,
        rigid,
        flexible,
        orderN,
        massMatrix,
        orderN === null || massMatrix === null ? null : orderN / massMatrix,
        ...(hasRun(outcome)
          ? [
              outcome.orderN.seconds,
              outcome.massMatrix.seconds,
              outcome.orderN.seconds / outcome.massMatrix.seconds,
              tEnd / outcome.orderN.seconds,
              tEnd / outcome.massMatrix.seconds,
              outcome.difference.value,
            ]
          : ["failed", "failed", null, null, null, null]),
      ];
    }),
    notes: [
      "Ratios are O(N) by mass matrix. The largest difference is that of all coordinates, speeds and positions of top plate and test object, every 0.1 s, by the largest value of each.",
      `Published times are those of ${PUBLISHED_LENGTH} s of motion; "-" where the source's scan has lost them. Ours leave compiling out.`,
      ...failed.map(
        ({ platform, ...rest }) => `Case ${platform.number} failed: ${"message" in rest ? rest.message : ""}`,
      ),
    ],
  };
}

export const runTable = (outcomes: readonly CaseOutcome[]): BenchTable => ({
  name: "runs",
  title: "The runs",
  columns: [
    "case",
    "formulation",
    "step [s]",
    "steps",
    "us a step",
    "compile [ms]",
    "closure error",
    "differs most in",
  ],
  rows: outcomes
    .filter(hasRun)
    .flatMap(({ platform, orderN, massMatrix, difference }) =>
      [orderN, massMatrix].map((run) => [
        platform.number,
        run.formulation,
        platform.step,
        run.result.counts.accepted,
        microsecondsOf(run),
        run.compileMs,
        run.result.loops?.closure ?? null,
        difference.channel,
      ]),
    ),
  notes: ["Compiling is from the model to the first step. The closure error is the largest at the recorded instants."],
});

const microsecondsOf = ({ seconds, result }: MethodRun): number => (1e6 * seconds) / result.counts.accepted;

export const chainTable = (costs: readonly ChainCost[]): BenchTable => ({
  name: "chains",
  title: "Chains of beams, articulated: accelerations of one state",
  columns: ["links", "speeds", "compile [ms]", "operations by link", "time by link [ns]", "by that of the shortest"],
  rows: costs.map((each) => [
    each.links,
    each.speeds,
    each.compileMs,
    each.operationsPerLink,
    each.timePerLink,
    each.timePerLink / costs[0].timePerLink,
  ]),
  notes: ["Each link is a beam with two modes in each plane on a hinge. Two states are computed at a time."],
});

export const accuracyTable = (rows: readonly AccuracyRow[]): BenchTable => ({
  name: "accuracy",
  title: "Beams compared with analysis",
  columns: ["what", "unit", "analysis", "measured", "error", "bar"],
  rows: rows.map(({ name, unit, expected, measured, error, bar }) => [name, unit, expected, measured, error, bar]),
  notes: [
    "Errors are relative. Analytic frequencies are those of R. Blevins, Formulas for Natural Frequency and Mode Shape (1979), Table 8-1.",
    "Spin-up: T. Kane, R. Ryan, A. Banerjee, Dynamics of a cantilever beam attached to a moving base, Journal of Guidance, Control, and Dynamics 10 (1987).",
  ],
});

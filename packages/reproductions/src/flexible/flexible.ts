import { availableParallelism, loadavg } from "node:os";
import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { measureAccuracy, type AccuracySettings } from "./accuracy.js";
import { platformCase, runCase, workOf, type CaseOutcome, type CaseSettings } from "./cases.js";
import { measureChains, type ChainPatience } from "./chain.js";
import { accuracyChecks, caseChecks, chainCheck } from "./checks.js";
import { besideMujoco, peerTable } from "./peer.js";
import { plotsOf } from "./plots.js";
import { PUBLISHED_LENGTH } from "./source.js";
import { accuracyTable, chainTable, runTable, timeTable } from "./tables.js";

interface Sizes extends Pick<CaseSettings, "tEnd" | "warmUp" | "rigidRounds"> {
  readonly cases: readonly number[];
  readonly chains: readonly number[];
  readonly patience: ChainPatience;
  readonly accuracy: AccuracySettings;
  /** Of MuJoCo's chains. */
  readonly segments: readonly number[];
}

const full: Sizes = {
  cases: Array.from({ length: 16 }, (_, i) => i + 1),
  tEnd: PUBLISHED_LENGTH,
  warmUp: 500,
  rigidRounds: 3,
  chains: [10, 30, 100, 300, 1000],
  patience: { warmUp: 300, window: 2, rounds: 300 },
  accuracy: { energyTime: 5 },
  segments: [4, 8, 16, 32],
};
const quick: Sizes = {
  cases: [1, 5, 9, 13],
  tEnd: 0.2,
  warmUp: 10,
  rigidRounds: 1,
  chains: [3, 10],
  patience: { warmUp: 10, window: 1, rounds: 3 },
  accuracy: { energyTime: 0.2 },
  segments: [4, 16],
};

/** Which cases, and how long [s]; what is left out is all of them, and as long as the source's. */
export interface FlexibleOptions {
  readonly cases?: readonly number[];
  readonly tEnd?: number;
}

/** The sixteen cases of the source by both formulations, what chains of beams cost, and beams compared with analysis. */
export const flexibleBodies = (options: FlexibleOptions = {}): BenchStudy => ({
  name: "flexible",
  run: (context) => run(context, { ...(context.quick ? quick : full), ...options }),
});

/** Shares of the time that the parts after the cases take. */
const CASES_SHARE = 0.9;

async function run(context: BenchContext, sizes: Sizes): Promise<BenchReport> {
  const { now, processorTime = now } = context;
  const { cases, tEnd, chains, patience, accuracy } = sizes;
  const [load] = loadavg();
  const outcomes = runCases(cases, { ...sizes, now, processorTime }, (text, part) =>
    context.progress(text, CASES_SHARE * part),
  );
  const costs = measureChains(chains, now, patience, (text) => context.progress(text, CASES_SHARE));
  const rows = measureAccuracy(accuracy, (text) => context.progress(text, (1 + CASES_SHARE) / 2));
  const { warmUp, window: slice, rounds } = patience;
  const peers = await besideMujoco(sizes.segments, now, { warmUp, slice, rounds }, (text) =>
    context.progress(text, (2 + CASES_SHARE) / 3),
  );
  return {
    title: "Flexible bodies: order N and dense mass matrix",
    notes: [
      "After a paper of the NASA Johnson Space Center on a recursive order-N algorithm for rigid and flexible bodies, its tables 1 and 2 and figures 2 and 3. Dimensions, masses and loads are ours: it gives none.",
      "O(N) is articulated where loops are open, tree-augmented where they are closed. Euler-Cromer, steps of 1e-3 s rigid and 1e-4 s flexible, on one thread. Both formulations of a case take their steps in turn.",
      `Before it began, ${load.toFixed(1)} programs on the average wanted one of ${availableParallelism()} cores.`,
      ...(tEnd === PUBLISHED_LENGTH ? [] : [`Runs of ${tEnd} s: times are not to be held against the published ones.`]),
      ...(context.quick ? ["Quick: short and few measurements, whose times mean little."] : []),
    ],
    tables: [timeTable(outcomes, tEnd), runTable(outcomes), chainTable(costs), accuracyTable(rows), peerTable(peers)],
    plots: plotsOf(outcomes, costs),
    checks: [...caseChecks(outcomes), chainCheck(costs), ...accuracyChecks(rows)],
  };
}

function runCases(
  numbers: readonly number[],
  settings: CaseSettings,
  progress: (text: string, part: number) => void,
): readonly CaseOutcome[] {
  const platforms = numbers.map(platformCase);
  const work = platforms.map((platform) => workOf(platform, settings));
  const total = work.reduce((sum, each) => sum + each, 0);
  let done = 0;
  return platforms.map((platform, i) => {
    const outcome = runCase(platform, settings, (text, part) => progress(text, (done + part * work[i]) / total));
    done += work[i];
    return outcome;
  });
}

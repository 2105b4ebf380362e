import { availableParallelism, loadavg } from "node:os";
import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { MUJOCO_MISSING } from "../bench/mujoco.js";
import { checksOf } from "./checks.js";
import { measureContact, type ContactSizes } from "./contact.js";
import type { Findings } from "./findings.js";
import { ownTolerance, runLandings } from "./landings.js";
import { streamSamples } from "./memory.js";
import { measureSpeedUp } from "./speed-up.js";
import { combinationPlot, memoryPlot, tablesOf } from "./tables.js";
import { compareTolerances } from "./tolerance.js";

export interface LandingSizes {
  /** Landings of each combination. */
  readonly samples: number;
  /** Of these, run on one worker and on two. */
  readonly speedUpSamples: number;
  /** Samples of the study whose memory is watched. */
  readonly streamed: number;
  readonly contact: ContactSizes;
}

const full: LandingSizes = {
  samples: 400,
  speedUpSamples: 64,
  streamed: 100_000,
  contact: { perCombination: 2, rounds: 3 },
};
const quick: LandingSizes = {
  samples: 20,
  speedUpSamples: 4,
  streamed: 5_000,
  contact: { perCombination: 1, rounds: 1 },
};

/** What is claimed of studies, measured on the one of the landers. */
export const landingStudy: BenchStudy = {
  name: "study",
  run: (context) => runLandingStudy(context, context.quick ? quick : full),
};

export async function runLandingStudy(context: BenchContext, sizes: LandingSizes): Promise<BenchReport> {
  const [load] = loadavg();
  const found = await measure(context, sizes);
  const { landings, contact } = found;
  return {
    title: "The study europa-lander: how fast, how accurate, how large",
    notes: [
      `${landings.rows} landings, four legs on three grounds, tolerance ${landings.tolerance}, on ${landings.workers} workers; written to a folder as kinetree study run does.`,
      `Before it began, ${load.toFixed(1)} programs on the average wanted one of ${availableParallelism()} cores: wall times are those of a machine with that much other work. Processor times are of all threads.`,
      "MuJoCo is timed with its own contacts, Newton solver and steps of 1 ms, ours with the study's tolerance; both on one thread, by processor time, the least of several rounds, compiled before.",
      ...(contact.mujoco ? [] : [MUJOCO_MISSING]),
      ...(context.quick ? ["Quick: few landings, whose times and rates mean little."] : []),
    ],
    tables: tablesOf(found),
    plots: [combinationPlot(landings), memoryPlot(found.streamed)],
    checks: checksOf(found),
  };
}

/** One after the other. Memory comes first, while nothing else has taken any. */
async function measure(context: BenchContext, sizes: LandingSizes): Promise<Findings> {
  const workers = availableParallelism();
  const { samples, speedUpSamples } = sizes;
  const rows = 12 * samples;
  // In landings: relative duration of each part.
  const work = [sizes.streamed / 100, rows, 1.2 * rows, 36 * speedUpSamples, 300 * sizes.contact.rounds];
  const total = work.reduce((sum, each) => sum + each, 0);
  const at = (index: number, text: string): ((part: number) => void) => {
    const before = work.slice(0, index).reduce((sum, each) => sum + each, 0);
    return (part) => context.progress(text, (before + part * work[index]) / total);
  };
  const streamed = await streamSamples(context, sizes.streamed, workers, at(0, `${sizes.streamed} short samples`));
  const run = { samples, workers };
  const landings = await runLandings(context, { ...run, tolerance: ownTolerance }, at(1, `${rows} landings`));
  const half = await runLandings(
    context,
    { ...run, tolerance: ownTolerance / 2 },
    at(2, `${rows} landings at half the tolerance`),
  );
  const speedUp = await measureSpeedUp(
    context,
    speedUpSamples,
    ownTolerance,
    at(3, "landings on one worker and on two"),
  );
  const contact = await measureContact(context, sizes.contact, ownTolerance, at(4, "landings compared with MuJoCo"));
  return { streamed, landings, half, shifts: compareTolerances(landings, half), speedUp, contact };
}

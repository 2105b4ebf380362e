import type { BenchContext, BenchReport, BenchStudy } from "../bench/bench-study.js";
import { MUJOCO_MISSING } from "../bench/mujoco.js";
import { errorsOf } from "./accuracy.js";
import { accuracyChecks, speedChecks } from "./checks.js";
import { manoeuvres } from "./manoeuvres.js";
import { guests } from "./peer.js";
import { measureSpeed, type SpeedSizes } from "./speed.js";
import { restPose } from "./start.js";
import { accuracyTable, errorTable, operationTable, peerTable, speedTable } from "./tables.js";
import { variants } from "./variants.js";

interface Sizes extends SpeedSizes {
  /** Of the manoeuvre by full throttle [s]. */
  readonly accelerate: number;
  /** Of the manoeuvres [s], rising: the first is the reference. All divide the period of the samples. */
  readonly errorSteps: readonly number[];
}

const full: Sizes = {
  patience: { warmUp: 300, slice: 3, rounds: 60 },
  steps: 3000,
  pair: { short: 200, long: 2200, rounds: 8 },
  accelerate: 9,
  errorSteps: [1.25e-4, 2.5e-4, 5e-4, 1e-3, 1.25e-3, 2e-3, 2.5e-3, 0.01 / 3, 5e-3],
};
const quick: Sizes = {
  patience: { warmUp: 20, slice: 1, rounds: 2 },
  steps: 20,
  pair: { short: 2, long: 100, rounds: 2 },
  accelerate: 1,
  errorSteps: [5e-4, 1e-3, 2e-3],
};

/** The full HMMWV on tyres: its speed, its errors, and MuJoCo beside it. */
export const vehicle: BenchStudy = { name: "vehicle", run };

async function run(context: BenchContext): Promise<BenchReport> {
  const { progress, quick: isQuick, processorTime: clock = context.now } = context;
  const sizes = isQuick ? quick : full;
  progress("the pose at rest", 0);
  const rest = restPose();
  const driven = manoeuvres(rest, sizes.accelerate);
  const errors = driven.map((each, i) => {
    progress(`${each.name}: ${sizes.errorSteps.length} steps`, 0.05 + (0.35 * i) / driven.length);
    return errorsOf(each, sizes.errorSteps);
  });
  progress("MuJoCo", 0.4);
  const others = await guests(clock);
  try {
    const { costs, others: times } = await measureSpeed(
      variants(isQuick),
      others.map(({ stepper }) => stepper),
      { ...sizes, rest, clock, progress: (text, part) => progress(text, 0.45 + 0.55 * part) },
    );
    return {
      title: "The HMMWV on its tyres: speed and accuracy",
      notes: [
        "The named system hmmwv by the formulation embedded and fixed steps by rk4, from data of Project Chrono's HMMWV. Vehicles with a driveline accelerate from rest by full throttle while they are timed.",
        "Times are the least of short slices that all vehicles, MuJoCo's too, take in turn, without the start of a run; those of pairs follow one by one.",
        ...(others.length > 0 ? [] : [MUJOCO_MISSING]),
        ...(isQuick ? ["Quick: few vehicles, short and few measurements, whose times mean little."] : []),
      ],
      tables: [
        speedTable(costs),
        operationTable(costs),
        errorTable(errors),
        accuracyTable(errors, costs),
        peerTable(costs, errors, others, times),
      ],
      plots: [],
      checks: [...speedChecks(costs), ...accuracyChecks(errors)],
    };
  } finally {
    for (const { close } of others) close();
  }
}

import type { PreparedCase, PreparedStudy } from "@kinetree/study";
import { buildTopology, runBatch, startState, type BatchOptions, type Sample } from "kinetree";
import type { BenchContext } from "../bench/bench-study.js";
import { loadMujoco } from "../bench/mujoco.js";
import { prepareLandings } from "./landings.js";
import { mujocoLandings, type Landing } from "./mujoco.js";

/** Processor time by simulated time, the least of several rounds [ms/s]. */
export interface ContactTimes {
  readonly landings: number;
  /** Of all landings together [s]. */
  readonly simulated: number;
  /** Both lanes filled, and nothing but stepping. */
  readonly both: number;
  /** One landing at a time: one of the two lanes stands still. */
  readonly single: number;
  /** Both lanes, with the peaks that the study keeps. */
  readonly withOutputs: number;
  /** Steps by simulated second of ours, rejected ones too. */
  readonly steps: number;
  /** Null where it is not installed. */
  readonly mujoco: { readonly time: number; readonly version: string; readonly contactsAtEnd: number } | null;
}

/** Of how many landings of each passive combination, and how often. */
export interface ContactSizes {
  readonly perCombination: number;
  readonly rounds: number;
}

/** Steps the same landings by ours and by MuJoCo, on this thread. Legs under impedance control are left out: MuJoCo has no such controller. */
export async function measureContact(
  context: BenchContext,
  { perCombination, rounds }: ContactSizes,
  tolerance: number,
  progress: (part: number) => void,
): Promise<ContactTimes> {
  const { now, processorTime = now } = context;
  const { study } = await prepareLandings(perCombination, tolerance, now);
  const { samples, first } = passiveSamples(study, perCombination);
  const { tEnd: duration, model, run = {} } = first.scenario;
  const simulated = duration * samples.length;
  let steps = 0;
  const ours = async (options: Partial<BatchOptions>, size: number, warmUps: number): Promise<number> => {
    const times: number[] = [];
    let [began, inRound] = [NaN, 0];
    await runBatch(model, {
      ...run,
      ...options,
      tEnd: duration,
      samples: samples.length * (rounds + warmUps),
      sample: (i) => {
        // Compiled by now: the first sample of a round begins it.
        if (i % samples.length === 0) [began, steps] = [processorTime(), 0];
        return samples[i % samples.length];
      },
      chunkSize: size,
      keepRows: false,
      onChunk: ({ count, accepted, rejected }) => {
        for (let i = 0; i < count; i++) steps += accepted[i] + rejected[i];
        if ((inRound += count) < samples.length) return;
        inRound = 0;
        times.push(processorTime() - began);
      },
    });
    return Math.min(...times.slice(warmUps)) / simulated;
  };
  progress(0);
  const both = await ours({}, samples.length, 1);
  progress(0.25);
  const single = await ours({}, 1, 1);
  progress(0.5);
  const { measures, extremes } = first.outputs;
  const withOutputs = await ours({ measures, extremes }, samples.length, 1);
  progress(0.7);
  const topology = buildTopology(model);
  const landings = samples.map(({ parameters = {}, state = {} }) => ({
    model,
    parameters,
    state: startState(model, topology, state, parameters),
    duration,
  }));
  return {
    landings: samples.length,
    simulated,
    both,
    single,
    withOutputs,
    steps: steps / simulated,
    mujoco: await stepByMujoco(landings, rounds, processorTime, (part) => progress(0.7 + 0.3 * part)),
  };
}

async function stepByMujoco(
  landings: readonly Landing[],
  rounds: number,
  clock: () => number,
  progress: (part: number) => void,
): Promise<ContactTimes["mujoco"]> {
  const mj = await loadMujoco();
  if (!mj) return null;
  const { version, run, close } = mujocoLandings(mj, landings);
  try {
    const simulated = landings.reduce((sum, { duration }) => sum + duration, 0);
    let contacts = 0;
    const times = Array.from({ length: rounds + 1 }, (_, round) => {
      progress(round / (rounds + 1));
      contacts = 0;
      const began = clock();
      for (let k = 0; k < landings.length; k++) contacts += run(k);
      return clock() - began;
    });
    return {
      time: Math.min(...times.slice(1)) / simulated,
      version,
      contactsAtEnd: contacts / landings.length,
    };
  } finally {
    close();
  }
}

/** The first landings of all combinations that share the model of the first: the passive ones. */
function passiveSamples(
  study: PreparedStudy,
  perCombination: number,
): { readonly samples: readonly Sample[]; readonly first: PreparedCase } {
  const [first] = study.cases;
  const samples = study.cases.flatMap(({ scenario, sampleOf }, k) =>
    scenario === first.scenario ? Array.from({ length: perCombination }, (_, i) => sampleOf(study.valuesOf(k, i))) : [],
  );
  return { samples, first };
}

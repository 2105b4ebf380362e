import {
  buildTopology,
  createSimulation,
  RunFailedError,
  type FormulationName,
  type Model,
  type Simulation,
  type SimulationResult,
} from "kinetree";
import { platformCases, spacePlatform, type SpacePlatformOptions } from "kinetree/systems";
import { largestDifference, type LargestDifference } from "../bench/difference.js";
import { comparedChannels } from "./motion.js";

export interface PlatformCase {
  /** 1 to 16. */
  readonly number: number;
  readonly options: SpacePlatformOptions;
  readonly model: Model;
  /** Speeds of the tree: of base and joints, and modal amplitudes. */
  readonly rigid: number;
  readonly flexible: number;
  /** Fixed [s]. */
  readonly step: number;
}

/** A case by one formulation. */
export interface MethodRun {
  readonly formulation: FormulationName;
  /** From the model to the first step [ms]. */
  readonly compileMs: number;
  /** Processor time of the run, the least of all rounds [s]. */
  readonly seconds: number;
  readonly result: SimulationResult;
  readonly simulation: Simulation;
}

export interface CaseRun {
  readonly platform: PlatformCase;
  readonly tEnd: number;
  readonly orderN: MethodRun;
  readonly massMatrix: MethodRun;
  readonly difference: LargestDifference;
}

/** A case that one of the formulations could not finish. */
export interface FailedCase {
  readonly platform: PlatformCase;
  readonly message: string;
}

export type CaseOutcome = CaseRun | FailedCase;

/** Whether both formulations came to the end. */
export const hasRun = (outcome: CaseOutcome): outcome is CaseRun => "orderN" in outcome;

export interface CaseSettings {
  /** Length of a run [s]. */
  readonly tEnd: number;
  /** For compilers to notice what is called often [ms], each. */
  readonly warmUp: number;
  /** Runs of a rigid case, of which the fastest counts; they are short. Flexible ones run once. */
  readonly rigidRounds: number;
  /** Clock, and time of the processor [ms]. */
  readonly now: () => number;
  readonly processorTime: () => number;
}

/** Steps as in the source [s]. */
const steps = { rigid: 1e-3, flexible: 1e-4 } as const;
/** Between compared states [s]. */
const SAMPLE_EVERY = 0.1;
/** Steps of one formulation before the other has its turn: some milliseconds, so that a busy minute slows both down. */
const SLICE = 500;
/** Of the joint whose acceleration the source plots: the lower pitch of leg 2. */
export const PLOTTED_JOINT = "leg2_pitch1";

export function platformCase(number: number): PlatformCase {
  const options = platformCases[number - 1];
  const model = spacePlatform(options);
  const flexible = model.joints.reduce((sum, joint) => sum + (joint.kind === "flexible" ? joint.modes : 0), 0);
  const { nv } = buildTopology(model).counts;
  return { number, options, model, rigid: nv - flexible, flexible, step: steps[options.booms] };
}

/** Of order N: for loops with their forces by the Schur complement. */
const orderNOf = ({ loops }: SpacePlatformOptions): FormulationName =>
  loops === "closed" ? "tree-augmented" : "articulated";

/** Rough relative duration of a case, for a progress bar. */
export const workOf = ({ rigid, flexible, step }: PlatformCase, { tEnd, rigidRounds }: CaseSettings): number => {
  const nv = rigid + flexible;
  return ((flexible === 0 ? rigidRounds : 1) * tEnd * (nv + (nv * nv) / 20)) / step;
};

/** Runs a case by both formulations, in turns. */
export function runCase(
  platform: PlatformCase,
  settings: CaseSettings,
  progress: (text: string, part: number) => void,
): CaseOutcome {
  const { number, options, flexible } = platform;
  const { tEnd } = settings;
  const formulations = [orderNOf(options), "mass-matrix"] as const;
  const show = (part: number): void =>
    progress(`case ${number} by ${formulations[0]} and ${formulations[1]}, ${tEnd} s`, part);
  show(0);
  try {
    const made = formulations.map((formulation) => compile(platform, formulation, settings));
    const rounds = flexible === 0 ? settings.rigidRounds : 1;
    const [orderN, massMatrix] = timedRuns(made, rounds, settings, show);
    const difference = largestDifference(comparedChannels(orderN.result, massMatrix.result));
    return { platform, tEnd, orderN, massMatrix, difference };
  } catch (error) {
    if (error instanceof RunFailedError) return { platform, message: error.message };
    throw error;
  }
}

/** At which loops that have drifted apart come together again [1/s]. */
const DRIFT_RATE = 20;

interface Compiled {
  readonly formulation: FormulationName;
  readonly simulation: Simulation;
  readonly compileMs: number;
}

/** Equations with loops are compiled again for the start; what comes after is run and not timed, until compilers are done. */
function compile({ model, step }: PlatformCase, formulation: FormulationName, settings: CaseSettings): Compiled {
  const { now, tEnd, warmUp } = settings;
  const from = now();
  const simulation = createSimulation(model, {
    formulation,
    integrator: "euler-cromer",
    step,
    // As in the source. At the default rate, half an inverse step, Euler-Cromer would drive the booms' modes apart.
    drift: "baumgarte",
    driftRate: DRIFT_RATE,
    energyBalance: false,
    channels: [`vdot.${PLOTTED_JOINT}`],
  });
  const run = simulation.begin(tEnd, { sampleEvery: SAMPLE_EVERY });
  const compiled = now();
  while (now() - compiled < warmUp && run.advance(20));
  run.stop();
  run.finish();
  return { formulation, simulation, compileMs: compiled - from };
}

function timedRuns(
  made: readonly Compiled[],
  rounds: number,
  { tEnd, processorTime }: CaseSettings,
  show: (part: number) => void,
): readonly MethodRun[] {
  const least = made.map(() => Infinity);
  let results: readonly SimulationResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const runs = made.map(({ simulation }) => simulation.begin(tEnd, { sampleEvery: SAMPLE_EVERY }));
    const spent = made.map(() => 0);
    try {
      for (let goesOn = true; goesOn;) {
        goesOn = false;
        runs.forEach((run, i) => {
          const from = processorTime();
          if (run.advance(SLICE)) goesOn = true;
          spent[i] += (processorTime() - from) / 1000;
        });
        show((round + runs[1].t / tEnd) / rounds);
      }
    } finally {
      // One that fails must not keep the other's simulation busy.
      for (const run of runs) run.stop();
    }
    results = runs.map((run) => run.finish());
    spent.forEach((seconds, i) => (least[i] = Math.min(least[i], seconds)));
  }
  return made.map((each, i) => ({ ...each, seconds: least[i], result: results[i] }));
}

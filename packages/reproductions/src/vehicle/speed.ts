import { createSimulation, runBatch, type JointValues, type Model, type Simulation } from "kinetree";
import { hmmwv } from "kinetree/vehicle";
import { evaluationOperations } from "../bench/operations.js";
import { timePerStep, type Patience, type Stepper } from "../bench/timing.js";
import { RUN, STEP } from "./start.js";
import { startOf, type Variant } from "./variants.js";

/** What a variant costs. */
export interface VariantCost {
  readonly variant: Variant;
  readonly bodies: number;
  /** Speeds that the compiled equations integrate, those of shafts left out. */
  readonly speeds: number;
  /** From the model to code, and from there to the first step [ms]. */
  readonly compileMs: number;
  readonly beginMs: number;
  /** Of one evaluation of the accelerations. */
  readonly operations: number;
  /** Processor time of a step [us]: of one vehicle, and of a pair in both lanes. */
  readonly single: number;
  readonly pair: number;
}

/** How long to measure. */
export interface SpeedSizes {
  readonly patience: Patience;
  /** Steps of the motion that is walked through again and again. */
  readonly steps: number;
  /** Of pairs: two lengths [steps], whose difference has no start of a run in it, and how often each. */
  readonly pair: { readonly short: number; readonly long: number; readonly rounds: number };
}

export interface SpeedSettings extends SpeedSizes {
  readonly rest: JointValues;
  readonly clock: () => number;
  readonly progress: (text: string, part: number) => void;
}

/** Costs of all variants, and of steppers of others [us a step] that take their turns between them. */
export async function measureSpeed(
  variants: readonly Variant[],
  beside: readonly Stepper[],
  { rest, clock, progress, patience, steps, pair }: SpeedSettings,
): Promise<{ readonly costs: readonly VariantCost[]; readonly others: readonly number[] }> {
  const made = variants.map((variant, i) => {
    progress(`${variant.name}: compiling`, (0.3 * i) / variants.length);
    const model = hmmwv(variant.options);
    const start = startOf(variant, rest);
    const started = clock();
    const simulation = createSimulation(model, { ...RUN, step: STEP });
    const compiled = clock();
    // Equations are compiled again for the coordinates that suit the start, and kept.
    const first = simulation.begin(STEP, start);
    const begun = clock();
    first.stop();
    first.finish();
    return { variant, model, start, simulation, compileMs: compiled - started, beginMs: begun - compiled };
  });
  progress("one vehicle: timing", 0.3);
  const times = timePerStep(
    made.map(({ simulation, start }) => ({ simulation, step: STEP, steps, ...start })),
    clock,
    patience,
    beside,
  );
  const costs: VariantCost[] = [];
  for (const [i, { variant, model, start, simulation, compileMs, beginMs }] of made.entries()) {
    progress(`${variant.name}: a pair`, 0.7 + (0.3 * i) / made.length);
    costs.push({
      variant,
      bodies: model.bodies.length,
      speeds: speedsOf(simulation),
      compileMs,
      beginMs,
      operations: evaluationOperations(simulation.plan.artifact.flops),
      single: times[i],
      pair: await timeOfPair(model, start, pair, clock),
    });
  }
  return { costs, others: times.slice(made.length) };
}

const speedsOf = ({ plan }: Simulation): number => plan.loopPlan?.independent.length ?? plan.nv;

/** Processor time of a step of two vehicles in both lanes [us]: pairs of a short and of a long run in turn. */
async function timeOfPair(
  model: Model,
  start: ReturnType<typeof startOf>,
  { short, long, rounds }: SpeedSizes["pair"],
  clock: () => number,
): Promise<number> {
  const lengths = [short, long];
  const least = [Infinity, Infinity];
  let began = 0;
  await runBatch(model, {
    ...RUN,
    step: STEP,
    tEnd: long * STEP,
    samples: 4 * rounds,
    chunkSize: 2,
    keepRows: false,
    sample: (i) => {
      if (i % 2 === 0) began = clock();
      return { ...start, tEnd: lengths[(i >> 1) % 2] * STEP };
    },
    onChunk: ({ first }) => {
      const which = (first >> 1) % 2;
      least[which] = Math.min(least[which], clock() - began);
    },
  });
  return (1000 * (least[1] - least[0])) / (long - short);
}

/** Simulated time by processor time: of one vehicle, and of both of a pair together. */
export const realTimes = ({ single, pair }: VariantCost): { readonly single: number; readonly pair: number } => ({
  single: (1e6 * STEP) / single,
  pair: (2e6 * STEP) / pair,
});

/** The cost of the variant with this name. */
export function costOf(costs: readonly VariantCost[], name: string): VariantCost {
  const found = costs.find(({ variant }) => variant.name === name);
  if (!found) throw new Error(`no variant is called ${name}`);
  return found;
}

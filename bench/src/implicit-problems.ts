import { createSimulation, type Model, type RunOptions, type SimulationResult, type StateByJoint } from "kinetree";
import { andrews, andrewsStart, sliderCrank } from "kinetree/systems";

/** A mechanism with loops that kinetree and IDA run alike. */
export interface ImplicitProblem {
  readonly name: string;
  readonly model: Model;
  readonly state: StateByJoint;
  /** [s] */
  readonly tEnd: number;
  /** Joints in the order in which the driver of IDA has them. */
  readonly joints: readonly string[];
}

export const implicitProblems: readonly ImplicitProblem[] = [
  {
    name: "andrews",
    model: andrews(),
    state: { q: andrewsStart },
    tEnd: 0.03,
    joints: ["beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"],
  },
  { name: "slider-crank", model: sliderCrank(), state: {}, tEnd: 1, joints: ["crank", "rod", "slider"] },
];

/** A run of kinetree. */
export interface OwnRun {
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
  readonly jacobians: number;
  readonly factorizations: number;
  /** Processor time of the fastest of many runs from a state that is ready to step, without compiling. */
  readonly seconds: number;
  /** The same for what comes before: the start is made consistent, and the rows and coordinates of closures are chosen. */
  readonly startSeconds: number;
  /** In the order of `joints`. */
  readonly q: readonly number[];
}

/** Stages of the explicit methods that stand beside the implicit ones. */
const stages: Readonly<Record<string, number>> = { dop853: 12, "dormand-prince": 6, rkf45: 6, rk4: 4 };

const LEAST_RUNS = 3;
/** Between two looks at the clock; more than any of these runs takes. */
const ATTEMPTS = 2 ** 20;

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return 1e-6 * (user + system);
}

export function runOwn(problem: ImplicitProblem, options: RunOptions, budget: number): OwnRun {
  const simulation = createSimulation(problem.model, { ...options, energyBalance: false });
  const { tEnd, state, joints } = problem;
  let [seconds, startSeconds] = [Infinity, Infinity];
  const end = performance.now() + 1000 * budget;
  let result: SimulationResult | null = null;
  for (let runs = 0; result === null || runs < LEAST_RUNS || performance.now() < end; runs++) {
    const before = processorSeconds();
    const run = simulation.begin(tEnd, { state, sampleEvery: tEnd });
    const started = processorSeconds();
    while (run.advance(ATTEMPTS));
    seconds = Math.min(seconds, processorSeconds() - started);
    startSeconds = Math.min(startSeconds, started - before);
    result = run.finish();
  }
  const { accepted, rejected } = result.counts;
  const attempts = accepted + rejected;
  const implicit = result.implicit;
  const { rows, names } = result;
  const last = rows.length - names.length;
  return {
    steps: accepted,
    rejected,
    evaluations: implicit?.evaluations ?? attempts * (stages[result.integrator] ?? 1),
    jacobians: implicit?.jacobians ?? 0,
    factorizations: implicit?.factorizations ?? 0,
    seconds,
    startSeconds,
    q: joints.map((joint) => rows[last + names.indexOf(`q.${joint}`)]),
  };
}

/** Errors of coordinates at the end of a run [rad, m], the largest, and the largest by the size of the coordinate. */
export interface EndError {
  readonly absolute: number;
  readonly relative: number;
}

export function endError(q: readonly number[], reference: readonly number[]): EndError {
  const differences = q.map((value, i) => Math.abs(value - reference[i]));
  return {
    absolute: Math.max(...differences),
    relative: Math.max(...differences.map((difference, i) => difference / Math.abs(reference[i]))),
  };
}

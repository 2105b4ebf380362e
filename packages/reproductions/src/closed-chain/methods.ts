import {
  createEvaluator,
  createSimulation,
  type DriftControl,
  type FormulationName,
  type LoopClosing,
  type Model,
  type Simulation,
  type SimulationResult,
} from "kinetree";
import { createClosureMeter } from "kinetree/tools";
import { timePerStep, type Patience } from "../bench/timing.js";

/** One way to write the equations of a model, with what a run by it costs and gives. */
export interface MeasuredMethod {
  readonly formulation: FormulationName;
  /** How "embedded" closes its loops; null for other formulations. */
  readonly closure: LoopClosing | null;
  /** The two in words. */
  readonly name: string;
  /** The source's letters for it; null where the source has none. */
  readonly letters: "CE" | "TA" | "FA" | null;
  /** As the compiled equations have them. */
  readonly coordinates: number;
  readonly constraints: number;
  /** Wall time of a step [us]: without and with drift control; the same where a formulation never drifts. */
  readonly bare: number;
  readonly controlled: number;
  /** Largest residual of the closures along the motion, likewise. */
  readonly bareClosure: number;
  readonly controlledClosure: number;
  /** Largest distance of a body from where the first method has it [m], without drift control. */
  readonly distance: number;
  readonly simulation: Simulation;
}

/** A model, and the motion on which the methods are compared. */
export interface MethodComparison {
  readonly model: Model;
  /** Fixed [s]. */
  readonly step: number;
  /** Steps of the motion whose steps are timed, and which is compared. */
  readonly steps: number;
  readonly patience: Patience;
  readonly now: () => number;
  readonly progress: (text: string) => void;
}

/** Evaluations of the accelerations in a step by rk4. */
export const EVALUATIONS = 4;

type Method = Pick<MeasuredMethod, "formulation" | "closure" | "letters">;

const methods: readonly Method[] = [
  { formulation: "embedded", closure: "iterative", letters: "CE" },
  { formulation: "tree-augmented", closure: null, letters: "TA" },
  { formulation: "augmented", closure: null, letters: "FA" },
  { formulation: "embedded", closure: "analytic", letters: null },
  { formulation: "mass-matrix", closure: null, letters: null },
  { formulation: "partitioned", closure: null, letters: null },
];

const nameOf = ({ formulation, closure }: Method): string =>
  closure === null ? formulation : `${formulation}, ${closure}`;

/** Those that never leave the closures, whatever is asked for. */
const neverDrift: readonly FormulationName[] = ["embedded", "partitioned"];

/** The same motion by the same steps, with all formulations; the first one is what the others are compared with. */
export function compareMethods(comparison: MethodComparison): readonly MeasuredMethod[] {
  const { model, step, steps, patience, now, progress } = comparison;
  const made = methods.map((method) => {
    const name = nameOf(method);
    progress(`${model.name}: compiling ${name}`);
    const bare = simulationOf(comparison, method, "none");
    const isSame = neverDrift.includes(method.formulation);
    return {
      ...method,
      name,
      bare,
      controlled: isSame ? bare : simulationOf(comparison, method, "projection"),
    };
  });
  progress(`${model.name}: the same motion by ${made.length} formulations`);
  const meter = createClosureMeter(model);
  const length = step * steps;
  const runOf = (simulation: Simulation): SimulationResult => simulation.run(length, { sampleEvery: length / 20 });
  const runs = made.map(({ bare, controlled }) => {
    const first = runOf(bare);
    return { bare: first, controlled: controlled === bare ? first : runOf(controlled) };
  });
  const positions = runs.map(({ bare }) => positionsOf(model, bare));
  progress(`${model.name}: timing`);
  const simulations = [...new Set(made.flatMap(({ bare, controlled }) => [bare, controlled]))];
  const times = timePerStep(
    simulations.map((simulation) => ({ simulation, step, steps })),
    now,
    patience,
  );
  const timeOf = (simulation: Simulation): number => times[simulations.indexOf(simulation)];
  return made.map(({ bare, controlled, ...method }, i) => ({
    ...method,
    ...sizesOf(bare, method.formulation),
    bare: timeOf(bare),
    controlled: timeOf(controlled),
    bareClosure: worst(runs[i].bare, meter),
    controlledClosure: worst(runs[i].controlled, meter),
    distance: farthest(positions[0], positions[i]),
    simulation: bare,
  }));
}

const simulationOf = (
  { model, step }: MethodComparison,
  { formulation, closure }: Method,
  drift: DriftControl,
): Simulation =>
  createSimulation(model, {
    formulation,
    ...(closure === null ? {} : { closure }),
    step,
    integrator: "rk4",
    drift,
    energyBalance: false,
  });

/** Read off the compiled equations, once a run has planned them for its start. */
function sizesOf(
  { plan, topology }: Simulation,
  formulation: FormulationName,
): Pick<MeasuredMethod, "coordinates" | "constraints"> {
  const { counts } = topology;
  if (formulation === "embedded") return { coordinates: plan.loopPlan?.independent.length ?? plan.nv, constraints: 0 };
  // Where each body is on its own, every joint is a constraint, those of the tree too.
  const ofTree = plan.nv === counts.nv ? 0 : plan.nv - counts.nv;
  return { coordinates: plan.nv, constraints: ofTree + counts.constraints + counts.couplers };
}

/** Largest residual of the closures in all that a run has recorded. */
export function worst(result: SimulationResult, meter: ReturnType<typeof createClosureMeter>): number {
  let most = 0;
  for (let row = 0; row < result.t.length; row++) most = Math.max(most, meter(result.stateAt(row)));
  return most;
}

/** Positions of all bodies at every recorded instant, one after another. */
export function positionsOf(model: Model, result: SimulationResult): readonly (readonly number[])[] {
  const evaluator = createEvaluator(model);
  return Array.from(result.t, (_, row) =>
    evaluator.bodies(result.stateAt(row)).flatMap(({ position }) => [...position]),
  );
}

/** The largest distance between the same body of two runs. */
export function farthest(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  let most = 0;
  a.forEach((row, k) => {
    for (let i = 0; i < row.length; i += 3)
      most = Math.max(most, Math.hypot(row[i] - b[k][i], row[i + 1] - b[k][i + 1], row[i + 2] - b[k][i + 2]));
  });
  return most;
}

/** The method that the source calls by these letters. */
export function methodOf(all: readonly MeasuredMethod[], letters: "CE" | "TA" | "FA"): MeasuredMethod {
  const found = all.find((each) => each.letters === letters);
  if (!found) throw new Error(`no method is called ${letters}`);
  return found;
}

/** Embedded, its loops closed by formulas. */
export function analyticOf(all: readonly MeasuredMethod[]): MeasuredMethod {
  const found = all.find(({ closure }) => closure === "analytic");
  if (!found) throw new Error("no method closes loops by formulas");
  return found;
}

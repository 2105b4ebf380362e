import { createSimulation, type FormulationName, type Model, type SingleRunOptions } from "kinetree";
import { fourBar, quarterCar } from "kinetree/systems";
import { createClosureMeter } from "kinetree/tools";
import { worst } from "./methods.js";

/** How far from closed a loop is after very many steps. */
export interface LongRun {
  readonly model: string;
  readonly formulation: FormulationName;
  readonly steps: number;
  /** Largest residual at a thousand instants of the run [m, or rad]. */
  readonly closure: number;
  /** Wall time [s]. */
  readonly seconds: number;
}

/** Fixed step [s]. */
const STEP = 1e-3;

interface Subject {
  readonly model: Model;
  readonly state: NonNullable<SingleRunOptions["state"]>;
}

const subjects = (): readonly Subject[] => [
  // Fast enough to turn over: the crank goes round and round.
  { model: fourBar(), state: { v: { crank: 12 } } },
  { model: quarterCar(), state: {} },
];

/** Runs that never leave their closures, for as many steps as they are given. */
export function runLong(
  steps: Readonly<Record<"embedded" | "partitioned", number>>,
  now: () => number,
  progress: (text: string) => void,
): readonly LongRun[] {
  return subjects().flatMap(({ model, state }) => {
    const meter = createClosureMeter(model);
    return (["embedded", "partitioned"] as const).map((formulation) => {
      const count = steps[formulation];
      progress(`${model.name}: ${count} steps by ${formulation}`);
      const simulation = createSimulation(model, { formulation, step: STEP, integrator: "rk4", energyBalance: false });
      const from = now();
      const result = simulation.run(STEP * count, { state, sampleEvery: (STEP * count) / 1000 });
      return {
        model: model.name,
        formulation,
        steps: result.counts.accepted,
        closure: worst(result, meter),
        seconds: (now() - from) / 1000,
      };
    });
  });
}

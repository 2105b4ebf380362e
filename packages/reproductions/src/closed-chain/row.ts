import { createSimulation } from "kinetree";
import { fourBarRow } from "kinetree/systems";
import { evaluationOperations } from "../bench/operations.js";
import { timePerStep, type Patience, type Stretch } from "../bench/timing.js";
import { EVALUATIONS } from "./methods.js";

/** Each loop on the coupler of the one before, or neighbours that share a link. */
export const couplings = ["nested", "shared"] as const;

export type Coupling = (typeof couplings)[number];

/** What a row of so many four-bars costs by "embedded". */
export interface RowCost {
  readonly coupling: Coupling;
  readonly loops: number;
  /** From the model to code [ms], and from there to the first step: assembly, choice of coordinates, equations for these. */
  readonly compileMs: number;
  readonly beginMs: number;
  /** Operations of one evaluation, by loop. */
  readonly operationsPerLoop: number;
  /** Wall time of one evaluation by loop [us]: a quarter of a step by rk4. */
  readonly timePerLoop: number;
}

/** Fixed step [s], and so few of them that the rods stay far from the level pose, where a row that shares links is singular. */
const STEP = 1e-4;
const STEPS = 2000;

export function measureRows(
  lengths: readonly number[],
  now: () => number,
  patience: Patience,
  progress: (text: string) => void,
): readonly RowCost[] {
  return couplings.flatMap((coupling) => {
    const made = lengths.map((n) => {
      progress(`${n} ${coupling} four-bars: compiling`);
      const model = fourBarRow({ n, coupling });
      const started = now();
      const simulation = createSimulation(model, {
        formulation: "embedded",
        step: STEP,
        integrator: "rk4",
        energyBalance: false,
      });
      const compiled = now();
      const state = { v: coupling === "shared" ? { link0: 1 } : { left0: 1 } };
      // Equations are compiled again for the coordinates that suit the start, and kept.
      const first = simulation.begin(STEP, { state });
      const begun = now();
      first.stop();
      first.finish();
      const stretch: Stretch = { simulation, step: STEP, steps: STEPS, state };
      return { n, stretch, compileMs: compiled - started, beginMs: begun - compiled };
    });
    progress(`${coupling} four-bars: timing`);
    const times = timePerStep(
      made.map(({ stretch }) => stretch),
      now,
      patience,
    );
    return made.map(({ n, stretch, compileMs, beginMs }, i) => ({
      coupling,
      loops: n,
      compileMs,
      beginMs,
      operationsPerLoop: evaluationOperations(stretch.simulation.plan.artifact.flops) / n,
      timePerLoop: times[i] / EVALUATIONS / n,
    }));
  });
}

export const ofCoupling = (costs: readonly RowCost[], coupling: Coupling): readonly RowCost[] =>
  costs.filter((each) => each.coupling === coupling);

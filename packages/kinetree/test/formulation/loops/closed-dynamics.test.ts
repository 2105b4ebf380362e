import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";

const model = fourBar();
const run = simulate(model, 1, { sampleEvery: 0.2 });
const states = Array.from(run.t, (_, row) => run.stateAt(row));
const formulations = ["mass-matrix", "tree-augmented", "embedded", "partitioned", "augmented"] as const;

/** Accelerations and loads at each state, asked for in the order of these rows. */
function answers(formulation: FormulationName, rows: readonly number[]): readonly (readonly number[])[] {
  const evaluator = createEvaluator(model, { formulation });
  const found = new Map(
    rows.map((row) => {
      const loads = evaluator.jointLoads(states[row]).flatMap(({ torque, force }) => [...torque, ...force]);
      return [row, [...evaluator.forwardDynamics(states[row]), ...loads]];
    }),
  );
  return states.map((_, row) => found.get(row) ?? []);
}

describe("the dynamics of a closed loop follow from the state alone", () => {
  test.each(formulations)("%s / the same bits, whichever states were asked for before", (formulation) => {
    const forth = states.map((_, row) => row);
    expect(answers(formulation, [...forth].reverse())).toEqual(answers(formulation, forth));
  });
});

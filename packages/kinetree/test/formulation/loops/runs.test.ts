import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closures/closure-evaluator.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import type { SimulationResult } from "../../../src/simulate/run/result.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { formulationsOf, namedClosed, unlessRefused, type ClosedCase } from "../../support/closed-cases.js";
import { closedMechanism } from "../../support/random-loops.js";

/* Runs by every formulation: one motion, closed all the way, with its energy accounted for. */

const random: readonly ClosedCase[] = [1, 8, 10, 16, 21].map((sample) => {
  const { model, state } = closedMechanism(23, sample, 4);
  return { name: model.name, model, state };
});

/** How long to run [s], where half a second would be thousands of steps. */
const spans: Readonly<Record<string, number>> = {
  andrews: 0.001,
  "slider-crank": 0.1,
  "flyball-governor": 0.1,
  "stewart-platform": 0.05,
  "quarter-car": 0.1,
  "suspended-vehicle": 0.01,
  "slider-crank-flexible": 0.005,
  "space-platform": 0.005,
};
/** Bodies beyond which bodies on their own take longer than a test should. */
const MOST_APART = 8;
const isTested = (model: Model, formulation: FormulationName): boolean =>
  model.bodies.length <= MOST_APART || (formulation !== "partitioned" && formulation !== "augmented");

const largestDifference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe.each([...namedClosed, ...random])("$name", ({ name, model, state }) => {
  const tEnd = state.t + (spans[name] ?? 0.5);
  const runs = new Map<string, SimulationResult>();
  const options = { state, tolerance: 1e-9, sampleEvery: (tEnd - state.t) / 10 } as const;

  test.each(formulationsOf(model).filter((each) => isTested(model, each)))(
    "%s / closed to 1e-9 at every recorded row, energy to 1e-6",
    (formulation) => {
      const [result] = unlessRefused(() => simulate(model, tEnd, { ...options, formulation }));
      if (!result) return;
      runs.set(formulation, result);
      const closures = new ClosureEvaluator(model, buildTopology(model));
      const open = Array.from(result.t, (_, row) => Math.max(0, ...closures.at(result.stateAt(row)).phi.map(Math.abs)));
      expect(Math.max(...open)).toBeLessThan(1e-9);
      expect(result.energy?.relative).toBeLessThan(1e-6);
    },
  );

  test("all end in the same state", () => {
    const [reference, ...others] = [...runs.values()];
    expect(others.length).toBeGreaterThan(model.bodies.some(({ flexible }) => flexible) ? 0 : 1);
    // Tolerance 1e-9, magnified by what the motion itself does to small differences on the way.
    for (const { final, formulation } of others)
      expect(
        largestDifference(final.q, reference.final.q) < 1e-5
          ? "same"
          : `${formulation} ends elsewhere: ${final.q.join()}`,
      ).toBe("same");
  });
});

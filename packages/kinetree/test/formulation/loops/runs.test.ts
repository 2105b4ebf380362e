import { describe, expect, test } from "vitest";
import { ClosureEvaluator } from "../../../src/formulation/loops/closure-evaluator.js";
import { simulate } from "../../../src/simulate/simulate.js";
import type { SimulationResult } from "../../../src/simulate/result.js";
import { buildTopology } from "../../../src/topology/build-topology.js";
import { formulationsOf, namedClosed, unlessRefused, type ClosedCase } from "../../support/closed-cases.js";
import { closedMechanism } from "../../support/random-loops.js";

/* Runs of half a second by every formulation: one motion, closed all the way, with its energy accounted for. */

const random: readonly ClosedCase[] = [1, 8, 10, 11, 16, 21, 28, 33].map((sample) => {
  const { model, state } = closedMechanism(23, sample, 4);
  return { name: model.name, model, state };
});

const largestDifference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe.each([...namedClosed, ...random])("$name", ({ model, state }) => {
  const runs = new Map<string, SimulationResult>();
  const options = { state, tolerance: 1e-9, sampleEvery: 0.05 } as const;

  test.each(formulationsOf(model))("%s / closed to 1e-9 at every recorded row, energy to 1e-6", (formulation) => {
    const [result] = unlessRefused(() => simulate(model, state.t + 0.5, { ...options, formulation }));
    if (!result) return;
    runs.set(formulation, result);
    const closures = new ClosureEvaluator(model, buildTopology(model));
    const open = Array.from(result.t, (_, row) => Math.max(0, ...closures.at(result.stateAt(row)).phi.map(Math.abs)));
    expect(Math.max(...open)).toBeLessThan(1e-9);
    expect(result.energy?.relative).toBeLessThan(1e-6);
  });

  test("all end in the same state", () => {
    const [reference, ...others] = [...runs.values()];
    expect(others.length).toBeGreaterThan(1);
    // Tolerance 1e-9, magnified by what the motion itself does to small differences in half a second.
    for (const { final, formulation } of others)
      expect(
        largestDifference(final.q, reference.final.q) < 1e-5 ? "same" : `${formulation} ends elsewhere: ${final.q.join()}`,
      ).toBe("same");
  });
});

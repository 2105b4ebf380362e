import { describe, expect, it, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions } from "../../src/simulate/batch/batch-types.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { failureOf, failureOfAsync } from "./failures.js";
import { mistakes, packed } from "./mistakes.js";
import { drivenSlider } from "./slider.js";

describe("a run is refused", () => {
  it.each(mistakes)("$name / $code", ({ model = pendulum(), tEnd = 1, options = {}, code, subject, says }) => {
    const error = failureOf(() => simulate(model, tEnd, options));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.code).toBe(code);
    expect(error.subject).toBe(subject);
    expect(error.message).toContain(says);
  });

  test("a model with a loop by the recursion over trees / which joint closes it and what would help", () => {
    const ring = mechanism("four-bar")
      .body("crank", { mass: 1, inertia: [1, 1, 1] })
      .body("coupler", { mass: 1, inertia: [1, 1, 1] })
      .body("rocker", { mass: 1, inertia: [1, 1, 1] })
      .revolute("a", { parent: "ground", child: "crank", axis: [0, 1, 0] })
      .revolute("b", { parent: "crank", child: "coupler", axis: [0, 1, 0], at: [1, 0, 0] })
      .revolute("c", { parent: "coupler", child: "rocker", axis: [0, 1, 0], at: [1, 0, 0] })
      .revolute("d", { parent: "rocker", child: "ground", axis: [0, 1, 0], at: [1, 0, 0], role: "loop" })
      .build();
    const error = failureOf(() => simulate(ring, 1, { formulation: "articulated" }));
    expect(error).toBeInstanceOf(RequestError);
    expect(error.code).toBe("formulation-refuses");
    expect(error.subject).toBe('formulation "articulated"');
    expect(error.message).toContain('model "four-bar": joint "d" closes a loop.');
    expect(error.message).toContain("Choose one of the formulations tree-augmented, embedded");
    expect(error.message).toContain("or leave the choice open");
  });
});

test("a column that is not there / the nearest that is", () => {
  const error = failureOf(() => simulate(pendulum(), 1).column("q.hing"));
  expect(error).toMatchObject({ code: "unknown-column", subject: 'column "q.hing"', value: "q.hing" });
  expect(error.message).toContain('Did you mean "q.hinge"?');
});

test("a refused run / leaves the simulation as it was", () => {
  const simulation = createSimulation(pendulum());
  const state = { q: { hinge: 1 } };
  const before = simulation.run(1, { state }).final;
  failureOf(() => simulation.run(1, { state, parameters: { length: -1 } }));
  failureOf(() => simulation.run(-1, { state }));
  expect(simulation.run(1, { state }).final).toEqual(before);
});

describe("a batch is refused", () => {
  const batch =
    (options: Partial<BatchOptions>): (() => Promise<unknown>) =>
    () =>
      runBatch(pendulum(), { tEnd: 1, samples: 3, sample: () => ({}), ...options });

  it.each([
    { name: "no samples", options: { samples: 0 }, code: "not-a-count", says: "samples is 0" },
    { name: "half a sample", options: { samples: 1.5 }, code: "not-a-count", says: "samples is 1.5" },
    { name: "chunks of half a sample", options: { chunkSize: 0.5 }, code: "not-a-count", says: "chunkSize is 0.5" },
    {
      name: "no workers in the pool",
      options: { workers: { count: 0, spawn: () => expect.unreachable() } },
      code: "not-a-count",
      says: "workers.count is 0, must be a whole number of at least 1. Leave workers out",
    },
    { name: "tolerance -1", options: { tolerance: -1 }, code: "not-positive", says: "tolerance is -1" },
    { name: "maxStep 0", options: { maxStep: 0 }, code: "not-positive", says: "maxStep is 0" },
    { name: "rk4 without a step", options: { integrator: "rk4" }, code: "integrator-needs-step", says: "Give a step" },
    { name: "an end before the start", options: { tEnd: -1 }, code: "end-before-start", says: "sample 0: tEnd is -1" },
    {
      name: "a parameter out of range in one sample",
      options: { sample: (i) => ({ parameters: { length: i === 2 ? -1 : 1 } }) },
      code: "parameter-range",
      says: 'sample 2: parameter "length" is -1, must be a finite number from 0',
    },
    {
      name: "a state of the wrong length in one sample",
      options: { sample: (i) => (i === 1 ? { state: packed(0, [1, 2], [0]) } : {}) },
      code: "wrong-length",
      says: "sample 1: state.q has 2 entries, needs 1",
    },
  ] as { name: string; options: Partial<BatchOptions>; code: string; says: string }[])(
    "$name / $code",
    async ({ options, code, says }) => {
      const error = await failureOfAsync(batch(options));
      expect(error.code).toBe(code);
      expect(error.message).toContain(says);
    },
  );

  test("a model with a controller that nothing computes", async () => {
    const error = await failureOfAsync(() => runBatch(drivenSlider(0.1), { tEnd: 1, samples: 1, sample: () => ({}) }));
    expect(error).toMatchObject({ code: "controller-missing", subject: 'controller "pilot"' });
  });
});

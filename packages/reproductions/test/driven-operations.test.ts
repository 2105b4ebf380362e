import { describe, expect, test } from "vitest";
import { createSimulation, type Model } from "kinetree";
import { hmmwv } from "kinetree/vehicle";
import { evaluationOperations } from "../src/bench/operations.js";

/** Of one evaluation of the accelerations. */
const operations = (model: Model): number => {
  const { artifact } = createSimulation(model, { integrator: "rk4", step: 1e-3, formulation: "embedded" }).plan;
  return evaluationOperations(artifact.flops);
};

describe("operations of a HMMWV, of those on posts", () => {
  const onPosts = operations(hmmwv({ support: "posts" }));

  test.each([
    ["tmeasy", "m998", 1.25],
    ["brush", "m998", 1.25],
    ["pac2002", "m998", 1.85],
    ["tmeasy", "wheel-motors", 1.25],
  ] as const)("%s, %s", (tyre, powertrain, most) => {
    const ratio = operations(hmmwv({ tyre, powertrain })) / onPosts;
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(most);
  });
});

import { describe, expect, it } from "vitest";
import { evaluatorsOf } from "../support/closed-cases.js";
import { closedAccelerations, closedFlexible } from "../support/flexible-closed.js";
import { relativeError } from "../support/numbers.js";

/* Loops through flexible bodies: what each formulation that takes them gives, against multipliers and the oracle's equations. */

describe.each([
  { sample: 1, kind: "revolute" },
  { sample: 3, kind: "spherical" },
  { sample: 20, kind: "weld" },
] as const)("a random flexible tree $sample closed by a $kind joint", ({ sample, kind }) => {
  it("accelerations = one dense system of masses and multipliers, by every formulation", () => {
    const closed = closedFlexible(850, sample, kind, { maxFlexible: 1, maxRigid: 1 });
    if (!closed) throw new Error(`sample ${sample} cannot be closed`);
    const expected = closedAccelerations(closed, closed.state);
    const evaluators = evaluatorsOf(closed.model);
    expect(evaluators.map(({ formulation }) => formulation)).toEqual(
      expect.arrayContaining(["mass-matrix", "tree-augmented"]),
    );
    const apart = evaluators.map((evaluator) => relativeError(evaluator.forwardDynamics(closed.state), expected));
    expect(Math.max(...apart)).toBeLessThan(1e-11);
  });
});

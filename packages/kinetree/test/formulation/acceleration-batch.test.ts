import { describe, expect, it } from "vitest";
import { createAccelerationBatch } from "../../src/formulation/acceleration-batch.js";
import { createEvaluator } from "../../src/formulation/evaluator.js";
import { stream } from "../../src/random/stream.js";
import { hingeChain } from "../../src/systems/hinge-chain.js";
import { mechanism } from "../../src/model/builder/mechanism.js";

describe("a batch of accelerations", () => {
  const model = hingeChain({ n: 6 });
  const random = stream(7);
  const row = (): Float64Array => Float64Array.from({ length: 6 }, () => 2 * random.next() - 1);
  const states = Array.from({ length: 5 }, () => ({ q: row(), v: row(), tau: row() }));

  it.each(["articulated", "mass-matrix"] as const)("%s: every place / the evaluator, bit for bit", (formulation) => {
    const batch = createAccelerationBatch(model, states.length, { formulation });
    const evaluator = createEvaluator(model, { formulation });
    states.forEach(({ q, v, tau }, k) => batch.set(k, q, v, tau));
    batch.evaluateAll();
    const out = new Float64Array(6);
    states.forEach(({ q, v, tau }, k) => {
      batch.read(out, k);
      expect(Array.from(out)).toEqual(Array.from(evaluator.forwardDynamics({ t: 0, q, v }, { tau })));
    });
  });

  it("refuses to hold no state, and a model with loops, by name", () => {
    expect(() => createAccelerationBatch(model, 0)).toThrow(/count is 0/);
    const loop = mechanism("loop")
      .body("a", { mass: 1, inertia: [1, 1, 1] })
      .revolute("one", { parent: "ground", child: "a", axis: [0, 0, 1] })
      .revolute("two", { parent: "ground", child: "a", axis: [0, 0, 1] })
      .build();
    expect(() => createAccelerationBatch(loop, 2)).toThrow(/"two" closes a loop/);
  });
});

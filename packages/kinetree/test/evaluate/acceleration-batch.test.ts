import { describe, expect, it } from "vitest";
import { createAccelerationBatch, type AccelerationBatch } from "../../src/evaluate/acceleration-batch.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stream } from "../../src/random/stream.js";
import { hingeChain } from "../../src/systems/chains/chain.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { startState } from "../../src/simulate/run/start-state.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { formulationsOf, namedClosed } from "../support/closed-cases.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Signal } from "../../src/model/types.js";

/** t newtons, for two seconds. */
const ramp: Signal = { kind: "table", times: [0, 2], values: [0, 2] };

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

  it("forces left out are none, whatever the place held before", () => {
    const batch = createAccelerationBatch(model, 1);
    const { q, v, tau } = states[0];
    batch.set(0, q, v, tau);
    batch.set(0, q, v);
    batch.evaluate(0);
    const out = new Float64Array(6);
    batch.read(out, 0);
    expect(out).toEqual(createEvaluator(model).forwardDynamics({ t: 0, q, v }));
  });

  const driven = mechanism("driven")
    .parameter("m", 2, { min: 0 })
    .body("cart", { mass: param("m"), inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .jointForce("push", { joint: "rail", force: ramp })
    .build();
  const accelerationAt = (batch: AccelerationBatch, t?: number): number => {
    const out = new Float64Array(1);
    batch.set(0, [0], [0], [0], t);
    batch.evaluate(0);
    batch.read(out, 0);
    return out[0];
  };

  it("time and parameters: F(t) / m, exactly", () => {
    const batch = createAccelerationBatch(driven, 1);
    expect(accelerationAt(batch, 2)).toBe(1);
    expect(accelerationAt(batch)).toBe(0);
    batch.setParameters({ m: 4 });
    expect(accelerationAt(batch, 2)).toBe(0.5);
    expect(() => batch.setParameters({ m: 0 })).toThrow(/body "cart".*mass is 0/);
    expect(() => batch.setParameters({ n: 1 })).toThrow(/parameter "n" is unknown/);
    expect(accelerationAt(batch, 2)).toBe(0.5);
  });

  it.each([-1, 5, 0.5, NaN])("place %s of 5 is refused by name", (k) => {
    const batch = createAccelerationBatch(model, 5);
    const { q, v } = states[0];
    const refusal = expect.objectContaining({ name: "RequestError", code: "no-such-place", value: k });
    expect(() => batch.set(k, q, v)).toThrow(refusal);
    expect(() => batch.evaluate(k)).toThrow(refusal);
    expect(() => batch.read(new Float64Array(6), k)).toThrow(refusal);
  });

  it("lists of another length are refused, since they would overwrite their neighbours", () => {
    const batch = createAccelerationBatch(model, 1);
    const { q, v } = states[0];
    expect(() => batch.set(0, [...q, 1], v)).toThrow(/q has 7 entries, needs 6/);
    expect(() => batch.set(0, q, [1])).toThrow(/v has 1 entries, needs 6/);
    expect(() => batch.read(new Float64Array(5), 0)).toThrow(/accelerations has 5 entries, needs 6/);
  });

  it("refuses to hold no state", () => {
    expect(() => createAccelerationBatch(model, 0)).toThrow(/count is 0/);
  });
});

describe("a batch of accelerations of loops", () => {
  const named = ["four-bar", "bricard", "stewart-platform", "slider-crank-flexible"];
  const cases = namedClosed
    .filter(({ name }) => named.includes(name))
    .flatMap(({ name, model, state }) =>
      formulationsOf(model)
        .filter((formulation) => formulation !== "constrained")
        .map((formulation) => ({ name, formulation, model, state })),
    );

  it.each(cases)("$name by $formulation: every place / the evaluator, bit for bit", ({ formulation, model, state }) => {
    const batch = createAccelerationBatch(model, 4, { formulation });
    const evaluator = createEvaluator(model, { formulation });
    const { nv } = batch;
    // Forces along joints are none of those of separate bodies.
    const isJoint = formulation !== "partitioned" && formulation !== "augmented";
    const tau = Float64Array.from({ length: nv }, (_, i) => (isJoint ? Math.sin(i) : 0));
    batch.set(0, state.q, state.v, undefined, state.t);
    batch.set(3, state.q, state.v, tau, state.t);
    batch.evaluateAll();
    const out = new Float64Array(nv);
    batch.read(out, 0);
    expect(out).toEqual(evaluator.forwardDynamics(state));
    batch.read(out, 3);
    expect(out).toEqual(evaluator.forwardDynamics(state, { tau }));
    expect(batch.flops).toBeGreaterThan(0);
    batch.read(out, 1);
    expect(out.every(Number.isNaN)).toBe(true);
  });

  it("states choose their own rows: a four-bar all around, with its parameters", () => {
    const model = mechanism("pair of arms")
      .parameter("m", 2, { min: 0 })
      .body("left", { mass: param("m"), com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1] })
      .body("right", { mass: 1, com: [0.5, 0, 0], inertia: [0.1, 0.1, 0.1] })
      .revolute("a", { parent: "ground", child: "left", axis: [0, 1, 0] })
      .revolute("b", { parent: "ground", child: "right", axis: [0, 1, 0], at: [1, 0, 0] })
      .distance("rod", { a: { body: "left", at: [0.4, 0, 0] }, b: { body: "right", at: [0.3, 0, 0.9] }, length: 1.2 })
      .build();
    const starts = Array.from({ length: 7 }, (_, i) =>
      startState(model, buildTopology(model), { q: { a: 0.9 * i }, v: { a: 1 } }),
    );
    const batch = createAccelerationBatch(model, starts.length, { formulation: "embedded" });
    const evaluator = createEvaluator(model, { formulation: "embedded" });
    starts.forEach(({ q, v }, k) => batch.set(k, q, v));
    for (const m of [2, 5]) {
      batch.setParameters({ m });
      evaluator.setParameters({ m });
      batch.evaluateAll();
      starts.forEach((state, k) => {
        const out = new Float64Array(2);
        batch.read(out, k);
        expect(out).toEqual(evaluator.forwardDynamics(state));
      });
    }
    expect(() => batch.setParameters({ m: -1 })).toThrow(/parameter "m" is -1/);
    const wrong = expect.objectContaining({ name: "RequestError", code: "no-such-place", value: 7 });
    expect(() => batch.evaluate(7)).toThrow(wrong);
    expect(() => batch.set(7, starts[0].q, starts[0].v)).toThrow(wrong);
  });
});

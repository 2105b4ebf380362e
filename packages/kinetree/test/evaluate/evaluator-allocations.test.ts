import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { newMatrix } from "../../src/linalg/matrix.js";
import { mechanism } from "../support/mechanisms.js";

const { model, state, inputs, vdot, nv } = mechanism(950, 2, { maxBodies: 8 });
const evaluator = createEvaluator(model);
const dense = createEvaluator(model, { formulation: "mass-matrix" });
const out = new Float64Array(nv);
const M = newMatrix(nv, nv);
const J = newMatrix(6, nv);
const body = model.bodies[model.bodies.length - 1].name;
const point = [0.1, 0.2, 0.3];

const CALLS = 2000;
/** The smallest object. */
const LIMIT = 16 * CALLS;

/**
 * Bytes that the heap grew by over CALLS calls: the fewest of some repetitions, as whatever else happens only adds. Code that is
 * not optimised yet makes an object of every number; flags of this project let V8 optimise after so many calls, whatever the load.
 */
function bytesOfCalls(call: () => void): number {
  const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  let fewest = Infinity;
  for (let repetition = 0; repetition < 60 && fewest >= LIMIT; repetition++) {
    const before = used();
    for (let k = 0; k < CALLS; k++) call();
    const grown = used() - before;
    if (grown >= 0) fewest = Math.min(fewest, grown); // a collection in between says nothing
  }
  return fewest;
}

describe("methods that write into their first argument allocate nothing", () => {
  it.each([
    { name: "forwardDynamicsInto", call: () => evaluator.forwardDynamicsInto(out, state, inputs) },
    { name: "forwardDynamicsInto by mass matrix", call: () => dense.forwardDynamicsInto(out, state, inputs) },
    { name: "inverseDynamicsInto", call: () => evaluator.inverseDynamicsInto(out, state, vdot, inputs) },
    { name: "massMatrixInto", call: () => evaluator.massMatrixInto(M, state) },
    { name: "pointJacobianInto", call: () => evaluator.pointJacobianInto(J, state, body, point) },
  ])("$name", ({ call }) => {
    expect(bytesOfCalls(call)).toBeLessThan(LIMIT);
  });

  it("their twins do, so that the measure can fail", () => {
    expect(bytesOfCalls(() => evaluator.forwardDynamics(state, inputs))).toBeGreaterThan(LIMIT);
  });
});

import { describe, expect, it } from "vitest";
import { articulated } from "../../src/formulation/articulated.js";
import type { TracedAlgorithm } from "../../src/evaluate/evaluator-algorithm.js";
import { algorithms, type AlgorithmName } from "../../src/evaluate/evaluator-algorithms.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { neutralState } from "../../src/state/state.js";
import { Instance } from "../../src/kernel/instance.js";
import { link, type LinkedProgram } from "../../src/kernel/link.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { interpretProgram, RecordMemory } from "../support/interpret-program.js";
import { mechanisms, type Mechanism } from "../support/mechanisms.js";
import { randomState, randomVector } from "../support/random-model.js";

/** What goes into one lane. */
interface Sample {
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly tau: Float64Array;
  readonly u: Float64Array;
  readonly vdot: Float64Array;
  readonly parameters: Float64Array;
}

function sampleOf({ model, inputs, vdot }: Mechanism, seed: number): Sample {
  return {
    ...randomState(model, seed, 0),
    ...inputs,
    vdot,
    // Parameters differ between samples too: whatever follows from them is computed for each.
    parameters: Float64Array.from(
      randomVector(model.parameters.length, 1e-3, seed, 1),
      (x, i) => model.parameters[i].value * (1 + x),
    ),
  };
}

function recordsOf({ tree, vdot }: TracedAlgorithm, sample: Sample) {
  const records = [
    [tree.t, [sample.t]],
    [tree.q, sample.q],
    [tree.v, sample.v],
    [tree.tau, sample.tau],
    [tree.u, sample.u],
  ] as const;
  return vdot ? [...records, [vdot, sample.vdot] as const] : records;
}

function interpreted(algorithm: TracedAlgorithm, sample: Sample): Float64Array {
  const memory = new RecordMemory(algorithm.tree.program);
  for (const [rec, values] of recordsOf(algorithm, sample)) memory.write(rec, values);
  interpretProgram(algorithm.tree.program, memory, sample.parameters);
  return memory.read(algorithm.out);
}

function compiled(
  algorithm: TracedAlgorithm,
  { artifact, offsetOf }: LinkedProgram,
  lanes: readonly [Sample, Sample],
): [Float64Array, Float64Array] {
  const instance = new Instance(artifact);
  const base = instance.state() / 8;
  lanes.forEach((sample, lane) => {
    sample.parameters.forEach((value, i) => instance.setParameter(i, value, lane as 0 | 1));
    for (const [rec, values] of recordsOf(algorithm, sample))
      Array.from(values).forEach((value, i) => (instance.f64[base + offsetOf(rec) / 8 + 2 * i + lane] = value));
  });
  instance.prologue();
  // An algorithm is one entry point, whatever it is called.
  for (const entry of algorithm.tree.program.entries) instance.run(entry);
  const { size } = algorithm.out.layout;
  const lane = (l: number): Float64Array =>
    Float64Array.from({ length: size }, (_, i) => instance.f64[base + offsetOf(algorithm.out) / 8 + 2 * i + l]);
  return [lane(0), lane(1)];
}

const sameBits = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((x, i) => Object.is(x, b[i]) && Number.isFinite(x));
/** The same but for the sign of a zero, which rules like 0 − x = −x do not keep. */
const sameNumbers = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((x, i) => x === b[i]);

const neutral = (mechanism: Mechanism): Sample => ({
  ...sampleOf(mechanism, 704),
  ...neutralState(mechanism.model),
  parameters: Float64Array.from(mechanism.model.parameters, ({ value }) => value),
});

const some = mechanisms(700, 30, { maxBodies: 7 });

describe.each(Object.keys(algorithms) as AlgorithmName[])("%s", (name) => {
  it("compiled = interpreted to the bit, in both lanes at once with different data", () => {
    const failures: string[] = [];
    for (const mechanism of some) {
      const algorithm = algorithms[name](mechanism.model, buildTopology(mechanism.model), articulated, null);
      const linked = link(algorithm.tree.program);
      const [a, b] = [sampleOf(mechanism, 701), sampleOf(mechanism, 702)];
      const [laneA, laneB] = compiled(algorithm, linked, [a, b]);
      const [swappedB, swappedA] = compiled(algorithm, linked, [b, a]);
      if (!sameBits(laneA, interpreted(algorithm, a))) failures.push(`${mechanism.model.name}: lane 0`);
      if (!sameBits(laneB, interpreted(algorithm, b))) failures.push(`${mechanism.model.name}: lane 1`);
      const home = neutral(mechanism);
      if (!sameNumbers(compiled(algorithm, linked, [home, a])[0], interpreted(algorithm, home)))
        failures.push(`${mechanism.model.name}: at zero`);
      if (!sameBits(laneA, swappedA)) failures.push(`${mechanism.model.name}: moved to lane 1`);
      if (!sameBits(laneB, swappedB)) failures.push(`${mechanism.model.name}: moved to lane 0`);
    }
    expect(failures).toEqual([]);
  });
});

describe("an evaluator", () => {
  it("gives the same bits again, whatever it did in between", () => {
    for (const { model, state, inputs, vdot } of some.slice(0, 10)) {
      for (const formulation of ["articulated", "mass-matrix"] as const) {
        const evaluator = createEvaluator(model, { formulation });
        const first = evaluator.forwardDynamics(state, inputs);
        const needed = evaluator.inverseDynamics(state, vdot, inputs);
        const elsewhere = randomState(model, 703, 0);
        evaluator.forwardDynamics(elsewhere);
        evaluator.inverseDynamics(elsewhere, first);
        evaluator.bodies(elsewhere);
        expect(sameBits(evaluator.forwardDynamics(state, inputs), first)).toBe(true);
        expect(sameBits(evaluator.inverseDynamics(state, vdot, inputs), needed)).toBe(true);
        expect(sameBits(createEvaluator(model, { formulation }).forwardDynamics(state, inputs), first)).toBe(true);
      }
    }
  });
});

import { describe, expect, it } from "vitest";
import { sub } from "../../../src/graph/num.js";
import type { FormulationName } from "../../../src/formulation/formulation.js";
import type { ImplicitName } from "../../../src/integrate/integrators.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import type { Model } from "../../../src/model/types.js";
import { runBatch } from "../../../src/simulate/batch/batch.js";
import type { BatchOptions, BatchResult, Sample } from "../../../src/simulate/batch/batch-types.js";
import type { EventSpec } from "../../../src/simulate/plan/plan-options.js";
import { hashNumbers } from "../../../src/model/hash.js";
import { createSimulation } from "../../../src/simulate/simulate.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { heavyTop } from "../../../src/systems/chains/heavy-top.js";
import { bristles, ice } from "../../contact/bodies.js";

/** A ball that skids over a floor, with friction that remembers. */
const ball = mechanism("ball")
  .body("ball", { mass: 1, inertia: [0.01, 0.01, 0.01] })
  .free("base", { parent: "ground", child: "ball" })
  .plane("floor", {})
  .contact("belly", { body: "ball", radius: 0.1, terrain: "floor", normal: ice, friction: bristles })
  .build();

interface Case {
  readonly name: string;
  readonly model: Model;
  readonly integrator: ImplicitName;
  readonly formulation?: FormulationName;
  readonly sample: (i: number) => Sample;
  readonly when: EventSpec["when"];
}

const loop = (integrator: ImplicitName, formulation: FormulationName): Case => ({
  name: `four-bar, ${formulation}`,
  model: fourBar(),
  integrator,
  formulation,
  sample: (i) => ({ state: { v: { crank: 1 + 3 * i } }, tEnd: 0.1 + 0.03 * i }),
  when: (probe) => sub(probe.q("crank"), 0.2),
});
const top = (integrator: ImplicitName): Case => ({
  name: "top",
  model: heavyTop(),
  integrator,
  sample: (i) => ({ state: { t: 0.01 * i, v: { pivot: [1 + i, 2, 10 * i] } }, tEnd: 0.2 + 0.03 * i }),
  when: (probe) => sub(probe.t, 0.111),
});
const skidding = (integrator: ImplicitName): Case => ({
  name: "ball on a floor",
  model: ball,
  integrator,
  sample: (i) => ({
    state: { q: { base: [0, 0, 0.1, 1, 0, 0, 0] }, v: { base: [0, 0.1 * i, 0, 0.2 * i, 0.1, -0.1 * i] } },
    tEnd: 0.02 + 0.01 * i,
  }),
  when: (probe) => sub(probe.t, 0.011),
});
const cases: readonly Case[] = [
  loop("bdf", "tree-augmented"),
  loop("radau5", "constrained"),
  loop("generalized-alpha", "embedded"),
  top("rosenbrock"),
  skidding("bdf"),
];

const bits = (
  { t, q, v, z, events, extremes, extremeTimes, measures, accepted, rejected }: BatchResult,
  i: number,
): string => {
  const row = (all: Float64Array, count: number): Float64Array => all.slice(i * count, (i + 1) * count);
  const samples = t.length;
  return [t, q, v, z, events, extremes, extremeTimes, measures, accepted, rejected]
    .map((all) => hashNumbers(row(all, all.length / samples)))
    .join(" ");
};

const samples = 3; // odd: at the end one lane is alone

describe("a sample in a batch has the bits that it has alone", () => {
  it.each(cases)("$name by $integrator", async ({ model, integrator, formulation, sample, when }) => {
    const options = (more: Partial<BatchOptions>): BatchOptions => ({
      integrator,
      ...(formulation ? { formulation } : {}),
      tEnd: 1,
      tolerance: 1e-4,
      samples,
      sample,
      reference: sample(0),
      events: [{ name: "passed", when }],
      measures: { last: when },
      extremes: {
        most: { of: (probe) => probe.velocity(model.bodies[0].name)[0], take: "max-abs" },
        jolt: { of: (probe) => probe.acceleration(model.bodies[0].name)[2], take: "max" },
        where: { of: (probe) => probe.position(model.bodies[0].name, [0.1, 0.2, 0.3])[0], take: "max" },
      },
      ...more,
    });
    const together = await runBatch(model, options({}));
    expect(together.end).toEqual(Array.from({ length: samples }, () => "finished"));
    const alone = await runBatch(model, options({ first: 1, samples: 1 }));
    expect(bits(alone, 0)).toBe(bits(together, 1));
    // The neighbour on the other side.
    const turned = await runBatch(model, options({ sample: (i) => sample((i + 1) % samples) }));
    for (let i = 0; i < samples; i++) expect(bits(turned, (i + samples - 1) % samples)).toBe(bits(together, i));
    // A run of its own, with nobody else in mind; closures of loops are planned where each starts.
    const events = [{ name: "passed", when }];
    const simulation = createSimulation(model, {
      integrator,
      tolerance: 1e-4,
      events,
      energyBalance: false,
      ...(formulation ? { formulation } : {}),
    });
    const { final, counts } = simulation.run(sample(0).tEnd ?? 1, { state: sample(0).state ?? {} });
    expect([final.t, ...final.q, ...final.v, ...(final.z ?? [])]).toEqual([
      together.t[0],
      ...together.stateAt(0).q,
      ...together.stateAt(0).v,
      ...(together.stateAt(0).z ?? []),
    ]);
    expect(counts.accepted).toBe(together.accepted[0]);
  });
});

import { describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { identityPose } from "../../src/model/pose.js";
import type { Contact, FrictionLaw, Model, NormalLaw } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { bristles, ice } from "./bodies.js";

const hunt: NormalLaw = { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.3 };
const coulomb: FrictionLaw = { kind: "coulomb", kinetic: 0.3, transitionSpeed: 0.1 };

/** A hull with one leg: a foot that remembers, and a corner that does not, on a tilted ground. */
const hopper = mechanism("hopper")
  .body("hull", { mass: 5, inertia: [0.2, 0.3, 0.25], frames: { tip: { position: [0.3, 0, -0.1] } } })
  .body("leg", { mass: 0.5, inertia: [0.01, 0.01, 0.002], com: [0, 0, -0.2] })
  .free("base", { parent: "ground", child: "hull" })
  .revolute("hip", { parent: "hull", child: "leg", axis: [0, 1, 0], stiffness: 50, damping: 2, at: [0, 0.1, -0.1] })
  .plane("floor", { at: { rpy: [0.1, 0.05, 0] } })
  .contact("foot", { body: "leg", at: [0, 0, -0.4], radius: 0.05, terrain: "floor", normal: ice, friction: bristles })
  .contact("tip", { body: "hull", at: "hull/tip", terrain: "floor", normal: hunt, friction: coulomb, scale: 0.5 })
  .build();
const hopping = { q: { base: [0, 0, 0.6, 1, 0, 0, 0] }, v: { base: [0.1, -0.1, 0, 0.5, 0.2, -1] } };

/** A four-bar linkage whose coupler touches a ground below. */
function touchingFourBar(): Model {
  const linkage = fourBar();
  const [, coupler] = linkage.bodies;
  const touch: Contact = {
    name: "belly",
    at: { body: coupler.name, pose: identityPose },
    radius: 0.05,
    terrain: "floor",
    normal: ice,
    friction: bristles,
  };
  const pose = { position: [0, 0, -10] as const, rotation: identityPose.rotation };
  return buildModel({ ...linkage, terrains: [{ kind: "plane", name: "floor", pose }], contacts: [touch] });
}

const trees: readonly FormulationName[] = ["mass-matrix", "partitioned", "augmented"];
const loops: readonly FormulationName[] = ["embedded", "mass-matrix", "partitioned", "augmented"];

describe("formulations", () => {
  it.each(trees)("%s gives the accelerations of articulated, at a state that remembers", (formulation) => {
    const { final } = simulate(hopper, 0.08, { state: hopping, tolerance: 1e-9 });
    expect(final.z?.every((value) => value !== 0)).toBe(true);
    const expected = createEvaluator(hopper, { formulation: "articulated" }).forwardDynamics(final);
    const found = createEvaluator(hopper, { formulation }).forwardDynamics(final);
    const size = Math.max(...expected.map(Math.abs));
    found.forEach((value, i) => expect(Math.abs(value - expected[i]) / size).toBeLessThan(1e-11));
    // What is remembered counts.
    const fresh = createEvaluator(hopper).forwardDynamics({ ...final, z: new Float64Array(3) });
    expect(Math.max(...fresh.map((value, i) => Math.abs(value - expected[i]))) / size).toBeGreaterThan(1e-3);
  });

  it.each(trees)("%s runs as articulated does, through touch-down and lift-off", (formulation) => {
    const options = { state: hopping, tolerance: 1e-10, channels: ["contact.foot"], sampleEvery: 0.02 };
    const expected = simulate(hopper, 0.3, { ...options, formulation: "articulated" });
    const found = simulate(hopper, 0.3, { ...options, formulation });
    found.final.q.forEach((value, i) => expect(Math.abs(value - expected.final.q[i])).toBeLessThan(1e-8));
    const [a, b] = [found, expected].map((run) => run.column("contact.foot.normal"));
    expect(Math.max(...b)).toBeGreaterThan(50);
    a.forEach((value, row) => expect(Math.abs(value - b[row])).toBeLessThan(1e-3));
  });

  it.each(loops)("%s gives the accelerations of tree-augmented where a loop touches", (formulation) => {
    const model = touchingFourBar();
    const lowest = simulate(model, 0.3, { formulation: "tree-augmented", tolerance: 1e-8, channels: ["pos"] });
    const name = model.bodies[1].name;
    const height = lowest.column(`pos.${name}.z`)[lowest.t.length - 1];
    const [terrain] = model.terrains;
    const raised = buildModel({
      ...model,
      terrains: [{ ...terrain, pose: { ...terrain.pose, position: [0, 0, height - 0.04] } }],
    });
    const state = { ...lowest.final, z: Float64Array.of(2e-3, 1e-4, -1e-4) };
    const expected = createEvaluator(raised, { formulation: "tree-augmented" }).forwardDynamics(state);
    const found = createEvaluator(raised, { formulation }).forwardDynamics(state);
    const size = Math.max(...expected.map(Math.abs));
    expect(size).toBeGreaterThan(10);
    found.forEach((value, i) => expect(Math.abs(value - expected[i]) / size).toBeLessThan(1e-9));
  });
});

describe("the balance of energies", () => {
  it("closes with contacts that store and dissipate", () => {
    const { energy } = simulate(hopper, 0.4, { state: hopping, tolerance: 1e-9 });
    expect(Math.abs(energy?.relative ?? 1)).toBeLessThan(1e-9);
  });
});

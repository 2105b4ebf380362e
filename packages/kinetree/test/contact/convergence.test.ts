import { describe, expect, it } from "vitest";
import type { FrictionLaw, NormalLaw } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, block, bristles, firm, ice, icyFriction } from "./bodies.js";

const hunt: NormalLaw = { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.1 };
const coulomb: FrictionLaw = { kind: "coulomb", kinetic: 0.3, transitionSpeed: 0.05 };

/** Largest difference of two states, in metres and metres a second. */
const difference = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

describe("a ball that lands and bounces twice, sliding", () => {
  it.each([
    ["spring-damper, coulomb", firm, coulomb],
    ["hunt-crossley, coulomb", hunt, coulomb],
    ["hunt-crossley, lugre", hunt, bristles],
    ["standard linear solid, lugre", ice, bristles],
    ["the lander's ice", ice, icyFriction],
  ] as const)("%s: the error falls with the tolerance, through touch-downs and lift-offs", (_, normal, friction) => {
    const model = ball(normal, friction, { radius: 0.1 });
    const at = (tolerance: number): Float64Array =>
      simulate(model, 0.7, { state: above(0, 0.3, 1), tolerance, energyBalance: false }).final.q;
    const exact = at(1e-11);
    const errors = [1e-3, 1e-5, 1e-7, 1e-9].map((tolerance) => difference(at(tolerance), exact));
    for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(errors[i - 1]);
    expect(errors[3]).toBeLessThan(1e-6);
  });

  it.each([
    ["the lander's ice", ice, icyFriction],
    ["hunt-crossley, coulomb", hunt, coulomb],
  ] as const)("%s: the error falls with a fixed step", (_, normal, friction) => {
    const model = ball(normal, friction, { radius: 0.1 });
    const state = above(0, 0.3, 1);
    const exact = simulate(model, 0.7, { state, tolerance: 1e-11, energyBalance: false }).final.q;
    const errors = [4e-3, 1e-3, 2.5e-4, 6.25e-5].map((step) =>
      difference(simulate(model, 0.7, { state, integrator: "rk4", step, energyBalance: false }).final.q, exact),
    );
    // Touch-downs fall somewhere into a step: first order at least, with a factor of four a row.
    for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThan(0.5 * errors[i - 1]);
  });
});

describe("a block that stays on the ground and slides on", () => {
  it.each([
    ["coulomb", firm, coulomb, 7e-5, 0.02],
    ["lugre", firm, { ...bristles, sigma1: 0.5 } as FrictionLaw, 7e-5, 1],
    ["lugre on a standard linear solid", ice, bristles, 2.3e-4, 1],
  ] as const)("%s: rk4 has its fourth order", (_, normal, friction, depth, speed) => {
    const model = block(normal, friction, 0);
    const state = above(0, 0.05 - depth, speed);
    const end = (step: number): Float64Array =>
      simulate(model, 0.064, { state, integrator: "rk4", step, energyBalance: false }).final.q;
    const errors = [4e-4, 2e-4, 1e-4].map((step) => difference(end(step), end(step / 2)));
    for (let i = 1; i < errors.length; i++) expect(Math.log2(errors[i - 1] / errors[i])).toBeGreaterThan(3.8);
  });
});

import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { forwardDerivatives } from "../../src/analysis/derivatives.js";
import { stateFromJoints } from "../../src/state/state.js";
import { europaLander } from "../../src/systems/landers/europa/europa-lander.js";
import { simulate } from "../../src/simulate/simulate.js";
import { above, ball, block, bristles, downhill, firm, g, ice } from "../contact/bodies.js";
import { refusal } from "../support/refusal.js";
import { footedFourBar, gearedFoot } from "./remembering-systems.js";

/* Rest with elements that remember: creep settles, bristles bend just enough. */

const [elastic, viscoelastic] = [22000, 920]; // of the ice

describe("a point mass on ice", () => {
  it.each([0, 0.2, 0.38])("slope %f rad: depth, creep and bristles / closed forms", (slope) => {
    const model = ball(ice, bristles, { slope });
    const { point, isStable, neutralDirections } = equilibrium(model, stateFromJoints(model, above(slope, -0.001, 0)));
    const [creep, downhillBend, acrossBend] = point.z ?? [];
    const weight = g * Math.cos(slope); // of 1 kg, across the slope
    const depth = -(point.q[2] * Math.cos(slope) + point.q[0] * Math.sin(slope));
    expect(depth / (weight * (1 / elastic + 1 / viscoelastic))).toBeCloseTo(1, 11);
    expect(creep / (weight / viscoelastic)).toBeCloseTo(1, 11);
    expect(Math.abs(downhillBend - Math.tan(slope) / 1000)).toBeLessThan(1e-14); // N σ0 z = m g sin
    expect(Math.abs(acrossBend)).toBeLessThan(1e-14);
    // Across the slope it rests; it stays where it is put along it, and may turn, being a point.
    expect(Math.abs(downhill(slope, point.q))).toBeLessThan(1e-12);
    expect([isStable, neutralDirections]).toEqual([true, 3]);
  });

  it("is reported where the slope is steeper than its friction holds", () => {
    const slope = Math.atan(1.02 * 0.4);
    const model = ball(ice, bristles, { slope });
    const error = refusal(() => equilibrium(model, stateFromJoints(model, above(slope, -0.001))));
    expect([error.code, error.subject]).toEqual(["equilibrium-slips", 'contact "touch"']);
    expect(error.value).toBeCloseTo(1.02, 9);
  });

  it("that rolls is held by no friction", () => {
    const slope = 0.1;
    const model = ball(firm, bristles, { slope, radius: 0.2 });
    const { code } = refusal(() =>
      equilibrium(model, stateFromJoints(model, above(slope, 0.199)), { maxIterations: 20 }),
    );
    expect(code).toMatch(/^equilibrium-(unresisted|not-found)$/);
  });
});

describe("a block on four points", () => {
  it("stands as a long simulation leaves it", () => {
    const slope = 0.2;
    const model = block(ice, bristles, slope);
    const start = stateFromJoints(model, above(slope, 0.045));
    const { point } = equilibrium(model, start);
    const { final } = simulate(model, 60, { state: start, tolerance: 1e-10 });
    const height = (q: Float64Array): number => q[2] * Math.cos(slope) + q[0] * Math.sin(slope);
    // Ten time constants of the ground (6 s) leave 5e-5 of 1 cm. It has slid downhill meanwhile.
    expect(Math.abs(height(point.q) - height(final.q))).toBeLessThan(1e-6);
    expect(Math.abs(point.q[5] - final.q[5])).toBeLessThan(1e-6);
    const [found, simulated] = [point.z ?? [], final.z ?? []];
    found.forEach((z, i) => expect(Math.abs(z - simulated[i])).toBeLessThan(i % 3 === 0 ? 1e-6 : 2e-6));
  });

  it("shares a slope evenly, and holds up to its angle of friction", () => {
    for (const share of [0.5, 0.98]) {
      const slope = Math.atan(0.4 * share);
      const model = block(firm, bristles, slope);
      const { point } = equilibrium(model, stateFromJoints(model, above(slope, 0.0499)));
      const bent = [0, 2, 4, 6].map((i) => (point.z ?? [])[i] / ((0.4 * share) / 1000));
      bent.forEach((each) => expect(each).toBeCloseTo(1, 3));
    }
    const slope = Math.atan(0.4 * 1.02);
    const model = block(firm, bristles, slope);
    const error = refusal(() => equilibrium(model, stateFromJoints(model, above(slope, 0.0499))));
    expect(error.code).toBe("equilibrium-slips");
  });

  it("keeps the bristles of a start that is at rest", () => {
    const slope = 0.1;
    const model = block(firm, bristles, slope);
    const first = equilibrium(model, stateFromJoints(model, above(slope, 0.0499))).point;
    const z = (first.z ?? new Float64Array()).map((each, i) => each + (i === 1 ? 1e-5 : i === 5 ? -1e-5 : 0));
    const { point } = equilibrium(model, { ...first, z });
    // Two corners at one height, bent against each other: not the least, but at rest as it is.
    (point.z ?? []).forEach((each, i) => expect(Math.abs(each - z[i])).toBeLessThan(1e-9));
  });
});

describe.each([
  ["a four-bar with a foot", footedFourBar(), {}],
  ["a geared foot", gearedFoot(), { q: { rail: 0 } }],
  ["a lander on its legs", europaLander({ legs: "shock-absorbing" }), {}],
  ["a conforming lander", europaLander({ legs: "conforming" }), {}],
] as const)("%s", (_, model, start) => {
  const { point, isStable } = equilibrium(model, stateFromJoints(model, start));
  it("rests: neither speeds nor internal states change", () => {
    const { vdot, zdot } = forwardDerivatives(model, point);
    expect(Math.max(...vdot.map(Math.abs))).toBeLessThan(1e-6);
    expect(Math.max(...zdot.map(Math.abs))).toBeLessThan(1e-12);
    expect(isStable).toBe(true);
  });
  it("stays there in a simulation", () => {
    const { final } = simulate(model, 2, { state: point, tolerance: 1e-9 });
    final.q.forEach((q, i) => expect(Math.abs(q - point.q[i])).toBeLessThan(1e-7));
  });
});

describe("a four-bar let go beside its rest", () => {
  it("settles where the equilibrium is found from there", () => {
    const model = footedFourBar();
    const { point: rest } = equilibrium(model);
    const { final } = simulate(model, 40, { state: { q: { crank: 0 } }, tolerance: 1e-9 });
    const { point } = equilibrium(model, final);
    final.q.forEach((q, i) => expect(Math.abs(q - point.q[i])).toBeLessThan(1e-6));
    // Within what bent bristles hold: their force over the stiffness of what they act against.
    final.q.forEach((q, i) => expect(Math.abs(q - rest.q[i])).toBeLessThan(2e-2));
  });
});

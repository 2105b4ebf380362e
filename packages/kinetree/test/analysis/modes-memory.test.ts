import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize } from "../../src/analysis/linearize.js";
import { modes } from "../../src/analysis/modes.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { stateFromJoints } from "../../src/state/state.js";
import { europaLander } from "../../src/systems/landers/europa/europa-lander.js";
import { above, ball, block, bristles, firm, g, ice } from "../contact/bodies.js";
import { refusal } from "../support/refusal.js";
import { footedFourBar, gearedFoot } from "./remembering-systems.js";

/* Small motions with elements that remember. */

describe("a point mass on flat ice with bristles", () => {
  const model = ball(ice, bristles);
  const { point } = equilibrium(model, stateFromJoints(model, above(0, -0.001)));
  const { undamped, damped, states } = modes(model, point);

  it("along the ground the bristles are springs: ω² = N σ0 / m, 2 ζ ω = N σ1 / m", () => {
    const [omega, zeta] = [Math.sqrt(1000 * g), (30 * g) / (2 * Math.sqrt(1000 * g))];
    expect(undamped.filter(({ angularFrequency }) => Math.abs(angularFrequency / omega - 1) < 1e-9)).toHaveLength(2);
    // Overdamped: two real eigenvalues in each direction.
    expect(zeta).toBeGreaterThan(1);
    for (const sign of [-1, 1]) {
      const rate = omega * (zeta + sign * Math.sqrt(zeta * zeta - 1));
      const found = damped.filter(
        ({ timeConstant }) => timeConstant !== null && Math.abs(timeConstant * rate - 1) < 1e-6,
      );
      expect(found).toHaveLength(2);
    }
  });

  it("across it fast motions meet k_e, and the creep settles by the root of the law", () => {
    const [ke, kv, c] = [22000, 920, 5550];
    expect(undamped.some(({ angularFrequency }) => Math.abs(angularFrequency / Math.sqrt(ke) - 1) < 1e-9)).toBe(true);
    // (s² + k_e)(c s + k_e + k_v) = k_e²
    const law = ({ re: s, im }: { re: number; im: number }): number =>
      im === 0 ? (s * s + ke) * (c * s + ke + kv) - ke * ke : NaN;
    const slow = damped.find(({ eigenvalue }) => Math.abs(law(eigenvalue)) < 1e-6 * ke * ke);
    expect(slow?.timeConstant).toBeGreaterThan(5); // about c / k_v = 6 s
    expect(states).toEqual(["touch, standard-linear-solid", "touch, lugre 1", "touch, lugre 2"]);
    // The mass sinks as the ground gives way.
    expect((slow?.states[0] ?? 0) * (slow?.shape[5] ?? 0)).toBeLessThan(0);
  });

  it("rests anywhere along the ground, and turns freely", () => {
    // Two directions to rest elsewhere, three turns that go on.
    expect(damped.filter(({ isRigid }) => isRigid)).toHaveLength(2 + 2 * 3);
  });
});

describe.each([
  ["a four-bar with a foot", footedFourBar(), {}],
  ["a geared foot", gearedFoot(), { q: { rail: 0 } }],
  ["a block", block(firm, bristles, 0.2), above(0.2, 0.0499)],
  ["a lander on its legs", europaLander({ legs: "shock-absorbing" }), {}],
] as const)("%s", (_, model, start) => {
  const { point, isStable } = equilibrium(model, stateFromJoints(model, start));
  const { damped } = modes(model, point);

  it("has the eigenvalues of its linearisation", () => {
    const { re, im } = eigenGeneral(linearize(model, point).A);
    const largest = Math.max(...re.map((x, i) => Math.hypot(x, im[i])));
    for (const { eigenvalue, isRigid } of damped) {
      if (isRigid) continue;
      const nearest = Math.min(...re.map((x, i) => Math.hypot(x - eigenvalue.re, im[i] - eigenvalue.im)));
      expect(nearest).toBeLessThan(1e-6 * largest);
    }
  });

  it("decays, as its equilibrium is stable", () => {
    expect(isStable).toBe(true);
    expect(damped.filter(({ isUnstable }) => isUnstable)).toEqual([]);
    for (const { shape, states, dampingRatio } of damped)
      expect([...shape, ...states, dampingRatio].every(Number.isFinite)).toBe(true);
  });
});

describe("modes", () => {
  it("refuse a pose whose internal states are on their way", () => {
    const model = ball(ice, bristles);
    const { point } = equilibrium(model, stateFromJoints(model, above(0, -0.001)));
    const z = Float64Array.from(point.z ?? []);
    z[0] *= 0.9;
    const held = { ...point, z, tau: Float64Array.of(0, 0, 0, 0, 0, (-0.1 * 22000 * z[0]) / 0.9) };
    const { code, subject } = refusal(() => modes(model, held));
    expect([code, subject]).toEqual(["modes-without-equilibrium", 'state "touch, standard-linear-solid"']);
  });
});

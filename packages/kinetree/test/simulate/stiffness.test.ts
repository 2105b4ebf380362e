import { describe, expect, it } from "vitest";
import { linearize } from "../../src/analysis/linearize.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { stateFromJoints, type JointValues } from "../../src/state/state.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { hypotenuse } from "../../src/linalg/hypotenuse.js";
import type { Model } from "../../src/model/types.js";
import { stiffnessOf } from "../../src/simulate/stiffness-of.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { clamped } from "../formulation/flexible-beams.js";
import { heldCart } from "./stiffness-mechanisms.js";

/** Size and damping ratio of the largest eigenvalue that does not grow. */
function largest(model: Model, q: JointValues): { rate: number; dampingRatio: number } {
  const { re, im } = eigenGeneral(linearize(model, stateFromJoints(model, { q })).A);
  const sizes = Array.from(re, (x, i) => (x > 0.1 * hypotenuse(x, im[i]) ? 0 : hypotenuse(x, im[i])));
  const at = sizes.indexOf(Math.max(...sizes));
  return { rate: sizes[at], dampingRatio: -re[at] / sizes[at] };
}

describe("fastest mode / eigenvalues of the linearised mechanism", () => {
  const cases: readonly { name: string; model: Model; q: JointValues }[] = [
    { name: "pendulum", model: pendulum(), q: { hinge: 1 } },
    { name: "double pendulum, hanging aside", model: doublePendulum(), q: { shoulder: 0.5, elbow: 0.3 } },
    { name: "cart on a stiff damper", model: heldCart(1e6, 1e5), q: { hinge: 1 } },
    { name: "cart on a spring with some damping", model: heldCart(1e6, 400), q: { hinge: 1 } },
    { name: "rod that bends", model: clamped({ modes: { y: 2 } }, 9.81).build(), q: {} },
  ];
  it.each(cases)("$name", ({ model, q }) => {
    const expected = largest(model, q);
    const { fastest } = stiffnessOf(model, { state: { q } });
    expect(Math.abs((fastest?.rate ?? NaN) / expected.rate - 1)).toBeLessThan(0.1);
    expect(Math.abs((fastest?.dampingRatio ?? NaN) - expected.dampingRatio)).toBeLessThan(0.05);
  });

  it("a mechanism without any has none", () => {
    expect(stiffnessOf(lander({ legs: 1 })).fastest).toBe(null);
  });
});

describe("one mode of a loop / every formulation sees it", () => {
  // Bars on damped hinges: the motion that the loop leaves dies away.
  const model = fourBar({ damping: 100 });
  const rateBy = (formulation: FormulationName): number => stiffnessOf(model, { formulation }).fastest?.rate ?? NaN;
  const reference = rateBy("tree-augmented");
  it.each(["embedded", "augmented"] as const)("%s", (formulation) => {
    expect(Math.abs(rateBy(formulation) / reference - 1)).toBeLessThan(0.02);
  });
});

describe("verdict", () => {
  const swinging = { state: { q: { hinge: 1 } } };
  it("a pendulum is not stiff", () => {
    const { verdict, suggested, advice } = stiffnessOf(pendulum(), swinging);
    expect([verdict, suggested]).toEqual(["not stiff", null]);
    expect(advice).toMatch(/^not stiff: joint "hinge" oscillates at 0.366 Hz/);
  });
  it("a stiff damper is, and BDF is named", () => {
    const { verdict, suggested, advice, explicitStep } = stiffnessOf(heldCart(1e6, 1e5), swinging);
    expect([verdict, suggested]).toEqual(["stiff", "bdf"]);
    expect(advice).toMatch(/joint "rail" decays at a rate of 57600 1\/s.* Take integrator "bdf"\.$/);
    // 3.3 / |λ|
    expect(explicitStep).toBeCloseTo(3.307 / 57640, 6);
  });
  it("modes that swing as they die are for Radau: BDF of high order is not stable for them", () => {
    expect(stiffnessOf(heldCart(1e8, 6e3), swinging)).toMatchObject({ verdict: "stiff", suggested: "radau5" });
  });
  it("an undamped stiff spring oscillates", () => {
    expect(stiffnessOf(heldCart(1e8, 0), swinging)).toMatchObject({
      verdict: "oscillatory",
      suggested: "generalized-alpha",
    });
  });
  it("a transient of the stiff mode does not hide that the motion is slow", () => {
    const compressed = stiffnessOf(heldCart(1e6, 1e5), { state: { q: { hinge: 1, rail: 0.01 } } });
    expect(compressed.verdict).toBe("stiff");
    expect(compressed.motionTime).toBeGreaterThan(0.1);
  });
  it("at rest, what is damped bounds the steps all the same", () => {
    expect(stiffnessOf(heldCart(1e6, 1e5))).toMatchObject({ verdict: "stiff", motionTime: Infinity });
    expect(stiffnessOf(pendulum()).verdict).toBe("not stiff");
  });
  it("implicit integrators are asked about as if they were explicit", () => {
    const asked = { ...swinging, integrator: "bdf", formulation: "constrained" } as const;
    expect(stiffnessOf(heldCart(1e6, 1e5), asked)).toEqual(stiffnessOf(heldCart(1e6, 1e5), swinging));
  });
  it("a fixed step is compared with the limit", () => {
    const by = (step: number) => stiffnessOf(heldCart(1e4, 1e3), { ...swinging, integrator: "rk4", step });
    expect(by(1e-5).verdict).toBe("not stiff");
    expect(by(1e-1)).toMatchObject({ verdict: "stiff", integrator: "rk4", accuracyStep: 0.1 });
  });
});

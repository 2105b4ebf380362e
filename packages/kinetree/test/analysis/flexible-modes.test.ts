import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { createLinearize } from "../../src/analysis/linearize.js";
import { modes, type Mode } from "../../src/analysis/modes.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { clamped, length, massPerLength, rod, unitFrequency, withTipMass } from "../formulation/flexible-beams.js";

/** β L of each mode; two a frequency where both planes have it. */
const wavesOf = (model: Model, pinned: readonly string[] = []): number[] =>
  modes(model, neutralState(model), { pinned }).undamped.map(waveOf);
const waveOf = ({ angularFrequency }: Mode): number => Math.sqrt(angularFrequency / unitFrequency);

/** Largest difference of frequencies, which go as (β L)², as a part of the expected ones. */
const worst = (found: readonly number[], expected: readonly number[]): number =>
  expected.reduce((most, x, i) => Math.max(most, Math.abs((found[i] / x) ** 2 - 1)), 0);

// Blevins, Formulas for Natural Frequency and Mode Shape (1979), Table 8-1.
const clampedFree = [1.87510407, 4.69409113, 7.85475744, 10.99554073];
const pinnedFree = [3.92660231, 7.06858275, 10.21017612];
const clampedClamped = [4.73004074, 7.85320462];

const onHinge = (count: number): Model =>
  mechanism("pinned rod")
    .gravity(0, 0, 0)
    .beam("rod", rod({ modes: { y: count }, geometricStiffness: false }))
    .revolute("hinge", { parent: "ground", child: "rod", axis: [0, 0, 1] })
    .build();

describe("frequencies of a beam / the analytic ones", () => {
  it("clamped and free, four modes a plane: all of them, in both planes", () => {
    const found = wavesOf(clamped({ modes: { y: 4, z: 4 } }).build());
    expect(
      worst(
        found,
        clampedFree.flatMap((x) => [x, x]),
      ),
    ).toBeLessThan(1e-8);
  });

  it("pinned and free, four modes: the two lowest to 0.1 %, the third to 0.5 %, and one that nothing resists", () => {
    const [rigid, ...found] = wavesOf(onHinge(4));
    expect(rigid).toBe(0);
    expect(worst(found, pinnedFree.slice(0, 2))).toBeLessThan(1e-3);
    expect(worst(found, pinnedFree)).toBeLessThan(5e-3);
  });

  it("pinned and free, six modes: three to 0.1 %", () => {
    expect(worst(wavesOf(onHinge(6)).slice(1), pinnedFree)).toBeLessThan(1e-3);
  });

  it("on a hinge that is locked: clamped and free", () => {
    expect(worst(wavesOf(onHinge(4), ["hinge"]), clampedFree)).toBeLessThan(1e-8);
  });

  it.each([0.2, 5])("clamped, with a mass of %d beams at its end and a static correction", (ratio) => {
    const mass = ratio * massPerLength * length;
    const model = withTipMass(mass, { modes: { y: 4 }, corrections: [{ at: length, load: "force-y" }] });
    const expected = tipMassWaves(ratio, 3);
    expect(worst(wavesOf(model), expected)).toBeLessThan(1e-3);
    // The lowest mode is all but the static deflection.
    expect(worst(wavesOf(model), expected.slice(0, 1))).toBeLessThan(1e-7);
  });

  it("the damping ratio of each mode is the beam's", () => {
    const { damped } = modes(...atHome(clamped({ modes: { y: 3, z: 1 }, dampingRatio: 0.02 }).build()));
    for (const { dampingRatio } of damped) expect(Math.abs(dampingRatio - 0.02)).toBeLessThan(1e-12);
  });
});

const atHome = (model: Model) => [model, neutralState(model)] as const;

/** Roots of 1 + cos β cosh β + μ β (cos β sinh β − sin β cosh β) (Blevins, Table 8-8). */
function tipMassWaves(ratio: number, count: number): number[] {
  const f = (b: number): number =>
    1 + Math.cos(b) * Math.cosh(b) + ratio * b * (Math.cos(b) * Math.sinh(b) - Math.sin(b) * Math.cosh(b));
  const roots: number[] = [];
  for (let from = 0.05; roots.length < count; from += 0.05) {
    if (f(from) * f(from + 0.05) > 0) continue;
    let [low, high] = [from, from + 0.05];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (f(low) * f(middle) <= 0) high = middle;
      else low = middle;
    }
    roots.push(low);
  }
  return roots;
}

describe("a beam that spins / tables of rotating beams", () => {
  /** Frequencies out of the plane of rotation, rising, at a rate; both in unit frequencies. */
  const spinning = (geometricStiffness: boolean): ((rate: number) => number[]) => {
    const model = mechanism("spinning rod")
      .gravity(0, 0, 0)
      .body("hub", { mass: 1, inertia: [1, 1, 1] })
      .revolute("axle", { parent: "ground", child: "hub", axis: [0, 0, 1] })
      .beam("rod", rod({ modes: { z: 5 }, geometricStiffness }))
      .weld("root", { parent: "hub", child: "rod" })
      .build();
    const linearized = createLinearize(model);
    return (rate) => {
      const { im } = eigenGeneral(linearized(stateFromJoints(model, { v: { axle: rate * unitFrequency } })).A);
      return Array.from(im, (x) => x / unitFrequency)
        .filter((x) => x > 1e-3)
        .sort((a, b) => a - b);
    };
  };
  const stiffened = spinning(true);

  // Wright, Smith, Thresher, Wang, J. Applied Mechanics 49 (1982) 197-202, no offset, clamped.
  it.each([
    [1, 3.6816, 22.181],
    [3, 4.7973, 23.3203],
    [6, 7.3604, 26.8091],
    [12, 13.1702, 37.6031],
  ])("at %d unit frequencies it stiffens", (rate, first, second) => {
    const found = stiffened(rate);
    expect(Math.abs(found[0] / first - 1)).toBeLessThan(1e-3);
    expect(Math.abs(found[1] / second - 1)).toBeLessThan(1e-3);
  });

  it("without geometric stiffness it does not", () => {
    expect(Math.abs(spinning(false)(6)[0] / clampedFree[0] ** 2 - 1)).toBeLessThan(1e-6);
  });
});

describe("closed loops / the same beam, held at both ends", () => {
  const held = (kind: "weld" | "revolute"): Model => {
    const free = clamped({
      geometricStiffness: false,
      modes: { y: 4 },
      corrections: [
        { at: length, load: "force-y" },
        { at: length, load: "torque-z" },
      ],
    });
    const end = { parent: "ground", child: "rod_tip", at: [length, 0, 0], role: "loop" } as const;
    return (kind === "weld" ? free.weld("end", end) : free.revolute("end", { ...end, axis: [0, 0, 1] })).build();
  };

  it("clamped at both ends", () => {
    expect(worst(wavesOf(held("weld")), clampedClamped)).toBeLessThan(1e-3);
  });

  it("clamped and hinged", () => {
    expect(worst(wavesOf(held("revolute")), pinnedFree.slice(0, 2))).toBeLessThan(1e-3);
  });
});

describe("closed loops at rest / statics and rigid bodies", () => {
  it("a propped cantilever under its own weight: 3/8 of the weight on the prop", () => {
    const g = 0.1;
    const model = clamped(
      { modes: { z: 4 }, corrections: [{ at: length, load: "force-z" }], geometricStiffness: false },
      g,
    )
      .revolute("prop", { parent: "ground", child: "rod_tip", at: [length, 0, 0], axis: [0, 1, 0], role: "loop" })
      .build();
    const { point, isStable, residual } = equilibrium(model);
    const prop = createEvaluator(model)
      .jointLoads(point)
      .find(({ name }) => name === "prop");
    const weight = massPerLength * length * g;
    expect(isStable).toBe(true);
    expect(residual).toBeLessThan(1e-10 * weight);
    // Its deflection in the modes is exact but for the load's fifth eigenfunction and beyond.
    expect(Math.abs((prop?.force[2] ?? 0) / ((3 / 8) * weight) - 1)).toBeLessThan(1e-3);
    expect(modes(model, point).undamped.every(({ isUnstable }) => !isUnstable)).toBe(true);
  });

  it("a parallelogram of links without mass swings with its coupler like a pendulum: ω² = g / l", () => {
    const l = 0.7;
    const light = { mass: 1e-9, inertia: [1e-12, 1e-12, 1e-12] as const };
    const hinge = { axis: [0, 1, 0] as const };
    const model = mechanism("parallelogram")
      .body("left", light)
      .body("right", light)
      .body("coupler", { mass: 2, com: [0.5, 0, 0], inertia: [0.3, 0.3, 0.3] })
      .revolute("a", { ...hinge, parent: "ground", child: "left" })
      .revolute("b", { ...hinge, parent: "left", child: "coupler", at: [0, 0, -l] })
      .revolute("c", { ...hinge, parent: "ground", child: "right", at: [1, 0, 0] })
      .revolute("d", { ...hinge, parent: "right", child: "coupler", at: [0, 0, -l], childAt: [1, 0, 0], role: "loop" })
      .build();
    const start = stateFromJoints(model, { q: { a: 0.4, b: -0.4, c: 0.4 } });
    const { point } = equilibrium(model, { q: start.q });
    const { undamped } = modes(model, point);
    expect(undamped).toHaveLength(1);
    expect(Math.abs(undamped[0].angularFrequency ** 2 / (9.81 / l) - 1)).toBeLessThan(1e-7);
    const { a, b, c } = undamped[0].byJoint;
    expect(Math.abs(b[0] / a[0] + 1)).toBeLessThan(1e-12);
    expect(Math.abs(c[0] / a[0] - 1)).toBeLessThan(1e-12);
  });
});

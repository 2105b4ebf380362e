import { describe, expect, it } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize } from "../../src/analysis/linearize.js";
import { modes, type Mode } from "../../src/analysis/modes.js";
import { neutralState, stateFromJoints } from "../../src/state/state.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { matMul, transpose, type Matrix } from "../../src/linalg/matrix.js";
import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import { solidBox, solidSphere } from "../../src/model/bodies/solids.js";
import type { Model } from "../../src/model/types.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { hingeChain } from "../../src/systems/chains/chain.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { allLoads, relativeDistance } from "./derivative-systems.js";

const g = 9.81;
const frequencies = (found: readonly Mode[]): number[] => found.map(({ angularFrequency }) => angularFrequency);
const atHome = (model: Model) => modes(model, neutralState(model));

describe("natural frequencies known in closed form", () => {
  it("a pendulum of a ball: ω² = m g l / (m l² + 2/5 m r²)", () => {
    const [m, l, r] = [1.7, 0.8, 0.3];
    const { undamped } = atHome(pendulum({ mass: m, length: l, bobRadius: r }));
    const expected = Math.sqrt((g * l) / (l * l + 0.4 * r * r));
    expect(relativeDistance(frequencies(undamped), [expected])).toBeLessThan(1e-14);
    expect(undamped[0].frequency).toBe(undamped[0].angularFrequency / (2 * Math.PI));
  });

  it("a double pendulum of equal masses and lengths: ω² = (g / l)(2 ± √2)", () => {
    const { undamped } = atHome(doublePendulum({ length1: 0.6, length2: 0.6, mass1: 2, mass2: 2 }));
    const expected = [2 - Math.SQRT2, 2 + Math.SQRT2].map((x) => Math.sqrt((g / 0.6) * x));
    expect(relativeDistance(frequencies(undamped), expected)).toBeLessThan(1e-14);
  });

  it("its shapes: the lower angle is ±√2 times the upper one, seen from the ground", () => {
    const { undamped } = atHome(doublePendulum());
    for (const [k, sign] of [1, -1].entries()) {
      const { shoulder, elbow } = undamped[k].byJoint;
      expect(Math.abs((shoulder[0] + elbow[0]) / shoulder[0] - sign * Math.SQRT2)).toBeLessThan(1e-13);
    }
  });

  it("n masses on springs in a row, one end free: ω_j = 2 √(k/m) sin((2j − 1) π / (4n + 2))", () => {
    const [n, m, k] = [12, 0.5, 80];
    const row = mechanism("row")
      .gravity(0, 0, -g)
      .repeat(n, (soFar: AnyMechanism, i) =>
        soFar.body(`m${i}`, solidSphere(m, 0.01)).prismatic(`s${i}`, {
          parent: i === 0 ? "ground" : `m${i - 1}`,
          child: `m${i}`,
          axis: [1, 0, 0],
          stiffness: k,
        }),
      )
      .build();
    const expected = Array.from(
      { length: n },
      (_, j) => 2 * Math.sqrt(k / m) * Math.sin(((2 * j + 1) * Math.PI) / (4 * n + 2)),
    );
    expect(relativeDistance(frequencies(atHome(row).undamped), expected)).toBeLessThan(1e-13);
  });

  it("a hanging string of n equal beads: ω² = (g / l) times the zeros of the Laguerre polynomial L_n", () => {
    // Abramowitz and Stegun, Handbook of Mathematical Functions, Table 25.9, n = 4.
    const zeros = [0.322547689619, 1.74576110116, 4.5366202969, 9.3950709123];
    const string = mechanism("string")
      .gravity(0, 0, -g)
      .repeat(4, (soFar: AnyMechanism, i) =>
        soFar.body(`b${i}`, solidSphere(0.2, 0, [0, 0, -0.3])).revolute(`j${i}`, {
          parent: i === 0 ? "ground" : `b${i - 1}`,
          child: `b${i}`,
          at: i === 0 ? [0, 0, 0] : [0, 0, -0.3],
          axis: [0, 1, 0],
        }),
      )
      .build();
    const expected = zeros.map((x) => Math.sqrt((g / 0.3) * x));
    expect(relativeDistance(frequencies(atHome(string).undamped), expected)).toBeLessThan(1e-11); // digits of the table
  });

  it("a body on a bushing: √(k/m) along, √(k/I) about each axis", () => {
    const mount = mechanism("mount")
      .gravity(0, 0, 0)
      .body("engine", solidBox(6, [0.5, 0.4, 0.3]))
      .free("free", { parent: "ground", child: "engine" })
      .bushing("mount", { a: "ground", b: "engine", stiffness: { rotation: [3, 4, 5], translation: [200, 300, 500] } })
      .build();
    const inertia = [0.4 ** 2 + 0.3 ** 2, 0.5 ** 2 + 0.3 ** 2, 0.5 ** 2 + 0.4 ** 2].map((x) => (6 / 12) * x);
    const squares = [...inertia.map((I, i) => [3, 4, 5][i] / I), ...[200, 300, 500].map((k) => k / 6)];
    const expected = squares.map(Math.sqrt).sort((a, b) => a - b);
    expect(relativeDistance(frequencies(atHome(mount).undamped), expected)).toBeLessThan(1e-13);
  });

  it("a mass that hangs on a spring swings and bounces about where it hangs", () => {
    const [m, k, free] = [2, 150, 0.5];
    const model = mechanism("bob")
      .gravity(0, 0, -g)
      .body("bob", solidSphere(m, 0.01))
      .planar("plane", { parent: "ground", child: "bob", axis: [0, 1, 0], xAxis: [1, 0, 0] })
      .pointSpring("spring", { a: { body: "ground", at: [0, 0, 1] }, b: "bob", stiffness: k, freeLength: free })
      .build();
    const { point } = equilibrium(model);
    const length = free + (m * g) / k;
    const { undamped } = modes(model, point);
    // Turning on the spot is free; swinging has √(g/l) with the stretched length, bouncing √(k/m).
    const expected = [0, Math.sqrt(g / length), Math.sqrt(k / m)];
    expect(relativeDistance(frequencies(undamped), expected)).toBeLessThan(1e-9); // the equilibrium's own error
    expect(undamped.map(({ isRigid }) => isRigid)).toEqual([true, false, false]);
  });
});

describe("motions that nothing resists", () => {
  it("two masses and a spring between them: 0 and √(k (1/m₁ + 1/m₂))", () => {
    const model = mechanism("dumbbell")
      .body("a", solidSphere(2, 0.1))
      .body("b", solidSphere(3, 0.1))
      .prismatic("rail", { parent: "ground", child: "a", axis: [1, 0, 0] })
      .prismatic("spring", { parent: "a", child: "b", axis: [1, 0, 0], stiffness: 50 })
      .build();
    const { undamped, damped } = atHome(model);
    for (const found of [undamped, damped]) {
      const rigid = found.filter(({ isRigid }) => isRigid);
      const rest = found.filter(({ isRigid }) => !isRigid);
      expect(rigid.length).toBeGreaterThan(0);
      expect(rigid.every(({ angularFrequency }) => angularFrequency === 0)).toBe(true);
      expect(relativeDistance(frequencies(rest), [Math.sqrt(50 * (1 / 2 + 1 / 3))])).toBeLessThan(1e-13);
    }
    // Both together, neither relative to the other: unit kinetic energy of 5 kg.
    expect(relativeDistance(undamped[0].shape, [1 / Math.sqrt(5), 0])).toBeLessThan(1e-14);
  });

  it("a bell on a point: two equal swings, and turning about the vertical", () => {
    const bell = mechanism("bell")
      .gravity(0, 0, -g)
      .body("bell", { mass: 3, com: [0, 0, -0.4], inertia: [0.2, 0.2, 0.1] })
      .spherical("pivot", { parent: "ground", child: "bell" })
      .build();
    const { undamped } = atHome(bell);
    const omega = Math.sqrt((3 * g * 0.4) / (0.2 + 3 * 0.16));
    expect(relativeDistance(frequencies(undamped), [0, omega, omega])).toBeLessThan(1e-14);
    expect(relativeDistance(undamped[0].byJoint["pivot"], [0, 0, 1 / Math.sqrt(0.1)])).toBeLessThan(1e-14);
  });

  it("an arm that its spring balances: weight and spring cancel, and what rounding leaves is no frequency", () => {
    const lamp = mechanism("lamp")
      .gravity(0, 0, -g)
      .body("arm", { ...solidSphere(2, 0.05, [0.7, 0, 0]), frames: { end: [0.7, 0, 0] } })
      .revolute("hinge", { parent: "ground", child: "arm", axis: [0, -1, 0] })
      .pointSpring("spring", { a: { body: "ground", at: [0, 0, 0.5] }, b: "arm/end", stiffness: 4 * g, freeLength: 0 })
      .build();
    const { undamped, damped } = modes(lamp, stateFromJoints(lamp, { q: { hinge: 0.4 } }));
    expect([...undamped, ...damped].map(({ isRigid }) => isRigid)).not.toContain(false);
  });

  it("a body alone in space has six", () => {
    const rock = mechanism("rock")
      .gravity(0, 0, 0)
      .body("rock", solidSphere(1, 1))
      .free("free", { parent: "ground", child: "rock" })
      .build();
    expect(atHome(rock).undamped.map(({ isRigid }) => isRigid)).toEqual([true, true, true, true, true, true]);
  });
});

describe("instability", () => {
  it("an upright pendulum grows with √(g/l)", () => {
    const model = pendulum({ length: 0.5 });
    const { undamped, damped } = modes(model, stateFromJoints(model, { q: { hinge: Math.PI } }));
    expect(undamped[0].isUnstable).toBe(true);
    expect(undamped[0].eigenvalue.im).toBe(0);
    expect(Math.abs(undamped[0].eigenvalue.re - Math.sqrt(g / 0.5))).toBeLessThan(1e-13);
    const rates = damped.map(({ eigenvalue }) => eigenvalue.re).sort((a, b) => a - b);
    expect(relativeDistance(rates, [-Math.sqrt(g / 0.5), Math.sqrt(g / 0.5)])).toBeLessThan(1e-14);
  });

  describe("Ziegler's column under a load that follows it", () => {
    // Two bars of length l with masses 2m and m at their ends and springs c at their hinges, pressed along the second bar:
    // flutter from P l / c = 7/2 − √2 on (Ziegler, Principles of Structural Stability, 1968, section 3.3).
    const [m, l, c] = [0.7, 0.4, 3];
    const column = (load: number): Model =>
      mechanism("column")
        .gravity(0, 0, 0)
        .body("lower", solidSphere(2 * m, 0, [0, 0, l]))
        .body("upper", solidSphere(m, 0, [0, 0, l]))
        .revolute("foot", { parent: "ground", child: "lower", axis: [0, 1, 0], stiffness: c })
        .revolute("knee", { parent: "lower", child: "upper", at: [0, 0, l], axis: [0, 1, 0], stiffness: c })
        .wrench("load", { at: { body: "upper", at: [0, 0, l] }, along: "body", force: [0, 0, -load] })
        .build();
    const critical = ((3.5 - Math.SQRT2) * c) / l;

    it("is called not conservative", () => {
      const { asymmetry, warnings } = atHome(column(0.5 * critical));
      expect(asymmetry).toBeGreaterThan(0.1);
      expect(warnings.join()).toMatch(/not conservative/);
      expect(atHome(column(0)).warnings).toEqual([]);
    });
    it("oscillates below the critical load", () => {
      const { undamped } = atHome(column(0.999 * critical));
      expect(undamped.map(({ eigenvalue }) => eigenvalue.im > 0)).toEqual([true, true]);
      expect(Math.max(...undamped.map(({ eigenvalue }) => Math.abs(eigenvalue.re)))).toBeLessThan(1e-10);
    });
    it("flutters above it: oscillations that grow", () => {
      const { undamped } = atHome(column(1.001 * critical));
      const growing = undamped.filter(({ isUnstable, eigenvalue }) => isUnstable && eigenvalue.im > 0);
      expect(growing.length).toBe(1);
      expect(growing[0].dampingRatio).toBeLessThan(0);
    });
  });
});

describe("damping", () => {
  const oscillator = (damping: number): Model =>
    mechanism("oscillator")
      .gravity(0, 0, 0)
      .body("mass", solidSphere(2, 0.1))
      .prismatic("slide", { parent: "ground", child: "mass", axis: [1, 0, 0], stiffness: 50, damping })
      .build();

  it("below critical: λ = −ζ ω ± i ω √(1 − ζ²)", () => {
    const [omega, zeta] = [5, 0.3];
    const { damped, undamped } = atHome(oscillator(2 * zeta * omega * 2));
    expect(damped.length).toBe(1);
    expect(Math.abs(damped[0].angularFrequency - omega)).toBeLessThan(1e-13);
    expect(Math.abs(damped[0].dampingRatio - zeta)).toBeLessThan(1e-14);
    expect(Math.abs(damped[0].eigenvalue.im - omega * Math.sqrt(1 - zeta ** 2))).toBeLessThan(1e-13);
    expect(relativeDistance(frequencies(undamped), [omega])).toBeLessThan(1e-15);
  });

  it("above critical: two decays without oscillation", () => {
    const [omega, zeta] = [5, 2];
    const { damped } = atHome(oscillator(2 * zeta * omega * 2));
    const expected = [-1, 1].map((sign) => -zeta * omega - sign * omega * Math.sqrt(zeta ** 2 - 1));
    expect(damped.map(({ eigenvalue }) => eigenvalue.im)).toEqual([0, 0]);
    expect(damped.map(({ dampingRatio }) => dampingRatio)).toEqual([1, 1]);
    expect(
      relativeDistance(
        damped.map(({ eigenvalue }) => eigenvalue.re),
        expected,
      ),
    ).toBeLessThan(1e-14);
  });

  it("a rigid motion with damping decays; where it stops, it stays", () => {
    const model = mechanism("puck")
      .gravity(0, 0, 0)
      .body("puck", solidSphere(2, 0.1))
      .prismatic("slide", { parent: "ground", child: "puck", axis: [1, 0, 0], damping: 3 })
      .build();
    const { damped } = atHome(model);
    expect(damped.map(({ isRigid }) => isRigid)).toEqual([true, false]);
    expect(damped[1].eigenvalue.re).toBeCloseTo(-1.5, 14);
  });

  it("eigenvalues are those of the linearisation's A", () => {
    const model = doublePendulum({ damping: 0.4, mass2: 0.3 });
    const home = neutralState(model);
    const { re, im } = eigenGeneral(linearize(model, home).A);
    const both = modes(model, home).damped.flatMap(({ eigenvalue: e }) =>
      e.im > 0 ? [e, { re: e.re, im: -e.im }] : [e],
    );
    expect(both.length).toBe(4);
    for (const e of both)
      expect(Math.min(...Array.from(re, (x, j) => Math.hypot(x - e.re, im[j] - e.im)))).toBeLessThan(1e-12);
  });
});

describe("shapes", () => {
  const shapesOf = (found: readonly Mode[]): Matrix => {
    const n = found[0].shape.length;
    const data = Float64Array.from(
      { length: n * found.length },
      (_, k) => found[k % found.length].shape[Math.floor(k / found.length)],
    );
    return { rows: n, cols: found.length, data };
  };
  const diagonal = (values: readonly number[]): number[] =>
    values.flatMap((value, i) => values.map((_, j) => (i === j ? value : 0)));

  it.each([
    { name: "hinge chain", model: hingeChain({ n: 8 }) },
    { name: "double pendulum", model: doublePendulum({ mass1: 3, length2: 0.4 }) },
  ])("Φᵀ M Φ = 1 and Φᵀ K Φ = ω²: $name", ({ model }) => {
    const { undamped, mass, stiffness } = atHome(model);
    const Phi = shapesOf(undamped);
    const inBase = (A: Matrix): Float64Array => matMul(matMul(transpose(Phi), A), Phi).data;
    expect(relativeDistance(inBase(mass), diagonal(undamped.map(() => 1)))).toBeLessThan(1e-12);
    expect(relativeDistance(inBase(stiffness), diagonal(undamped.map((x) => x.angularFrequency ** 2)))).toBeLessThan(
      1e-12,
    );
  });

  it("have a positive largest entry, real in damped ones", () => {
    const { damped, undamped } = atHome(doublePendulum({ damping: 0.4 }));
    for (const { shape, shapeIm } of [...damped, ...undamped]) {
      const sizes = shape.map((x, i) => Math.hypot(x, shapeIm[i]));
      const top = sizes.indexOf(Math.max(...sizes));
      expect(shape[top]).toBe(sizes[top]);
    }
  });

  it("of damped modes solve (λ² M + λ D + K) φ = 0", () => {
    const { damped, mass, damping, stiffness } = atHome(doublePendulum({ damping: 0.4, mass2: 0.3 }));
    for (const { eigenvalue: l, shape, shapeIm } of damped) {
      const row = (i: number): [number, number] => {
        let [re, im] = [0, 0];
        for (let j = 0; j < 2; j++) {
          const k = 2 * i + j;
          const a = (l.re ** 2 - l.im ** 2) * mass.data[k] + l.re * damping.data[k] + stiffness.data[k];
          const b = 2 * l.re * l.im * mass.data[k] + l.im * damping.data[k];
          re += a * shape[j] - b * shapeIm[j];
          im += a * shapeIm[j] + b * shape[j];
        }
        return [re, im];
      };
      expect(Math.max(...[0, 1].flatMap(row).map(Math.abs))).toBeLessThan(1e-12);
    }
  });

  it("leave pinned joints at rest", () => {
    const { undamped } = modes(doublePendulum(), neutralState(doublePendulum()), { pinned: ["shoulder"] });
    expect(undamped.length).toBe(1);
    expect([...undamped[0].byJoint["shoulder"]]).toEqual([0]);
    expect(Math.abs(undamped[0].angularFrequency - Math.sqrt(g))).toBeLessThan(1e-14);
  });
});

describe("what cannot be", () => {
  it("a state out of balance is refused, with the joint and its force", () => {
    const model = pendulum();
    const tilted = stateFromJoints(model, { q: { hinge: 0.3 } });
    expect(() => modes(model, tilted)).toThrow(/joint "hinge": a force of -2.89\d+ .* is not balanced/);
  });

  it("a state in motion is refused, with the joint and its speed", () => {
    const model = doublePendulum();
    expect(() => modes(model, stateFromJoints(model, { v: { elbow: 2 } }))).toThrow(/joint "elbow": moves at 2/);
  });

  it("a motion without kinetic energy is refused, with its joint", () => {
    const model = mechanism("pin")
      .gravity(0, 0, 0)
      .body("pin", { mass: 1, inertia: [0, 0, 0] })
      .revolute("swivel", { parent: "ground", child: "pin", axis: [0, 0, 1], stiffness: 1 })
      .build();
    expect(() => atHome(model)).toThrow(/joint "swivel": some motion of it has no kinetic energy/);
  });

  it("nothing: springs, curves, stops, friction and bushings about their equilibrium have stable modes", () => {
    const model = allLoads();
    // Torques on a ball have no potential; without those there is a place to settle.
    const turning = ["push", "thrust", "torsion", "gust"];
    const still: Model = { ...model, loads: model.loads.filter(({ name }) => !turning.includes(name)) };
    const { point } = equilibrium(still);
    const { damped } = modes(still, point);
    expect(damped.every(({ frequency }) => Number.isFinite(frequency))).toBe(true);
    expect(damped.some(({ isUnstable }) => isUnstable)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { planFrictionLaw } from "../../src/elements/contact/friction-law.js";
import { planNormalLaw } from "../../src/elements/contact/normal-law.js";
import { lawDefinition } from "../../src/model/contact-laws.js";
import type { Num } from "../../src/graph/graph.js";
import type { FrictionLaw, NormalLaw, Real } from "../../src/model/types.js";
import { uniform } from "../../src/random/random.js";
import { bristles, firm, ice, icyFriction } from "./bodies.js";

/** Of plain numbers the traced laws make plain numbers. */
const plain = (real: Real): Num => real as number;
const numbersOf = (values: readonly Num[]): number[] => values.map((value) => value as number);

const normals: readonly (readonly [string, NormalLaw])[] = [
  ["spring-damper", firm],
  ["hunt-crossley", { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.2 }],
  ["hunt-crossley with n = 1", { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.2, exponent: 1 }],
  ["hunt-crossley with n = 2.2", { kind: "hunt-crossley", stiffness: 1e5, dissipation: 0.2, exponent: 2.2 }],
  ["standard linear solid", ice],
];
const frictions: readonly (readonly [string, FrictionLaw])[] = [
  ["none", { kind: "none" }],
  ["viscous", { kind: "viscous", coefficient: 3 }],
  ["coulomb", { kind: "coulomb", kinetic: 0.3, transitionSpeed: 1e-3 }],
  ["stribeck", { kind: "coulomb", kinetic: 0.3, static: 0.4, stribeckSpeed: 0.1, transitionSpeed: 1e-3 }],
  ["lugre", bristles],
  ["lugre with exponent 1", { ...bristles, exponent: 1 } as FrictionLaw],
  ["lugre with exponent 0.7", { ...bristles, exponent: 0.7 } as FrictionLaw],
  ["lugre of the lander", icyFriction],
];

/** Zero of both signs, the least number, and sizes from tiny to absurd. */
const sizes = [0, -0, 5e-324, 1e-200, 1e-9, 1e-3, 1, 1e3, 1e9, 1e100];
const signed = [...sizes, ...sizes.map((x) => -x)];

const draw = (low: number, high: number, at: number): number => low + (high - low) * uniform(41, at, "law");

describe.each(normals)("the normal law %s", (_, law) => {
  const plan = planNormalLaw(law, plain);
  const numbers = numbersOf(plan.numbers);
  const states = lawDefinition(law).states;
  const at = (depth: number, rate: number, z: readonly number[]) => plan.at(depth, rate, z, numbers);

  it("is a number that never pulls, and nothing apart", () => {
    for (const depth of signed)
      for (const rate of signed)
        for (const w of states > 0 ? sizes : [0]) {
          const { force, rates } = at(depth, rate, states > 0 ? [w] : []);
          expect(force as number).toBeGreaterThanOrEqual(0);
          for (const value of rates) expect(value).not.toBeNaN();
          const most = depth <= 0 ? 0 : Infinity;
          expect(force as number).toBeLessThanOrEqual(most);
        }
  });

  it("gives the force and the rates of what is kept: a kept state changes nothing", () => {
    for (let i = 0; i < 200; i++) {
      const [depth, rate] = [draw(-0.1, 0.1, 4 * i), draw(-3, 3, 4 * i + 1)];
      const given = states > 0 ? [draw(0, 0.1, 4 * i + 2)] : [];
      const before = at(depth, rate, given);
      const kept = numbersOf(before.released);
      const after = at(depth, rate, kept);
      expect(after).toEqual(before);
      for (const value of kept) expect(value).toBeLessThanOrEqual(Math.max(0, depth));
    }
  });
});

describe.each(frictions)("the friction law %s", (_, law) => {
  const plan = planFrictionLaw(law, plain);
  const numbers = numbersOf(plan.numbers);
  const states = lawDefinition(law).states;
  const at = (isTouching: boolean, normal: number, slip: readonly [number, number], z: readonly number[]) =>
    plan.at(isTouching, normal, slip, z, numbers);
  const reasonable = signed.filter((x) => Math.abs(x) < 1e50);

  it("is a number at every slip", () => {
    for (const vx of reasonable)
      for (const vy of reasonable)
        for (const z of states > 0 ? [0, 1e-9, -1e-3] : [0]) {
          const given = states > 0 ? [z, -z] : [];
          const { force, rates } = at(true, 100, [vx, vy], given);
          for (const value of [...force, ...rates]) expect(value).not.toBeNaN();
        }
  });

  it("is zero at rest, and rests there", () => {
    const { force, rates } = at(true, 100, [0, 0], new Array<number>(states).fill(0));
    expect(numbersOf(force).map((value) => value + 0)).toEqual([0, 0]);
    expect(numbersOf(rates).every((value) => value + 0 === 0)).toBe(true);
  });

  it("gives the force and the rates of what is kept, and forgets apart", () => {
    for (let i = 0; i < 200; i++) {
      const isTouching = i % 2 === 0;
      const slip = [draw(-2, 2, 8 * i), draw(-2, 2, 8 * i + 1)] as const;
      const given = states > 0 ? [draw(-1e-3, 1e-3, 8 * i + 2), draw(-1e-3, 1e-3, 8 * i + 3)] : [];
      const before = at(isTouching, isTouching ? 50 : 0, slip, given);
      const kept = numbersOf(before.released);
      expect(at(isTouching, isTouching ? 50 : 0, slip, kept)).toEqual(before);
      const remembered = isTouching ? given : given.map(() => 0);
      expect(kept).toEqual(remembered);
      const pushed = numbersOf(before.force).some((value) => value !== 0);
      expect(pushed && !isTouching).toBe(false);
    }
  });
});

describe.each(frictions.filter(([, law]) => lawDefinition(law).states === 0))("the friction law %s", (_, law) => {
  it("takes energy and gives none", () => {
    const plan = planFrictionLaw(law, plain);
    for (let i = 0; i < 200; i++) {
      const slip = [draw(-2, 2, 2 * i), draw(-2, 2, 2 * i + 1)] as const;
      const [fx, fy] = numbersOf(plan.at(true, 70, slip, [], plan.numbers).force);
      expect(fx * slip[0] + fy * slip[1]).toBeLessThanOrEqual(0);
    }
  });
});

type LuGre = Extract<FrictionLaw, { kind: "lugre" }>;
const isLuGre = (law: FrictionLaw): law is LuGre => law.kind === "lugre";

describe.each(frictions.map(([, law]) => law).filter(isLuGre))("lugre (%#)", (law) => {
  it.each([0.01, 0.1, 1])(
    "slides at %f m/s with its stribeck curve and its viscosity, once the bristles are bent",
    (speed) => {
      const [kinetic, holding, sigma0, sigma2, stribeck] = numbersOf(
        [law.kinetic, law.static, law.sigma0, law.sigma2, law.stribeckSpeed].map(plain),
      );
      const mu =
        kinetic + (holding - kinetic) * Math.exp(-((speed / stribeck) ** (plain(law.exponent ?? 1) as number)));
      // Kept as σ₀ z below 1/m.
      const bent = (mu / sigma0) * Math.min(1, sigma0);
      const [x, y] = [0.6, 0.8];
      const plan = planFrictionLaw(law, plain);
      const { force, rates } = plan.at(true, 10, [x * speed, y * speed], [x * bent, y * bent], plan.numbers);
      for (const rate of numbersOf(rates)) expect(Math.abs(rate)).toBeLessThan(1e-14);
      const expected = -10 * (mu + sigma2 * speed);
      expect(Math.abs((force[0] as number) / (expected * x) - 1)).toBeLessThan(1e-12);
      expect(Math.abs((force[1] as number) / (expected * y) - 1)).toBeLessThan(1e-12);
    },
  );
});

import { describe, expect, test } from "vitest";
import { PendulumAccelerations } from "../../src/pendulum/equations/accelerations.js";
import { pendulumConstants } from "../../src/pendulum/equations/constants.js";
import { nBodyPendulum, type PendulumOptions } from "../../src/pendulum/equations/pendulum.js";
import { simulatePendulum, type PendulumRunOptions } from "../../src/pendulum/run/simulate.js";
import { pendulumSystem } from "../../src/pendulum/run/system.js";
import { randomPendulum } from "./random-pendulum.js";

describe("the start", () => {
  test("is on the constraints of position, velocity and Euler parameters", () => {
    const n = 5;
    const pendulum = randomPendulum(n, 11);
    const system = pendulumSystem(pendulum);
    const rates = new Float64Array(14 * n);
    rates.set(pendulum.state.subarray(10 * n), 6 * n);
    const r = new Float64Array(14 * n);
    system.residual(0, pendulum.state, rates, r);
    // All of E but F; sums of five vectors of about 1.
    for (let k = 0; k < 11 * n; k++) expect(Math.abs(r[k])).toBeLessThan(20 * Number.EPSILON);
  });

  test("with its accelerations balances the torques", () => {
    const n = 4;
    const pendulum = randomPendulum(n, 12);
    const system = pendulumSystem(pendulum, { scheme: "full" });
    const accelerations = new PendulumAccelerations(pendulumConstants(pendulum));
    accelerations.evaluate(pendulum.state);
    // Rates by the corrections of a very short step from the start: Ẋ = σ ΔX, whatever the solver makes of V̇ and ṡ.
    const rates = new Float64Array(14 * n);
    const r = new Float64Array(14 * n);
    for (let k = 0; k < 30; k++) {
      system.residual(0, pendulum.state, rates, r);
      system.linearize(0, pendulum.state, rates);
      expect(system.factor(1e3)).toBe(true);
      system.solve(r);
      r.forEach((value, i) => (rates[i] -= 1e3 * value));
    }
    accelerations.linear.forEach((value, k) => expect(value).toBeCloseTo(rates[3 * n + k], 8));
  });

  test("names its unknowns", () => {
    const system = pendulumSystem(nBodyPendulum({ n: 2 }));
    expect([0, 11, 12, 27].map((entry) => system.nameOf(entry))).toEqual([
      "position x of body 1 of 2",
      "velocity z of body 2 of 2",
      "Euler parameter w of body 1 of 2",
      "rate of the Euler parameter z of body 2 of 2",
    ]);
  });
});

describe("bad input is named with its remedy", () => {
  const cases: readonly (readonly [PendulumOptions, string])[] = [
    [{ n: 0 }, '"n" = 0 must be a whole number from 1 on'],
    [{ n: 1, bodies: [{}, {}] }, "lists more bodies than n = 1"],
    [{ bodies: [{ mass: -1 }] }, 'body 1: "mass" = -1 must be a number above 0'],
    [{ bodies: [{}, { inertia: [1, 1, 3] }] }, 'body 2: "inertia" = [1,1,3] breaks the triangle inequality'],
    [{ orientation: [1, 1, 0, 0] }, "of length 1"],
    [{ bodies: [{ span: [0, 0, NaN] }] }, "must be three finite numbers"],
    [{ gravty: [0, 0, 0] } as PendulumOptions, 'Did you mean "gravity"?'],
    [{ bodies: [{ masss: 1 } as object] }, 'Did you mean "mass"?'],
  ];
  test.each(cases)("%j", (options, message) => {
    expect(() => nBodyPendulum(options)).toThrow(message);
  });

  const runs: readonly (readonly [PendulumRunOptions, string])[] = [
    [{ tEnd: 0 }, '"tEnd" = 0 must be above 0'],
    [{ step: -1 }, '"step" = -1 must be above 0'],
    [{ tolerance: 0 }, "must be above 0 and below 1"],
    [{ report: [3] }, "they have the numbers 0 to 2"],
    [{ scheme: "reduce" } as unknown as PendulumRunOptions, 'Did you mean "reduced"?'],
    [{ tend: 1 } as PendulumRunOptions, 'Did you mean "tEnd"?'],
  ];
  test.each(runs)("%j", (options, message) => {
    expect(() => simulatePendulum(nBodyPendulum(), options)).toThrow(message);
  });
});

import { describe, expect, test } from "vitest";
import { PendulumAccelerations } from "../../src/pendulum/equations/accelerations.js";
import { pendulumConstants } from "../../src/pendulum/equations/constants.js";
import { nBodyPendulum, type PendulumOptions } from "../../src/pendulum/equations/pendulum.js";
import { simulatePendulum, type PendulumRunOptions } from "../../src/pendulum/run/simulate.js";
import { pendulumSystem } from "../../src/pendulum/run/system.js";
import { randomPendulum } from "./random-pendulum.js";
import { thrownBy } from "../../../kinetree/test/support/refusal.js";

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
  type Facts = readonly [code: string, subject: string, value: unknown, message: string];
  const cases: readonly (readonly [PendulumOptions, ...Facts])[] = [
    [{ n: 0 }, "option-range", "pendulum", 0, 'pendulum: "n" = 0 must be a whole number from 1 on.'],
    [
      { n: 1, bodies: [{}, {}] },
      "option-range",
      "pendulum",
      2,
      'pendulum: "bodies" = 2 lists more bodies than n = 1; raise n or leave it out.',
    ],
    [
      { bodies: [{ mass: -1 }] },
      "option-range",
      "pendulum, body 1",
      -1,
      'pendulum, body 1: "mass" = -1 must be a number above 0.',
    ],
    [
      { bodies: [{}, { inertia: [1, 1, 3] }] },
      "option-range",
      "pendulum, body 2",
      [1, 1, 3],
      'pendulum, body 2: "inertia" = [1,1,3] breaks the triangle inequality: no moment exceeds the sum of the others.',
    ],
    [
      { orientation: [1, 1, 0, 0] },
      "option-range",
      "pendulum, body 1",
      [1, 1, 0, 0],
      'pendulum, body 1: "orientation" = [1,1,0,0] must be four numbers w, x, y, z of length 1; divide by its length.',
    ],
    [
      { bodies: [{ span: [0, 0, NaN] }] },
      "option-range",
      "pendulum, body 1",
      [0, 0, NaN],
      'pendulum, body 1: "span" = [0,0,null] must be three finite numbers.',
    ],
    [
      { gravty: [0, 0, 0] } as PendulumOptions,
      "unknown-option",
      "pendulum",
      "gravty",
      'pendulum: option "gravty" is unknown. Did you mean "gravity"?',
    ],
    [
      { bodies: [{ masss: 1 } as object] },
      "unknown-option",
      "pendulum, body 1",
      "masss",
      'pendulum, body 1: option "masss" is unknown. Did you mean "mass"?',
    ],
  ];
  test.each(cases)("%j", (options, code, subject, value, message) => {
    expect(thrownBy(() => nBodyPendulum(options))).toMatchObject({ code, subject, value, message });
  });

  const runs: readonly (readonly [PendulumRunOptions, ...Facts])[] = [
    [{ tEnd: 0 }, "option-range", "pendulum", 0, 'pendulum: "tEnd" = 0 must be above 0. Give seconds.'],
    [
      { step: -1 },
      "option-range",
      "pendulum",
      -1,
      'pendulum: "step" = -1 must be above 0. Give seconds between two rows.',
    ],
    [
      { tolerance: 0 },
      "bad-tolerance",
      "pendulum",
      0,
      'pendulum: "tolerance" = 0 must be above 0 and below 1. Give one such as 1e-7.',
    ],
    [
      { report: [3] },
      "option-range",
      "pendulum",
      3,
      'pendulum: "report" = 3 is no body: they have the numbers 0 to 2.',
    ],
    [
      { scheme: "reduce" } as unknown as PendulumRunOptions,
      "unknown-scheme",
      'scheme "reduce"',
      "reduce",
      'scheme "reduce" is unknown. Did you mean "reduced"?',
    ],
    [
      { tend: 1 } as PendulumRunOptions,
      "unknown-option",
      "pendulum",
      "tend",
      'pendulum: option "tend" is unknown. Did you mean "tEnd"?',
    ],
  ];
  test.each(runs)("%j", (options, code, subject, value, message) => {
    const run = (): unknown => simulatePendulum(nBodyPendulum(), options);
    expect(thrownBy(run)).toMatchObject({ code, subject, value, message });
  });
});

import { describe, expect, test } from "vitest";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { runWarnings } from "../../src/simulate/run/run-warnings.js";
import { EnergyLedger } from "../../src/simulate/run/energy-balance.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { spatialSliderCrank } from "../../src/systems/linkages/spatial-slider-crank.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import { clamped, length } from "../formulation/flexible-beams.js";
import { slider } from "./slider.js";

const balance = (relative: number) => ({
  start: { kinetic: 1, potential: 0 },
  end: { kinetic: 1 + relative, potential: 0 },
  work: 0,
  residual: relative,
  exchanged: 1,
  relative,
});

test("energy left over / 100 times the tolerance is the limit, a per cent with a fixed step", () => {
  expect(runWarnings(balance(9.9e-7), null, 1e-8)).toEqual([]);
  expect(runWarnings(balance(1.1e-6), null, 1e-8)).toMatchObject([
    { code: "energy-unaccounted", value: 1.1e-6, limit: 100 * 1e-8 },
  ]);
  expect(runWarnings(balance(9e-3), null, null)).toEqual([]);
  expect(runWarnings(balance(1.1e-2), null, null)).toMatchObject([{ code: "energy-unaccounted" }]);
  expect(runWarnings(balance(NaN), null, 1e-8)).toMatchObject([{ code: "energy-unaccounted" }]);
});

test("closures that opened / told beyond the same limit", () => {
  expect(runWarnings(null, { closure: 9e-7 }, 1e-8)).toEqual([]);
  expect(runWarnings(null, { closure: 2e-6 }, 1e-8)).toMatchObject([{ code: "closures-open", value: 2e-6 }]);
});

test("runs within their tolerance / no warning", () => {
  expect(simulate(doublePendulum(), 5, { state: { q: { shoulder: 2 } } }).warnings).toEqual([]);
  expect(simulate(fourBar(), 5).warnings).toEqual([]);
});

test("a step that is too long / energy is unaccounted for", () => {
  const { warnings, energy } = simulate(doublePendulum(), 10, {
    state: { q: { shoulder: 2 } },
    integrator: "rk4",
    step: 0.1,
  });
  expect(warnings).toMatchObject([{ code: "energy-unaccounted", value: energy?.relative }]);
});

test("loops without drift control over long steps / they opened", () => {
  const { warnings } = simulate(fourBar(), 20, {
    formulation: "tree-augmented",
    drift: "none",
    integrator: "euler-cromer",
    step: 0.01,
  });
  expect(warnings.map(({ code }) => code)).toContain("closures-open");
});

test("a mechanism at rest / nothing relative to nothing", () => {
  const { energy, warnings } = simulate(slider({ stiffness: 9 }), 1);
  expect(energy?.relative).toBe(0);
  expect(warnings).toEqual([]);
});

describe.each(["rosenbrock", "dop853", "radau5", "bdf"] as const)("%s", (integrator) => {
  test("a mechanism that stays at rest by augmented equations / rounding of its energy is no warning", () => {
    const options = { formulation: "augmented", integrator } as const;
    for (const tolerance of [1e-4, 1e-6, 1e-10])
      expect(simulate(spatialSliderCrank(), 1, { ...options, tolerance }).warnings).toEqual([]);
  });
});

test("energy left over / told from rounding, whatever the tolerance", () => {
  expect(runWarnings(balance(1e-13), null, 1e-16, 2e-13)).toEqual([]);
  expect(runWarnings(balance(3e-13), null, 1e-16, 2e-13)).toHaveLength(1);
  expect(runWarnings(balance(Infinity), null, 1e-16, Infinity)).toHaveLength(1);
  const ledger = new EnergyLedger();
  ledger.begin({ kinetic: 0, potential: -1e6, stored: 0 });
  expect(ledger.rounding).toBeCloseTo(1e6 * 1000 * Number.EPSILON, 20);
});

test("potential energy of rounding size / relative to 1e-12 of the whole", () => {
  const ledger = new EnergyLedger();
  ledger.begin({ kinetic: 0, potential: -1e6, stored: 0 });
  const { relative, exchanged } = ledger.balance({ kinetic: 0, potential: -1e6 * (1 + Number.EPSILON), stored: 0 }, 0);
  expect(exchanged).toBeCloseTo(1e-6, 12);
  expect(relative).toBeLessThan(1e-3);
});

test("energy that comes back / exchange is the largest on the way", () => {
  const [m, k] = [1, 9];
  const period = 2 * Math.PI * Math.sqrt(m / k);
  const { energy } = simulate(slider({ stiffness: k }), period, { state: { q: { rail: 1 } } });
  expect(energy?.exchanged).toBeGreaterThan(0.99 * 4.5);
});

test("a run in two parts / the same exchange, to the bit", () => {
  const simulation = createSimulation(doublePendulum(), { integrator: "rk4", step: 0.01 });
  const options = { state: { q: { shoulder: 2 } }, sampleEvery: 0.05 };
  const whole = simulation.run(2, options);
  const first = simulation.begin(2, options);
  first.advance(100);
  const saved = decodeCheckpoint(encodeCheckpoint(first.checkpoint()));
  first.finish();
  const second = simulation.resume(saved, {});
  while (second.advance(64));
  expect(second.finish().energy).toEqual(whole.energy);
});

test("a beam bent too far / the beam, how far and when, also after a checkpoint", () => {
  const model = clamped({ modes: { y: 2, z: 2 }, dampingRatio: 0.1 }, 9.81).build();
  const simulation = createSimulation(model);
  const { warnings } = simulation.run(3);
  const most = (result: Float64Array): number => Math.max(...result.map(Math.abs));
  const { column } = simulate(model, 3, { channels: ["deflection.rod_tip.z"] });
  expect(warnings).toMatchObject([{ code: "large-bending", limit: 0.1 }]);
  expect(warnings[0].value).toBeCloseTo(most(column("deflection.rod_tip.z")) / length, 12);
  const first = simulation.begin(3);
  for (let k = 0; k < 100 && first.warnings.length === 0; k++) first.advance(200);
  const saved = decodeCheckpoint(encodeCheckpoint(first.checkpoint()));
  const known = first.warnings;
  first.stop();
  first.finish();
  const second = simulation.resume(saved, {});
  expect(second.warnings).toEqual(known);
  expect(known.map(({ code }) => code)).toEqual(["large-bending"]);
  second.stop();
  second.finish();
  expect(simulate(clamped({ modes: { z: 2 } }, 0.1).build(), 1).warnings).toEqual([]);
});

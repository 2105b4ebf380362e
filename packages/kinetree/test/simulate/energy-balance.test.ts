import { describe, expect, it, test } from "vitest";
import { readFileSync } from "node:fs";
import { sub } from "../../src/graph/num.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { VERSION } from "../../src/simulate/run/version.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { mechanisms } from "../support/mechanisms.js";
import { slider } from "./slider.js";

describe.each(mechanisms(6, 20, { maxBodies: 8 }))("$model.name with loads of all kinds", ({ model, state }) => {
  it("energy gained = work done", () => {
    const result = simulate(model, state.t + 0.2, {
      state,
      tau: Float64Array.from(state.v, (_, i) => Math.cos(i)),
      u: Float64Array.from(model.actuators, (_, i) => Math.sin(i + 1)),
      tolerance: 1e-9,
      // Curves and stops bend: short steps keep the error of passing over a bend small.
      maxStep: 1e-3,
    });
    expect(result.energy?.relative).toBeLessThan(1e-7);
  });
});

test("a sliding mass with damping / its heat in closed form", () => {
  const [m, c, v0, T] = [1, 0.7, 3, 2];
  const model = slider({ damping: c });
  const { energy } = simulate(model, T, { state: { v: { rail: v0 } }, tolerance: 1e-11 });
  const heat = 0.5 * m * v0 ** 2 * (1 - Math.exp((-2 * c * T) / m));
  expect(Math.abs((energy?.work ?? 0) + heat)).toBeLessThan(1e-9 * heat);
});

test("nothing but gravity / no work, to the bit", () => {
  expect(simulate(doublePendulum(), 1, { state: { q: { shoulder: 1 } } }).energy?.work).toBe(0);
});

test("a spring / stores and does no work, to the tolerance", () => {
  const { energy } = simulate(slider({ stiffness: 9 }), 1, { state: { q: { rail: 1 } }, tolerance: 1e-10 });
  expect(energy?.start).toEqual({ kinetic: 0, potential: 4.5 });
  expect(Math.abs(energy?.work ?? NaN)).toBeLessThan(1e-8);
  expect(energy?.end.kinetic).toBeGreaterThan(0.05);
});

test("a run that ends at an event / balanced there", () => {
  const model = slider({ damping: 0.7 });
  const options = { state: { v: { rail: 3 } }, tolerance: 1e-10 };
  const stopped = simulate(model, 9, {
    ...options,
    events: [{ name: "half", when: (p) => sub(p.v("rail"), 1.5), terminal: true }],
  });
  expect(stopped.end).toBe("event");
  expect(stopped.energy?.end.kinetic).toBeCloseTo(1.125, 8);
  expect(stopped.energy?.work).toBeCloseTo(1.125 - 4.5, 8);
});

test("switched off / none", () => {
  expect(simulate(doublePendulum(), 0.1, { energyBalance: false }).energy).toBeNull();
});

test("a result / says what made it", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(VERSION).toBe(version);
  const result = createSimulation(doublePendulum()).run(0.1);
  expect(result.version).toBe(version);
  expect(result.modelHash).toMatch(/^[0-9a-f]{16}$/);
  expect(result.formulationReason).toContain("tree");
});

import { describe, expect, it, test } from "vitest";
import type { State } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { methods } from "../../src/integrate/method.js";
import type { ControllerFunction } from "../../src/simulate/clock/controllers.js";
import { simulate } from "../../src/simulate/simulate.js";
import { drivenSlider, slider } from "./slider.js";
import { failureOf } from "./failures.js";

const modes = Object.values(methods)
  .filter(({ tableau }) => tableau.order >= 4)
  .flatMap(({ name: integrator, adaptive }) => [
    { name: `${integrator}, fixed`, options: { integrator, step: 0.037 } },
    ...(adaptive ? [{ name: `${integrator}, adaptive`, options: { integrator, tolerance: 1e-10 } }] : []),
  ]);

const follow: ControllerFunction = ({ q, v }, commands) => {
  commands[0] = -4 * q[0] - 2 * v[0];
};

describe.each(modes)("$name", ({ options }) => {
  it("PD control of 1 kg, held between samples / the exact difference equations", () => {
    const T = 0.1;
    const result = simulate(drivenSlider(T), 3, {
      ...options,
      state: { q: { rail: 1 } },
      controllers: { pilot: follow },
      sampleEvery: T,
    });
    // x₊ = x + v T + u T²/2, v₊ = v + u T: double integrator with a held input.
    let [x, v] = [1, 0];
    for (let k = 0; k <= 30; k++) {
      const state = result.stateAt(k);
      // 30 samples, a few roundings each, of numbers up to 4.
      expect(Math.abs(state.q[0] - x)).toBeLessThan(1e-13);
      expect(Math.abs(state.v[0] - v)).toBeLessThan(1e-13);
      const u = -4 * x - 2 * v;
      [x, v] = [x + v * T + (u * T * T) / 2, v + u * T];
    }
  });
});

test("PD control of an oscillator, held between samples / its exact discrete model", () => {
  const [T, omega] = [0.05, 3];
  const model = drivenSlider(T, {}, { stiffness: omega * omega });
  const state = { q: { rail: 1 } };
  const result = simulate(model, 4, { tolerance: 1e-12, state, controllers: { pilot: follow }, sampleEvery: T });
  const [c, s] = [Math.cos(omega * T), Math.sin(omega * T)];
  let [x, v] = [1, 0];
  for (let k = 0; k < 80; k++) {
    expect(Math.abs(result.stateAt(k).q[0] - x)).toBeLessThan(1e-11);
    const rest = (-4 * x - 2 * v) / (omega * omega);
    [x, v] = [rest + (x - rest) * c + (v / omega) * s, v * c - omega * (x - rest) * s];
  }
});

test("instants at which a controller is asked / start + k × period, to the bit", () => {
  const seen: number[] = [];
  const watch: ControllerFunction = ({ t }) => void seen.push(t);
  simulate(drivenSlider(0.07), 1.2, { state: { t: 0.5 }, controllers: { pilot: watch } });
  expect(seen).toEqual(Array.from({ length: 10 }, (_, k) => 0.5 + k * 0.07));
});

test("what a controller sees / the recorded state", () => {
  const seen: State[] = [];
  const watch: ControllerFunction = ({ t, q, v }, commands) => {
    seen.push({ t, q: q.slice(), v: v.slice() });
    commands[0] = Math.sin(7 * t);
  };
  const result = simulate(drivenSlider(0.1), 1, { controllers: { pilot: watch }, sampleEvery: 0.1 });
  seen.forEach((state, k) => expect(result.stateAt(k)).toEqual(state));
});

test("command beyond the actuator's range, and its gain / the range times the gain", () => {
  const model = drivenSlider(0.5, { lower: -1, upper: 2, gain: 3 });
  const up = simulate(model, 1, { controllers: { pilot: (_, commands) => void (commands[0] = 50) } });
  expect(Math.abs(up.final.v[0] - 6)).toBeLessThan(1e-14);
  const down = simulate(model, 1, { controllers: { pilot: (_, commands) => void (commands[0] = -50) } });
  expect(Math.abs(down.final.v[0] + 3)).toBeLessThan(1e-14);
});

test("two controllers of different rates / each holds its own command between its own instants", () => {
  const model = mechanism("two carts")
    .gravity(0, 0, 0)
    .body("a", { mass: 1, inertia: [1, 1, 1] })
    .body("b", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("railA", { parent: "ground", child: "a", axis: [1, 0, 0] })
    .prismatic("railB", { parent: "ground", child: "b", axis: [1, 0, 0] })
    .actuator("motorA", { joint: "railA" })
    .actuator("motorB", { joint: "railB" })
    .controller("fast", { period: 0.125, actuators: ["motorA"] })
    .controller("slow", { period: 0.375, actuators: ["motorB"] })
    .build();
  const calls = { fast: 0, slow: 0 };
  const count =
    (name: "fast" | "slow"): ControllerFunction =>
    (_, commands) =>
      void (commands[0] = ++calls[name]);
  const { final } = simulate(model, 1.125, { controllers: { fast: count("fast"), slow: count("slow") } });
  expect(calls).toEqual({ fast: 9, slow: 3 });
  // v = Σ command × period.
  expect(Math.abs(final.v[0] - 0.125 * 45)).toBeLessThan(1e-14);
  expect(Math.abs(final.v[1] - 0.375 * 6)).toBeLessThan(1e-14);
});

describe("refused", () => {
  const model = drivenSlider(0.1);

  test("a controller without a function", () => {
    const error = failureOf(() => simulate(model, 1));
    expect(error).toMatchObject({ code: "controller-missing", subject: 'controller "pilot"' });
    expect(error.message).toContain('controllers: { "pilot":');
  });

  test("a function for a controller that is not there, with the nearest that is", () => {
    const error = failureOf(() => simulate(model, 1, { controllers: { pilto: follow, pilot: follow } }));
    expect(error).toMatchObject({ code: "unknown-controller", value: "pilto" });
    expect(error.message).toContain('Did you mean "pilot"?');
  });

  test("a function for a model without controllers", () => {
    const error = failureOf(() => simulate(slider(), 1, { controllers: { pilot: follow } }));
    expect(error.code).toBe("unknown-controller");
  });

  test("a command that is no number, when it is given", () => {
    const late: ControllerFunction = ({ t }, commands) => void (commands[0] = t > 0.25 ? NaN : 0);
    const error = failureOf(() => simulate(model, 1, { controllers: { pilot: late } }));
    expect(error).toMatchObject({ code: "command-not-finite", subject: 'controller "pilot"', value: NaN });
    expect(error.message).toContain('of actuator "motor" at 0.30000000000000004 s');
  });
});

import { describe, expect, test } from "vitest";
import type { MemoryCell } from "../../src/model/types.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { scheduleOf, tickFor } from "../../src/simulate/clock/tick.js";
import { packData, unpackData } from "../../src/simulate/clock/plain-data.js";
import type { ControllerFunction } from "../../src/simulate/clock/controllers.js";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";
import { simulate } from "../../src/simulate/simulate.js";
import { failureOf } from "./failures.js";
import { drivenSlider } from "./slider.js";

const alone = (period: number, latency = 0) => [{ name: "c", period, latency }];
const firstTicks = (period: number, tick: number, count = 7): number[] => {
  const at = scheduleOf(period, tickFor(alone(period), tick));
  return Array.from({ length: count }, (_, k) => at(k));
};

describe("ticks at which a controller samples", () => {
  test("30 Hz on 1 kHz / the floor of k times 100 over 3", () => {
    expect(firstTicks(1 / 30, 1e-3)).toEqual([0, 33, 66, 100, 133, 166, 200]);
  });

  test.each([7, 30, 49, 60, 120, 400, 999, 29.97])("%f Hz / never a tick off after a million samples", (rate) => {
    const at = scheduleOf(1 / rate, tickFor(alone(1 / rate), 1e-3));
    for (const k of [1, 3, 997, 999_999, 1_000_000]) {
      // Hundredths of a hertz are whole numbers, and so are products of them.
      expect(at(k)).toBe(Number((BigInt(k) * 100_000n) / BigInt(Math.round(100 * rate))));
    }
  });

  test("a period of a whole number of ticks / its multiples", () => {
    expect(firstTicks(0.07, 1e-3, 4)).toEqual([0, 70, 140, 210]);
    expect(firstTicks(2.5e-3, 1e-3, 5)).toEqual([0, 2, 5, 7, 10]);
  });

  test("a period shorter than a tick / refused with what to do", () => {
    const error = failureOf(() => tickFor(alone(1e-4), 1e-3));
    expect(error).toMatchObject({ code: "period-below-tick", subject: 'controller "c"', value: 1e-4 });
  });
});

describe("the tick that is not given", () => {
  const tickOf = (...periods: readonly number[]): number =>
    tickFor(
      periods.map((period) => ({ name: "c", period, latency: 0 })),
      null,
    ).seconds;

  test("the common measure of the periods, to the bit for one", () => {
    expect(tickOf(0.07)).toBe(0.07);
    expect(tickOf(0.012345678901234567)).toBe(0.012345678901234567);
    expect(tickOf(0.02, 0.03)).toBe(0.01);
    expect(tickOf(1 / 30, 1e-3)).toBe(1 / 3000);
  });

  test("without a common measure / a millisecond, or the shortest period", () => {
    expect(tickOf(0.1, 0.1234567890123)).toBe(1e-3);
    expect(tickOf(0.0002, 0.00030000000001)).toBe(0.0002);
  });

  test("with a latency / a millisecond, in which it counts", () => {
    expect(tickFor(alone(0.07, 1), null).seconds).toBe(1e-3);
  });
});

test("plain data / comes back with every bit", () => {
  const data = {
    a: [1, -0, NaN, Infinity, "ä\u0000", null, true, false, undefined],
    b: Float64Array.of(1.5, -0),
    c: {},
  };
  const numbers = packData(data, "x");
  let at = 0;
  expect(unpackData(() => numbers[at++])).toEqual(data);
  expect(at).toBe(numbers.length);
});

const watchTimes =
  (seen: number[]): ControllerFunction =>
  ({ t }) =>
    void seen.push(t);

test("30 Hz on ticks of 1 ms / called at start + n ticks, by one multiplication", () => {
  const seen: number[] = [];
  simulate(drivenSlider(1 / 30), 1.2, { tick: 1e-3, state: { t: 0.5 }, controllers: { pilot: watchTimes(seen) } });
  const ticks = Array.from({ length: 21 }, (_, k) => Math.floor((k * 100) / 3));
  expect(seen).toEqual(ticks.map((n) => 0.5 + n * 1e-3));
});

describe("a latency", () => {
  const T = 0.1;
  const late = 30; // ticks of 1 ms
  /** Difference equations of 1 kg whose force changes `late` ticks after each sample. */
  const exact = (count: number): [number, number][] => {
    let [x, v, held] = [1, 0, 0];
    const D = late * 1e-3;
    return Array.from({ length: count }, () => {
      const now: [number, number] = [x, v];
      const next = -4 * x - 2 * v;
      for (const [u, h] of [
        [held, D],
        [next, T - D],
      ])
        [x, v] = [x + v * h + (u * h * h) / 2, v + u * h];
      held = next;
      return now;
    });
  };
  const rows = exact(21);
  const law = { commands: ["-4 * q.rail - 2 * v.rail"] };
  const model = (withLaw: boolean) =>
    mechanism("late")
      .gravity(0, 0, 0)
      .body("cart", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
      .actuator("motor", { joint: "rail" })
      .controller("pilot", { period: T, latency: late, actuators: ["motor"], ...(withLaw ? { law } : {}) })
      .build();
  const follow: ControllerFunction = ({ q, v }, commands) => void (commands[0] = -4 * q[0] - 2 * v[0]);
  const options = { state: { q: { rail: 1 } }, sampleEvery: T } as const;

  test.each([
    ["law", true, {}],
    ["function", false, { pilot: follow }],
    [
      "component",
      false,
      {
        pilot: {
          step: ({ q, v }: { q: Float64Array; v: Float64Array }) => ({ commands: [-4 * q[0] - 2 * v[0]], state: null }),
        },
      },
    ],
  ] as const)("of a %s / the exact difference equations", (_, withLaw, controllers) => {
    const result = simulate(model(withLaw), 2, { ...options, controllers });
    rows.forEach(([x, v], k) => {
      // 40 pieces, a few roundings each, of numbers up to 4.
      expect(Math.abs(result.stateAt(k).q[0] - x)).toBeLessThan(1e-12);
      expect(Math.abs(result.stateAt(k).v[0] - v)).toBeLessThan(1e-12);
    });
  });

  test("longer than a period / several outputs on their way, each at its time", () => {
    // Commands 1, 2, 3, … at 0.1 s, each 0.25 s later: the speed is their sum over the pieces.
    let n = 0;
    const counting = { latency: 250, step: () => ({ commands: [++n], state: null }) };
    const { final } = simulate(drivenSlider(T), 1, { controllers: { pilot: counting } });
    expect(Math.abs(final.v[0] - (0.1 * (1 + 2 + 3 + 4 + 5 + 6 + 7) + 0.05 * 8))).toBeLessThan(1e-13);
  });
});

describe("the order within a tick", () => {
  const two = (latency: number, laws: boolean) =>
    mechanism("two")
      .gravity(0, 0, 0)
      .body("a", { mass: 1, inertia: [1, 1, 1] })
      .body("b", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("railA", { parent: "ground", child: "a", axis: [1, 0, 0] })
      .prismatic("railB", { parent: "ground", child: "b", axis: [1, 0, 0] })
      .actuator("motorA", { joint: "railA" })
      .actuator("motorB", { joint: "railB" })
      .controller("first", {
        period: 0.01,
        latency,
        actuators: ["motorA"],
        ...(laws ? { law: { commands: ["1"] } } : {}),
      })
      .controller("second", { rate: 100, actuators: ["motorB"] })
      .build();

  test("components run in the order of the model, all on the same state", () => {
    const order: string[] = [];
    const note =
      (name: string): ControllerFunction =>
      ({ t, v }, commands) => {
        order.push(`${name} ${t} ${v[0]}`);
        commands[0] = 1;
      };
    const { final } = simulate(two(0, false), 0.02, { controllers: { second: note("second"), first: note("first") } });
    expect(order.map((each) => each.split(" ")[0])).toEqual(["first", "second", "first", "second"]);
    expect(order[2].slice("first ".length)).toBe(order[3].slice("second ".length));
    expect(final.v[0]).toBe(final.v[1]);
  });

  test("a law beside a function / both act", () => {
    const { final } = simulate(two(3, true), 0.1, {
      controllers: { second: (_, commands) => void (commands[0] = 1) },
    });
    expect(final.v[0]).toBeCloseTo(0.097, 14);
    expect(final.v[1]).toBeCloseTo(0.1, 14);
  });
});

describe("where the integrator stops", () => {
  const law = (next: string, period: number, latency: number) => {
    const memory: MemoryCell[] = [{ name: "n", start: 0, next }];
    return mechanism("cart")
      .gravity(0, 0, 0)
      .tick(1e-4)
      .body("cart", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
      .actuator("motor", { joint: "rail" })
      .controller("pilot", { period, latency, actuators: ["motor"], law: { memory, commands: ["n"] } })
      .build();
  };
  const steps = (next: string, period: number, latency: number): number =>
    simulate(law(next, period, latency), 1, { tolerance: 1e-6, state: { v: { rail: 1 } } }).counts.accepted;

  test("at samples and at late commands, not at ticks", () => {
    // Each stop ends one step, and lanes take a short one after a jump.
    expect(steps("n + 1", 0.1, 0)).toBeLessThan(60);
    expect(steps("n + 1", 0.1, 50)).toBeLessThan(120);
  });

  test("late commands that change nothing / no stop of their own", () => {
    expect(steps("1", 0.1, 50)).toBeLessThan(steps("n + 1", 0.1, 50) - 5);
  });
});

describe("a controller in the builder and in files", () => {
  const cart = mechanism("cart")
    .tick(1e-3)
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0] })
    .actuator("motor", { joint: "rail" });

  test("rate, latency and tick / go through a file; the rate as the period whose reciprocal it is", () => {
    const model = cart.controller("pilot", { rate: 49, latency: 3, actuators: ["motor"] }).build();
    expect(model.controllers[0]).toEqual({ name: "pilot", period: 1 / 49, latency: 3, actuators: ["motor"] });
    expect(readJsonModel(writeJsonModel(model)).model).toEqual(model);
    expect(model.tick).toBe(1e-3);
  });

  test("the tick of the model / that of runs, unless they have their own", () => {
    const model = cart.controller("pilot", { rate: 30, actuators: ["motor"] }).build();
    const seen: number[] = [];
    simulate(model, 0.1, { controllers: { pilot: watchTimes(seen) } });
    simulate(model, 0.05, { tick: 0.02, controllers: { pilot: watchTimes(seen) } });
    expect(seen).toEqual([0, 33, 66].map((n) => n * 1e-3).concat([0, 0.02]));
  });

  test("a rate and a period / one too many", () => {
    const both = { rate: 30, period: 1, actuators: ["motor"] } as never;
    expect(failureOf(() => cart.controller("pilot", both))).toMatchObject({ code: "unknown-option" });
  });
});

describe("refused", () => {
  const model = drivenSlider(0.1);
  test("a state that no checkpoint can hold, at the start, by its path", () => {
    const pilot = { state: () => ({ seen: { by: new Map() } }), step: () => ({ commands: [0], state: {} }) };
    const error = failureOf(() => simulate(model, 1, { controllers: { pilot } }));
    expect(error).toMatchObject({ code: "state-not-plain", subject: 'controller "pilot"', value: "state.seen.by" });
  });

  test("another number of commands than actuators", () => {
    const pilot = { step: () => ({ commands: [1, 2], state: null }) };
    const error = failureOf(() => simulate(model, 1, { controllers: { pilot } }));
    expect(error).toMatchObject({ code: "controller-output", subject: 'controller "pilot"' });
  });

  test("a latency that is no number of ticks, and an object without a step", () => {
    const step = () => ({ commands: [1], state: null });
    expect(failureOf(() => simulate(model, 1, { controllers: { pilot: { latency: 0.5, step } } }))).toMatchObject({
      code: "not-a-count",
      subject: "controllers.pilot.latency",
    });
    const stepless = { state: () => 0 } as never;
    expect(failureOf(() => simulate(model, 1, { controllers: { pilot: stepless } }))).toMatchObject({
      code: "wrong-type",
      subject: "controllers.pilot",
    });
  });

  test("a tick that is not positive", () => {
    expect(failureOf(() => simulate(model, 1, { tick: 0 }))).toMatchObject({ code: "not-positive", subject: "tick" });
  });
});

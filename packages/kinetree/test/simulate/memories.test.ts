import { afterEach, describe, expect, test, vi } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { newMemory } from "../../src/kernel/room.js";
import { createSimulation } from "../../src/simulate/simulate.js";
import { lander } from "../../src/systems/landers/lander.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { refusal } from "../support/refusal.js";

afterEach(() => vi.unstubAllGlobals());

/** Counts the memories that are made; every one of them takes ten gigabytes of addresses. */
function countMemories(): () => number {
  const { Memory, Module, Instance } = WebAssembly;
  let made = 0;
  class Counted extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      made++;
    }
  }
  vi.stubGlobal("WebAssembly", { Memory: Counted, Module, Instance });
  return () => made;
}

describe("a simulation has one memory, whatever it records", () => {
  test.each([
    ["pendulum", () => pendulum(), []],
    ["pendulum with joint loads", () => pendulum(), ["load", "pos", "acc", "reach = pos.bob.x + 0.1"]],
    ["lander with joint loads and energies", () => lander(), ["load", "energy", "com"]],
  ])("%s", (_, model, channels) => {
    const made = countMemories();
    const simulation = createSimulation(model(), { channels });
    const run = simulation.begin(1);
    run.advance(20);
    expect(made()).toBe(1);
    run.finish();
  });
});

test("a process without room for more says so by name", () => {
  const { Module, Instance } = WebAssembly;
  const Memory = function (): never {
    throw new RangeError("WebAssembly.Memory(): could not allocate memory");
  };
  vi.stubGlobal("WebAssembly", { Memory, Module, Instance });
  const expected = { code: "out-of-addresses", subject: "WebAssembly memory" };
  expect(refusal(() => createSimulation(pendulum()))).toMatchObject(expected);
  expect(
    refusal(() => createEvaluator(pendulum()).forwardDynamics({ t: 0, q: Float64Array.of(0), v: Float64Array.of(0) })),
  ).toMatchObject(expected);
  expect(refusal(() => newMemory(10))).toEqual({ ...expected, value: 10, path: undefined });
});

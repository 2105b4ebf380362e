import { describe, expect, it, test } from "vitest";
import { hashNumbers } from "../../src/model/hash.js";
import type { Model } from "../../src/model/types.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import { lander } from "../../src/systems/landers/lander.js";

/** Bits of what a run has recorded by a time. */
function bitsUntil(until: number, model: Model, tEnd: number, options: RunOptions): string {
  const rows: number[] = [];
  const run = createSimulation(model, options).begin(tEnd, {
    sampleEvery: 0.01,
    onRow: (t, row) => void (t <= until && rows.push(t, ...row)),
  });
  while (run.t <= until && run.advance(1));
  return hashNumbers(rows);
}

describe("a run with another end has the same bits up to the last step of the shorter one", () => {
  const cases: readonly { name: string; model: Model; integrators: readonly RunOptions["integrator"][] }[] = [
    { name: "lander", model: lander(), integrators: ["dormand-prince", "dop853"] },
    {
      name: "double pendulum at rest in the pose that it keeps",
      model: doublePendulum(),
      integrators: ["dormand-prince", "dop853", "bdf", "radau5", "rosenbrock", "generalized-alpha", "auto"],
    },
  ];
  const flat = cases.flatMap(({ name, model, integrators }) =>
    integrators.map((integrator) => ({ name, model, integrator: integrator ?? "auto" })),
  );
  it.each(flat)("$name, $integrator", ({ model, integrator }) => {
    const of = (tEnd: number): string => bitsUntil(0.1, model, tEnd, { integrator });
    const live = of(1e6);
    expect(of(1)).toBe(live);
    expect(of(30)).toBe(live);
  });
});

test.each(["dormand-prince", "dop853", "bdf", "radau5"] as const)(
  "a run with another end takes the same steps but for the last of the shorter one / %s",
  (integrator) => {
    const stepsTo = (tEnd: number): readonly string[] => {
      const run = createSimulation(doublePendulum(), { integrator }).begin(tEnd, {
        state: { q: { shoulder: 1 } },
        onRow: () => {},
      });
      const steps: string[] = [];
      for (let goesOn = true; goesOn && run.t < 1;) {
        goesOn = run.advance(1);
        const { t, q, v } = run.state();
        steps.push(hashNumbers([t], q, v));
      }
      return steps;
    };
    const [short, long] = [stepsTo(0.7), stepsTo(2)];
    expect(short.length).toBeGreaterThan(4);
    expect(long.length).toBeGreaterThan(short.length);
    expect(long.slice(0, short.length - 1)).toEqual(short.slice(0, -1));
    expect(long[short.length - 1]).not.toBe(short.at(-1));
  },
);

test.each([5e-324, 1e-320, 1e-300])("a run of %d s with a sampling interval / ends", (tEnd) => {
  const { end, t } = simulate(pendulum(), tEnd, { sampleEvery: 0.1, maxSteps: 1000 });
  expect(end).toBe("finished");
  expect(Array.from(t)).toEqual([0, tEnd]);
});

test("an interval of a run too short to be divided / ends too", () => {
  expect(Array.from(simulate(pendulum(), 5e-324, { sampleEvery: 5e-324, maxSteps: 1000 }).t)).toEqual([0, 5e-324]);
});

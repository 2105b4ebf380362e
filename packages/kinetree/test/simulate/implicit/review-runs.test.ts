import { describe, expect, it, test } from "vitest";
import type { ActiveRun } from "../../../src/simulate/run/active-run.js";
import { runBatch } from "../../../src/simulate/batch/batch.js";
import { createSimulation, simulate } from "../../../src/simulate/simulate.js";
import type { SimulateOptions } from "../../../src/simulate/options/options.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { fiveBar } from "../../../src/systems/linkages/five-bar.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { pendulum } from "../../../src/systems/chains/pendulum.js";
import { failureOf } from "../failures.js";

describe("a run interrupted after every call / the rows of one that is not", () => {
  it.each(["bdf", "radau5", "rosenbrock", "generalized-alpha"] as const)(
    "%s, with thousands of samples in a step",
    (integrator) => {
      const simulation = createSimulation(pendulum(), { integrator, tolerance: 1e-3 });
      const rowsOf = (isInterrupted: boolean): number[] => {
        const rows: number[] = [];
        const onRow = (t: number, row: Float64Array): void => void rows.push(t, ...row);
        let run: ActiveRun = simulation.begin(0.1, { state: { q: { hinge: 1 } }, sampleEvery: 2e-5, onRow });
        while (run.advance(1)) {
          if (!isInterrupted) continue;
          const checkpoint = run.checkpoint();
          run.finish();
          run = simulation.resume(checkpoint, { onRow });
        }
        run.finish();
        return rows;
      };
      expect(rowsOf(true)).toEqual(rowsOf(false));
    },
  );
});

/** Coordinates that are chosen on the way must be chosen anew before they wear out, by about 0.13 s. */
describe("partitioned coordinates", () => {
  const truth = simulate(fiveBar(), 0.15, { tolerance: 1e-10 });

  it.each(["bdf", "radau5", "dormand-prince"] as const)("%s goes on, and twice the same way", (integrator) => {
    const simulation = createSimulation(fiveBar(), { integrator, formulation: "partitioned", tolerance: 1e-5 });
    const { final } = simulation.run(0.15);
    // Errors of a hundred steps make a tolerance, and this mechanism magnifies them by some tens on its way.
    final.q.forEach((value, i) => expect(Math.abs(value - truth.final.q[i])).toBeLessThan(1e-3));
    expect(simulation.run(0.15).final.q).toEqual(final.q);
  });
});

test.each<{ name: string; options: SimulateOptions; code: string; says: string }>([
  {
    name: "an order that an automatic run would come to use",
    options: { integrator: "auto", implicit: { maxOrder: 6 } },
    code: "bad-order",
    says: "maxOrder is 6",
  },
  {
    name: "damped drift where nothing drifts",
    options: { integrator: "radau5", formulation: "constrained", drift: "baumgarte" },
    code: "integrator-refuses-drift",
    says: "enforces the closures directly",
  },
  {
    name: "damping that follows the step where steps follow accelerations",
    options: { integrator: "hht", formulation: "tree-augmented", drift: "baumgarte" },
    code: "integrator-refuses-drift",
    says: "Give a driftRate",
  },
])("refused: $name", ({ options, code, says }) => {
  const error = failureOf(() => simulate(fourBar(), 1, options));
  expect(error).toMatchObject({ code });
  expect(error.message).toContain(says);
});

test("damping at a rate of its own / taken by hht", () => {
  const options = { integrator: "hht", formulation: "tree-augmented", drift: "baumgarte", driftRate: 20 } as const;
  expect(simulate(fourBar(), 0.02, { ...options, tolerance: 1e-4, state: { v: { crank: 5 } } }).end).toBe("finished");
});

const block = mechanism("block")
  .body("block", { mass: 0.1, inertia: [1, 1, 1] })
  .prismatic("rail", { parent: "ground", child: "block", axis: [1, 0, 0], stiffness: 10 })
  .build();

test.each(["bdf", "radau5", "hht"] as const)(
  "a start without rates ends its own sample and no other: %s",
  async (integrator) => {
    const { end, t } = await runBatch(block, {
      integrator,
      tEnd: 0.1,
      tolerance: 1e-3,
      samples: 4,
      // 1e308 N on 0.1 kg is more than a number holds.
      sample: (i) => ({ state: { q: { rail: 1 } }, ...(i === 2 ? { tau: [1e308] } : {}) }),
    });
    expect(end).toEqual(["finished", "finished", "not-finite", "finished"]);
    expect(t[2]).toBe(0);
  },
);

test("a run that fails names what stood in its way", () => {
  const error = failureOf(() => simulate(block, 1, { integrator: "radau5", tau: [1e306], energyBalance: false }));
  expect(error).toMatchObject({ code: "not-finite", subject: 'joint "rail" of body "block"' });
});

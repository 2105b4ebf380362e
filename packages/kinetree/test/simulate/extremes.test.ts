import { describe, expect, it } from "vitest";
import { add, mul, sqrt } from "../../src/graph/num.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import type { BatchOptions } from "../../src/simulate/batch/batch-types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { pendulum } from "../../src/systems/chains/pendulum.js";
import type { Extreme } from "../../src/simulate/plan/extremes.js";
import type { Vec3 } from "../../src/spatial/vec3.js";

const size = ([x, y, z]: Vec3) => sqrt(add(mul(x, x), add(mul(y, y), mul(z, z))));
const model = doublePendulum();
const start = (i: number) => ({ q: { shoulder: 0.3 + 0.2 * i, elbow: -0.4 * i }, v: { elbow: 0.1 * i } });

const extremes: Readonly<Record<string, Extreme>> = {
  speed: { of: (probe) => probe.v("elbow"), take: "max-abs" },
  lowest: { of: (probe) => probe.position("lower")[2], take: "min" },
  pull: { of: (probe) => size(probe.load("elbow").force), take: "max" },
  jolt: { of: (probe) => size(probe.acceleration("lower")), take: "max" },
  last: { of: (probe) => probe.q("shoulder"), take: "last" },
};
const options = (more: Partial<BatchOptions> = {}): BatchOptions => ({
  tEnd: 2,
  samples: 5,
  sample: (i) => ({ state: start(i) }),
  step: 0.01,
  integrator: "rk4",
  extremes,
  ...more,
});

describe("extremes of a batch", () => {
  it("are those of the recorded channels where all steps are recorded", async () => {
    const batch = await runBatch(model, options());
    for (let i = 0; i < batch.samples; i++) {
      const { table } = recorded(start(i));
      const row = (name: string): number =>
        batch.extremes[i * batch.extremeNames.length + batch.extremeNames.indexOf(name)];
      const norm = (names: readonly string[], k: number): number => Math.hypot(...names.map((name) => table(name)[k]));
      const over = (of: (k: number) => number): number[] => Array.from(table("t"), (_, k) => of(k));
      expect(row("speed")).toBe(Math.max(...over((k) => Math.abs(table("v.elbow")[k]))));
      expect(row("lowest")).toBeCloseTo(Math.min(...over((k) => table("pos.lower.z")[k])), 12);
      const pull = Math.max(...over((k) => norm(["load.elbow.fx", "load.elbow.fy", "load.elbow.fz"], k)));
      expect(Math.abs(row("pull") / pull - 1)).toBeLessThan(1e-11);
      const jolt = Math.max(...over((k) => norm(["acc.lower.x", "acc.lower.y", "acc.lower.z"], k)));
      expect(Math.abs(row("jolt") / jolt - 1)).toBeLessThan(1e-11);
      expect(row("last")).toBe(batch.stateAt(i).q[0]);
    }
  });

  it("do not depend on lanes, chunks or the range that is run", async () => {
    const whole = await runBatch(model, options());
    const small = await runBatch(model, options({ chunkSize: 1 }));
    expect(small.extremes).toEqual(whole.extremes);
    expect(small.extremeTimes).toEqual(whole.extremeTimes);
    const part = await runBatch(model, options({ first: 3, samples: 2 }));
    expect(part.extremes).toEqual(whole.extremes.slice(3 * 5));
  });

  it("follow adaptive steps too, and say when they were", async () => {
    const swing = await runBatch(pendulum(), {
      tEnd: 3,
      samples: 3,
      sample: (i) => ({ state: { q: { hinge: 0.2 * (i + 1) } } }),
      tolerance: 1e-8,
      maxStep: 1e-3,
      extremes: { rate: { of: (probe) => probe.v("hinge"), take: "max-abs" } },
    });
    for (let i = 0; i < 3; i++) {
      // The fastest moment is at the lowest point, a quarter of a period after the start.
      expect(swing.extremeTimes[i]).toBeGreaterThan(0.3);
      expect(swing.extremes[i]).toBeGreaterThan(0);
    }
  });

  it("leave out what lies behind a terminal event", async () => {
    const result = await runBatch(pendulum(), {
      tEnd: 3,
      samples: 1,
      sample: () => ({ state: { q: { hinge: 0.5 } } }),
      step: 0.1,
      integrator: "rk4",
      events: [{ name: "half way", when: (probe) => add(probe.q("hinge"), -0.25), terminal: true }],
      extremes: { low: { of: (probe) => probe.q("hinge"), take: "min" } },
    });
    expect(result.end[0]).toBe("event");
    expect(result.extremes[0]).toBeGreaterThan(0.25);
    expect(result.extremeTimes[0]).toBeLessThan(result.t[0]);
  });

  it("begin with the first commands, not with the moment before them", async () => {
    const pushed = mechanism("puck")
      .body("puck", { mass: 1, inertia: [1, 1, 1] })
      .prismatic("rail", { parent: "ground", child: "puck", axis: [1, 0, 0] })
      .actuator("push", { joint: "rail" })
      .controller("always", { period: 0.1, actuators: ["push"], law: { commands: ["2"] } })
      .build();
    const of: Extreme["of"] = (probe) => probe.vdot("rail");
    const result = await runBatch(pushed, {
      tEnd: 1,
      samples: 3,
      sample: () => ({}),
      extremes: { least: { of, take: "min" }, most: { of, take: "max" } },
    });
    expect([...result.extremes]).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("streams chunks and keeps no rows if asked so", async () => {
    const seen: number[] = [];
    const result = await runBatch(
      model,
      options({ chunkSize: 2, keepRows: false, onChunk: ({ first, count }) => seen.push(first, count) }),
    );
    expect(seen).toEqual([0, 2, 2, 2, 4, 1]);
    expect(result.extremes).toHaveLength(0);
  });

  it("refuses accelerations in events and unknown ways to take", async () => {
    const asked = runBatch(model, options({ measures: { jolt: (probe) => size(probe.acceleration("lower")) } }));
    await expect(asked).rejects.toThrow(/measure "jolt" uses the acceleration of body "lower"/);
    const wrong = { of: extremes["speed"].of, take: "mean" } as unknown as Extreme;
    await expect(runBatch(model, options({ extremes: { wrong } }))).rejects.toThrow(/takes "mean", must take one of/);
  });
});

function recorded(state: { q: Record<string, number>; v: Record<string, number> }) {
  const result = simulate(model, 2, {
    state,
    step: 0.01,
    integrator: "rk4",
    sampleEvery: 0.01,
    channels: ["pos.lower", "load.elbow", "acc.lower"],
  });
  const table = (name: string): ArrayLike<number> => (name === "t" ? result.t : result.column(name));
  return { table };
}

import { describe, expect, test } from "vitest";
import { setupDefaults } from "../../src/experiment/types.js";
import { system, testEngine } from "./support.js";

const setup = { ...setupDefaults, sampleEvery: 0.01, tolerance: 1e-5 };

async function run(name: string, how: Partial<typeof setupDefaults>, until: number) {
  const { host, pass, rows, status } = testEngine();
  const { posed } = await host.open(system(name), {}, null);
  await host.begin({ ...setup, ...how }, posed.start, {}, [], false);
  await host.runTo(until);
  pass(60_000);
  return { status: status(), rows: rows() };
}

describe("a live run by an implicit integrator", () => {
  test("tells what it took, and goes where an explicit one goes", async () => {
    const implicit = await run("pendulum", { integrator: "radau5" }, 0.3);
    const explicit = await run("pendulum", {}, 0.3);
    expect(implicit.status.trouble).toBeNull();
    expect(implicit.status.integrator).toBe("radau5");
    expect(implicit.status.implicit?.jacobians).toBeGreaterThan(0);
    expect(explicit.status.implicit).toBeNull();
    const count = Math.min(implicit.rows.t.length, explicit.rows.t.length);
    const width = explicit.rows.values.length / explicit.rows.t.length;
    const last = (count - 1) * width;
    expect(count).toBeGreaterThan(20);
    expect(Math.abs(implicit.rows.values[last] - explicit.rows.values[last])).toBeLessThan(1e-5);
  });

  test("may be the constrained equations of a loop", async () => {
    const { status } = await run("four-bar", { integrator: "bdf", formulation: "constrained" }, 0.02);
    expect(status).toMatchObject({ state: "paused", formulation: "constrained", integrator: "bdf", trouble: null });
  });

  test("that chooses by itself says which one it takes, and why", async () => {
    const { status } = await run("pendulum", { integrator: "auto" }, 0.1);
    expect(status.integrator).toBe("auto");
    expect(status.integratorNow).toMatchObject({ name: "dormand-prince" });
    expect(status.integratorNow?.reason).toContain("not stiff");
  });
});

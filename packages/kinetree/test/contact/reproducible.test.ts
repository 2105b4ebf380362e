import { describe, expect, it } from "vitest";
import type { Probe } from "../../src/evaluate/probes/probe.js";
import { stateFromJoints } from "../../src/state/state.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/simulate/run/checkpoint.js";
import type { RunOptions } from "../../src/simulate/options/options.js";
import { createSimulation, simulate } from "../../src/simulate/simulate.js";
import { above, ball, block, bristles, firm, ice, icyFriction } from "./bodies.js";

const landing = block(ice, icyFriction, 0.1);
const starts = [above(0.1, 0.3, 1, -2), above(0.1, 0.1, 0, -0.5), above(0.1, 0.2, -3, -4), above(0.1, 1, 0.5)];

describe("a batch with contacts", () => {
  it.each([
    ["a tolerance", { tolerance: 1e-6 }],
    ["fixed steps", { step: 1e-3, integrator: "rk4" }],
  ] as const)("gives the bits of single runs, by %s", async (_, options) => {
    const common: RunOptions = { ...options, measures: { force: (p) => p.contact("corner1").normal } };
    const batch = await runBatch(landing, {
      ...common,
      tEnd: 0.8,
      samples: starts.length,
      sample: (i) => ({ state: starts[i] }),
    });
    starts.forEach((state, i) => {
      const alone = simulate(landing, 0.8, { ...common, energyBalance: false, state });
      const ended = batch.stateAt(i);
      expect(ended.q).toEqual(alone.final.q);
      expect(ended.v).toEqual(alone.final.v);
      expect(ended.z).toEqual(alone.final.z);
      expect(batch.measures[i]).toBe(alone.column("force")[alone.t.length - 1]);
    });
    expect(batch.z.some((value) => value !== 0)).toBe(true);
  });

  it("stops at a terminal event with what contacts remember there", async () => {
    const common: RunOptions = {
      tolerance: 1e-8,
      events: [{ name: "pressed", when: (p) => p.contact("corner0").clearance, direction: "rising", terminal: true }],
      measures: { force: (p) => p.contact("corner3").force[2] },
    };
    const state = starts[0];
    const batch = await runBatch(landing, { ...common, tEnd: 2, samples: 1, sample: () => ({ state }) });
    const alone = simulate(landing, 2, { ...common, energyBalance: false, state });
    expect(alone.end).toBe("event");
    expect(batch.stateAt(0).z).toEqual(alone.final.z);
    expect(batch.measures[0]).toBe(alone.column("force")[alone.t.length - 1]);
  });
});

describe("a run with contacts", () => {
  it("goes on from a checkpoint bit for bit", () => {
    const simulation = createSimulation(landing, {
      tolerance: 1e-6,
      channels: ["contact", "energy"],
      events: [{ name: "touch", when: (p) => p.contact("corner0").clearance }],
    });
    const options = { state: starts[0], sampleEvery: 0.01 };
    const whole = simulation.run(0.8, options);
    expect(whole.events.length).toBeGreaterThan(0);
    for (const attempts of [30, 60, 100]) {
      const rows: number[] = [];
      const onRow = (t: number, row: Float64Array): void => void rows.push(t, ...row);
      const begun = simulation.begin(0.8, { ...options, onRow });
      begun.advance(attempts);
      const checkpoint = decodeCheckpoint(encodeCheckpoint(begun.checkpoint()));
      begun.stop();
      begun.finish();
      const resumed = simulation.resume(checkpoint, { onRow });
      while (resumed.advance(7));
      const { final, events } = resumed.finish();
      expect(final).toEqual(whole.final);
      expect(events).toEqual(whole.events);
      expect(rows.filter((_, i) => i % (whole.names.length + 1) > 0)).toEqual(Array.from(whole.rows));
    }
  });

  it("goes on from a recorded state with what its contacts remember", () => {
    const options = { tolerance: 1e-10, sampleEvery: 0.01, energyBalance: false, channels: ["contact"] };
    const whole = simulate(landing, 0.4, { ...options, state: starts[1] });
    const middle = whole.stateAt(whole.column("contact.corner1.touching").lastIndexOf(1));
    expect(middle.z?.some((value) => value !== 0)).toBe(true);
    const rest = simulate(landing, 0.4, { ...options, state: middle });
    rest.final.q.forEach((value, i) => expect(Math.abs(value - whole.final.q[i])).toBeLessThan(1e-8));
  });

  it("refuses contact states of another length", () => {
    const model = ball(ice, bristles);
    const state = { ...stateFromJoints(model, above(0, 1)), z: new Float64Array(2) };
    expect(() => simulate(model, 1, { state })).toThrow(/state\.z has 2 entries, needs 3/);
  });

  it("records what it is asked for without stepping otherwise", () => {
    const model = ball(firm, bristles, { radius: 0.1 });
    const options = { state: above(0, 0.2, 1), tolerance: 1e-7 };
    const plain = simulate(model, 0.5, options);
    const watched = simulate(model, 0.5, { ...options, channels: ["contact", "load", "acc"] });
    expect(watched.final).toEqual(plain.final);
  });

  it("shows the same by channels and by measures", () => {
    const result = simulate(landing, 0.5, {
      state: starts[0],
      tolerance: 1e-6,
      channels: ["contact.corner2", "twice = 2*contact.corner2.fz"],
      measures: {
        normal: (p) => p.contact("corner2").normal,
        depth: (p) => p.contact("corner2").depth,
        touching: (p) => p.contact("corner2").touching,
        fx: (p) => p.contact("corner2").force[0],
        clearance: (p) => p.contact("corner2").clearance,
      },
    });
    for (const part of ["normal", "depth", "touching", "fx"])
      expect(result.column(`contact.corner2.${part}`)).toEqual(result.column(part).map((value) => value + 0));
    expect(result.column("twice")).toEqual(result.column("contact.corner2.fz").map((value) => 2 * value));
    expect(result.column("clearance").map((value) => Math.max(0, -value))).toEqual(result.column("depth"));
    expect(result.column("touching")).toContain(1);
  });

  it("refuses what it does not have, by name", () => {
    const options = { measures: { force: (p: Probe) => p.contact("corner9").normal } };
    expect(() => simulate(landing, 0.1, options)).toThrow(/contact "corner9".*corner/);
    const { contacts: _, ...bare } = landing;
    expect(() => simulate(buildModel(bare), 0.1, { channels: ["contact"] })).toThrow(/has no contacts/);
  });
});

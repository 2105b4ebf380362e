import { mechanism } from "kinetree";
import { writeJsonModel } from "kinetree/formats";
import { describe, expect, test } from "vitest";
import type { Flexibles, OpenedModel } from "../../src/engine/protocol.js";
import { largestOf } from "../../src/scene/flexible/beam-stress.js";
import { file, system, testEngine } from "./support.js";

const material = { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 };

/** A beam of 1 m on the ground, without gravity, with another station in its middle. */
const beam = mechanism("beam")
  .gravity(0, 0, 0)
  .beam("boom", {
    length: 1,
    section: { kind: "rectangle", width: 0.02, height: 0.01 },
    material,
    modes: { y: 2, z: 2, torsion: 1 },
    dampingRatio: 0.02,
  })
  .station("boom_mid", { on: "boom", at: 0.5 })
  .weld("foot", { parent: "ground", child: "boom" })
  .build();
const source = file("beam.json", writeJsonModel(beam));

const opened = async (host = testEngine().host): Promise<OpenedModel & { readonly flexible: Flexibles }> => {
  const model = await host.open(source, {}, null);
  if (model.flexible === null) throw new Error("no flexible bodies");
  return { ...model, flexible: model.flexible };
};

describe("a flexible body that is opened", () => {
  test("comes with its shapes, its place in q and its own frequencies", async () => {
    const { flexible, coordinates, posed } = await opened();
    const [{ body, joint, qStart, columns, frequencies, shape }] = flexible.bodies;
    expect([body, joint, qStart]).toEqual([0, "boom", 0]);
    expect(columns).toEqual(coordinates.map(({ name }) => name));
    expect(posed.q).toHaveLength(5);
    // (β L)² / 2π √(E I / ρ A L⁴): with radius of gyration h / √12 of each plane.
    const clamped = (beta: number, side: number): number =>
      ((beta * beta) / (2 * Math.PI)) * Math.sqrt(material.youngsModulus / material.density) * (side / Math.sqrt(12));
    expect(frequencies[0] / clamped(1.87510406871196, 0.02)).toBeCloseTo(1, 6);
    expect(frequencies[2] / clamped(1.87510406871196, 0.01)).toBeCloseTo(1, 6);
    expect(shape.positions.length / 3).toBeGreaterThanOrEqual(24);
    expect(shape.shapes).toHaveLength(5 * shape.positions.length);
    // Shapes have their largest displacement, 1, at the tip.
    expect(shape.shapes.at(-3 * 5 + 1)).toBeCloseTo(1, 9);
    expect(largestOf(shape, Float64Array.of(0.01, 0, 0, 0, 0), 0)).toBeGreaterThan(0);
  });

  test("stations hang on it, and move with its amplitudes", async () => {
    const { host } = testEngine();
    const { flexible, posed, numbers } = await opened(host);
    expect(numbers.bodies.map(({ name }) => name)).toEqual(["boom", "boom_tip", "boom_mid"]);
    expect(Array.from(flexible.carrier)).toEqual([-1, 0, 0]);
    const bent = await host.pose(posed.start, { "q.boom.0": 0.01 });
    expect(bent.poses[7 + 1]).toBeCloseTo(0.01, 9);
    expect(bent.poses[14 + 1]).toBeGreaterThan(0.001);
  });

  test("a rigid model has none", async () => {
    expect((await testEngine().host.open(system("pendulum"), {}, null)).flexible).toBeNull();
  });
});

describe("natural motions", () => {
  test("of a clamped beam are those that it has by itself, with its damping", async () => {
    const { host } = testEngine();
    const { flexible, posed } = await opened(host);
    const { modes, held } = await host.modes(posed.start, null);
    expect(held).toBe("none");
    const own = flexible.bodies[0].frequencies.toSorted((a, b) => a - b);
    expect(modes).toHaveLength(own.length);
    for (const [i, { frequency, dampingRatio, period, joints }] of modes.entries()) {
      expect(frequency / own[i]).toBeCloseTo(1, 6);
      expect(dampingRatio).toBeCloseTo(0.02, 6);
      expect(period ?? 0).toBeCloseTo(1 / (frequency * Math.sqrt(1 - 0.02 ** 2)), 9);
      expect(joints).toEqual(["boom"]);
    }
  });

  test("swing to and fro about the pose, as far as asked for", async () => {
    const { host } = testEngine();
    const { posed } = await opened(host);
    await host.modes(posed.start, null);
    const { columns, rows } = await host.modeMotion(0, 0.1);
    const width = columns.names.length;
    const tip = columns.position[1] + 2;
    const heights = Array.from(rows.t, (_, i) => rows.values[i * width + tip]);
    expect(rows.t.at(-1)).toBe(1);
    expect(Math.max(...heights)).toBeCloseTo(0.1, 2);
    expect(Math.min(...heights)).toBeCloseTo(-0.1, 2);
    expect(heights[0]).toBeCloseTo(heights.at(-1) ?? NaN, 9);
  });

  test("a model of rigid bodies on springs has them, too", async () => {
    const { host } = testEngine();
    const model = mechanism("block")
      .body("block", { mass: 2, com: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] })
      .prismatic("slide", { parent: "ground", child: "block", axis: [1, 0, 0], stiffness: 800 })
      .build();
    const { posed } = await host.open(file("block.json", writeJsonModel(model)), {}, null);
    const { modes } = await host.modes(posed.start, null);
    expect(modes[0].frequency).toBeCloseTo(20 / (2 * Math.PI), 9);
    const { columns, rows } = await host.modeMotion(0, 0.1);
    const at = columns.names.indexOf("q.slide");
    expect(Math.max(...Array.from(rows.t, (_, i) => rows.values[i * columns.names.length + at]))).toBeGreaterThan(0);
  });

  test("a pose that is not in balance is refused in words, and can be left to settle", async () => {
    const { host } = testEngine();
    const { posed } = await host.open(system("pendulum"), {}, null);
    const lifted = await host.pose(posed.start, { "q.hinge": 1 });
    expect(() => host.modes(lifted.start, null)).toThrow(/not balanced/);
    const settled = await host.settle(lifted.start);
    const { modes } = await host.modes(settled.start, null);
    expect(modes[0].frequency).toBeGreaterThan(0);
  });

  test("before any were found there is nothing to show, and it is said", async () => {
    const { host } = testEngine();
    await host.open(system("pendulum"), {}, null);
    expect(() => host.modeMotion(0, 0.1)).toThrow(/Compute them first/);
  });
});

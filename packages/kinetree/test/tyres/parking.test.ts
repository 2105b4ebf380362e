import { describe, expect, it } from "vitest";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { TyreLaw } from "../../src/model/tyre-laws.js";
import { simulate } from "../../src/simulate/simulate.js";
import { hmmwvBrush, hmmwvTmeasy } from "../../src/systems/vehicles/tyre-data.js";
import { sizes, type Sizes } from "./wheels.js";

const DEPTH = 0.015;
const LOAD = sizes.stiffness * DEPTH;

/** A wheel that is carried along, and turned about the vertical at a given rate. */
function turned(law: TyreLaw, yaw: number, speed = 0, spin = 0, more: Partial<Sizes> = {}) {
  const model = mechanism("turned wheel")
    .body("slider", { mass: 1, inertia: [1, 1, 1] })
    .body("fork", { mass: 1, inertia: [1, 1, 1] })
    .body("wheel", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("way", { parent: "ground", child: "slider", axis: [1, 0, 0] })
    .revolute("kingpin", { parent: "slider", child: "fork", axis: [0, 0, 1] })
    .revolute("axle", { parent: "fork", child: "wheel", axis: [0, 1, 0], at: [0, 0, sizes.radius - DEPTH] })
    .prescribe("driven", { joint: "way", motion: [0, speed] })
    .prescribe("steered", { joint: "kingpin", motion: [0, yaw] })
    .prescribe("spun", { joint: "axle", motion: [0, spin] })
    .plane("road")
    .tyre("tyre", { body: "wheel", carrier: "fork", terrain: "road", law, ...sizes, ...more })
    .build();
  return simulate(model, 1, { sampleEvery: 0.01, tolerance: 1e-9, channels: ["tyre"] }).column("tyre.tyre.mz");
}

const last = (values: Float64Array): number => values[values.length - 1];

describe("a wheel that is turned on the spot", () => {
  // Friction at 2/3 of the radius of a disc as long and as wide as the contact on the mean.
  const lever = (2 * Math.sqrt(sizes.radius * DEPTH) + sizes.width) / 6;

  it("is held by a spring, up to friction at the lever of its contact", () => {
    const moments = turned(hmmwvBrush, 3);
    expect(Math.abs(last(moments) / (-lever * 0.8 * LOAD) - 1)).toBeLessThan(2e-2);
    // First as the carcass turns: its stiffness at that lever, and its damping.
    const [c, d] = [sizes.carcassStiffness, sizes.carcassDamping].map(([x, y]) => 0.5 * (x + y));
    expect(Math.abs(moments[1] / (-lever * lever * 3 * (c * 0.01 + d)) - 1)).toBeLessThan(1e-6);
  });

  it("to the right = to the left", () => {
    const [left, right] = [0.2, -0.2].map((yaw) => turned(hmmwvTmeasy, yaw));
    left.forEach((moment, i) => expect(right[i]).toBeCloseTo(-moment, 6));
  });

  it("turns freely where it is told so", () => {
    expect(last(turned(hmmwvBrush, 0.2, 0, 0, { parkingTorque: "off" })) + 0).toBe(0);
  });

  it.each([
    ["rolls", 10, 10 / (sizes.radius - DEPTH / 3)],
    ["slides", 10, 0],
  ])("resists little where it %s", (_, speed, spin) => {
    const [on, off] = (["on", "off"] as const).map((parkingTorque) =>
      last(turned(hmmwvBrush, 0.05, speed, spin, { parkingTorque })),
    );
    expect(on).toBeLessThan(off);
    expect(Math.abs(on - off)).toBeLessThan(0.03 * lever * LOAD);
  });
});

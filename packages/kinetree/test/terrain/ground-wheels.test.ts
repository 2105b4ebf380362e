import { describe, expect, it, test } from "vitest";
import type { GroundDescription } from "../../src/grounds/generate-ground.js";
import { makeGround } from "../../src/grounds/ground.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { runBatch } from "../../src/simulate/batch/batch.js";
import { simulate } from "../../src/simulate/simulate.js";
import { sampledMap } from "./surfaces.js";

const MASS = 400;
const grid = { x0: -2, y0: -1, dx: 0.25, dy: 1, nx: 100, ny: 3 };
const waves = (x: number): number => 0.02 * Math.sin(x);

/** A locked wheel that slides along x and may move up and down. */
const sled = () =>
  mechanism("sled")
    .body("rail", { mass: 1, inertia: [1, 1, 1] })
    .body("wheel", { mass: MASS - 1, inertia: [1, 1, 1] })
    .prismatic("along", { parent: "ground", child: "rail", axis: [1, 0, 0], at: [0, 0, 0.3] })
    .prismatic("up", { parent: "rail", child: "wheel", axis: [0, 0, 1] });

const tyre = {
  body: "wheel",
  terrain: "road",
  radius: 0.3,
  width: 0.2,
  stiffness: 2e5,
  damping: 4e3,
  law: {
    kind: "fiala",
    longitudinalStiffness: 8e4,
    corneringStiffness: 6e4,
    staticFriction: 1,
    slidingFriction: 0.8,
    width: 0.2,
    longitudinalRelaxation: 0.3,
    lateralRelaxation: 0.3,
  },
} as const;

const onGround = sled().ground("road").tyre("tyre", tyre).build();
const sliding = { state: { v: { along: 12 } } } as const;

test("a wheel on a ground / on a height map of the same heights, bit for bit", () => {
  const { name: _, kind: __, pose: ___, ...given } = sampledMap(grid, waves);
  const onMap = sled().heightMap("road", given).tyre("tyre", tyre).build();
  const own = simulate(onGround, 0.5, { ...sliding, grounds: { road: makeGround(given) }, channels: ["tyre"] });
  const baked = simulate(onMap, 0.5, { ...sliding, channels: ["tyre"] });
  expect(own.rows).toEqual(baked.rows);
});

describe("materials", () => {
  const speedAfter = (friction: GroundDescription["friction"] & object): number => {
    const road: GroundDescription = { kind: "plane", friction };
    return simulate(onGround, 1, { ...sliding, grounds: { road } }).final.v[0];
  };
  // Fiala's tyre at slip 1, by the friction of the ground relative to that of the data.
  test.each([
    ["test-track", 0.8],
    ["dry-asphalt", 0.9],
    ["wet-asphalt", 0.6],
    ["ice", 0.1],
  ] as const)("%s: a locked wheel is slowed by its friction", (material, mu) => {
    // The force builds up along 0.3 m first.
    expect(Math.abs((12 - speedAfter({ material })) / (0.8 * (mu / 0.8) * 9.81) - 1)).toBeLessThan(0.06);
  });

  it("is felt where its zone begins", () => {
    const zones = [{ kind: "half-plane", point: [6, 0], towards: [1, 0], material: "ice" }] as const;
    const both = speedAfter({ material: "dry-asphalt", zones });
    expect(both).toBeGreaterThan(speedAfter({ material: "dry-asphalt" }) + 1);
    expect(both).toBeLessThan(speedAfter({ material: "ice" }) - 1);
  });
});

describe("the border", () => {
  const road: GroundDescription = { kind: "plane", area: { x: [-5, 4], y: [-2, 2] }, beyond: "stop" };

  test.each([
    ["a tolerance", {}],
    ["fixed steps", { step: 1e-3 }],
    ["an implicit integrator", { integrator: "radau5" }],
  ] as const)("ends the run where a wheel leaves: %s", (_, method) => {
    let caught: unknown;
    try {
      simulate(onGround, 2, { ...method, ...sliding, grounds: { road } });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: "left-terrain" });
    const [x] = (caught as { recorded: ReturnType<typeof simulate> }).recorded.final.q;
    expect(x).toBeLessThanOrEqual(4);
    expect(x).toBeGreaterThan(3);
  });

  it("is told for each sample of a batch", async () => {
    const { end } = await runBatch(onGround, {
      tEnd: 2,
      samples: 2,
      sample: (i) => ({ state: { v: { along: i === 0 ? 12 : 3 } } }),
      grounds: { road },
    });
    expect(end).toEqual(["left-terrain", "finished"]);
  });
});

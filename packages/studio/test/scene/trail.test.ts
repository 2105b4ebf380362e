import { mechanism } from "kinetree";
import { describe, expect, test } from "vitest";
import { RunHistory } from "../../src/run/history.js";
import { displayDefaults } from "../../src/run/store.js";
import { earlierRows } from "../../src/scene/mechanism/trail.js";
import { MeshCache } from "../../src/scene/shapes/mesh-cache.js";
import { noMeshFiles } from "../../src/scene/shapes/mesh-files.js";
import { partsOf } from "../../src/scene/shapes/parts.js";
import { sceneSizes } from "../../src/scene/shapes/sizes.js";
import type { Track } from "../../src/scene/motion/track.js";
import { MOST_EARLIER, Trail } from "../../src/scene/mechanism/trail.js";

const columns = {
  run: 1,
  names: ["pos.ball.x", "pos.ball.y", "pos.ball.z", "quat.ball.w", "quat.ball.x", "quat.ball.y", "quat.ball.z"],
  units: ["m", "m", "m", "", "", "", ""],
  position: Int32Array.of(0),
  quaternion: Int32Array.of(3),
};

/** A ball at x = 10 t, recorded from 2 s on. */
function rolling(count: number, step: number): RunHistory {
  const rows = new RunHistory(columns);
  for (let i = 0; i < count; i++) {
    const t = 2 + i * step;
    rows.push({ t: Float64Array.of(t), values: Float64Array.of(10 * t, 0, 0, 1, 0, 0, 0) });
  }
  return rows;
}

const rowsBefore = (rows: RunHistory, t: number, every: number, most: number): readonly number[] => {
  const out = new Int32Array(most);
  return [...out.subarray(0, earlierRows(out, rows, t, every))];
};

describe("rows before a time", () => {
  test("are those of the run's start and of every so many seconds since, the latest first", () => {
    expect(rowsBefore(rolling(101, 0.01), 2.35, 0.1, 10)).toEqual([30, 20, 10, 0]);
  });

  test("stay the same ones until the next comes, and the earliest give way", () => {
    const rows = rolling(101, 0.01);
    for (const t of [2.301, 2.35, 2.4]) expect(rowsBefore(rows, t, 0.1, 3)).toEqual([30, 20, 10]);
    expect(rowsBefore(rows, 2.401, 0.1, 3)).toEqual([40, 30, 20]);
  });

  test("are never the row shown", () => {
    expect(rowsBefore(rolling(101, 0.01), 2.1, 0.1, 10)).toEqual([0]);
    expect(rowsBefore(rolling(101, 0.01), 2, 0.1, 10)).toEqual([]);
  });

  test("are different ones where rows are further apart than asked for", () => {
    expect(rowsBefore(rolling(11, 0.1), 2.35, 1e-9, 3)).toEqual([3, 2, 1]);
  });

  test("are none without rows, and without a time between them", () => {
    expect(rowsBefore(new RunHistory(columns), 1, 0.1, 3)).toEqual([]);
    for (const every of [0, -1, NaN]) expect(rowsBefore(rolling(11, 0.1), 2.5, every, 3)).toEqual([]);
  });
});

describe("the trail of a mechanism", () => {
  const numbers = mechanism("ball")
    .body("ball", { mass: 1, inertia: [1, 1, 1] })
    .free("moves", { parent: "ground", child: "ball" })
    .build();
  const made = (): Trail => {
    const track: Track = {
      numbers,
      flexible: null,
      motion: rolling(101, 0.01),
      colour: null,
      opacity: 1,
      label: "ball",
    };
    const sizes = sceneSizes(numbers, Float64Array.of(0, 0, 0, 1, 0, 0, 0));
    const context = { track, parts: partsOf(numbers, 1), sizes, meshes: new MeshCache(noMeshFiles), changed: () => {} };
    return new Trail(context);
  };

  test("has each body where it was recorded, and none before it is asked for", () => {
    const trail = made();
    trail.show(displayDefaults);
    trail.place(2.35, displayDefaults);
    expect(trail.positionsOf(0)).toEqual([]);
    const display = { ...displayDefaults, trail: 3, trailEvery: 0.1 };
    trail.show(display);
    trail.place(2.35, display);
    const found = trail.positionsOf(0).map(([x]) => Number(x.toFixed(9)));
    expect(found).toEqual([23, 22, 21]);
    expect(trail.bounds().min.x).toBeLessThan(21);
    expect(trail.bounds().max.x).toBeGreaterThan(23);
  });

  test("has none in a pose that is no run", () => {
    const trail = made();
    const display = { ...displayDefaults, trail: 3 };
    trail.show(display);
    trail.setMotion({ poses: Float64Array.of(0, 0, 0, 1, 0, 0, 0), q: new Float64Array() });
    trail.place(2.35, display);
    expect(trail.positionsOf(0)).toEqual([]);
    expect(trail.bounds().isEmpty()).toBe(true);
  });

  test("is never longer than a page can draw", () => {
    const trail = made();
    const display = { ...displayDefaults, trail: 1e9, trailEvery: 0.01 };
    trail.show(display);
    trail.place(3, display);
    expect(trail.positionsOf(0)).toHaveLength(MOST_EARLIER);
  });
});

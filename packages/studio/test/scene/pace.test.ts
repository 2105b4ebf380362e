import { describe, expect, test } from "vitest";
import { Pace } from "../../src/scene/base/pace.js";

function run(pace: Pace, count: number, every: number, from = 0): number {
  for (let i = 0; i < count; i++) pace.frame(from + i * every);
  return from + count * every;
}

describe("how finely a moving picture is drawn", () => {
  test("frames that come in time stay as they are", () => {
    const pace = new Pace(2, false);
    run(pace, 500, 16.7);
    expect(pace.moving).toEqual(pace.still);
  });

  test("slow frames get coarser, and finer again when there is room", () => {
    const pace = new Pace(1, false);
    const now = run(pace, 40, 120);
    expect(pace.moving.ratio).toBeLessThan(1);
    run(pace, 600, 10, now);
    expect(pace.moving.ratio).toBe(1);
  });

  test("a pause is not a slow frame", () => {
    const pace = new Pace(1, false);
    run(pace, 20, 5000);
    expect(pace.moving.ratio).toBe(1);
  });

  test("without a graphics card it begins coarse and rests fine, and waits longer than a frame takes", () => {
    const pace = new Pace(1, true);
    expect(pace.moving.ratio).toBeLessThan(1);
    expect(pace.still.ratio).toBeGreaterThan(1);
    run(pace, 10, 400);
    expect(pace.patience).toBeGreaterThan(800);
  });
});

import { expect, test } from "vitest";
import type { Seen } from "../../src/drive/seen.js";
import { holdSpeed, inTurn, press } from "../../src/drive/pedals.js";
import { rampTo, sineWithDwell, steeringTable } from "../../src/drive/steering.js";
import { alongX, circlePath } from "../../src/drive/path.js";
import { followPath } from "../../src/drive/follow-path.js";

const at = (change: Partial<Seen> = {}): Seen => ({ x: 0, y: 0, yaw: 0, speed: 20, lateral: 0, yawRate: 0, ...change });

test("a sine with dwell stays at its second peak for the dwell, and ends a dwell later", () => {
  const steer = sineWithDwell(0.5, 0.7, 0.5, 1);
  const period = 1 / 0.7;
  const value = (t: number): number => steer(at(), t);
  expect(value(1)).toBe(0);
  expect(value(1 + period / 4)).toBeCloseTo(0.5, 9);
  expect(value(1 + 0.75 * period)).toBeCloseTo(-0.5, 9);
  expect(value(1 + 0.75 * period + 0.49)).toBeCloseTo(-0.5, 9);
  expect(value(1 + 0.875 * period + 0.5)).toBeCloseTo(-0.5 * Math.SQRT1_2, 9);
  expect(value(1 + period + 0.5)).toBe(0);
});

test("ramps and tables are linear between their ends and held beyond", () => {
  expect([0, 1, 2, 9].map((t) => rampTo(0.4, 1, 3)(at(), t))).toEqual([0, 0, 0.2, 0.4]);
  const table = steeringTable([
    [1, 0],
    [2, 0.5],
    [4, -0.5],
  ]);
  expect([0, 1.5, 3, 9].map((t) => table(at(), t))).toEqual([0, 0.25, 0, -0.5]);
});

test("throttle and brake are never pressed together, and the sum stands still at the ends", () => {
  const hold = holdSpeed(() => 20);
  expect(hold(at({ speed: 10 }), 0, 0, 0.01)).toEqual({ throttle: 1, brake: 0, memory: 0 });
  expect(hold(at({ speed: 30 }), 0, 0, 0.01)).toEqual({ throttle: 0, brake: 1, memory: 0 });
  const slow = hold(at({ speed: 19.9 }), 0, 0.2, 0.01);
  expect(slow.memory).toBeCloseTo(0.201, 12);
  expect(slow.brake).toBe(0);
});

test("pedals change hands at a time", () => {
  const pedals = inTurn(press({ throttle: 1 }), 2, press({ brake: 0.5 }));
  expect(pedals(at(), 1.99, 0, 0.01)).toMatchObject({ throttle: 1, brake: 0 });
  expect(pedals(at(), 2, 0, 0.01)).toMatchObject({ throttle: 0, brake: 0.5 });
});

test("a circle has its radius everywhere, a path along x the curvature of its second derivative", () => {
  const place = circlePath(50).near(48, 45);
  expect(place.curvature).toBe(1 / 50);
  expect(Math.hypot(place.x, place.y - 50)).toBeCloseTo(50, 9);
  const parabola = alongX((x) => 0.01 * x * x).near(0, 3);
  expect(parabola.curvature).toBeCloseTo(0.02, 12);
  expect(alongX((x) => 0.3 * x).near(5, 0).heading).toBeCloseTo(Math.atan(0.3), 12);
});

test("on its path a vehicle is steered by the curvature alone, off it towards it", () => {
  const vehicle = {
    sizes: { length: 4, width: 2, wheelbase: 3, track: 1.6, middle: 0, frontAxle: 1.5 },
    steering: { wheelAtLock: 10, roadWheelAtLock: 0.5 },
  };
  const steer = followPath(circlePath(60), vehicle, { lead: 0, reach: 0.5, understeer: 0 });
  expect(steer(at(), 0)).toBeCloseTo(3 / 60 / 0.5, 12);
  expect(steer(at({ y: 0.5 }), 0)).toBeLessThan(3 / 60 / 0.5);
  expect(steer(at({ yaw: -0.05 }), 0)).toBeGreaterThan(3 / 60 / 0.5);
});

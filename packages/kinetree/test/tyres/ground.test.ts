import { describe, expect, it } from "vitest";
import type { Disc } from "../../src/elements/tyre/ground/disc.js";
import { addStation, discPlane, stations, type EnvelopeSums } from "../../src/elements/tyre/ground/envelope.js";
import { wheelGround } from "../../src/elements/tyre/ground/wheel-ground.js";
import { planSurface } from "../../src/elements/terrain/traced-surface.js";
import type { Terrain } from "../../src/model/contact.js";
import { pose as poseOf } from "../../src/model/pose.js";
import type { TyreContactMethod } from "../../src/model/tyres/tyre.js";
import { plane, sampledMap, type Point } from "../terrain/surfaces.js";

const RADIUS = 0.47;
const WIDTH = 0.3;
const grid = { x0: -5, y0: -5, dx: 0.25, dy: 0.25, nx: 41, ny: 41 };
const methods: readonly TyreContactMethod[] = ["point", "four-point"];

/** How a disc lies to a terrain, in plain numbers. */
function touchOf(method: TyreContactMethod, terrain: Terrain, centre: Point, axis: Point) {
  const surface = planSurface(terrain, (real) => real as number);
  const disc: Disc = { centre, axis: unit(axis), radius: RADIUS, width: WIDTH };
  const of = discPlane(surface, disc, surface.numbers);
  const none: EnvelopeSums = { area: 0, back: 0, up: 0, tilt: 0 };
  const sums = stations.reduce((soFar, station) => addStation(surface, of, station, soFar, surface.numbers), none);
  const { depth, normal, place, forward } = wheelGround(method, surface, disc, surface.numbers, sums);
  return [depth, ...normal, ...place, ...forward] as readonly number[];
}

const unit = (v: Point): Point => v.map((x) => x / Math.hypot(...v)) as unknown as Point;

describe.each(methods)("%s", (method) => {
  it("a steep height map / the plane that it is", () => {
    for (const [roll, pitch] of [
      [0.2, 0],
      [0, -0.3],
      [0.15, 0.25],
    ]) {
      const pose = poseOf({ rpy: [roll, pitch, 0] });
      const [nx, ny, nz] = [Math.cos(roll) * Math.sin(pitch), -Math.sin(roll), Math.cos(roll) * Math.cos(pitch)];
      const map = sampledMap(grid, (x, y) => -(nx * x + ny * y) / nz);
      for (const axis of [
        [0, 1, 0],
        [0.3, 1, 0.1],
        [-0.2, 1, -0.4],
      ] as const) {
        const centre: Point = [0.3, -0.2, 0.5];
        const onPlane = touchOf(method, plane(pose), centre, axis);
        touchOf(method, map, centre, axis).forEach((x, i) => expect(Math.abs(x - onPlane[i])).toBeLessThan(1e-12));
        // Distance of a plane from a leaning disc.
        const lean = unit(axis).reduce((sum, x, i) => sum + x * [nx, ny, nz][i], 0);
        const distance = centre[0] * nx + centre[1] * ny + centre[2] * nz;
        expect(onPlane[0]).toBeCloseTo(RADIUS * Math.sqrt(1 - lean * lean) - distance, 12);
      }
    }
  });
});

it("four-point: the mean height and the chords of four places", () => {
  const [bend, rise] = [0.4, 0.1];
  const map = sampledMap(grid, (x, y) => bend * x * x + rise * y);
  // Upright over the bottom of the valley, which climbs to the left.
  const [depth, , ny, nz] = touchOf("four-point", map, [0, 0, 0.46], [0, 1, 0]);
  expect(-ny / nz).toBeCloseTo(rise, 12);
  const mean = 0.5 * bend * (0.1 * RADIUS) ** 2;
  // Of the plane through the mean; its normal leans, the disc does not.
  expect(depth).toBeCloseTo((mean - 0.46) * nz + RADIUS * Math.sqrt(1 - ny * ny), 12);
});

it("four-point: takes less of a ripple shorter than the wheel's own places", () => {
  const ripple = sampledMap({ ...grid, dx: 0.02, x0: -0.4 }, (x) => 0.02 * Math.cos((Math.PI * x) / 0.047));
  const [point, four] = methods.map((method) => touchOf(method, ripple, [0, 0, 0.46], [0, 1, 0])[0]);
  expect(point).toBeGreaterThan(0.025);
  expect(four).toBeLessThan(0.015);
});

describe("envelope: the area of the disc below the ground", () => {
  const [DEPTH, NX] = [0, 1];
  const over = (terrain: Terrain, z: number, axis: Point = [0, 1, 0]): readonly number[] =>
    touchOf("envelope", terrain, [0, 0, z], axis);
  /** A map that is fine along x. */
  const along = (height: (x: number) => number): Terrain =>
    sampledMap({ x0: -0.8, y0: -1, dx: 0.005, dy: 1, nx: 321, ny: 3 }, height);

  it.each([0.004, 0.016, 0.05, 0.15])("%s m into flat ground / that depth", (depth) => {
    const [found, nx, , nz] = over(plane(), RADIUS - depth);
    expect(Math.abs(found / depth - 1)).toBeLessThan(2e-3);
    expect(nx).toBeCloseTo(0, 12);
    expect(nz).toBeCloseTo(1, 12);
  });

  it("leaning and on slopes / the same as by the plane at the foot", () => {
    for (const [roll, pitch, axis] of [
      [0.1, 0, [0, 1, 0]],
      [0, 0.2, [0, 1, 0]],
      [-0.1, 0.1, [0.1, 1, 0.15]],
    ] as const) {
      const slope = plane(poseOf({ rpy: [roll, pitch, 0] }));
      const point = touchOf("point", slope, [0, 0, 0.44], axis);
      const envelope = touchOf("envelope", slope, [0, 0, 0.44], axis);
      expect(point[DEPTH]).toBeGreaterThan(0.01);
      envelope.forEach((x, i) => expect(Math.abs(x - point[i])).toBeLessThan(i === 0 ? 2e-3 * point[0] : 2e-3));
    }
  });

  it("apart / nothing, and no direction but up", () => {
    const [depth, nx, , nz] = over(plane(), RADIUS + 0.01);
    expect([depth, nx]).toEqual([0, 0]);
    expect(nz).toBeCloseTo(1, 12);
  });

  it("a curb in front / pushes back before the foot is on it", () => {
    const curb = along((x) => (x > 0.15 ? 0.12 : 0));
    const back = over(curb, RADIUS - 0.01);
    expect(back[NX]).toBeLessThan(-0.2);
    expect(touchOf("point", curb, [0, 0, RADIUS - 0.01], [0, 1, 0])[NX]).toBeCloseTo(0, 9);
    // In the mirror it pushes forward.
    const behind = over(
      along((x) => (x < -0.15 ? 0.12 : 0)),
      RADIUS - 0.01,
    );
    expect(behind[NX]).toBeCloseTo(-back[NX], 2);
    expect(behind[DEPTH]).toBeCloseTo(back[DEPTH], 3);
  });

  it("a bump shorter than the contact / counts by its area", () => {
    // A half-round of 20 mm below the foot, the rest of the ground apart.
    const radius = 0.02;
    const bump = along((x) => Math.sqrt(Math.max(0, radius * radius - x * x)));
    const [depth, , , nz] = over(bump, RADIUS + 0.005);
    const area = 1.5 * 0.015 * 2 * Math.sqrt(radius * radius - 0.005 * 0.005) * 0.5; // about
    const flat = ((3 * area) / (4 * Math.sqrt(2 * RADIUS))) ** (2 / 3);
    expect(depth / flat).toBeGreaterThan(0.8);
    expect(depth / flat).toBeLessThan(1.2);
    expect(nz).toBeCloseTo(1, 6);
  });

  it("grows without a jump while a curb comes near", () => {
    const depths = Array.from({ length: 200 }, (_, i) => {
      const from = 0.45 - 0.002 * i;
      return over(
        along((x) => 0.1 * Math.max(0, Math.min(1, (x - from) / 0.02))),
        RADIUS - 0.015,
      )[DEPTH];
    });
    const jumps = depths.slice(1).map((depth, i) => depth - depths[i]);
    expect(Math.min(...jumps)).toBeGreaterThan(-1e-3);
    expect(Math.max(...jumps)).toBeLessThan(2e-3);
  });
});

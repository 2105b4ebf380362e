import { describe, expect, it } from "vitest";
import { wheelGround, type Disc } from "../../src/elements/tyre/ground/wheel-ground.js";
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
  const { depth, normal, place, forward } = wheelGround(method, surface, disc, surface.numbers);
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

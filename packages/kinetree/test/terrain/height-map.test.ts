import { describe, expect, it, test } from "vitest";
import { planGrid, type Relief } from "../../src/elements/terrain/height-grid.js";
import { pose } from "../../src/model/pose.js";
import { axisAngle } from "../../src/model/rotation.js";
import { stream } from "../../src/random/stream.js";
import { cross, dot, length, plane, sampledMap, sub, toucher, type Point } from "./surfaces.js";

const interpolations = ["bicubic", "bilinear"] as const;
const grid = { x0: -1, y0: -1.5, dx: 0.25, dy: 0.3, nx: 9, ny: 11 };
const bumps = (x: number, y: number): number => 0.1 * Math.sin(1.7 * x + 0.3) * Math.cos(1.3 * y) + 0.05 * x;
/** Largest curvature of `bumps`: 0.1 (1.7² + 1.3²) bounds the norm of its second derivatives. */
const CURVATURE = 0.1 * (1.7 * 1.7 + 1.3 * 1.3);

const relief = (terrain: Parameters<typeof planGrid>[0]) =>
  planGrid(terrain) as (x: number, y: number) => NumericRelief;
type NumericRelief = { readonly [K in keyof Relief]: number };

function places(count: number, reach: number, seed: number): (readonly [number, number])[] {
  const { next } = stream(seed);
  return Array.from({ length: count }, () => [reach * (2 * next() - 1), reach * (2 * next() - 1)]);
}

describe.each(interpolations)("%s", (interpolation) => {
  // Sizes here are about 1: a sum of a dozen terms rounds by less than 1e-14.
  test.each([0, 0.3])("a flat map / a plane, radius %d, within the map and beyond its border", (radius) => {
    const map = toucher(sampledMap(grid, () => 0.4, { interpolation }));
    const flat = toucher(plane(pose([0, 0, 0.4])));
    for (const [x, y] of places(50, 5, 1)) {
      const [found, expected] = [map([x, y, 0.6], radius), flat([x, y, 0.6], radius)];
      expect(Math.abs(found.depth - expected.depth)).toBeLessThan(1e-14);
      expect(length(sub(found.normal, expected.normal))).toBeLessThan(1e-14);
    }
  });

  test.each([0, 0.3])("a sloping map / a sloping plane, radius %d", (radius) => {
    const [slopeX, slopeY] = [0.3, -0.2];
    const map = toucher(sampledMap(grid, (x, y) => slopeX * x + slopeY * y, { interpolation }));
    const angle = Math.atan(Math.hypot(slopeX, slopeY));
    const sloping = toucher(
      plane({
        position: [0, 0, 0],
        rotation: axisAngle([-slopeY, slopeX, 0].map((s) => -s) as [number, number, number], angle),
      }),
    );
    for (const [x, y] of places(50, 4, 2)) {
      const z = slopeX * x + slopeY * y + 0.1;
      const [found, expected] = [map([x, y, z], radius), sloping([x, y, z], radius)];
      expect(Math.abs(found.depth - expected.depth)).toBeLessThan(2e-14);
      expect(length(sub(found.normal, expected.normal))).toBeLessThan(2e-14);
    }
  });

  it("passes through its heights", () => {
    const at = relief(sampledMap(grid, bumps, { interpolation }));
    for (let j = 0; j < grid.ny; j++)
      for (let i = 0; i < grid.nx; i++) {
        const [x, y] = [grid.x0 + i * grid.dx, grid.y0 + j * grid.dy];
        expect(Math.abs(at(x, y).h - bumps(x, y))).toBeLessThan(1e-15);
      }
  });

  it("slopes and curvatures / differences of heights and slopes", () => {
    const at = relief(sampledMap(grid, bumps, { interpolation }));
    const h = 1e-6; // rounding ε/h and the third derivative h² stay below 1e-9
    for (const [x, y] of places(60, 2.5, 3)) {
      const [e, w, n, s] = [at(x + h, y), at(x - h, y), at(x, y + h), at(x, y - h)];
      const { hx, hy, hxx, hxy, hyy } = at(x, y);
      const pairs = [
        [hx, (e.h - w.h) / (2 * h)],
        [hy, (n.h - s.h) / (2 * h)],
        [hxx, (e.hx - w.hx) / (2 * h)],
        [hxy, (n.hx - s.hx) / (2 * h)],
        [hyy, (n.hy - s.hy) / (2 * h)],
      ];
      for (const [found, expected] of pairs) expect(Math.abs(found - expected)).toBeLessThan(1e-9);
    }
  });

  it("the normal is of length 1 and the tangents complete it to a right-handed triad, in a turned frame", () => {
    const turned = pose({ position: [0.1, 0.2, -0.3], rpy: [0.2, -0.4, 1] });
    const map = toucher(sampledMap(grid, bumps, { interpolation, pose: turned }));
    for (const [x, y] of places(30, 1, 4)) {
      const { normal, tangents } = map([x, y, 0.1], 0.2);
      expect(Math.abs(length(normal) - 1)).toBeLessThan(1e-14);
      expect(length(sub(cross(...tangents), normal))).toBeLessThan(1e-14);
      expect(Math.abs(length(tangents[0]) - 1)).toBeLessThan(1e-14);
    }
  });

  it("the scale multiplies the heights", () => {
    const scaled = toucher(sampledMap(grid, bumps, { interpolation, scale: 2 }));
    const higher = toucher(sampledMap(grid, (x, y) => 2 * bumps(x, y), { interpolation }));
    for (const [x, y] of places(20, 1, 5))
      for (const radius of [0, 0.2])
        expect(Math.abs(scaled([x, y, 0.2], radius).depth - higher([x, y, 0.2], radius).depth)).toBeLessThan(1e-14);
  });
});

describe("bicubic", () => {
  it("slopes do not jump from cell to cell, nor at the border", () => {
    const at = relief(sampledMap(grid, bumps));
    const step = 1e-9; // times the curvature, which is below 1
    for (const [, y] of places(10, 2, 6))
      for (let i = -1; i <= grid.nx; i++) {
        const x = grid.x0 + i * grid.dx;
        const [before, after] = [at(x - step, y), at(x + step, y)];
        expect(Math.abs(after.hx - before.hx)).toBeLessThan(4 * step);
        expect(Math.abs(after.hy - before.hy)).toBeLessThan(4 * step);
      }
  });

  it("approaches a smooth ground with the cube of the cell", () => {
    const errors = [10, 20, 40].map((n) => {
      const at = relief(sampledMap({ x0: -2, y0: -2, dx: 4 / n, dy: 4 / n, nx: n + 1, ny: n + 1 }, bumps));
      return Math.max(...places(200, 1.2, 7).map(([x, y]) => Math.abs(at(x, y).h - bumps(x, y))));
    });
    expect(errors[0] / errors[1]).toBeGreaterThan(6);
    expect(errors[1] / errors[2]).toBeGreaterThan(6);
  });

  test.each([0.1, 0.5, 1.5])("a sphere of radius %d / the nearest place of the map by brute force", (radius) => {
    const fine = { x0: -4, y0: -4, dx: 0.1, dy: 0.1, nx: 81, ny: 81 };
    const terrain = sampledMap(fine, bumps);
    const touch = toucher(terrain);
    const at = relief(terrain);
    for (const [x, y] of places(10, 1.5, 8)) {
      // From just apart to a tenth of the radius deep.
      const centre: Point = [x, y, bumps(x, y) + radius * (1.02 - 0.1 * Math.abs(x))];
      const { distance, foot } = nearestByBruteForce(at, centre, radius);
      const { depth, normal } = touch(centre, radius);
      // Newton's third round starts within (κ r)⁴ of a radius; what is left of that counts squared.
      const reach = CURVATURE * radius;
      expect(Math.abs(depth - (radius - distance))).toBeLessThan(1e-12 + radius * Math.min(1e-4, reach ** 8));
      expect(length(sub(normal, unit(sub(centre, foot))))).toBeLessThan(1e-6 + Math.min(1e-2, reach ** 4));
    }
  });

  it("a sphere on a crest much sharper than itself / the nearest place by brute force", () => {
    const ridge = (x: number): number => 0.2 * Math.exp((-x * x) / 0.08); // radius of curvature 0.2 m at the top
    const terrain = sampledMap({ x0: -2, y0: -1, dx: 0.05, dy: 0.5, nx: 81, ny: 5 }, ridge);
    const touch = toucher(terrain);
    const at = relief(terrain);
    const radius = 0.8;
    for (const x of [-0.3, -0.1, 0, 0.05, 0.2]) {
      const centre: Point = [x, 0.1, 0.97];
      const { distance } = nearestByBruteForce(at, centre, radius);
      expect(Math.abs(touch(centre, radius).depth - (radius - distance))).toBeLessThan(1e-4);
    }
  });

  it("a sphere apart never touches, however rough the ground is", () => {
    const rough = sampledMap(
      { x0: -2, y0: -2, dx: 0.1, dy: 0.1, nx: 41, ny: 41 },
      (x, y) => 0.1 * Math.sin(37 * x) * Math.cos(29 * y),
    );
    const touch = toucher(rough);
    const at = relief(rough);
    let highest = -Infinity;
    for (const [x, y] of places(20000, 2, 10)) highest = Math.max(highest, at(x, y).h);
    for (const [x, y] of places(500, 1, 11)) {
      expect(touch([x, y, highest + 0.51], 0.5).depth).toBeLessThan(0);
    }
  });
});

const unit = (v: Point): Point => {
  const size = length(v);
  return [v[0] / size, v[1] / size, v[2] / size];
};

/** Scans all feet within the radius, then again around the best with a quarter of the reach, until nothing moves. */
function nearestByBruteForce(at: (x: number, y: number) => NumericRelief, centre: Point, radius: number) {
  let foot: Point = [centre[0], centre[1], at(centre[0], centre[1]).h];
  let distance = Infinity;
  for (let reach = radius; reach > 1e-8; reach /= 4) {
    const [x, y] = foot;
    for (let i = -6; i <= 6; i++)
      for (let j = -6; j <= 6; j++) {
        const [fx, fy] = [x + (reach * i) / 6, y + (reach * j) / 6];
        const place: Point = [fx, fy, at(fx, fy).h];
        const away = length(sub(centre, place));
        if (away < distance) [distance, foot] = [away, place];
      }
  }
  return { distance: Math.sign(dot([0, 0, 1], sub(centre, foot))) * distance, foot };
}

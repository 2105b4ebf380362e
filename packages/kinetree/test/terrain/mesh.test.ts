import { describe, expect, it, test } from "vitest";
import type { Terrain } from "../../src/model/contact.js";
import { pose } from "../../src/model/pose.js";
import { stream } from "../../src/random/stream.js";
import { cross, dot, length, plane, sampledMap, sampledMesh, sub, toucher, type Point } from "./surfaces.js";

type Mesh = Extract<Terrain, { kind: "mesh" }>;

const grid = { x0: -1, y0: -1.2, dx: 0.25, dy: 0.3, nx: 9, ny: 9 };

/** Heights drawn at random, so that crests, hollows and slopes of every direction occur. */
function bumpyMesh(seed: number): Mesh {
  const { next } = stream(seed);
  return sampledMesh(grid, () => 0.3 * next());
}

function places(count: number, seed: number): Point[] {
  const { next } = stream(seed);
  return Array.from({ length: count }, () => [3 * next() - 1.5, 3 * next() - 1.5, 1.2 * next() - 0.3]);
}

describe("a mesh / all of its triangles, one by one", () => {
  test.each([1, 2, 3])("distance of a place above the mesh, seed %d", (seed) => {
    const mesh = bumpyMesh(seed);
    const touch = toucher(mesh);
    for (const place of places(100, 10 + seed)) {
      const { depth } = touch(place, 0.4);
      const distance = distanceToAll(mesh, place);
      // Outside or inside, the distance is the same; sizes are about 1.
      expect(Math.abs(Math.abs(depth - 0.4) - distance)).toBeLessThan(1e-14);
    }
  });

  test.each([1, 2, 3])("inside below the surface, outside above it and beyond the border, seed %d", (seed) => {
    const mesh = bumpyMesh(seed);
    const touch = toucher(mesh);
    for (const place of places(200, 20 + seed)) {
      const over = heightUnder(mesh, place[0], place[1]);
      const isInside = over !== null && place[2] < over;
      // Below the mesh but close to its border, the border may be nearest: nothing is inside there.
      if (over !== null && isInside && nearBorder(place)) continue;
      expect(touch(place, 0).depth > 0).toBe(isInside);
    }
  });

  it("the normal points from the nearest place to the centre, or out of the ground below it", () => {
    const touch = toucher(bumpyMesh(4));
    const h = 1e-6;
    for (const place of places(60, 34)) {
      const { depth, normal } = touch(place, 0.4);
      const moved = (k: number, by: number): number =>
        touch(place.map((x, i) => (i === k ? x + by : x)) as unknown as Point, 0.4).depth;
      const gradient = [0, 1, 2].map((k) => (moved(k, h) - moved(k, -h)) / (2 * h)) as unknown as Point;
      // Where two places are equally near the gradient has a kink; a difference across it is shorter than 1.
      if (Math.abs(length(gradient) - 1) > 1e-6) continue;
      expect(Number.isFinite(depth)).toBe(true);
      expect(length([gradient[0] + normal[0], gradient[1] + normal[1], gradient[2] + normal[2]])).toBeLessThan(1e-6);
    }
  });
});

describe("a mesh / the surface that it is drawn from", () => {
  test.each([0, 0.2])("a flat, sloping and turned mesh / a plane, radius %d", (radius) => {
    const turned = pose({ position: [0.2, -0.1, 0.3], rpy: [0.3, -0.2, 0.9] });
    const mesh = toucher(sampledMesh(grid, () => 0, turned));
    const flat = toucher(plane(turned));
    const { next } = stream(5);
    for (let k = 0; k < 50; k++) {
      const centre: Point = [0.2 + 0.4 * next(), -0.1 + 0.4 * next(), 0.3 + 0.3 * next()];
      const [found, expected] = [mesh(centre, radius), flat(centre, radius)];
      expect(Math.abs(found.depth - expected.depth)).toBeLessThan(1e-14);
      expect(length(sub(found.normal, expected.normal))).toBeLessThan(1e-14);
      expect(length(sub(cross(...found.tangents), found.normal))).toBeLessThan(1e-14);
    }
  });

  it("a mesh drawn from a height map / that map, closer with smaller cells", () => {
    const hills = (x: number, y: number): number => 0.1 * Math.sin(2 * x) * Math.cos(1.5 * y);
    const { next } = stream(6);
    const centres = Array.from({ length: 40 }, (): Point => [2 * next() - 1, 2 * next() - 1, 0.45 + 0.1 * next()]);
    const errors = [16, 32, 64].map((n) => {
      const cells = { x0: -2, y0: -2, dx: 4 / n, dy: 4 / n, nx: n + 1, ny: n + 1 };
      const [mesh, map] = [toucher(sampledMesh(cells, hills)), toucher(sampledMap(cells, hills))];
      return Math.max(...centres.map((centre) => Math.abs(mesh(centre, 0.5).depth - map(centre, 0.5).depth)));
    });
    // Straight triangles: the error falls with the square of the cell.
    expect(errors[0] / errors[1]).toBeGreaterThan(3);
    expect(errors[1] / errors[2]).toBeGreaterThan(3);
  });
});

it("the depth of a sphere that rolls over edges and off the border is no steeper than its way", () => {
  const touch = toucher(bumpyMesh(7));
  const step = 1e-3;
  let before = touch([-1.6, 0.05, 0.5], 0.4).depth;
  for (let x = -1.6 + step; x < 1.6; x += step) {
    const { depth } = touch([x, 0.05, 0.5], 0.4);
    expect(Math.abs(depth - before)).toBeLessThanOrEqual(step * (1 + 1e-9));
    before = depth;
  }
});

it("a sphere that falls past the border is let go", () => {
  const touch = toucher(sampledMesh(grid, () => 0));
  const radius = 0.2;
  // Its centre passes the height of the mesh a little outside the border at x = 1.
  expect(touch([1.05, 0, 0.1], radius).depth).toBeCloseTo(radius - Math.hypot(0.05, 0.1), 14);
  expect(touch([1.05, 0, -0.1], radius).depth).toBeCloseTo(radius - Math.hypot(0.05, 0.1), 14);
  expect(touch([1.3, 0, -0.1], radius).depth).toBeLessThan(0);
});

it("vertices repeated for each triangle, as files have them / vertices shared", () => {
  const shared = bumpyMesh(8);
  const repeated: Mesh = {
    ...shared,
    vertices: shared.triangles.flatMap((triangle) => triangle.map((index) => shared.vertices[index])),
    triangles: shared.triangles.map((_, t): Point => [3 * t, 3 * t + 1, 3 * t + 2]),
  };
  const [one, other] = [toucher(shared), toucher(repeated)];
  for (const place of places(60, 9)) expect(other(place, 0.1)).toEqual(one(place, 0.1));
});

it("one triangle alone is a mesh", () => {
  const touch = toucher({
    kind: "mesh",
    name: "ground",
    pose: pose([0, 0, 0]),
    vertices: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    triangles: [[0, 1, 2]],
  });
  expect(touch([0.2, 0.2, 0.05], 0.1).depth).toBeCloseTo(0.05, 15);
  expect(touch([-0.05, -0.05, 0], 0.1).depth).toBeCloseTo(0.1 - Math.SQRT2 * 0.05, 15);
});

const nearBorder = ([x, y, z]: Point): boolean => {
  const gap = Math.min(x + 1, 1 - x, y + 1.2, 1.2 - y);
  return gap < 0.7 + Math.abs(z);
};

function heightUnder({ vertices, triangles }: Mesh, x: number, y: number): number | null {
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((index) => vertices[index]);
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    const u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
    const v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
    if (u >= 0 && v >= 0 && u + v <= 1) return a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
  }
  return null;
}

const distanceToAll = ({ vertices, triangles }: Mesh, place: Point): number =>
  Math.min(
    ...triangles.map((triangle) => {
      const [a, b, c] = triangle.map((index) => vertices[index]);
      return distanceToTriangle(place, a, b, c);
    }),
  );

/** By the regions of the plane around a triangle (Ericson, Real-Time Collision Detection, 2005, section 5.1.5). */
function distanceToTriangle(p: Point, a: Point, b: Point, c: Point): number {
  const [ab, ac] = [sub(b, a), sub(c, a)];
  const from = (corner: Point): readonly [number, number] => [dot(ab, sub(p, corner)), dot(ac, sub(p, corner))];
  const [d1, d2] = from(a);
  const [d3, d4] = from(b);
  const [d5, d6] = from(c);
  const to = (v: number, w: number): number =>
    length(sub(p, [0, 1, 2].map((k) => a[k] + v * ab[k] + w * ac[k]) as unknown as Point));
  if (d1 <= 0 && d2 <= 0) return to(0, 0);
  if (d3 >= 0 && d4 <= d3) return to(1, 0);
  if (d6 >= 0 && d5 <= d6) return to(0, 1);
  const [va, vb, vc] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return to(d1 / (d1 - d3), 0);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return to(0, d2 / (d2 - d6));
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return to(1 - w, w);
  }
  return to(vb / (va + vb + vc), vc / (va + vb + vc));
}

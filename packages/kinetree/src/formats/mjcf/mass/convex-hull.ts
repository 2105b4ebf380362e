import type { Triangles } from "../../mesh/mesh-file.js";
import { faceSide, type Side } from "./face-side.js";
import { cross, dot, norm, subtract, type Vec3 } from "./placement.js";

/** The hull of more corners would take too long by this method. */
const MOST_CORNERS = 20_000;
/** Beside the size of the whole: points nearer to a plane than this lie in it. */
const IN_PLANE = 1e-11;
/**
 * Points are moved to a grid of whole numbers up to this one, by less than rounding moves them anyway. On it the side of a
 * face that a point is on is known for certain; guessed ones leave holes where many points almost share a plane.
 */
const GRID = 2 ** 45;

interface Face {
  readonly corners: readonly [number, number, number];
  readonly sideOf: (point: Vec3) => Side;
}

/**
 * The convex hull of points, faces looking outwards: point by point, what a new point sees is replaced by a cone from the
 * edge of what it sees to the point (de Berg and others, Computational Geometry, 3rd ed., section 11.2). A sentence
 * about what is wrong if there is none.
 */
export function convexHull(vertices: Float64Array): Triangles | string {
  const points = distinct(vertices);
  if (points.length > MOST_CORNERS) return `it has ${points.length} corners, too many for a convex hull`;
  const extent = size(points);
  const start = firstTetrahedron(points, IN_PLANE * extent);
  if (start === null) return "its corners lie in one plane";
  const whole = (x: number): number => Math.round((x / extent) * GRID);
  const grid = points.map((point): Vec3 => {
    const [x, y, z] = subtract(point, points[0]);
    return [whole(x), whole(y), whole(z)];
  });
  let faces = tetrahedronFaces(grid, start);
  for (const [i, point] of grid.entries()) {
    const seen = faces.filter(({ sideOf }) => sideOf(point) > 0);
    if (seen.length === 0) continue;
    const isSeen = new Set(seen);
    const rim = rimOf(seen).map(([a, b]) => faceOf(grid, a, b, i));
    faces = faces.filter((face) => !isSeen.has(face)).concat(rim);
  }
  return {
    vertices: Float64Array.from(points.flat()),
    faces: Uint32Array.from(faces.flatMap(({ corners }) => corners)),
  };
}

function distinct(vertices: Float64Array): readonly Vec3[] {
  const found = new Map<string, Vec3>();
  for (let i = 0; i + 2 < vertices.length; i += 3) {
    const point: Vec3 = [vertices[i], vertices[i + 1], vertices[i + 2]];
    found.set(point.join(" "), point);
  }
  return [...found.values()];
}

function size(points: readonly Vec3[]): number {
  let largest = 0;
  for (const point of points) largest = Math.max(largest, norm(subtract(point, points[0])));
  return largest;
}

const faceOf = (grid: readonly Vec3[], a: number, b: number, c: number): Face => ({
  corners: [a, b, c],
  sideOf: faceSide(grid[a], grid[b], grid[c]),
});

/** Edges that only one of the faces has, in its direction. */
function rimOf(faces: readonly Face[]): readonly (readonly [number, number])[] {
  const edges = new Map<string, readonly [number, number]>();
  for (const { corners } of faces)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k], corners[(k + 1) % 3]];
      if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b]);
    }
  return [...edges.values()];
}

/** Four corners as far from one another as going through the points once each tells; null if they lie in a plane. */
function firstTetrahedron(points: readonly Vec3[], least: number): readonly [number, number, number, number] | null {
  if (points.length < 4) return null;
  const farthest = (measure: (point: Vec3) => number): number => {
    let best = 0;
    for (const [i, point] of points.entries()) if (measure(point) > measure(points[best])) best = i;
    return best;
  };
  const a = farthest((point) => -point[0]);
  const b = farthest((point) => norm(subtract(point, points[a])));
  const along = subtract(points[b], points[a]);
  const c = farthest((point) => norm(cross(along, subtract(point, points[a]))));
  const across = cross(along, subtract(points[c], points[a]));
  const length = norm(across);
  const height = (point: Vec3): number => Math.abs(dot(across, subtract(point, points[a]))) / length;
  const d = length === 0 ? a : farthest(height);
  return length > 0 && height(points[d]) > least ? [a, b, c, d] : null;
}

function tetrahedronFaces(grid: readonly Vec3[], [a, b, c, d]: readonly [number, number, number, number]): Face[] {
  const isAbove = faceOf(grid, a, b, c).sideOf(grid[d]) > 0;
  const [p, q, r] = isAbove ? [a, c, b] : [a, b, c];
  return [faceOf(grid, p, q, r), faceOf(grid, q, p, d), faceOf(grid, r, q, d), faceOf(grid, p, r, d)];
}

import type { Triangles } from "./mesh-file.js";
import { cross, dot, norm, subtract, type Vec3 } from "./placement.js";

/** The hull of more corners would take too long by this method. */
const MOST_CORNERS = 20_000;
/** Beside the size of the whole: points nearer to a face than this lie in it, for rounding says nothing else. */
const IN_PLANE = 1e-11;

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: Vec3;
  readonly offset: number;
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
  let faces = tetrahedronFaces(points, start);
  for (const [i, point] of points.entries()) {
    const seen = faces.filter(({ normal, offset }) => dot(normal, point) - offset > IN_PLANE * extent);
    if (seen.length === 0) continue;
    const isSeen = new Set(seen);
    const rim = rimOf(seen).map(([a, b]) => faceOf(points, a, b, i));
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

function faceOf(points: readonly Vec3[], a: number, b: number, c: number): Face {
  const across = cross(subtract(points[b], points[a]), subtract(points[c], points[a]));
  const length = norm(across);
  const normal: Vec3 = length === 0 ? [0, 0, 0] : [across[0] / length, across[1] / length, across[2] / length];
  return { corners: [a, b, c], normal, offset: dot(normal, points[a]) };
}

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
  const { normal, offset } = faceOf(points, a, b, c);
  const d = farthest((point) => Math.abs(dot(normal, point) - offset));
  return Math.abs(dot(normal, points[d]) - offset) > least ? [a, b, c, d] : null;
}

function tetrahedronFaces(points: readonly Vec3[], [a, b, c, d]: readonly [number, number, number, number]): Face[] {
  const base = faceOf(points, a, b, c);
  const isAbove = dot(base.normal, points[d]) > base.offset;
  const [p, q, r] = isAbove ? [a, c, b] : [a, b, c];
  return [faceOf(points, p, q, r), faceOf(points, q, p, d), faceOf(points, r, q, d), faceOf(points, p, r, d)];
}

import type { Triangles } from "../../mesh/mesh-file.js";
import { cross, dot, norm, subtract, type Vec3 } from "./placement.js";

/** The hull of more corners would take too long by this method. */
const MOST_CORNERS = 20_000;
/** Relative to the size of the whole: points nearer to a plane than this lie in it. */
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
 * The convex hull of points, faces looking outwards: point by point, the faces that a new point sees are replaced by a cone from
 * their rim to the point (de Berg and others, Computational Geometry, 3rd ed., section 11.2). The reason if there is no hull.
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

/** 1 in front of a face, -1 behind it, 0 in its plane. */
type Side = -1 | 0 | 1;

/** Half a unit in the last place of 1. */
const HALF_UNIT = 2 ** -53;
/** Error bound of the determinant below, relative to the sum of the sizes of its terms; a little above 7, J. R. Shewchuk, 1997. */
const MOST_ERROR = 8 * HALF_UNIT;

/**
 * The side of the face a, b, c that a point is on, without rounding errors. Coordinates are whole numbers below 2^50, so
 * that their differences are exact; where floating point leaves the sign of the determinant open, long integers tell.
 */
function faceSide(a: Vec3, b: Vec3, c: Vec3): (point: Vec3) => Side {
  const [ux, uy, uz] = subtract(b, a);
  const [vx, vy, vz] = subtract(c, a);
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const bound = [uy * vz, uz * vy, uz * vx, ux * vz, ux * vy, uy * vx].map(Math.abs);
  const [bx, by, bz] = [bound[0] + bound[1], bound[2] + bound[3], bound[4] + bound[5]];
  return (point) => {
    const [x, y, z] = subtract(point, a);
    const rough = normal[0] * x + normal[1] * y + normal[2] * z;
    const error = MOST_ERROR * (bx * Math.abs(x) + by * Math.abs(y) + bz * Math.abs(z));
    if (error === 0) return 0;
    if (rough > error) return 1;
    return rough < -error ? -1 : exactSide([ux, uy, uz], [vx, vy, vz], [x, y, z]);
  };
}

function exactSide(u: Vec3, v: Vec3, w: Vec3): Side {
  const [[ux, uy, uz], [vx, vy, vz], [wx, wy, wz]] = [u, v, w].map((vector) => vector.map(BigInt));
  const sum = (uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz;
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

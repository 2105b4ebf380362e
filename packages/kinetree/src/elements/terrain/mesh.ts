import type { Cond, Num } from "../../graph/graph.js";
import { entry, nearestTriangle } from "../../graph/lookup.js";
import { abs, add, and, div, le, lt, max, min, mul, neg, not, or, select, sqrt, sub } from "../../graph/num.js";
import { TRIANGLE_SIZE, trianglePlaces as places } from "../../graph/triangle-table.js";
import type { Terrain } from "../../model/contact.js";
import type { Real } from "../../model/types.js";
import { dot3, scale3, sub3, type Vec3 } from "../../spatial/vec3.js";
import { tangentsOf, type TracedSurface } from "./surface.js";
import { planTerrainFrame } from "./terrain-frame.js";
import { triangleTable } from "./triangle-mesh.js";

/** Distance from an edge, as a share of the size of the mesh, below which rounding decides where it points. */
const ROUNDING = 1e-12;

/** Triangles narrower than this share of the mesh are taken for walls or slivers. */
const LEAST_GRAIN = 1e-3;

/**
 * Triangles. A sphere touches the place of the mesh nearest to its centre: within a triangle, on an edge or at a vertex. A point
 * is a sphere without a radius. What lies below the mesh is inside; beyond its border, and beside the rectangle around it, there
 * is no inside.
 */
export function planMesh(terrain: Extract<Terrain, { kind: "mesh" }>, num: (real: Real) => Num): TracedSurface {
  const frame = planTerrainFrame(terrain.pose, num);
  const table = triangleTable(terrain.vertices, terrain.triangles);
  const { nodes } = table;
  const size = Math.max(nodes[3] - nodes[0], nodes[4] - nodes[1], nodes[5] - nodes[2]);
  const isWithin = ([x, y]: Vec3): Cond =>
    and(and(le(nodes[0], x), le(x, nodes[3])), and(le(nodes[1], y), le(y, nodes[4])));
  const grain = meshGrain(terrain, LEAST_GRAIN * size);
  const tiny = ROUNDING * size * (ROUNDING * size);
  const touch: TracedSurface["touch"] = (centre, radius, n) => {
    const place = frame.placeInTerrain(centre, n);
    const first = mul(nearestTriangle(table, place), TRIANGLE_SIZE);
    const at = (offset: number, from = first): Vec3 => [
      entry(table.rows, from, offset),
      entry(table.rows, from, offset + 1),
      entry(table.rows, from, offset + 2),
    ];
    const vertices = [0, 1, 2].map((k) => at(places.vertices + 3 * k));
    const edges = vertices.map((start, k): Edge => {
      const d = sub3(place, start);
      const e = sub3(vertices[(k + 1) % 3], start);
      const along = min(max(mul(dot3(d, e), entry(table.rows, first, places.inverseSquares + k)), 0), 1);
      const away = sub3(d, scale3(along, e));
      // Edges are counted first, then vertices.
      const feature = select(le(along, 0), 3 + k, select(le(1, along), 3 + ((k + 1) % 3), k));
      return { away, square: dot3(away, away), feature, isInside: le(0, dot3(d, at(places.inward + 3 * k))) };
    });
    const nearest = edges.reduce((a, b) => closer(b, a));
    const isOver = edges.map(({ isInside }) => isInside).reduce<Cond>(and, true);
    const faceNormal = at(places.normal);
    const height = dot3(sub3(place, vertices[0]), faceNormal);
    // One height over each place: what is nearest to an edge or a vertex lies above it or below it, as it lies to the surface.
    const side = mul(nearest.away[2], entry(table.rows, add(first, nearest.feature), places.isWithin));
    const isClear = lt(tiny, nearest.square);
    const isFace = or(isOver, not(isClear));
    // Beside the mesh one may look at a sloping triangle from below, and still there is no inside.
    const isInside = and(isWithin(place), lt(select(isFace, height, side), 0));
    const length = select(isFace, abs(height), sqrt(select(isClear, nearest.square, 1)));
    const sign = select(isInside, -1, 1);
    const faceSign = select(isInside, 1, select(lt(height, 0), -1, 1));
    const edgeShare = div(sign, select(isFace, 1, length));
    const pick = (k: 0 | 1 | 2): Num => select(isFace, mul(faceSign, faceNormal[k]), mul(edgeShare, nearest.away[k]));
    const normal: Vec3 = [pick(0), pick(1), pick(2)];
    const [t1, t2] = tangentsOf(normal);
    const inWorld = (direction: Vec3): Vec3 => frame.directionInWorld(direction, n);
    return {
      depth: sub(radius, mul(sign, length)),
      normal: inWorld(normal),
      tangents: [inWorld(t1), inWorld(t2)],
    };
  };
  return {
    key: `mesh ${JSON.stringify(terrain.name)} ${frame.key}`,
    numbers: frame.numbers,
    up: (n) => frame.directionInWorld([0, 0, 1], n),
    grain: () => grain,
    inside: null,
    friction: null,
    room: (centre, radius, n) => ({
      clearance: neg(touch(centre, radius, n).depth),
      above: sub(sub(frame.placeInTerrain(centre, n)[2], nodes[5]), radius),
      up: frame.directionInWorld([0, 0, 1], n),
    }),
    touch,
  };
}

/** Width, seen from above, of the narrowest triangle that is wider than the least: steep faces are rises, and have no width. */
function meshGrain({ vertices, triangles }: Extract<Terrain, { kind: "mesh" }>, least: number): number {
  const widths = triangles.map((triangle) => {
    const [a, b, c] = triangle.map((index) => vertices[index]);
    const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
    const longest = Math.max(
      ...[
        [a, b],
        [b, c],
        [c, a],
      ].map(([p, q]) => (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2),
    );
    return longest > 0 ? area / Math.sqrt(longest) : 0;
  });
  return widths.reduce((grain, width) => (width >= least ? Math.min(grain, width) : grain), Infinity);
}

/** The nearest place of an edge. */
interface Edge {
  /** From there to the centre. */
  readonly away: Vec3;
  readonly square: Num;
  readonly feature: Num;
  /** Whether the centre lies on the triangle's side of the edge. */
  readonly isInside: Cond;
}

function closer(a: Edge, b: Edge): Edge {
  const isCloser = lt(a.square, b.square);
  const pick = (x: Num, y: Num): Num => select(isCloser, x, y);
  return {
    away: [pick(a.away[0], b.away[0]), pick(a.away[1], b.away[1]), pick(a.away[2], b.away[2])],
    square: pick(a.square, b.square),
    feature: pick(a.feature, b.feature),
    isInside: a.isInside,
  };
}

import { rowTable } from "../../graph/row-table.js";
import {
  NODE_SIZE,
  nodePlaces,
  TRIANGLE_SIZE,
  trianglePlaces as places,
  type TriangleTable,
} from "../../graph/triangle-table.js";

type Point = readonly [number, number, number];
type Triangle = readonly [Point, Point, Point];

const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scale = (s: number, a: Point): Point => [s * a[0], s * a[1], s * a[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => scale(1 / Math.sqrt(dot(a, a)), a);

/** What a search for the nearest triangle, and the touch there, look up. Triangles have an area. */
export function triangleTable(vertices: readonly Point[], triangles: readonly Point[]): TriangleTable {
  const isWithin = innerFeatures(vertices, triangles);
  const values = new Float64Array(TRIANGLE_SIZE * triangles.length);
  const corners = triangles.map((triangle, t): Triangle => {
    const corner: Triangle = [vertices[triangle[0]], vertices[triangle[1]], vertices[triangle[2]]];
    const edges = corner.map((start, k) => sub(corner[(k + 1) % 3], start));
    const normal = unit(cross(edges[0], scale(-1, edges[2])));
    const put = (place: number, numbers: readonly number[]): void => values.set(numbers, TRIANGLE_SIZE * t + place);
    corner.forEach((vertex, k) => put(places.vertices + 3 * k, vertex));
    put(places.normal, normal);
    edges.forEach((edge, k) => {
      put(places.inverseSquares + k, [1 / dot(edge, edge)]);
      put(places.inward + 3 * k, cross(normal, edge));
    });
    put(places.isWithin, isWithin[t]);
    return corner;
  });
  return { kind: "triangles", rows: rowTable(values), nodes: boxTree(corners) };
}

/** For each triangle: 1 for its three edges and its three vertices where the surface goes on beyond, 0 where it ends. */
function innerFeatures(vertices: readonly Point[], triangles: readonly Point[]): number[][] {
  // Vertices are the same where they lie in the same place: files often repeat them for every triangle.
  const numbers = new Map<string, number>();
  const numberOf = vertices.map((vertex) => {
    const key = vertex.map((x) => x + 0).join();
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  const named = triangles.map((triangle) => triangle.map((index) => numberOf[index]));
  const edgeOf = (triangle: readonly number[], k: number): number => {
    const [a, b] = [triangle[k], triangle[(k + 1) % 3]];
    return Math.min(a, b) * vertices.length + Math.max(a, b);
  };
  const sharers = new Map<number, number>();
  for (const triangle of named)
    for (let k = 0; k < 3; k++) sharers.set(edgeOf(triangle, k), (sharers.get(edgeOf(triangle, k)) ?? 0) + 1);
  const isBorder = (triangle: readonly number[], k: number): boolean => sharers.get(edgeOf(triangle, k)) === 1;
  const onBorder = new Set<number>();
  for (const triangle of named)
    for (let k = 0; k < 3; k++) if (isBorder(triangle, k)) onBorder.add(triangle[k]).add(triangle[(k + 1) % 3]);
  return named.map((triangle) => [
    ...triangle.map((_, k) => (isBorder(triangle, k) ? 0 : 1)),
    ...triangle.map((vertex) => (onBorder.has(vertex) ? 0 : 1)),
  ]);
}

/** Boxes around halves of the triangles, halves of these and so on, each before those within it: see `TriangleTable`. */
function boxTree(triangles: readonly Triangle[]): Float64Array {
  const nodes = new Float64Array(NODE_SIZE * (2 * triangles.length - 1));
  const centres = [0, 1, 2].map((k) => Float64Array.from(triangles, ([a, b, c]) => a[k] + b[k] + c[k]));
  const order = Int32Array.from(triangles, (_, t) => t);
  let count = 0;
  /** Adds the tree of a part of the order and gives the place of its first box. */
  const add = (part: Int32Array): number => {
    const at = NODE_SIZE * count++;
    if (part.length === 1) {
      const triangle = triangles[part[0]];
      for (let k = 0; k < 3; k++) {
        nodes[at + nodePlaces.lower + k] = Math.min(triangle[0][k], triangle[1][k], triangle[2][k]);
        nodes[at + nodePlaces.upper + k] = Math.max(triangle[0][k], triangle[1][k], triangle[2][k]);
      }
      nodes[at + nodePlaces.triangle] = part[0];
    } else {
      const along = centres[longestSide(centres, part)];
      part.sort((s, t) => along[s] - along[t] || s - t);
      const half = part.length >> 1;
      const [first, second] = [add(part.subarray(0, half)), add(part.subarray(half))];
      for (let k = 0; k < 3; k++) {
        const [lower, upper] = [nodePlaces.lower + k, nodePlaces.upper + k];
        nodes[at + lower] = Math.min(nodes[first + lower], nodes[second + lower]);
        nodes[at + upper] = Math.max(nodes[first + upper], nodes[second + upper]);
      }
      nodes[at + nodePlaces.triangle] = -1;
    }
    nodes[at + nodePlaces.behind] = count;
    return at;
  };
  add(order);
  return nodes;
}

/** The axis along which the centres lie farthest apart. */
function longestSide(centres: readonly Float64Array[], part: Int32Array): number {
  const spans = centres.map((along) => {
    let [least, most] = [Infinity, -Infinity];
    for (const t of part) {
      least = Math.min(least, along[t]);
      most = Math.max(most, along[t]);
    }
    return most - least;
  });
  return spans.indexOf(Math.max(...spans));
}

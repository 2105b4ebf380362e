import type { RowTable } from "./row-table.js";

/** Triangles in space, in a tree of boxes that finds the nearest one. */
export interface TriangleTable {
  readonly kind: "triangles";
  /** `TRIANGLE_SIZE` numbers for each triangle, in the places of `trianglePlaces`; the rest is free for the maker of the table. */
  readonly rows: RowTable;
  /**
   * Boxes, each followed by the boxes within it: `NODE_SIZE` numbers, which are its three lower and three upper ends, the number of the
   * box behind all that are within it, and its triangle (-1 for a box of two others). The first child of a box follows it at once.
   */
  readonly nodes: Float64Array;
}

export const NODE_SIZE = 8;
export const nodePlaces = { lower: 0, upper: 3, behind: 6, triangle: 7 } as const;

/** Numbers of one triangle. */
export const TRIANGLE_SIZE = 30;
/** Of edge k, from vertex k to the next. */
export const trianglePlaces = {
  /** Three of three components. */
  vertices: 0,
  /** Of length 1, out of the ground. */
  normal: 9,
  /** One over the square of the length, for each edge. */
  inverseSquares: 12,
  /** For each edge: a vector in the plane of the triangle, across the edge and into the triangle. */
  inward: 15,
  /** For each edge, then for each vertex: 1 where the surface goes on beyond it, 0 along the border. */
  isWithin: 24,
} as const;

/** Number of the triangle nearest to a place; the first found of those equally near, here and in kernels. */
export function nearestTriangleTo(table: TriangleTable, x: number, y: number, z: number): number {
  const { nodes } = table;
  // Down to a triangle close by, so that most boxes are excluded from the start.
  let node = 0;
  while (nodes[node + nodePlaces.triangle] < 0) {
    const first = node + NODE_SIZE;
    const second = nodes[first + nodePlaces.behind] * NODE_SIZE;
    node = boxDistance(nodes, second, x, y, z) < boxDistance(nodes, first, x, y, z) ? second : first;
  }
  let nearest = nodes[node + nodePlaces.triangle];
  let least = triangleDistance(table, nearest, x, y, z);
  node = 0;
  while (node < nodes.length) {
    if (boxDistance(nodes, node, x, y, z) < least) {
      const triangle = nodes[node + nodePlaces.triangle];
      if (triangle >= 0) {
        const distance = triangleDistance(table, triangle, x, y, z);
        if (distance < least) {
          least = distance;
          nearest = triangle;
        }
      }
      node += NODE_SIZE;
    } else node = nodes[node + nodePlaces.behind] * NODE_SIZE;
  }
  return nearest;
}

/** Square of the distance to a box; 0 within it. */
function boxDistance(nodes: Float64Array, node: number, x: number, y: number, z: number): number {
  const beyond = (k: number, at: number): number => {
    const below = nodes[node + k] - at;
    const above = at - nodes[node + 3 + k];
    const most = below > above ? below : above;
    return most > 0 ? most : 0;
  };
  const [dx, dy, dz] = [beyond(0, x), beyond(1, y), beyond(2, z)];
  return dx * dx + dy * dy + dz * dz;
}

/** Square of the distance to a triangle: to its plane where the place lies over it, else to the nearest edge. */
function triangleDistance({ rows }: TriangleTable, triangle: number, x: number, y: number, z: number): number {
  const { values } = rows;
  const row = triangle * TRIANGLE_SIZE;
  let isOver = true;
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    const start = row + trianglePlaces.vertices + 3 * k;
    const end = row + trianglePlaces.vertices + 3 * ((k + 1) % 3);
    const inward = row + trianglePlaces.inward + 3 * k;
    const [dx, dy, dz] = [x - values[start], y - values[start + 1], z - values[start + 2]];
    const ex = values[end] - values[start];
    const ey = values[end + 1] - values[start + 1];
    const ez = values[end + 2] - values[start + 2];
    const share = (dx * ex + dy * ey + dz * ez) * values[row + trianglePlaces.inverseSquares + k];
    const notBelow = share > 0 ? share : 0;
    const along = notBelow < 1 ? notBelow : 1;
    const [rx, ry, rz] = [dx - along * ex, dy - along * ey, dz - along * ez];
    const distance = rx * rx + ry * ry + rz * rz;
    if (distance < least) least = distance;
    const inside = dx * values[inward] + dy * values[inward + 1] + dz * values[inward + 2];
    isOver = isOver && inside >= 0;
  }
  const normal = row + trianglePlaces.normal;
  const dx = x - values[row];
  const dy = y - values[row + 1];
  const dz = z - values[row + 2];
  const height = dx * values[normal] + dy * values[normal + 1] + dz * values[normal + 2];
  return isOver ? height * height : least;
}

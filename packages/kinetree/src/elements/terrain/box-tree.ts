import { NODE_SIZE, nodePlaces } from "../../graph/triangle-table.js";

type Point = readonly [number, number, number];

/** Boxes around halves of the triangles, halves of these and so on, each before those within it: see `TriangleTable`. */
export function boxTree(triangles: readonly (readonly [Point, Point, Point])[]): Float64Array {
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

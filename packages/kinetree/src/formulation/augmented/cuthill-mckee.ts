import { componentsOf, distancesFrom, type JointGraph } from "./joint-graph.js";

/**
 * An order in which neighbours stand close, found in a time nearly linear in the edges: each component breadth first from an end of it,
 * neighbours by ascending degree, all reversed. Cuthill, McKee, Reducing the bandwidth of sparse symmetric matrices (1969);
 * the start by George, Liu, An implementation of a pseudoperipheral node finder (1979). Wachlin (2018), Algorithm 4, with its
 * sorting by degree and the reversal, which the printed text leaves out.
 */
export function reverseCuthillMcKee(graph: JointGraph): readonly number[] {
  const { size, neighbours } = graph;
  const degree = (vertex: number): number => neighbours[vertex].length;
  const byDegree = (a: number, b: number): number => degree(a) - degree(b) || a - b;
  const isSeen = new Uint8Array(size);
  const order: number[] = [];
  for (const component of componentsOf(graph)) {
    const start = farEnd(graph, [...component].sort(byDegree)[0]);
    isSeen[start] = 1;
    let next = order.push(start) - 1;
    for (; next < order.length; next++) {
      const fresh = neighbours[order[next]].filter((other) => !isSeen[other]);
      for (const other of fresh) isSeen[other] = 1;
      order.push(...fresh.sort(byDegree));
    }
  }
  return order.reverse();
}

/** A pseudoperipheral vertex. */
function farEnd(graph: JointGraph, start: number): number {
  let end = start;
  for (let farthest = -1; ;) {
    const distance = distancesFrom(graph, end);
    let candidate = end;
    for (let vertex = 0; vertex < graph.size; vertex++) {
      const isFarther = distance[vertex] > distance[candidate];
      const isThinner =
        distance[vertex] === distance[candidate] &&
        graph.neighbours[vertex].length < graph.neighbours[candidate].length;
      if (isFarther || isThinner) candidate = vertex;
    }
    if (distance[candidate] <= farthest) return end;
    farthest = distance[candidate];
    end = candidate;
  }
}

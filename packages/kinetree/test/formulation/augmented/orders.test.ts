import { describe, expect, test } from "vitest";
import { reverseCuthillMcKee } from "../../../src/formulation/augmented/cuthill-mckee.js";
import {
  bandwidthOf,
  componentsOf,
  jointGraph,
  type JointGraph,
} from "../../../src/formulation/augmented/joint-graph.js";
import { minimumBandwidth } from "../../../src/formulation/augmented/minimum-bandwidth.js";
import { orderJoints, type OrderName } from "../../../src/formulation/augmented/ordering.js";
import { dice } from "../../support/dice.js";
import { refusal } from "../../support/refusal.js";

function graphOf(size: number, edges: readonly (readonly [number, number])[]): JointGraph {
  const neighbours = Array.from({ length: size }, (_, v) =>
    edges.flatMap(([a, b]) => (a === v ? [b] : b === v ? [a] : [])).sort((a, b) => a - b),
  );
  return { size, neighbours };
}

function randomGraph(size: number, share: number, sample: number): JointGraph {
  const d = dice(31, sample, false);
  const edges: [number, number][] = [];
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) if (d.chance(share)) edges.push([a, b]);
  return graphOf(size, edges);
}

/** The least bandwidth of all orders there are. */
function bruteForce(graph: JointGraph): number {
  let best = graph.size;
  const extend = (order: readonly number[], left: readonly number[]): void => {
    if (left.length === 0) best = Math.min(best, bandwidthOf(graph, order));
    for (const vertex of left)
      extend(
        [...order, vertex],
        left.filter((other) => other !== vertex),
      );
  };
  extend(
    [],
    Array.from({ length: graph.size }, (_, v) => v),
  );
  return best;
}

const isOrder = (order: readonly number[], size: number): boolean =>
  [...order].sort((a, b) => a - b).every((v, i) => v === i) && order.length === size;

describe("the graph of joints", () => {
  test("has an edge where two joints share a body; ground is none", () => {
    const { neighbours } = jointGraph([{ bodies: [0] }, { bodies: [0, 1] }, { bodies: [1, 2] }, { bodies: [3] }]);
    expect(neighbours).toEqual([[1], [0, 2], [1], []]);
  });
  test("of a hub is complete", () => {
    const { neighbours } = jointGraph(Array.from({ length: 5 }, (_, k) => ({ bodies: [0, k + 1] })));
    expect(neighbours.every((each) => each.length === 4)).toBe(true);
  });
  test("comes apart into components", () => {
    expect(componentsOf(graphOf(5, [[0, 3], [1, 4]]))).toEqual([[0, 3], [1, 4], [2]]); // prettier-ignore
  });
});

describe("orders", () => {
  test("the search finds the bandwidth that trying all orders finds", () => {
    for (let sample = 0; sample < 60; sample++) {
      const graph = randomGraph(2 + (sample % 6), [0.2, 0.4, 0.7][sample % 3], sample);
      const { order, bandwidth, isExact } = minimumBandwidth(graph);
      expect(isExact).toBe(true);
      expect(isOrder(order, graph.size)).toBe(true);
      expect(bandwidthOf(graph, order)).toBe(bandwidth);
      expect({ graph, bandwidth }).toEqual({ graph, bandwidth: bruteForce(graph) });
    }
  });

  test.each<OrderName>(["given", "rcm", "minimum"])("%s is an order of all joints, with its bandwidth", (name) => {
    for (let sample = 0; sample < 30; sample++) {
      const graph = randomGraph(12, 0.15, sample);
      const { order, bandwidth } = orderJoints(graph, name);
      expect(isOrder(order, 12)).toBe(true);
      expect(bandwidth).toBe(bandwidthOf(graph, order));
    }
  });

  test("Cuthill and McKee put any numbering of a chain in line", () => {
    const edges = [[0, 7], [7, 2], [2, 5], [5, 1], [1, 6], [6, 3], [3, 4]] as const; // prettier-ignore
    const graph = graphOf(8, edges);
    expect(bandwidthOf(graph, reverseCuthillMcKee(graph))).toBe(1);
  });

  test("no order is wider than the one that is searched from", () => {
    for (let sample = 0; sample < 20; sample++) {
      const graph = randomGraph(14, 0.25, sample);
      const quick = bandwidthOf(graph, reverseCuthillMcKee(graph));
      expect(minimumBandwidth(graph, { limit: 50 }).bandwidth).toBeLessThanOrEqual(quick);
    }
  });

  test("a caterpillar of hubs is exact at once: legs of a hub are alike", () => {
    const links = [{ bodies: [0, 1] }, { bodies: [1, 2] }];
    for (let leg = 0; leg < 60; leg++) links.push({ bodies: [leg % 3, 10 + leg] });
    const { bandwidth, isExact, visited } = minimumBandwidth(jointGraph(links), { limit: 5000 });
    expect({ bandwidth, isExact }).toEqual({ bandwidth: 21, isExact: true });
    expect(visited).toBeLessThan(5000);
  });

  test("a search that is cut off falls back and says so", () => {
    const graph = randomGraph(40, 0.12, 3);
    const { isExact, bandwidth, order } = minimumBandwidth(graph, { limit: 20 });
    expect(isExact).toBe(false);
    expect(bandwidth).toBeLessThanOrEqual(bandwidthOf(graph, reverseCuthillMcKee(graph)));
    expect(isOrder(order, 40)).toBe(true);
  });

  test("the caller's clock ends it too", () => {
    let asked = 0;
    const graph = randomGraph(40, 0.12, 3);
    const { isExact, visited } = minimumBandwidth(graph, { isOverdue: () => ++asked > 2 });
    expect(isExact).toBe(false);
    expect(visited).toBeLessThanOrEqual(768);
  });

  test("an unknown name is refused", () => {
    expect(refusal(() => orderJoints(graphOf(1, []), "rcn" as OrderName))).toEqual({
      code: "unknown-joint ordering",
      subject: 'joint ordering "rcn"',
      value: "rcn",
    });
  });
});

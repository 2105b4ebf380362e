import { describe, expect, test } from "vitest";
import { hingeChain } from "../../src/systems/chains/chain.js";
import { lander } from "../../src/systems/landers/lander.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import type { Topology } from "../../src/topology/types.js";
import { graphModel, type Edge } from "./mechanisms.js";

const topologyOf = (bodies: readonly string[], edges: readonly Edge[]): Topology =>
  buildTopology(graphModel(bodies, edges));

describe("a four-bar linkage", () => {
  const edges: Edge[] = [
    ["A", "ground", "crank"],
    ["B", "crank", "coupler"],
    ["C", "coupler", "rocker"],
    ["D", "ground", "rocker"],
  ];
  const bodies = ["crank", "coupler", "rocker"];
  test("is cut in the middle: depth 2 instead of 3", () => {
    const { cuts, counts, tree } = topologyOf(bodies, edges);
    expect(cuts).toEqual([2]);
    expect(tree.map(({ parent }) => parent)).toEqual([-1, 0, -1]);
    // Grübler: 3 hinges in the tree; the cut one constrains 5, of which 3 are redundant in the plane.
    expect(counts).toMatchObject({ nv: 3, loops: 1, constraints: 5, degreesOfFreedom: -2 });
  });
  test("is cut where the user says, and walked backwards where needed", () => {
    const { cuts, tree } = topologyOf(bodies, [
      edges[0],
      edges[1],
      edges[2],
      ["D", "ground", "rocker", undefined, "loop"],
    ]);
    expect(cuts).toEqual([3]);
    expect(tree.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
    const cutAtB = topologyOf(bodies, [edges[0], ["B", "crank", "coupler", undefined, "loop"], edges[2], edges[3]]);
    const coupler = cutAtB.tree[cutAtB.positionOf[1]];
    expect(coupler).toMatchObject({ joint: 2, reversed: true });
  });
  test("is not cut at a joint of role tree", () => {
    const forced = edges.map(([name, a, b]): Edge => [name, a, b, undefined, name === "C" ? "tree" : "auto"]);
    expect(topologyOf(bodies, forced).cuts).toEqual([1]);
  });
});

test("of two joints between the same bodies the later one is cut", () =>
  expect(
    topologyOf(
      ["a"],
      [
        ["first", "ground", "a"],
        ["second", "ground", "a"],
      ],
    ).cuts,
  ).toEqual([1]));

test("of two joints that reach a body at the same depth the earlier one carries it", () => {
  const { tree, cuts } = topologyOf(
    ["a", "b", "c"],
    [
      ["b", "ground", "b"],
      ["a to c", "a", "c"],
      ["b to c", "b", "c"],
      ["a", "ground", "a"],
    ],
  );
  expect(cuts).toEqual([2]);
  expect(tree.map(({ joint }) => joint)).toEqual([0, 3, 1]);
});

test("a long way over joints of role tree does not make a short way longer", () => {
  const { cuts } = topologyOf(
    ["a", "b", "c", "d"],
    [
      ["b to d", "b", "d"],
      ["a", "ground", "a", undefined, "tree"],
      ["a to b", "a", "b", undefined, "tree"],
      ["c", "ground", "c"],
      ["c to d", "c", "d"],
    ],
  );
  expect(cuts).toEqual([0]);
});

test("a ring of 40 links is cut opposite the ground: depth 20", () => {
  const names = Array.from({ length: 40 }, (_, i) => `b${i}`);
  const edges = ["ground", ...names].map((name, i, all): Edge => [`j${i}`, name, all[(i + 1) % all.length]]);
  const { tree, cuts } = topologyOf(names, edges);
  const depths: number[] = [];
  tree.forEach(({ parent }, i) => (depths[i] = parent < 0 ? 1 : depths[parent] + 1));
  expect(Math.max(...depths)).toBe(20);
  expect(cuts).toHaveLength(1);
});

test("a mechanism described branch by branch keeps its order", () => {
  const model = lander({ legs: 3 });
  expect(buildTopology(model).tree.map(({ joint }) => joint)).toEqual([...model.joints.keys()]);
  expect(buildTopology(model).counts).toEqual({
    bodies: 7,
    joints: 7,
    nq: 7 + 6,
    nv: 6 + 6,
    loops: 0,
    constraints: 0,
    couplers: 0,
    degreesOfFreedom: 12,
  });
});

test("welds are joints without coordinates", () =>
  expect(
    topologyOf(
      ["a", "b"],
      [
        ["w", "ground", "a", { kind: "weld" }],
        ["j", "a", "b"],
      ],
    ).tree.map(({ nq, nv, qStart }) => [nq, nv, qStart]),
  ).toEqual([
    [0, 0, 0],
    [1, 1, 0],
  ]));

test("ten thousand bodies in a row", () => {
  const { tree, counts } = buildTopology(hingeChain({ n: 10_000 }));
  expect(counts.nv).toBe(10_000);
  expect(tree.every(({ parent }, i) => parent === i - 1)).toBe(true);
});

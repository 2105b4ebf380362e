import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { jointSizes } from "../../src/model/joint-sizes.js";
import type { Topology } from "../../src/topology/types.js";
import { anyGraph, graphModel, type RandomGraph } from "./mechanisms.js";

/* The numbered properties are those at the head of build-topology.ts. */

const RUNS = { numRuns: 150 };

const holds = (graphs: fc.Arbitrary<RandomGraph>, property: (model: Model, topology: Topology) => void): void =>
  fc.assert(
    fc.property(graphs, ({ bodies, edges }) => {
      const model = graphModel(bodies, edges);
      property(model, buildTopology(model));
    }),
    RUNS,
  );
const graphs = anyGraph({ maxBodies: 12, roles: true });
const plainGraphs = anyGraph({ maxBodies: 12, roles: false });

const nameAt = (model: Model, topology: Topology, position: number): string =>
  position < 0 ? "ground" : model.bodies[topology.tree[position].body].name;

describe("the spanning tree of random graphs", () => {
  test("1. every body once, carried by a joint that connects it to its parent", () =>
    holds(graphs, (model, topology) => {
      expect(topology.tree.map(({ body }) => body).sort((a, b) => a - b)).toEqual([...model.bodies.keys()]);
      topology.tree.forEach(({ body, joint, parent }, i) => {
        const { parent: from, child: to } = model.joints[joint];
        expect([from, to].sort()).toEqual([nameAt(model, topology, parent), nameAt(model, topology, i)].sort());
        expect(topology.positionOf[body]).toBe(i);
      });
    }));

  test("2. parents first, and each body followed by its whole subtree", () =>
    holds(graphs, (_, { tree }) => {
      tree.forEach(({ parent }, i) => expect(parent).toBeLessThan(i));
      // Depth-first: the parent of the next body is this body or one of its ancestors.
      const ancestors = (i: number): number[] => (i < 0 ? [-1] : [i, ...ancestors(tree[i].parent)]);
      tree.slice(1).forEach(({ parent }, i) => expect(ancestors(i)).toContain(parent));
    }));

  test("3. every joint carries or is cut, cuts in model order", () =>
    holds(graphs, (model, { tree, cuts }) => {
      const all = [...tree.map(({ joint }) => joint), ...cuts].sort((a, b) => a - b);
      expect(all).toEqual([...model.joints.keys()]);
      expect(cuts).toEqual([...cuts].sort((a, b) => a - b));
    }));

  test("4. roles are honoured", () =>
    holds(graphs, (model, { tree, cuts }) => {
      expect(cuts.filter((joint) => model.joints[joint].role === "tree")).toEqual([]);
      expect(tree.filter(({ joint }) => model.joints[joint].role === "loop")).toEqual([]);
    }));

  test("5. reversed exactly where the user's parent hangs on the user's child", () =>
    holds(graphs, (model, { tree }) => {
      for (const { body, joint, reversed } of tree)
        expect(reversed).toBe(model.joints[joint].parent === model.bodies[body].name);
    }));

  test("6. coordinates and speeds are numbered without gaps; counts add up", () =>
    holds(graphs, (model, { tree, cuts, counts }) => {
      let [q, v] = [0, 0];
      for (const { joint, qStart, vStart, nq, nv } of tree) {
        expect({ nq, nv }).toEqual(jointSizes(model.joints[joint]));
        expect([qStart, vStart]).toEqual([q, v]);
        [q, v] = [q + nq, v + nv];
      }
      const constraints = cuts.map((joint) => 6 - jointSizes(model.joints[joint]).nv).reduce((a, b) => a + b, 0);
      expect(counts).toEqual({
        bodies: model.bodies.length,
        joints: model.joints.length,
        nq: q,
        nv: v,
        loops: model.joints.length - model.bodies.length,
        constraints,
        couplers: 0,
        degreesOfFreedom: v - constraints,
      });
    }));

  test("7. a station is carried by its flexible body", () =>
    holds(graphs, (model, { tree }) => {
      const flexible = model.joints.filter(({ kind }) => kind === "flexible");
      const carrying = tree.filter(({ joint }) => model.joints[joint].kind === "flexible");
      expect(carrying).toHaveLength(flexible.length);
      for (const { body, joint, reversed } of carrying)
        expect([model.bodies[body].name, reversed]).toEqual([model.joints[joint].child, false]);
    }));

  test("8. without forced joints every body has the least depth (by relaxation over all joints)", () =>
    holds(plainGraphs, (model, { tree }) => {
      const stations = new Set(model.joints.flatMap(({ kind, child }) => (kind === "flexible" ? [child] : [])));
      const least = new Map([["ground", 0], ...model.bodies.map(({ name }) => [name, Infinity] as const)]);
      // Bellman and Ford: as many rounds as bodies.
      for (const _ of model.bodies)
        for (const { parent, child, kind } of model.joints) {
          const relax = (from: string, to: string): void => {
            least.set(to, Math.min(least.get(to) ?? 0, (least.get(from) ?? 0) + 1));
          };
          if (kind === "flexible" || !stations.has(child)) relax(parent, child);
          if (kind !== "flexible" && !stations.has(parent)) relax(child, parent);
        }
      const depths: number[] = [];
      tree.forEach(({ parent }, i) => (depths[i] = parent < 0 ? 1 : depths[parent] + 1));
      tree.forEach(({ body }, i) => expect(depths[i]).toBe(least.get(model.bodies[body].name)));
    }));

  test("9. other orders and names of the bodies give the same tree", () =>
    fc.assert(
      fc.property(
        graphs.chain((graph) =>
          fc.tuple(fc.constant(graph), fc.shuffledSubarray([...graph.bodies], { minLength: graph.bodies.length })),
        ),
        ([{ bodies, edges }, order]) => {
          const renamed = (name: string): string => (name === "ground" ? name : `other ${name}`);
          const model = graphModel(bodies, edges);
          const other = graphModel(
            order.map(renamed),
            edges.map(([name, parent, child, ...rest]) => [name, renamed(parent), renamed(child), ...rest]),
          );
          const [a, b] = [buildTopology(model), buildTopology(other)];
          const shape = ({ tree }: Topology): unknown => tree.map(({ body: _body, ...rest }) => rest);
          expect(shape(b)).toEqual(shape(a));
          expect(b.cuts).toEqual(a.cuts);
          expect(b.counts).toEqual(a.counts);
          expect(b.tree.map(({ body }) => other.bodies[body].name)).toEqual(
            a.tree.map(({ body }) => renamed(model.bodies[body].name)),
          );
        },
      ),
      RUNS,
    ));

  test("call twice, same result; the result is frozen", () =>
    holds(graphs, (model, topology) => {
      expect(buildTopology(model)).toEqual(topology);
      for (const each of [topology, topology.tree, topology.cuts, topology.counts, ...topology.tree])
        expect(Object.isFrozen(each)).toBe(true);
    }));

  test("without loops any order of the joints gives the same parents", () =>
    fc.assert(
      fc.property(
        plainGraphs
          .map(({ bodies, edges }) => ({ bodies, edges: edges.filter(([name]) => name.startsWith("tie")) }))
          .chain((graph) =>
            fc.tuple(fc.constant(graph), fc.shuffledSubarray([...graph.edges], { minLength: graph.edges.length })),
          ),
        ([{ bodies, edges }, shuffled]) => {
          const parents = (list: typeof edges): Map<string, string> => {
            const model = graphModel(bodies, list);
            const topology = buildTopology(model);
            return new Map(
              topology.tree
                .map(({ parent }, i) => [nameAt(model, topology, i), nameAt(model, topology, parent)] as const)
                .sort(([a], [b]) => (a < b ? -1 : 1)),
            );
          };
          expect(parents(shuffled)).toEqual(parents(edges));
        },
      ),
      RUNS,
    ));
});

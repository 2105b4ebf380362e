import type { Num } from "../../../graph/graph.js";
import type { Node, Skeleton } from "../../skeleton/skeleton.js";
import type { Construction, LinkPoints, SpatialSet } from "./spatial-form.js";
import { BASE, type LocalConstruction, type LocalNode, type LocalPoint } from "./spatial-placing.js";
import { isBall, isSlide, pathTo, type SpatialPoint } from "./spatial-points.js";

/** A set by numbers of its own: equal ones share a kernel. */
export interface LocalSet {
  readonly nodes: readonly LocalNode[];
  readonly points: readonly LocalPoint[];
  readonly constructions: readonly LocalConstruction[];
  /** Nodes that sets before this one have found, and those that this one finds. */
  readonly before: readonly number[];
  readonly found: readonly number[];
}

/** What the numbers stand for. */
export interface Originals {
  readonly nodes: readonly Node[];
  readonly points: readonly SpatialPoint[];
  readonly squares: readonly Num[];
  readonly links: readonly LinkPoints[];
}

/** Numbers for all that a set looks at, nodes in the order of the tree. */
export function localised(
  skeleton: Skeleton,
  { base, constructions }: SpatialSet,
  isBefore: (node: Node) => boolean,
): { readonly local: LocalSet; readonly originals: Originals } {
  const found = constructions.flatMap(nodesOf);
  const points = [...new Set(constructions.flatMap(pointsOf))];
  const owners = points.flatMap(({ node }) => (node === base ? [] : [skeleton.nodes[node]]));
  const isChanged = (node: Node): boolean => found.includes(node) || isBefore(node);
  const carriersOf = (node: Node): readonly Node[] => pathTo(skeleton, base, node.parent).filter(isChanged);
  const all = [...found, ...owners];
  const nodes = [...new Set([...all, ...all.flatMap(carriersOf)])].sort((a, b) => a.index - b.index);
  const numberOf = (node: Node): number => nodes.indexOf(node);
  const squares: Num[] = [];
  const links: LinkPoints[] = [];
  const local = constructions.map((each) =>
    numbered(each, {
      node: numberOf,
      point: (point) => points.indexOf(point),
      squared: (x) => squares.push(x) - 1,
      link: (link) => links.push(link) - 1,
    }),
  );
  return {
    originals: { nodes, points, squares, links },
    local: {
      nodes: nodes.map((node) => ({
        kind: isBall(node) ? "ball" : isSlide(node) ? "slide" : "hinge",
        isReversed: node.reversed,
        carriers: carriersOf(node).map(numberOf),
      })),
      points: points.map(({ node, isDirection }) => ({
        owner: node === base ? BASE : numberOf(skeleton.nodes[node]),
        isDirection,
      })),
      constructions: local,
      before: nodes.flatMap((node, i) => (isBefore(node) ? [i] : [])),
      found: nodes.flatMap((node, i) => (found.includes(node) ? [i] : [])),
    },
  };
}

function nodesOf(construction: Construction): readonly Node[] {
  if (construction.kind === "reach") return [construction.node];
  if (construction.kind === "place") return construction.turns;
  const { turns, slide } = construction;
  return slide ? [...turns, slide] : turns;
}

const pointsOf = (construction: Construction): readonly SpatialPoint[] =>
  construction.kind === "place" ? [construction.target, construction.centre] : [construction.end, construction.target];

interface Numbering {
  readonly node: (node: Node) => number;
  readonly point: (point: SpatialPoint) => number;
  readonly squared: (squared: Num) => number;
  readonly link: (link: LinkPoints) => number;
}

function numbered(construction: Construction, { node, point, squared, link }: Numbering): LocalConstruction {
  const target = point(construction.target);
  switch (construction.kind) {
    case "reach": {
      const { end, squared: square } = construction;
      return { kind: "reach", node: node(construction.node), end: point(end), target, squared: squared(square) };
    }
    case "aim": {
      const [first, second] = construction.turns;
      const slide = construction.slide && node(construction.slide);
      return { kind: "aim", turns: [node(first), node(second)], slide, end: point(construction.end), target };
    }
    case "place": {
      const turns = construction.turns.map(node) as [number] | [number, number, number];
      const { by, centre, link: own, squared: square } = construction;
      return { kind: "place", turns, link: link(own), target, by, centre: point(centre), squared: squared(square) };
    }
  }
}

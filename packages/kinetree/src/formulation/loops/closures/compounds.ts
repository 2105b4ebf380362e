import type { Skeleton } from "../../skeleton/skeleton.js";
import type { Closure, CoordinateClosure } from "./closures.js";
import type { ClosureSet } from "./block-structure.js";
import type { LoopPlan } from "./loop-plan.js";

/**
 * Bodies that loops tie together, seen from outside as one: all nodes between the closest node that carries them all and the
 * ends of their closures. Loops that share a node are in one compound; loops on loops without a shared node are compounds on
 * compounds. (Jain, Robot and Multibody Dynamics, 2011, chapter 11: constraint embedding.)
 */
export interface Compound {
  /** Ascending, so that parents come first. */
  readonly nodes: readonly number[];
  /** The node that carries it, or -1 for ground. */
  readonly parent: number;
  readonly closures: readonly Closure[];
  /** Speeds that are independent, in order. */
  readonly independent: readonly number[];
  /** What gives the others, set by set. */
  readonly sets: readonly ClosureSet[];
}

/** Nodes that closures tie together, with how many rows tie how many speeds. */
export interface AggregatedNodes {
  /** Ascending, so that parents come first. */
  readonly nodes: readonly number[];
  readonly closures: readonly Closure[];
  readonly rows: number;
  readonly speeds: number;
}

/** Which nodes belong together, in the order of their first ones: follows from who is tied to whom alone. */
export function aggregatedNodes(skeleton: Skeleton, closures: readonly Closure[]): readonly AggregatedNodes[] {
  const { nodes } = skeleton;
  const owner = new Int32Array(nodes.length).fill(-1);
  const find = (i: number): number => {
    let root = i;
    while (owner[root] >= 0) root = owner[root];
    return root;
  };
  const members = closures.map((closure) => nodesOf(skeleton, closure));
  for (const set of members)
    for (const node of set.slice(1)) {
      const [a, b] = [find(set[0]), find(node)];
      if (a !== b) owner[Math.max(a, b)] = Math.min(a, b);
    }
  const groups = new Map<number, { nodes: Set<number>; closures: Closure[] }>();
  closures.forEach((closure, i) => {
    if (members[i].length === 0) return;
    const root = find(members[i][0]);
    let group = groups.get(root);
    if (!group) groups.set(root, (group = { nodes: new Set(), closures: [] }));
    for (const node of members[i]) group.nodes.add(node);
    group.closures.push(closure);
  });
  return [...groups.values()]
    .map((group) => {
      const ordered = [...group.nodes].sort((a, b) => a - b);
      return {
        nodes: ordered,
        closures: group.closures,
        rows: group.closures.reduce((sum, { rows }) => sum + rows.length, 0),
        speeds: ordered.reduce((sum, node) => sum + nodes[node].nv, 0),
      };
    })
    .sort((a, b) => a.nodes[0] - b.nodes[0]);
}

/** The compounds of a model, in the order of their first nodes. */
export function compoundsOf(skeleton: Skeleton, closures: readonly Closure[], plan: LoopPlan): readonly Compound[] {
  const { nodes } = skeleton;
  return aggregatedNodes(skeleton, closures).map(({ nodes: own, closures: tied }) => {
    const speeds = new Set(own.flatMap((node) => Array.from({ length: nodes[node].nv }, (_, k) => nodes[node].v + k)));
    return {
      nodes: own,
      parent: nodes[own[0]].parent,
      closures: tied,
      independent: plan.independent.filter((v) => speeds.has(v)),
      sets: plan.sets.filter(({ columns }) => speeds.has(columns[0])),
    };
  });
}

/** Nodes whose motion a closure ties: the paths to its frames, or from a driven coordinate to the driving one. */
function nodesOf(skeleton: Skeleton, closure: Closure): readonly number[] {
  if (closure.kind === "frames") return [...closure.outerPath, ...closure.innerPath];
  return coordinateNodes(skeleton, closure);
}

function coordinateNodes({ nodes }: Skeleton, { driven, driving }: CoordinateClosure): readonly number[] {
  const nodeOf = (v: number): number => nodes.findIndex((node) => v >= node.v && v < node.v + node.nv);
  const a = nodeOf(driven.v);
  if (!driving) return [a];
  const b = nodeOf(driving.v);
  const toRoot = (node: number): number[] => {
    const path: number[] = [];
    for (let i = node; i >= 0; i = nodes[i].parent) path.push(i);
    return path;
  };
  const [pathA, pathB] = [toRoot(a), toRoot(b)];
  // The last common node stays outside, unless it is one of the two.
  while (pathA.length > 1 && pathB.length > 1 && pathA.at(-1) === pathB.at(-1)) {
    pathA.pop();
    pathB.pop();
  }
  return [...new Set([...pathA, ...pathB])];
}

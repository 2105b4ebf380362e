import type { Skeleton } from "../skeleton.js";
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

/** The compounds of a model, in the order of their first nodes. */
export function compoundsOf(skeleton: Skeleton, closures: readonly Closure[], plan: LoopPlan): readonly Compound[] {
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
  const groups = new Map<number, Set<number>>();
  for (const set of members)
    for (const node of set) {
      const root = find(node);
      const group = groups.get(root);
      if (group) group.add(node);
      else groups.set(root, new Set([node]));
    }
  const nodeOfSpeed = new Map(
    nodes.flatMap(({ index, v, nv }) => Array.from({ length: nv }, (_, k) => [v + k, index] as const)),
  );
  const rootOfSpeed = (v: number): number => find(nodeOfSpeed.get(v) as number);
  return [...groups.entries()]
    .map(([root, group]) => {
      const ordered = [...group].sort((a, b) => a - b);
      return {
        nodes: ordered,
        parent: nodes[ordered[0]].parent,
        closures: closures.filter((_, i) => members[i].length > 0 && find(members[i][0]) === root),
        independent: plan.independent.filter((v) => group.has(nodeOfSpeed.get(v) as number)),
        sets: plan.sets.filter(({ columns }) => rootOfSpeed(columns[0]) === root),
      };
    })
    .sort((a, b) => a.nodes[0] - b.nodes[0]);
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

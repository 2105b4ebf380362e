/*
 * Rooted trees and the order conditions of Runge-Kutta methods: Butcher's theory as in Hairer, Nørsett, Wanner, Solving
 * Ordinary Differential Equations I (2nd ed. 1993), II.2. A method has order p iff Σ_i b_i Φ_i(t) = 1/γ(t) for all trees t
 * with |t| <= p, and its interpolant has order q iff Σ_i b_i(θ) Φ_i(t) = θ^|t|/γ(t) for all |t| <= q.
 */

export interface RootedTree {
  /** Number of vertices |t|. */
  readonly order: number;
  /** γ(t) = |t| Π γ(child). */
  readonly density: number;
  readonly children: readonly RootedTree[];
  /** Nested brackets, such as "[[][]]". */
  readonly name: string;
}

function tree(children: readonly RootedTree[]): RootedTree {
  const order = children.reduce((sum, child) => sum + child.order, 1);
  const density = children.reduce((product, child) => product * child.density, order);
  return { order, density, children, name: `[${children.map((child) => child.name).join("")}]` };
}

/** All rooted trees with `order` vertices, each once: children are taken in the order of one list of all smaller trees. */
export function rootedTrees(order: number): RootedTree[] {
  const smaller: RootedTree[] = [];
  for (let n = 1; n < order; n++) smaller.push(...rootedTrees(n));
  const trees: RootedTree[] = [];
  const extend = (children: RootedTree[], from: number, left: number): void => {
    if (left === 0) trees.push(tree(children));
    for (let i = from; i < smaller.length; i++)
      if (smaller[i].order <= left) extend([...children, smaller[i]], i, left - smaller[i].order);
  };
  extend([], 0, order - 1);
  return trees;
}

export const rootedTreesUpTo = (order: number): RootedTree[] =>
  Array.from({ length: order }, (_, n) => rootedTrees(n + 1)).flat();

/** Φ_i(t) for all stages i: the product over the children u of Σ_j a_ij Φ_j(u). */
export function stageWeights(a: readonly (readonly number[])[], t: RootedTree): number[] {
  const below = t.children.map((child) => {
    const phi = stageWeights(a, child);
    return a.map((row) => row.reduce((sum, a_ij, j) => sum + a_ij * phi[j], 0));
  });
  return a.map((_, i) => below.reduce((product, sums) => product * sums[i], 1));
}

/** Σ_i b_i Φ_i(t). */
export function elementaryWeight(a: readonly (readonly number[])[], b: readonly number[], t: RootedTree): number {
  return stageWeights(a, t).reduce((sum, phi, i) => sum + b[i] * phi, 0);
}

/**
 * Rounding of `elementaryWeight`, to first order. The true Φ_i and their sums are at most about 1, however large the
 * coefficients that cancel in them, so each of the |t| vertices contributes at most ε Σ_j |a_ij| (half of it from
 * the stored coefficients, half from adding up), weighted by |b_i|.
 */
export function roundingBound(a: readonly (readonly number[])[], b: readonly number[], t: RootedTree): number {
  const size = (row: readonly number[]): number => row.reduce((sum, x) => sum + Math.abs(x), 0);
  return Number.EPSILON * t.order * Math.max(1, ...a.map(size)) * size(b);
}

/** Names of the trees whose condition Σ_i b_i Φ_i(t) = θ^|t|/γ(t) is missed by more than the tolerance. */
export function missedConditions(
  a: readonly (readonly number[])[],
  b: readonly number[],
  theta: number,
  trees: readonly RootedTree[],
  tolerance: (t: RootedTree) => number,
): string[] {
  return trees
    .filter((t) => !(Math.abs(elementaryWeight(a, b, t) - theta ** t.order / t.density) <= tolerance(t)))
    .map((t) => t.name);
}

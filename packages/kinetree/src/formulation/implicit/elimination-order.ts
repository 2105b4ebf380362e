import type { ProgramPartials } from "../../kernel/partials.js";
import type { Closure } from "../loops/closures/closures.js";
import type { Skeleton } from "../skeleton/skeleton.js";
import type { TracedEquations } from "./trace-equations.js";

/** First unknown of each kind in [δ, v, z, a, λ, μ, ν]. */
export const firstUnknowns = ({ nv, nz, rows }: TracedEquations["unknowns"]) => {
  const lambda = 3 * nv + nz;
  return { delta: 0, v: nv, z: 2 * nv, a: 2 * nv + nz, lambda, mu: lambda + rows, nu: lambda + 2 * rows };
};

/** Larger than any node. */
const FAR = 0x7fffffff;

/**
 * Variables in the order of elimination: with the nodes, from the last to the first. An intermediate value belongs to the last node whose
 * motion it depends on, or to the last one whose equation of motion it reaches, whichever is nearer to the base: motions go up the tree,
 * and forces come down.
 */
export function eliminationOrder(skeleton: Skeleton, equations: TracedEquations, isUsed: Uint8Array): number[] {
  const first = firstUnknowns(equations.unknowns);
  const { nv, nz } = equations.unknowns;
  const { variableCount, unknownCount, resultVariables } = equations.partials;
  const [, ofZ] = resultVariables;
  const nodeOf = new Int32Array(nv);
  for (const { index, v, nv: own } of skeleton.nodes) nodeOf.fill(index, v, v + own);
  const depends = dependencies(equations, nodeOf);
  const group = groupsOf(depends, reachedNodes(equations, nodeOf));
  // Within a group: intermediate values, then states of contacts, positions, speeds, accelerations; then the multipliers.
  const kind = new Uint8Array(variableCount);
  const put = (variable: number, inGroup: number, ofKind: number): void => {
    group[variable] = inGroup;
    kind[variable] = ofKind;
  };
  for (let i = 0; i < nz; i++) put(first.z + i, ofZ[i] < 0 ? 0 : Math.max(0, depends[ofZ[i]]), 1);
  for (let i = 0; i < nv; i++) [first.delta, first.v, first.a].forEach((start, k) => put(start + i, nodeOf[i], 2 + k));
  const starts = [first.lambda, first.mu, ...(equations.multipliers.nu ? [first.nu] : [])];
  for (const closure of equations.closures) {
    const last = lastNode(skeleton, closure, nodeOf);
    for (let k = closure.first; k < closure.first + closure.rows.length; k++)
      starts.forEach((start, j) => put(start + k, last, 5 + j));
  }
  return Array.from({ length: variableCount }, (_, variable) => variable)
    .filter((variable) => variable >= unknownCount || isUsed[variable] !== 0)
    .sort((x, y) => group[y] - group[x] || kind[x] - kind[y] || x - y);
}

/** The last node whose motion each variable depends on; -1 for none. */
function dependencies({ partials, unknowns }: TracedEquations, nodeOf: Int32Array): Int32Array {
  const first = firstUnknowns(unknowns);
  const { variableCount, rows, columns } = partials;
  const depends = new Int32Array(variableCount).fill(-1);
  for (let i = 0; i < unknowns.nv; i++)
    depends[first.delta + i] = depends[first.v + i] = depends[first.a + i] = nodeOf[i];
  // Entries are in the order in which variables are computed.
  for (let k = 0; k < rows.length; k++) depends[rows[k]] = Math.max(depends[rows[k]], depends[columns[k]]);
  return depends;
}

/** The last node whose equation of motion each variable reaches: `FAR` for other equations, -1 for none. */
function reachedNodes({ partials, unknowns }: TracedEquations, nodeOf: Int32Array): Int32Array {
  const { variableCount, rows, columns, resultVariables } = partials;
  const [ofDelta, ofZ, ofNeeded, ...ofClosures] = resultVariables;
  const reaches = new Int32Array(variableCount).fill(-1);
  const reach = (variable: number, node: number): void => {
    if (variable >= 0) reaches[variable] = Math.max(reaches[variable], node);
  };
  for (let i = 0; i < unknowns.nv; i++) {
    reach(ofNeeded[i], nodeOf[i]);
    reach(ofDelta[i], FAR);
  }
  for (let i = 0; i < unknowns.nz; i++) reach(ofZ[i], FAR);
  for (const list of ofClosures) for (const variable of list) reach(variable, FAR);
  for (let k = rows.length - 1; k >= 0; k--) reach(columns[k], reaches[rows[k]]);
  return reaches;
}

const groupsOf = (depends: Int32Array, reaches: Int32Array): Int32Array =>
  depends.map((from, variable) => {
    const to = reaches[variable];
    if (from < 0) return to === FAR ? 0 : to;
    return to < 0 ? from : Math.min(from, to);
  });

/** The node of a closure that is eliminated last. */
function lastNode(skeleton: Skeleton, closure: Closure, nodeOf: Int32Array): number {
  const { nodes } = skeleton;
  const speeds =
    closure.kind === "coordinate"
      ? [closure.driven.v, ...(closure.driving ? [closure.driving.v] : [])]
      : [...closure.outerPath, ...closure.innerPath].flatMap((index) => {
          const { v, nv } = nodes[index].moving;
          return nv > 0 ? [v] : [];
        });
  return speeds.reduce((least, v) => Math.min(least, nodeOf[v]), nodes.length - 1);
}

/** Intermediate values in an order that is cheap to accumulate derivatives in. */
export function accumulationOrder({
  rows,
  columns,
  unknownCount,
  variableCount,
  resultVariables,
}: ProgramPartials): number[] {
  const edges: [number, number][] = Array.from(rows, (row, k) => [row, columns[k]]);
  let equation = variableCount;
  for (const list of resultVariables)
    for (const variable of list) {
      if (variable >= unknownCount) edges.push([equation, variable]);
      equation++;
    }
  return vertexOrder(unknownCount, variableCount, edges);
}

/**
 * A cheap order in which to eliminate the intermediate values between unknowns and residuals, by lowest Markowitz degree: next comes the value with the smallest product of its numbers
 * of inputs and uses, ties in favour of the first.
 * Griewank, Walther, Evaluating Derivatives (2nd ed. 2008), 10.1.
 * @param first number of the first intermediate value; those before are unknowns
 * @param edges variable computed, variable it is computed from; equations count as variables from `count` on
 */
function vertexOrder(first: number, count: number, edges: readonly (readonly [number, number])[]): number[] {
  const from = new Map<number, Set<number>>();
  const into = new Map<number, Set<number>>();
  const setOf = (sets: Map<number, Set<number>>, key: number): Set<number> => {
    let set = sets.get(key);
    if (!set) sets.set(key, (set = new Set()));
    return set;
  };
  for (const [made, source] of edges) {
    setOf(from, made).add(source);
    setOf(into, source).add(made);
  }
  const left = new Set<number>();
  const cost = new Map<number, number>();
  const weigh = (variable: number): void => {
    cost.set(variable, setOf(from, variable).size * setOf(into, variable).size);
  };
  for (let variable = first; variable < count; variable++) {
    left.add(variable);
    weigh(variable);
  }
  const order: number[] = [];
  while (left.size > 0) {
    let [best, least] = [-1, Infinity];
    for (const variable of left) {
      const own = cost.get(variable) as number;
      if (own < least) [best, least] = [variable, own];
      if (own <= 1) break;
    }
    order.push(best);
    left.delete(best);
    const [sources, users] = [setOf(from, best), setOf(into, best)];
    for (const user of users) {
      const own = setOf(from, user);
      own.delete(best);
      for (const source of sources) {
        own.add(source);
        setOf(into, source).add(user);
      }
    }
    for (const source of sources) {
      setOf(into, source).delete(best);
      if (left.has(source)) weigh(source);
    }
    for (const user of users) if (left.has(user)) weigh(user);
  }
  return order;
}

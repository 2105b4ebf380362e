import { Graph, reachable, type Expr, type Num, type Op } from "./graph.js";
import { lower } from "./lower.js";

/** Operations by kind, as a kernel executes them for one sample. */
export interface OperationCounts {
  readonly add: number;
  readonly mul: number;
  readonly div: number;
  readonly sqrt: number;
  /** Comparisons, selections, roundings, sign changes: not floating-point operations in the usual count. */
  readonly other: number;
  readonly lookup: number;
  /** Additions, multiplications, divisions and square roots, one each. */
  readonly flops: number;
}

const kinds: Partial<Record<Op, Exclude<keyof OperationCounts, "flops">>> = {
  add: "add",
  sub: "add",
  mul: "mul",
  div: "div",
  sqrt: "sqrt",
  curve: "lookup",
  curveSlope: "lookup",
  map: "lookup",
  mapDx: "lookup",
  mapDy: "lookup",
  mapDxDy: "lookup",
  entry: "lookup",
  groundEntry: "lookup",
  nearestTriangle: "lookup",
};

/** Operations that computing the outputs takes, with elementary functions replaced by their definitions. */
export function countOperations(outputs: readonly Num[]): OperationCounts {
  const graph = new Graph();
  const inputs = graph.newInputs(reachable(outputs).reduce((most, node) => Math.max(most, node.input + 1), 0));
  return countNodes(reachable(lower(outputs, inputs)));
}

/** Counts nodes that are lowered already. */
export function countNodes(nodes: readonly Expr[]): OperationCounts {
  const counts = { add: 0, mul: 0, div: 0, sqrt: 0, other: 0, lookup: 0 };
  for (const { op } of nodes) if (op !== "input") counts[kinds[op] ?? "other"]++;
  return { ...counts, flops: counts.add + counts.mul + counts.div + counts.sqrt };
}

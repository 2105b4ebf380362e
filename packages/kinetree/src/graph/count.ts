import { Graph, reachable, type Num, type Op } from "./graph.js";
import { lower } from "./lower.js";

/** Operations by kind, as a kernel would execute them once for one sample. */
export interface OperationCounts {
  readonly add: number;
  readonly mul: number;
  readonly div: number;
  readonly sqrt: number;
  /** Comparisons, choices, roundings, sign changes: work, but no floating-point operation in the usual count. */
  readonly other: number;
  readonly lookup: number;
  /** Additions, multiplications, divisions and square roots, one each. */
  readonly flops: number;
}

const kinds: Partial<Record<Op, keyof OperationCounts>> = {
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
  nearestTriangle: "lookup",
};

/** Counts what it takes to compute the outputs, elementary functions included by their definitions. */
export function countOperations(outputs: readonly Num[]): OperationCounts {
  const graph = new Graph();
  const inputs = graph.newInputs(reachable(outputs).reduce((most, node) => Math.max(most, node.input + 1), 0));
  return countLowered(lower(outputs, inputs));
}

/** The same for outputs that are lowered already. */
export function countLowered(outputs: readonly Num[]): OperationCounts {
  const counts = { add: 0, mul: 0, div: 0, sqrt: 0, other: 0, lookup: 0 };
  for (const node of reachable(outputs)) {
    if (node.op === "input") continue;
    counts[(kinds[node.op] ?? "other") as keyof typeof counts]++;
  }
  return { ...counts, flops: counts.add + counts.mul + counts.div + counts.sqrt };
}

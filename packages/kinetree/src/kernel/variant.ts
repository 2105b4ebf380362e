import { countNodes, type OperationCounts } from "../graph/count.js";
import { Graph, isExpr, type Expr, type Num } from "../graph/graph.js";
import { lower } from "../graph/lower.js";
import type { StepClass } from "./program.js";

/** An entry of an input or output record of a step. */
export interface Port {
  readonly record: number;
  readonly slot: number;
}

/**
 * A step class reduced to the outputs that are read, lowered to machine operations, with everything that follows from
 * parameters alone taken out: that part runs once per sample and leaves its results in the record of hoisted values.
 */
export interface Variant {
  readonly id: number;
  readonly class: StepClass;
  /** Record and slot of each input of the graph. */
  readonly portOf: ReadonlyMap<Expr, Port>;
  readonly stores: readonly { readonly value: Num; readonly port: Port }[];
  /** Values computed from parameters alone, in the order of their slots. */
  readonly hoisted: readonly Expr[];
  readonly counts: OperationCounts;
  /** The step writes into a record that it reads: everything is read before anything is written. */
  readonly inPlace: boolean;
  /** Slots that are read, by input record. */
  readonly reads: readonly ReadonlySet<number>[];
}

export function makeVariant(
  id: number,
  stepClass: StepClass,
  needed: readonly (readonly boolean[])[],
  isParameter: readonly boolean[],
  inPlace: boolean,
): Variant {
  const graph = new Graph();
  const inputs = graph.newInputs(stepClass.inputs.length);
  const portOf = new Map<Expr, Port>();
  let next = 0;
  stepClass.inputLayouts.forEach((layout, record) => {
    for (let slot = 0; slot < layout.size; slot++) portOf.set(inputs[next++], { record, slot });
  });
  const ports: Port[] = [];
  const values: Num[] = [];
  stepClass.outputLayouts.forEach((layout, record) =>
    layout.slots.forEach((slot, entry) => {
      if (slot < 0 || !needed[record][slot]) return;
      ports.push({ record, slot });
      values.push(stepClass.outputs[record][entry]);
    }),
  );
  const lowered = lower(values, inputs);
  const hoisted = isParameter.every((is) => is)
    ? []
    : parameterWork(lowered, (x) => isParameter[portOf.get(x)!.record]);
  const computedBefore = new Set(hoisted);
  const reads = stepClass.inputLayouts.map(() => new Set<number>());
  for (const node of nodesUntil(lowered, new Set())) {
    const port = portOf.get(node);
    if (port) reads[port.record].add(port.slot);
  }
  return {
    id,
    class: stepClass,
    portOf,
    stores: lowered.map((value, i) => ({ value, port: ports[i] })),
    hoisted,
    inPlace,
    counts: countNodes(nodesUntil(lowered, computedBefore).filter((node) => !computedBefore.has(node))),
    reads,
  };
}

/** Nodes that the outputs need, arguments first, going no further than the nodes in `stop`. */
export function nodesUntil(outputs: readonly Num[], stop: ReadonlySet<Expr>): Expr[] {
  const seen = new Set<Expr>();
  const pending = outputs.filter(isExpr);
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (!stop.has(node)) for (const arg of node.args) if (isExpr(arg)) pending.push(arg);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}

/** The largest expressions that hold no input but parameters: one pass over the nodes in order. */
function parameterWork(outputs: readonly Num[], isParameter: (input: Expr) => boolean): Expr[] {
  const nodes = nodesUntil(outputs, new Set());
  const constant = new Set<Expr>();
  for (const node of nodes) {
    const is = node.op === "input" ? isParameter(node) : node.args.every((arg) => !isExpr(arg) || constant.has(arg));
    if (is) constant.add(node);
  }
  const wanted = new Set<Expr>();
  // Conditions are masks, not numbers, and stay where they are used.
  const want = (x: Num): void => {
    if (isExpr(x) && x.op !== "input" && constant.has(x) && !isCondition(x)) wanted.add(x);
  };
  outputs.forEach(want);
  for (const node of nodes) if (!constant.has(node) || isCondition(node)) node.args.forEach(want);
  return [...wanted].sort((a, b) => a.id - b.id);
}

const conditions = new Set(["lt", "le", "eq", "and", "or", "not", "isOdd"]);
const isCondition = (x: Expr): boolean => conditions.has(x.op);

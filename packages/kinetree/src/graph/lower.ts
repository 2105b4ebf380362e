import { define, isFunctionOp } from "./definitions.js";
import { reachable, type Num } from "./graph.js";
import { applyOp, rebuild } from "./rebuild.js";

/** The same outputs in another graph, given images of the inputs; elementary functions are replaced by their definitions. */
export function lower(outputs: readonly Num[], inputs: readonly Num[]): Num[] {
  return rebuild(reachable(outputs), outputs, (node, args) => {
    const { op } = node;
    if (op === "input") return inputs[node.input];
    return isFunctionOp(op) && args.some((arg) => typeof arg === "object")
      ? define(op, args as readonly Num[])
      : applyOp(op, args, node.table);
  });
}

/** The same outputs with other numbers or expressions in place of the inputs. */
export function substitute(outputs: readonly Num[], inputs: readonly Num[]): Num[] {
  return rebuild(reachable(outputs), outputs, (node, args) =>
    node.op === "input" ? inputs[node.input] : applyOp(node.op, args, node.table),
  );
}

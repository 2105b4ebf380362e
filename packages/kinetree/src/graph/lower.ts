import { define } from "./definitions.js";
import { reachable, type FunctionOp, type Num } from "./graph.js";
import { applyOp, rebuild } from "./rebuild.js";

const functions: ReadonlySet<string> = new Set<FunctionOp>([
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "atan2",
  "exp",
  "log",
  "pow",
]);

/** The same outputs in another graph, given images of the inputs; elementary functions are replaced by their definitions. */
export function lower(outputs: readonly Num[], inputs: readonly Num[]): Num[] {
  return rebuild(reachable(outputs), outputs, (node, args) => {
    if (node.op === "input") return inputs[node.input];
    return functions.has(node.op) && args.some((arg) => typeof arg === "object")
      ? define(node.op as FunctionOp, args as readonly Num[])
      : applyOp(node.op, args, node.table);
  });
}

/** The same outputs with other numbers or expressions in place of the inputs. */
export function substitute(outputs: readonly Num[], inputs: readonly Num[]): Num[] {
  return rebuild(reachable(outputs), outputs, (node, args) =>
    node.op === "input" ? inputs[node.input] : applyOp(node.op, args, node.table),
  );
}

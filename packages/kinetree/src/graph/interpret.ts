import { type Num } from "./graph.js";
import { substitute } from "./lower.js";

/** Values of the outputs at given inputs, node by node with plain numbers: the oracle of the kernels, which must give the same bits. */
export function interpret(outputs: readonly Num[], inputs: ArrayLike<number>): Float64Array {
  return Float64Array.from(substitute(outputs, Array.from(inputs)) as number[]);
}

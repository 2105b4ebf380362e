import type { FunctionOp, Num } from "../graph.js";
import { cosine, sine, tangent } from "./trigonometric.js";
import { arcCosine, arcSine, arcTangent, arcTangent2 } from "./inverse-trigonometric.js";
import { exponential } from "./exponential.js";
import { logarithm } from "./logarithm.js";
import { power } from "./power.js";

/** The definition of a function by basic operations, applied to its arguments. */
export function define(op: FunctionOp, args: readonly Num[]): Num {
  switch (op) {
    case "sin":
      return sine(args[0]);
    case "cos":
      return cosine(args[0]);
    case "tan":
      return tangent(args[0]);
    case "asin":
      return arcSine(args[0]);
    case "acos":
      return arcCosine(args[0]);
    case "atan":
      return arcTangent(args[0]);
    case "atan2":
      return arcTangent2(args[0], args[1]);
    case "exp":
      return exponential(args[0]);
    case "log":
      return logarithm(args[0]);
    case "pow":
      return power(args[0], args[1]);
  }
}

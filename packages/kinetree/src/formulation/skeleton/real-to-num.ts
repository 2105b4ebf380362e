import { acos, asin, atan2, cos, exp, log, pow, sin, tan } from "../../graph/elementary.js";
import { Graph, type Num } from "../../graph/graph.js";
import { add, div, mul, neg, sqrt, sub } from "../../graph/num.js";
import type { Model, Real, Vec3R } from "../../model/types.js";
import type { Vec3 } from "../../spatial/vec3.js";

/** The named parameters of a model as inputs of a graph, and its numbers as expressions of them. */
export interface ParameterScope {
  readonly graph: Graph;
  readonly num: (real: Real) => Num;
  readonly vec: (v: Vec3R) => Vec3;
}

export function parameterScope(model: Model): ParameterScope {
  const graph = new Graph();
  const byName = new Map(model.parameters.map(({ name }) => [name, graph.input()]));
  const num = (real: Real): Num => {
    if (typeof real === "number") return real;
    if ("parameter" in real) return byName.get(real.parameter) as Num;
    const [a, b] = real.args.map(num);
    switch (real.op) {
      case "add":
        return add(a, b);
      case "sub":
        return sub(a, b);
      case "mul":
        return mul(a, b);
      case "div":
        return div(a, b);
      case "neg":
        return neg(a);
      case "sqrt":
        return sqrt(a);
      case "sin":
        return sin(a);
      case "cos":
        return cos(a);
      case "tan":
        return tan(a);
      case "asin":
        return asin(a);
      case "acos":
        return acos(a);
      case "atan2":
        return atan2(a, b);
      case "exp":
        return exp(a);
      case "log":
        return log(a);
      case "pow":
        return pow(a, b);
    }
  };
  return { graph, num, vec: (v) => [num(v[0]), num(v[1]), num(v[2])] };
}

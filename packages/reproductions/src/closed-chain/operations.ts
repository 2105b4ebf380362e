import { evaluationOperations } from "../bench/operations.js";
import { denseOperations } from "./count.js";
import type { MeasuredMethod } from "./methods.js";

/** Operations of the compiled tree-augmented equations: kernels, and the solve that is a loop and no kernel. */
export function compiledOperations({ simulation }: MeasuredMethod): number {
  const rows = simulation.plan.loopPlan?.rows.length ?? simulation.plan.layout.lambda.count;
  return evaluationOperations(simulation.plan.artifact.flops) + denseOperations(rows);
}

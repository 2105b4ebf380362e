import { denseOperations } from "./count.js";
import type { MeasuredMethod } from "./methods.js";

/** Entry points of a compiled program that are no part of an evaluation of the accelerations. */
const beside: readonly string[] = [
  "prepare",
  "decide",
  "retract",
  "rates",
  "measure",
  "events",
  "measures",
  "reactions",
  "check quality",
  "gain",
  "drift",
  "take back",
  "take back pose",
  "take back speeds",
];

/** Entry points that an evaluation of the accelerations calls, with their operations; what closes loops is counted once. */
export const evaluationParts = (flops: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(flops).filter(([entry, operations]) => !beside.includes(entry) && operations > 0);

/** Operations that find dependent coordinates and move them there: once by formulas, or one correction. */
export const closingOperations = (flops: Readonly<Record<string, number>>): number =>
  ["close loops", "move coordinates"].reduce((sum, entry) => sum + (flops[entry] ?? 0), 0);

export const evaluationOperations = (flops: Readonly<Record<string, number>>): number =>
  evaluationParts(flops).reduce((sum, [, operations]) => sum + operations, 0);

/** Operations of the compiled tree-augmented equations: kernels, and the solve that is a loop and no kernel. */
export function compiledOperations({ simulation }: MeasuredMethod): number {
  const rows = simulation.plan.loopPlan?.rows.length ?? simulation.plan.layout.lambda.count;
  return evaluationOperations(simulation.plan.artifact.flops) + denseOperations(rows);
}

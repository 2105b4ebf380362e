import { fuseIfSmall, MOST_FUSED_NODES } from "../kernel/finish.js";
import type { Rec } from "../kernel/record.js";
import type { StateTargets } from "./loads/contacts.js";
import type { Formulation, LoopContext, TracedDynamics } from "./formulation.js";
import { traceLoads } from "./loads/loads.js";
import type { NodeLoads } from "./tree/node-loads.js";
import type { TreeProgram } from "./tree/tree-program.js";

export function traceDynamics(
  formulation: Formulation,
  tree: TreeProgram,
  entry: string,
  vdot: Rec,
  loops: LoopContext,
  targets: StateTargets | null = null,
  withLoads: (loads: NodeLoads) => void = () => {},
): TracedDynamics {
  const rest = formulation.prepare?.(tree, loops);
  // Prepared records are kept; a formulation without preparations starts from none.
  if (rest) tree.program.begin(entry);
  else tree.begin(entry);
  const make = (): NodeLoads => traceLoads(tree, targets);
  const loads = rest ? fuseIfSmall(tree.program, tree.skeleton.nodes.length, MOST_FUSED_NODES, make) : make();
  withLoads(loads);
  return rest ? rest(loads, vdot) : formulation.trace(tree, loads, vdot, loops);
}

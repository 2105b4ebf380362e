import { articulated } from "../articulated.js";
import type { Formulation } from "../formulation.js";
import { closuresOf } from "../loops/closures/closures.js";
import { treeAugmented } from "../loops/tree-augmented/tree-augmented.js";

/**
 * The equations of motion, unsolved: implicit integrators solve them for accelerations and multipliers along with the next state.
 * Where accelerations are asked for by themselves, at the start of a run and for its records, recursions find them.
 */
export const constrained: Formulation = Object.freeze<Formulation>({
  name: "constrained",
  coordinates: "joint",
  refuses: (model, topology) =>
    topology.counts.constraints + topology.counts.couplers === 0 ? null : treeAugmented.refuses(model, topology),
  trace: (tree, loads, vdot, loops) =>
    (closuresOf(tree.skeleton).length === 0 ? articulated : treeAugmented).trace(tree, loads, vdot, loops),
});

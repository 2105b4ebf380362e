import { articulated } from "../articulated.js";
import type { Formulation } from "../formulation.js";
import { closuresOf } from "../loops/closures/closures.js";
import { treeAugmented } from "../loops/tree-augmented/tree-augmented.js";

/** Unsolved equations of motion, for implicit integrators; recursions find the accelerations of the start and of records. */
export const constrained: Formulation = Object.freeze<Formulation>({
  name: "constrained",
  coordinates: "joint",
  refuses: (model, topology) =>
    topology.counts.constraints + topology.counts.couplers === 0 ? null : treeAugmented.refuses(model, topology),
  trace: (tree, loads, vdot, loops) =>
    (closuresOf(tree.skeleton).length === 0 ? articulated : treeAugmented).trace(tree, loads, vdot, loops),
});

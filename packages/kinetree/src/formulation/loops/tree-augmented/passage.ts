import { callSequence, type Finish } from "../../../kernel/finish.js";
import type { Formulation } from "../../formulation.js";
import { treeAugmented } from "./tree-augmented.js";

/**
 * The equations for a step through a singular pose: accelerations at the nearest state that meets the closures. Corrections along M⁻¹ Kᵀ
 * do no work to first order, so that rounding, which grows towards the pose, disturbs the motion by its square only.
 */
export const passageEquations: Formulation = Object.freeze<Formulation>({
  ...treeAugmented,
  trace: (tree, loads, vdot, { plan }) => {
    const traced = treeAugmented.trace(tree, loads, vdot, { plan, drift: "projection", held: null });
    const { settle } = traced;
    if (!settle) return traced;
    // Twice: speeds are corrected for the pose that a correction starts from, and near a singular pose small moves turn them.
    const twice: Finish = (linkage) => {
      const once = settle.finish(linkage);
      return callSequence(linkage, once, once);
    };
    return { ...traced, settle: { when: "stage", finish: twice } };
  },
});

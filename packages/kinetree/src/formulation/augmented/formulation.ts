import type { Formulation } from "../formulation.js";
import { traceAugmented } from "./augmented.js";
import { augmentedDefaults, type AugmentedOptions } from "./options.js";
import { refusesAugmented } from "./refuses.js";

/** Errors of the joints are left alone, projected out of q and v, or damped at `naturalFrequency`, as the run's `drift` says. */
export function augmentedFormulation(options: Partial<AugmentedOptions> = {}): Formulation {
  return Object.freeze<Formulation>({
    name: "augmented",
    coordinates: "absolute",
    refuses: refusesAugmented,
    trace: (tree, loads, vdot, { plan, drift }) => {
      const isDamped = drift === "baumgarte";
      const kept = plan && new Set(plan.rows);
      return traceAugmented(
        tree,
        loads,
        vdot,
        {
          ...options,
          naturalFrequency: isDamped ? (options.naturalFrequency ?? augmentedDefaults.naturalFrequency) : 0,
        },
        {
          ...(kept ? { keeps: (row: number) => kept.has(row) } : {}),
          gain: null,
          isProjected: drift === "projection",
        },
      );
    },
  });
}

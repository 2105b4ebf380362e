import { refusesAugmented } from "../augmented/refuses.js";
import type { Formulation } from "../formulation.js";
import { tracePartitioned } from "./partitioned.js";

/** Every body on its own; one set of coordinates integrated, the others found from it: see `tracePartitioned`. */
export const partitioned: Formulation = Object.freeze<Formulation>({
  name: "partitioned",
  coordinates: "absolute",
  refuses: (model) => refusesAugmented(model),
  trace: (tree, loads, vdot) => tracePartitioned(tree, loads, vdot),
});

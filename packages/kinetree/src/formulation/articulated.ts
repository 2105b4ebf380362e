import { entryFunction } from "../kernel/finish.js";
import { refusesCouplers, refusesLoops, type Formulation } from "./formulation.js";
import { articulatedBody } from "./recursions/articulated/articulated-body.js";

/** O(n) recursion over trees. */
export const articulated: Formulation = Object.freeze<Formulation>({
  name: "articulated",
  coordinates: "joint",
  refuses: (model, topology) => refusesLoops(model, topology) ?? refusesCouplers(model),
  trace: (tree, loads, vdot) => {
    articulatedBody(tree, loads, vdot);
    return { accelerate: entryFunction(tree.program) };
  },
});

import type { Constraint } from "../types.js";
import { unreachable } from "./unreachable.js";

/** How many scalar equations a constraint is: the freedoms that it takes where it depends on no other. */
export function constraintRows({ kind }: Constraint): number {
  switch (kind) {
    case "coupler":
    case "gear":
    case "rack-and-pinion":
    case "motion":
    case "distance":
    case "point-on-plane":
      return 1;
    case "point-on-line":
      return 2;
    default:
      return unreachable(kind);
  }
}

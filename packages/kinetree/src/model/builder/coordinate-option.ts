import { modelDefaults } from "../defaults.js";
import type { CoordinateRef } from "../types.js";

/** A coordinate: a joint's name for its first, or which one of which joint. */
export type CoordinateOption<J extends string> = J | { readonly joint: J; readonly coordinate: number };

export const refOf = (option: CoordinateOption<string>): CoordinateRef =>
  typeof option === "string" ? { ...modelDefaults.coordinateRef, joint: option } : option;

import { modelDefaults } from "../defaults.js";
import type { Real } from "../real.js";
import type { Constraint, CoordinateRef } from "../types.js";

/** A coordinate: a joint's name for its first, or which one of which joint. */
export type CoordinateOption<J extends string> = J | { readonly joint: J; readonly coordinate: number };

export interface CouplerOptions<J extends string> {
  readonly driven: CoordinateOption<J>;
  /** What drives it; left out, the driven coordinate is held at polynomial[0]. */
  readonly driving?: CoordinateOption<J> | null;
  /** Coefficients in rising powers of the driving coordinate, the constant one first. */
  readonly polynomial: readonly Real[];
}

const { coordinate, driving: undriven } = modelDefaults.coupler;

const refOf = (option: CoordinateOption<string>): CoordinateRef =>
  typeof option === "string" ? { joint: option, coordinate } : option;

export const makeCoupler = (
  name: string,
  { driven, driving = undriven, polynomial }: CouplerOptions<string>,
): Constraint => ({
  kind: "coupler",
  name,
  driven: refOf(driven),
  driving: driving === null ? null : refOf(driving),
  polynomial,
});

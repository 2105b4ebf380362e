import { modelDefaults } from "../defaults.js";
import type { Attachment, CoordinateRef, ShaftPort } from "../types.js";
import { propertyOf, thingAt } from "../part.js";
import type { Place, Resolver } from "./place.js";

/** The two ends of a load or a constraint; a load acts on b and, opposite, on a. */
export interface Ends<B extends string, F extends string> {
  readonly a: Place<B, F>;
  readonly b: Place<B, F>;
}

export const endsOf = (
  subject: string,
  { a, b }: Ends<string, string>,
  resolve: Resolver,
): { a: Attachment; b: Attachment } => ({
  a: resolve.attachment(propertyOf(thingAt(resolve.path, subject), "a"), a),
  b: resolve.attachment(propertyOf(thingAt(resolve.path, subject), "b"), b),
});

/** A coordinate: a joint's name for its first, or which one of which joint. */
export type CoordinateOption<J extends string> = J | { readonly joint: J; readonly coordinate: number };

export const refOf = (option: CoordinateOption<string>): CoordinateRef =>
  typeof option === "string" ? { ...modelDefaults.coordinateRef, joint: option } : option;

/** What is accepted for an end: the name of a shaft, or a joint. */
export type PortOption<J extends string> =
  string | { readonly joint: J; readonly coordinate?: number; readonly reaction?: "parent" | "none" } | ShaftPort;

export const portOf = (option: PortOption<string>): ShaftPort => {
  if (typeof option === "string") return { shaft: option };
  return "joint" in option ? { ...modelDefaults.shaftPort, ...option } : option;
};

import type { Attachment } from "../types.js";
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

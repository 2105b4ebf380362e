import { named, propertyOf, thingAt } from "../part.js";
import type { PoseLike } from "../pose.js";
import type { Tyre } from "../tyres/tyre.js";
import type { Resolver } from "./place.js";

/** Options of `tyre`. */
export interface TyreOptions<B extends string, F extends string> extends Omit<Tyre, "name" | "at" | "carrier"> {
  /** The body that turns. */
  readonly body: B;
  /**
   * Centre of the wheel in that body, with the y axis along the axis of spin to the left; or the name of a frame of the body
   * ("body/frame"). The body's own frame if left out.
   */
  readonly at?: PoseLike | F;
  /** The body that carries the wheel: spin is counted relative to it. */
  readonly carrier?: B;
}

export function makeTyre(name: string, options: TyreOptions<string, string>, resolve: Resolver): Tyre {
  const { body, at, ...given } = options;
  const place = propertyOf(thingAt(resolve.path, `tyre "${name}"`), "at");
  const pose = resolve.poseOn(named(propertyOf(place, "pose"), "at"), body, at);
  return { name, at: { body, pose }, ...given };
}

import type { AnyMechanism } from "../../../model/builder/mechanism.js";
import { GROUND } from "../../../model/types.js";
import { on, type WheelPlace } from "./ports.js";

/** Stand in for tyre and ground: up and down, and level [N/m, N s/m]. */
export interface Posts {
  readonly stiffness: number;
  readonly damping: number;
  readonly levelStiffness: number;
  readonly levelDamping: number;
}

/** A post below each wheel, from the ground to its carrier, without force in the drawn pose. */
export const addPosts = (soFar: AnyMechanism, wheels: readonly WheelPlace[], posts: Posts): AnyMechanism =>
  soFar.repeat(wheels.length, (built, i) => {
    const { suffix, wheel, carrier } = wheels[i];
    return built.bushing(`post${suffix}`, {
      a: { body: GROUND, at: wheel.origin },
      b: on(carrier, wheel.origin),
      stiffness: { translation: [posts.levelStiffness, posts.levelStiffness, posts.stiffness] },
      damping: { translation: [posts.levelDamping, posts.levelDamping, posts.damping] },
    });
  });

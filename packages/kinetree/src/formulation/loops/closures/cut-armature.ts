import { RequestError } from "../../../errors/kinetree-error.js";
import type { Joint } from "../../../model/types.js";

/** Refuses inertia that moves with a coordinate of a cut joint: no speed of the equations is the rate of that coordinate. */
export function refuseArmature({ name, coordinates }: Joint): void {
  const at = coordinates.findIndex(({ armature }) => armature !== 0);
  if (at < 0) return;
  const { armature } = coordinates[at];
  const value = typeof armature === "number" ? `${armature}` : "a parameter";
  throw new RequestError({
    code: "armature-on-cut-joint",
    subject: `joint "${name}"`,
    value: armature,
    message:
      `joint "${name}": its coordinate ${at} has an armature (${value}), but the joint is cut to open a loop or to carry every ` +
      `body on its own, so that no speed moves with it. Give the joint the role "tree", so that another joint of the loop is ` +
      `cut, and choose a formulation in joint coordinates.`,
  });
}

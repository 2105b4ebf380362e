import { ModelError } from "../errors/kinetree-error.js";
import { drivenAndDriving } from "../model/coordinate-relation.js";
import type { Model } from "../model/types.js";

/** Refuses couplers, gears, racks and prescribed motions of cut joints: what closes a loop has no coordinates of its own to couple. */
export function refuseCoupledCuts(model: Model, cuts: readonly number[]): void {
  const cutNames = new Set(cuts.map((joint) => model.joints[joint].name));
  for (const constraint of model.constraints) {
    const { kind, name } = constraint;
    const cut = drivenAndDriving(constraint).find((ref) => cutNames.has(ref.joint));
    if (!cut) continue;
    throw new ModelError({
      code: "coupled-cut",
      subject: `${kind} "${name}"`,
      value: cut.joint,
      message:
        `${kind} "${name}": joint "${cut.joint}" closes a loop, so it has no coordinate of its own to couple. Give it the ` +
        `role "tree", so that another joint of the loop is cut.`,
    });
  }
}

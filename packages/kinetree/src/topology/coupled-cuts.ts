import { ModelError } from "../errors/kinetree-error.js";
import type { Model } from "../model/types.js";

/** Refuses couplers of cut joints: what closes a loop has no coordinates of its own to couple. */
export function refuseCoupledCuts(model: Model, cuts: readonly number[]): void {
  const cutNames = new Set(cuts.map((joint) => model.joints[joint].name));
  for (const { name, driven, driving } of model.constraints) {
    const cut = [driven, driving].find((ref) => ref !== null && cutNames.has(ref.joint));
    if (!cut) continue;
    throw new ModelError({
      code: "coupled-cut",
      subject: `coupler "${name}"`,
      value: cut.joint,
      message:
        `coupler "${name}": joint "${cut.joint}" closes a loop, so it has no coordinate of its own to couple. Give it the ` +
        `role "tree", so that another joint of the loop is cut.`,
    });
  }
}

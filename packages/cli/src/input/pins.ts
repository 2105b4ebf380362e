import type { Model } from "kinetree";
import type { EquilibriumOptions } from "kinetree/analysis";

export type Pin = NonNullable<EquilibriumOptions["pinned"]>[number];

/** "elbow" pins a joint, "elbow.1" its coordinate 1; a joint that is itself called so comes first. */
export function readPins(model: Model, given: readonly string[] = []): Pin[] {
  const names = new Set(model.joints.map(({ name }) => name));
  return given.map((text) => {
    const match = /^(.*)\.(\d+)$/.exec(text);
    if (names.has(text) || match === null || !names.has(match[1])) return text;
    return { joint: match[1], coordinate: Number(match[2]) };
  });
}

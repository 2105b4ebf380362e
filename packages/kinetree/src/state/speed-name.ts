import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";

/** One speed in messages: the joint, and its number where the joint has several. */
export function speedName(model: Model, { tree }: Topology, speed: number): string {
  for (const { joint, vStart, nv } of tree) {
    if (speed < vStart || speed >= vStart + nv) continue;
    const { name } = model.joints[joint];
    return nv === 1 ? `joint "${name}"` : `joint "${name}", speed ${speed - vStart}`;
  }
  return `speed ${speed}`;
}

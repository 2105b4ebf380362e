import type { Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";

/** How a message calls one speed: the joint, and which one where it has several. */
export function speedName(model: Model, { tree }: Topology, speed: number): string {
  for (const { joint, vStart, nv } of tree) {
    if (speed < vStart || speed >= vStart + nv) continue;
    const { name } = model.joints[joint];
    return nv === 1 ? `joint "${name}"` : `joint "${name}", speed ${speed - vStart}`;
  }
  return `speed ${speed}`;
}

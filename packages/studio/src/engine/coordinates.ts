import { matchChannels, type Joint, type Model, type Topology } from "kinetree";
import type { ChannelInfo, CoordinateInfo } from "./protocol.js";

/** All coordinates of the tree, with the ranges of their sliders. */
export function coordinatesOf(numbers: Model, topology: Topology, size: number): readonly CoordinateInfo[] {
  if (topology.counts.nq === 0) return [];
  const names = matchChannels(numbers, topology, "q");
  return topology.tree.flatMap(({ joint, qStart, nq }) =>
    Array.from({ length: nq }, (_, index): CoordinateInfo => {
      const each = numbers.joints[joint];
      const { name, unit } = names[qStart + index];
      const kind = kindOf(each, index, unit);
      const [lower, upper] = rangeOf(each, index, kind, size);
      return { name, joint: each.name, index, at: qStart + index, unit, kind, lower, upper };
    }),
  );
}

function kindOf({ kind }: Joint, index: number, unit: string): CoordinateInfo["kind"] {
  if (kind === "spherical" || (kind === "free" && index >= 3)) return "quaternion";
  return unit === "m" ? "length" : "angle";
}

function rangeOf(joint: Joint, index: number, kind: CoordinateInfo["kind"], size: number): [number, number] {
  if (kind === "quaternion") return [-1, 1];
  const reach = kind === "angle" ? Math.PI : 2 * size;
  if (joint.kind === "spherical" || joint.kind === "free") return [-reach, reach];
  const { lower = null, upper = null } = joint.coordinates[index] ?? {};
  return [typeof lower === "number" ? lower : -reach, typeof upper === "number" ? upper : reach];
}

/** Everything that can be plotted, group after group; the closure error if there are loops. */
export function channelsOf(model: Model, topology: Topology, hasLoops: boolean): readonly ChannelInfo[] {
  const groups = ["q", "v", "vdot", "pos", "quat", "vel", "omega", "acc", "alpha", "load", "energy", "com", "momentum"];
  const all = [...groups, "angmom", ...(model.contacts.length > 0 ? ["contact"] : [])].flatMap((group) => {
    try {
      return matchChannels(model, topology, group).map(({ name, unit }) => ({ name, unit, group }));
    } catch {
      return []; // nothing of the kind in this model
    }
  });
  return hasLoops ? [...all, { name: CLOSURE, unit: "m", group: CLOSURE }] : all;
}

/** Name of the column of the closure error. */
export const CLOSURE = "closure";

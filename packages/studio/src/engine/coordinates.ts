import { channelGroups, jointFacts, matchChannels, type Joint, type Model, type Topology } from "kinetree";
import type { ChannelInfo, CoordinateInfo } from "./protocol.js";
import { CLOSURE } from "./row-columns.js";

export function coordinatesOf(numbers: Model, topology: Topology, size: number): readonly CoordinateInfo[] {
  if (topology.counts.nq === 0) return [];
  const names = matchChannels(numbers, topology, "q");
  return topology.tree.flatMap(({ joint, qStart, nq }) => {
    const each = numbers.joints[joint];
    const { quaternion } = jointFacts(each);
    return Array.from({ length: nq }, (_, index): CoordinateInfo => {
      const { name, unit } = names[qStart + index];
      const kind = kindOf(quaternion, index, unit);
      const [lower, upper] =
        each.kind === "flexible" ? amplitudeRange(numbers, each, kind) : rangeOf(each, index, kind, size);
      return { name, joint: each.name, index, at: qStart + index, unit, kind, lower, upper };
    });
  });
}

function kindOf(quaternion: number | null, index: number, unit: string): CoordinateInfo["kind"] {
  if (quaternion !== null && index >= quaternion) return "quaternion";
  // Amplitudes of modal data have no unit of their own: they are drawn as lengths.
  return unit === "rad" ? "angle" : "length";
}

/** For a beam, a tenth of its length or of a turn; for modal data, a displacement of a tenth of the body's size. */
function amplitudeRange({ bodies }: Model, { parent }: Joint, kind: CoordinateInfo["kind"]): [number, number] {
  const flexible = bodies.find(({ name }) => name === parent)?.flexible;
  let reach = 0.1;
  if (flexible?.kind === "beam") reach = kind === "angle" ? 0.2 * Math.PI : 0.1 * flexible.length;
  else if (flexible) {
    const size = (vector: readonly number[]): number => Math.hypot(...vector);
    const extent = flexible.nodes.reduce((most, { position }) => Math.max(most, size(position)), 0);
    const most = flexible.nodes.reduce((top, { shapes }) => Math.max(top, ...shapes.map(size)), 0);
    if (most > 0 && extent > 0) reach = (0.1 * extent) / most;
  }
  return [-reach, reach];
}

function rangeOf(joint: Joint, index: number, kind: CoordinateInfo["kind"], size: number): [number, number] {
  if (kind === "quaternion") return [-1, 1];
  const reach = kind === "angle" ? Math.PI : 2 * size;
  if (jointFacts(joint).quaternion !== null) return [-reach, reach];
  const { lower = null, upper = null } = joint.coordinates[index] ?? {};
  return [typeof lower === "number" ? lower : -reach, typeof upper === "number" ? upper : reach];
}

/** Everything that can be plotted, group after group; the closure error if there are loops. */
export function channelsOf(model: Model, topology: Topology, hasLoops: boolean): readonly ChannelInfo[] {
  const all = channelGroups.flatMap(({ name: group }) => {
    try {
      return matchChannels(model, topology, group).map(({ name, unit }) => ({ name, unit, group }));
    } catch {
      return []; // nothing of the kind in this model
    }
  });
  return hasLoops ? [...all, { name: CLOSURE, unit: "m", group: CLOSURE }] : all;
}

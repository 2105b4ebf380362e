import { jointFacts, type Joint, type Model } from "kinetree";
import type { CoordinateInfo, OpenedModel } from "../../engine/protocol.js";
import { amplitudeNames } from "../amplitude-names.js";

export interface PosedJoint {
  readonly joint: Joint;
  readonly labels: readonly string[];
  /** Angles and lengths, each with a slider. */
  readonly numbers: readonly CoordinateInfo[];
  /** The four of a quaternion; empty if there is none. */
  readonly quaternion: readonly CoordinateInfo[];
}

/** The joints that can be moved, in the order of the coordinates. */
export function posedJoints({
  numbers: model,
  coordinates,
}: Pick<OpenedModel, "numbers" | "coordinates">): readonly PosedJoint[] {
  const byJoint = new Map<string, CoordinateInfo[]>();
  for (const each of coordinates) byJoint.set(each.joint, [...(byJoint.get(each.joint) ?? []), each]);
  const joints = new Map(model.joints.map((joint) => [joint.name, joint]));
  return [...byJoint].flatMap(([name, all]) => {
    const joint = joints.get(name);
    if (!joint) return [];
    const numbers = all.filter(({ kind }) => kind !== "quaternion");
    return [
      { joint, labels: labelsOf(joint, model), numbers, quaternion: all.filter(({ kind }) => kind === "quaternion") },
    ];
  });
}

function labelsOf(joint: Joint, { bodies }: Model): readonly string[] {
  const flexible = joint.kind === "flexible" ? bodies.find(({ name }) => name === joint.parent)?.flexible : undefined;
  const named = flexible === undefined ? jointFacts(joint).coordinates : amplitudeNames(flexible);
  return named.map(({ label }) => label);
}

/** The joints among the names of speeds that moved ('joint "elbow"', 'joint "hip" coordinate 1'), each once. */
export const movedJoints = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => /^joint "(.*)"/.exec(name)?.[1] ?? name)),
];

import type { Constraint } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { warnUnknownContent, type XmlReport } from "../xml/report.js";
import { numberAttribute, requiredText } from "../xml/values.js";
import type { UrdfJoint } from "./read-joint.js";

const isScalar = ({ made }: UrdfJoint): boolean =>
  made.kind === "revolute" || made.kind === "continuous" || made.kind === "prismatic";

/** `<mimic>` as a coupler with the name of its joint: position = multiplier × that of the other + offset. */
export function readMimic(
  report: XmlReport,
  joint: UrdfJoint,
  joints: ReadonlyMap<string, UrdfJoint>,
  circles: ReadonlySet<UrdfJoint>,
  nameOf: (joint: string) => string,
): Constraint | null {
  const { mimic } = joint;
  if (mimic === null) return null;
  warnUnknownContent(report, mimic, { attributes: ["joint", "multiplier", "offset"], children: [] });
  const other = requiredText(report, mimic, "joint");
  const multiplier = numberAttribute(report, mimic, "multiplier", 1);
  const offset = numberAttribute(report, mimic, "offset", 0);
  if (other === null || multiplier === null || offset === null) return null;
  if (!isScalar(joint)) {
    const why = `joint ${quoted(joint.name)} has no single coordinate that could follow another. Remove it.`;
    report.unsupported(mimic, why);
    return null;
  }
  const driving = joints.get(other);
  if (driving === undefined) {
    const message = `joint ${quoted(joint.name)} mimics joint ${quoted(other)}, which is unknown. ${report.suggest(other, joints)}`;
    return report.errorAt(mimic, "joint", "unknown-joint", message, other);
  }
  if (circles.has(joint)) {
    const message = `joint ${quoted(joint.name)} mimics ${quoted(other)}, which leads back to it. Let one of them move independently.`;
    return report.errorAt(mimic, "joint", "mimic-cycle", message, other);
  }
  const name = nameOf(joint.name);
  const driven = { joint: name, coordinate: 0 };
  if (isScalar(driving)) {
    const from = { joint: nameOf(other), coordinate: 0 };
    return { kind: "coupler", name, driven, driving: from, polynomial: [offset, multiplier] };
  }
  if (driving.made.kind === "weld") {
    const message = `joint ${quoted(joint.name)} mimics joint ${quoted(other)}, which is fixed: it is held at its offset ${offset}. Make it fixed too, if that is meant.`;
    report.warnAt(mimic, "joint", "mimic-fixed", message, other);
    return { kind: "coupler", name, driven, driving: null, polynomial: [offset] };
  }
  const message = `joint ${quoted(joint.name)} mimics joint ${quoted(other)}, which has several coordinates. Choose a joint of one axis.`;
  return report.errorAt(mimic, "joint", "mimic-kind", message, other);
}

export function mimicCircles(joints: ReadonlyMap<string, UrdfJoint>): ReadonlySet<UrdfJoint> {
  const circling = new Set<UrdfJoint>();
  /** The walk that first met a joint; each is met once, however long the chains are. */
  const walkOf = new Map<UrdfJoint, number>();
  let walk = 0;
  for (const start of joints.values()) {
    walk++;
    let at: UrdfJoint | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, walk);
      at = drivingJoint(at, joints);
    }
    if (at === undefined || walkOf.get(at) !== walk) continue;
    for (let on: UrdfJoint | undefined = at; on !== undefined && !circling.has(on); on = drivingJoint(on, joints))
      circling.add(on);
  }
  return circling;
}

const drivingJoint = ({ mimic }: UrdfJoint, joints: ReadonlyMap<string, UrdfJoint>): UrdfJoint | undefined =>
  mimic === null ? undefined : joints.get(mimic.attributes.get("joint")?.value ?? "");

import { quoted } from "../format-error.js";
import { childrenNamed, type XmlReport } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import type { UrdfJoint } from "./read-joint.js";

/** Beyond this many names a message stops listing them. */
const MOST_NAMES = 8;

const listed = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).map(quoted).join(", ") +
  (names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : "");

/** The one link without a parent joint, from which all others are reached; null once the reason for its absence has been reported. */
export function findRoot(
  report: XmlReport,
  robot: XmlElement,
  links: ReadonlyMap<string, XmlElement>,
  joints: readonly UrdfJoint[],
): string | null {
  const before = report.errors.length;
  const parentJoint = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    for (const side of ["parent", "child"] as const) {
      const name = joint[side];
      if (links.has(name)) continue;
      const message = `${side} of joint ${quoted(joint.name)} is link ${quoted(name)}, which is unknown. ${report.suggest(name, links)}`;
      const [where = joint.element] = childrenNamed(joint.element, side);
      report.errorAt(where, "link", "unknown-link", message, name);
    }
    const other = parentJoint.get(joint.child);
    if (other === undefined) parentJoint.set(joint.child, joint);
    else {
      const message = `link ${quoted(joint.child)} is the child of joint ${quoted(joint.name)} and of joint ${quoted(other.name)}: URDF has trees only. Remove one of the two joints, or write the loop as a JSON model.`;
      report.error(joint.element, "two-parents", message, joint.child);
    }
  }
  if (links.size === 0)
    report.error(robot, "no-links", '<robot> has no <link>. Write at least one: <link name="base"/>.');
  const roots = [...links.keys()].filter((name) => !parentJoint.has(name));
  if (report.errors.length > before) return null;
  const reached = reachableFrom(roots, joints);
  const circling = [...links.keys()].filter((name) => !reached.has(name));
  if (circling.length > 0) {
    const where = parentJoint.get(circling[0])?.element ?? robot;
    const message = `links ${listed(circling)} form a cycle. Make one of them the root, or the child of another link.`;
    return report.error(where, "link-cycle", message, circling);
  }
  if (roots.length === 1) return roots[0];
  const message = `there are ${roots.length} links without a parent joint: ${listed(roots)}. Connect them by joints to one root; a fixed joint welds.`;
  return report.error(links.get(roots[1]) ?? robot, "several-roots", message, roots);
}

function reachableFrom(roots: readonly string[], joints: readonly UrdfJoint[]): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { parent, child } of joints) {
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [child]);
    else list.push(child);
  }
  // Iteration over a set includes elements that are added meanwhile.
  const reached = new Set(roots);
  for (const name of reached) for (const child of children.get(name) ?? []) reached.add(child);
  return reached;
}

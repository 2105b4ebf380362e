import { GROUND } from "../../model/types.js";
import { quoted } from "../format-error.js";
import type { XmlReport } from "../xml/report.js";
import type { XmlElement } from "../xml/xml.js";
import { ROOT_JOINT } from "./base.js";

/** Bodies of links. Those called "ground", the immovable body of every model, or with "/", which separates body and frame, are renamed with a warning. */
export function bodyNames(
  report: XmlReport,
  links: ReadonlyMap<string, XmlElement>,
  ground: string | null,
): ReadonlyMap<string, string> {
  const taken = new Set(links.keys());
  const names = new Map<string, string>();
  for (const [name, element] of links) {
    if (name === ground) {
      names.set(name, GROUND);
      continue;
    }
    const wanted = name === GROUND ? `${GROUND}_link` : name.replaceAll("/", "_");
    const given = wanted === name ? name : freeName(wanted, taken);
    taken.add(given);
    names.set(name, given);
    if (given === name) continue;
    const why = name === GROUND ? "is the name of the immovable body of every model" : 'contains "/"';
    const message = `link ${quoted(name)} ${why}; its body is called ${quoted(given)}. Rename the link to choose another name.`;
    report.warnAt(element, "name", "renamed", message, name);
  }
  return names;
}

/** Names of the model's joints; one with the name of the joint to the ground is renamed. */
export function jointNames(
  report: XmlReport,
  joints: ReadonlyMap<string, { readonly element: XmlElement }>,
  hasRootJoint: boolean,
): ReadonlyMap<string, string> {
  const names = new Map([...joints.keys()].map((name) => [name, name]));
  const clash = joints.get(ROOT_JOINT);
  if (!hasRootJoint || clash === undefined) return names;
  const given = freeName(`${ROOT_JOINT}_joint`, new Set(names.keys()));
  names.set(ROOT_JOINT, given);
  const message = `joint "${ROOT_JOINT}" has the name of the joint between the ground and the robot; it is called ${quoted(given)}. Rename it to choose another name.`;
  report.warnAt(clash.element, "name", "renamed", message, ROOT_JOINT);
  return names;
}

/** The name itself, or with the first number appended that makes it unique. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`;
  return name;
}

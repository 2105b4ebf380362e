import type { CoordinateRef } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { numbersAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import type { Assembly, BodyDraft, JointDraft, SiteDraft } from "./assembly.js";
import { flag, referred, text } from "./attributes.js";
import type { Context } from "./context.js";
import { Coordinate } from "./coordinate.js";
import { at, compose, inverse, normalized, origin, type Placement } from "./mass/placement.js";
import { checkContent } from "./unused.js";

/** Equality constraints: connect and weld as joints that close loops, joint as a coupler. */
export function readEquality(context: Context, assembly: Assembly, sections: readonly XmlElement[]): void {
  const { report, defaults, options } = context;
  for (const given of sections.flatMap(({ children }) => children)) {
    const number = assembly.counts.equality++;
    const kind = given.name === "joint" ? "equality joint" : given.name;
    if (!["connect", "weld", "joint"].includes(given.name)) {
      report.unsupported(given, "only connect, weld and joint are supported.");
      continue;
    }
    checkContent(report, given, kind);
    const element = defaults.complete(given, null, "equality");
    if (options.disabled.has("equality") || !flag(report, element, "active", true)) {
      report.unsupported(given, "the file disables it.");
      continue;
    }
    const name = text(element, "name") ?? `equality${number}`;
    if (element.name === "joint") addCoupler(context, assembly, element, name);
    else addLoop(context, assembly, element, name);
  }
}

interface Ends {
  readonly first: BodyDraft;
  readonly second: BodyDraft;
  readonly X_first: Placement;
  readonly X_second: Placement;
}

function addLoop(context: Context, assembly: Assembly, element: XmlElement, given: string): void {
  const isWeld = element.name === "weld";
  const ends =
    element.attributes.has("site1") || element.attributes.has("site2")
      ? endsAtSites(context, assembly, element)
      : endsAtBodies(context, assembly, element, isWeld);
  if (ends === null) return;
  const { first, second, X_first, X_second } = ends;
  if (first === second) {
    const message = `<${element.name}> ${quoted(given)} connects body ${quoted(first.name)} to itself. Name two bodies.`;
    context.report.error(element, "self-joint", message, first.name);
    return;
  }
  const name = assembly.jointNames.of(element, given);
  assembly.addJoint({
    name,
    element,
    parent: first,
    child: second,
    X_parent_joint: X_first,
    X_child_joint: X_second,
    motion: { kind: isWeld ? "weld" : "spherical" },
    role: "loop",
    coordinates: isWeld ? [] : Array.from({ length: 3 }, () => new Coordinate()),
    scalar: null,
  });
}

function endsAtSites({ report }: Context, assembly: Assembly, element: XmlElement): Ends | null {
  const first = referred<SiteDraft>(report, element, "site1", "site", assembly.siteOf);
  const second = referred<SiteDraft>(report, element, "site2", "site", assembly.siteOf);
  if (first === null || second === null) return null;
  return { first: first.body, second: second.body, X_first: first.X_body, X_second: second.X_body };
}

/**
 * Connect: one point is given in the first body; the other is where it lies in the second in the reference configuration.
 * Weld: a point in the second body (its origin unless said) is held at `relpose` in the first.
 */
function endsAtBodies({ report }: Context, assembly: Assembly, element: XmlElement, isWeld: boolean): Ends | null {
  const first = referred<BodyDraft>(report, element, "body1", "body", assembly.bodyOf);
  const second =
    text(element, "body2") === null
      ? assembly.ground
      : referred<BodyDraft>(report, element, "body2", "body", assembly.bodyOf);
  const anchor = tripleAttribute(report, element, "anchor", origin);
  if (first === null || second === null || anchor === null) return null;
  const X_first_second = compose(inverse(first.X_world), second.X_world);
  if (!isWeld) {
    if (!element.attributes.has("anchor")) {
      const message = `<connect> has no "anchor". Write anchor="x y z" in the frame of body1, or name two sites.`;
      return report.error(element, "missing-attribute", message);
    }
    return { first, second, X_first: at(anchor), X_second: compose(inverse(X_first_second), at(anchor)) };
  }
  const relpose = numbersAttribute(report, element, "relpose", 7) ?? [0, 1, 0, 0, 0, 0, 0];
  const [x, y, z, ...quat] = relpose;
  // A zero quaternion is MuJoCo's word for "as the bodies stand in the file".
  const X_first: Placement = quat.every((part) => part === 0)
    ? compose(X_first_second, at(anchor))
    : { position: [x, y, z], rotation: normalized([quat[0], quat[1], quat[2], quat[3]]) };
  return { first, second, X_first, X_second: at(anchor) };
}

/** MuJoCo: q1 - r1 = Σ a_k (q2 - r2)^k with the references r; a coupler's polynomial is in q2 itself. */
function addCoupler({ report }: Context, assembly: Assembly, element: XmlElement, given: string): void {
  const driven = scalarJoint(assembly, "joint1");
  const driving = text(element, "joint2") === null ? null : scalarJoint(assembly, "joint2");
  const coefficients = numbersAttribute(report, element, "polycoef", { least: 1, most: 5 }) ?? [0, 1];
  if (driven === undefined || driving === undefined) return;
  const filled = [coefficients[0], coefficients[1] ?? 1, ...coefficients.slice(2)];
  const polynomial = driving === null ? [filled[0]] : expanded(filled, driving.reference);
  polynomial[0] += driven.reference;
  while (polynomial.length > 1 && polynomial.at(-1) === 0) polynomial.pop();
  const name = assembly.constraintNames.of(element, given);
  const ref = ({ name: joint }: { readonly name: string }): CoordinateRef => ({ joint, coordinate: 0 });
  assembly.constraints.push({
    kind: "coupler",
    name,
    driven: ref(driven),
    driving: driving === null ? null : ref(driving),
    polynomial,
  });

  function scalarJoint(from: Assembly, attribute: string): { name: string; reference: number } | undefined {
    const joint = referred<JointDraft>(report, element, attribute, "joint", from.jointOf);
    if (joint === null) return undefined;
    if (joint.scalar !== null) return { name: joint.name, reference: joint.scalar.reference };
    const message = `"${attribute}" of <joint> names the ${joint.motion.kind} joint ${quoted(joint.name)}, must be a hinge or slide. Name one.`;
    report.errorAt(element, attribute, "coordinate-not-scalar", message, joint.name);
    return undefined;
  }
}

/** Coefficients of Σ a_k (x - r)^k in powers of x, by Horner's scheme on polynomials. */
export function expanded(coefficients: readonly number[], r: number): number[] {
  let result: number[] = [0];
  for (const a of [...coefficients].reverse()) {
    // result · (x - r) + a
    const shifted = [0, ...result];
    for (const [i, c] of result.entries()) shifted[i] -= r * c;
    shifted[0] += a;
    result = shifted;
  }
  while (result.length > 1 && result.at(-1) === 0) result.pop();
  return result;
}

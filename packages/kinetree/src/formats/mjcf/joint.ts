import { modelDefaults } from "../../model/defaults.js";
import type { JointMotion } from "../../model/types.js";
import { quoted } from "../format-error.js";
import { numberAttribute, numbersAttribute, tripleAttribute } from "../xml/values.js";
import type { XmlElement } from "../xml/xml.js";
import { endOf, isLimited, keyword, rangeAttribute } from "./attributes.js";
import type { Context } from "./context.js";
import { Coordinate } from "./coordinate.js";
import { firstOf } from "./drive.js";
import { unit } from "./orientation.js";
import { add, origin, rotate, scale, turnAbout, type Placement, type Vec3 } from "./mass/placement.js";

export interface ReadJoint {
  readonly element: XmlElement;
  readonly motion: JointMotion;
  /** Where it turns, in the body frame. */
  readonly anchor: Vec3;
  readonly coordinates: readonly Coordinate[];
  readonly scalar: { readonly axis: Vec3; readonly reference: number } | null;
  /** Springs of ball and free joints, which are no springs along a coordinate. */
  readonly stiffness: number;
}

/** Moves the joint frame on the parent back by the reference, so that the coordinate is MuJoCo's qpos. */
export function atReference({ anchor, motion, scalar }: ReadJoint): Placement {
  if (scalar === null || scalar.reference === 0) return { position: anchor, rotation: [1, 0, 0, 0] };
  const { axis, reference } = scalar;
  return motion.kind === "prismatic"
    ? { position: add(anchor, scale(-reference, axis)), rotation: [1, 0, 0, 0] }
    : { position: anchor, rotation: turnAbout(axis, -reference) };
}

export function readJoint(context: Context, element: XmlElement, X_body_frame: Placement): ReadJoint {
  const { report } = context;
  if (element.name === "freejoint") return freeJoint(context, element, new Coordinate());
  const type = keyword(report, element, "type", ["hinge", "slide", "ball", "free"], "hinge");
  const given = tripleAttribute(report, element, "pos", origin) ?? origin;
  const anchor = add(X_body_frame.position, rotate(X_body_frame.rotation, given));
  refuseSpringDamper(context, element);
  if (type === "free") return freeJoint(context, element, passive(context, element));
  if (type === "ball") return ballJoint(context, element, anchor);
  return scalarJoint(context, element, type, anchor, X_body_frame);
}

/** Damping and friction, which every joint has. */
function passive({ report, options }: Context, element: XmlElement): Coordinate {
  const coordinate = new Coordinate();
  if (!options.disabled.has("damper")) coordinate.damping = firstOf(report, element, "damping", 0);
  const friction = numberAttribute(report, element, "frictionloss", 0) ?? 0;
  if (friction !== 0 && !options.disabled.has("frictionloss")) {
    coordinate.friction = friction;
    const why = `it is smooth Coulomb friction, which reaches 1/√2 of its size at a speed of ${modelDefaults.coordinate.frictionSpeed}.`;
    report.unused(element, "frictionloss", why, "approximated");
  }
  coordinate.armature = numberAttribute(report, element, "armature", 0) ?? 0;
  return coordinate;
}

function stiffnessOf({ report, options }: Context, element: XmlElement): number {
  const stiffness = firstOf(report, element, "stiffness", 0);
  return options.disabled.has("spring") ? 0 : stiffness;
}

function scalarJoint(
  context: Context,
  element: XmlElement,
  type: "hinge" | "slide",
  anchor: Vec3,
  { rotation }: Placement,
): ReadJoint {
  const { report, compiler, options } = context;
  const given = tripleAttribute(report, element, "axis", [0, 0, 1]) ?? ([0, 0, 1] as const);
  const direction = unit(given);
  if (direction === null) {
    const message = `"axis" of <joint> is ${quoted(given.join(" "))}, must have a direction. Give it one, such as 0 0 1.`;
    report.errorAt(element, "axis", "zero-axis", message, given);
  }
  const axis = rotate(rotation, direction ?? [0, 0, 1]);
  const measure = (value: number): number => (type === "hinge" ? compiler.radians(value) : value);
  const coordinate = passive(context, element);
  const reference = measure(numberAttribute(report, element, "ref", 0) ?? 0);
  coordinate.addSpring(stiffnessOf(context, element), measure(numberAttribute(report, element, "springref", 0) ?? 0));
  const range = rangeOf(context, element);
  if (range !== null && !options.disabled.has("limit"))
    [coordinate.lower, coordinate.upper] = [endOf(measure(range[0])), endOf(measure(range[1]))];
  coordinate.maxForce = forceLimit(context, element);
  const kind =
    type === "slide" ? "prismatic" : coordinate.lower === null && coordinate.upper === null ? "continuous" : "revolute";
  const scalar = { axis, reference };
  return { element, motion: { kind, axis }, anchor, coordinates: [coordinate], scalar, stiffness: 0 };
}

/** The range if it acts. An empty range means none in MuJoCo, unless `limited` is "true". */
function rangeOf({ report, compiler }: Context, element: XmlElement): readonly number[] | null {
  const range = rangeAttribute(report, element, "range") ?? [0, 0];
  if (!isLimited(report, element, { limited: "limited", range: "range" }, compiler.autolimits)) return null;
  if (range[0] < range[1]) return range;
  if (element.attributes.get("limited")?.value === "true") {
    const message = `"range" of <joint> is ${quoted(range.join(" "))}, must be increasing where the joint is limited. Give a range, or limited="false".`;
    report.errorAt(element, "range", "reversed-limits", message, range);
  }
  return null;
}

/** Limit of the total force of all actuators. */
function forceLimit({ report, compiler }: Context, element: XmlElement): number | null {
  const range = rangeAttribute(report, element, "actuatorfrcrange");
  const names = { limited: "actuatorfrclimited", range: "actuatorfrcrange" };
  if (!range || !isLimited(report, element, names, compiler.autolimits)) return null;
  if (range[0] === -Infinity && range[1] === Infinity) return null;
  if (range[0] === -range[1] && range[1] > 0) {
    const why = "it is kept as the largest force of the coordinate, which is not enforced.";
    report.unused(element, "actuatorfrcrange", why, "only carried");
    return range[1];
  }
  report.unused(element, "actuatorfrcrange", "the largest force of a coordinate is the same in both directions.");
  return null;
}

function ballJoint(context: Context, element: XmlElement, anchor: Vec3): ReadJoint {
  const { report } = context;
  const coordinate = passive(context, element);
  dampingOnly(context, element, coordinate, "ball");
  if (isLimited(report, element, { limited: "limited", range: "range" }, context.compiler.autolimits))
    report.unused(element, "range", "limits of ball joints are not supported.");
  const coordinates = [coordinate, coordinate, coordinate];
  const stiffness = stiffnessOf(context, element);
  return { element, motion: { kind: "spherical" }, anchor, coordinates, scalar: null, stiffness };
}

function freeJoint(context: Context, element: XmlElement, coordinate: Coordinate): ReadJoint {
  const { report } = context;
  dampingOnly(context, element, coordinate, "free");
  if (element.name === "freejoint" && keyword(report, element, "align", ["auto", "true", "false"], "auto") === "true")
    report.unused(element, "align", "a free body keeps its frame, where MuJoCo moves it to the mass centre.");
  const coordinates = Array.from({ length: 6 }, () => coordinate);
  const stiffness = element.name === "freejoint" ? 0 : stiffnessOf(context, element);
  return { element, motion: { kind: "free" }, anchor: origin, coordinates, scalar: null, stiffness };
}

/** Speeds of ball and free joints are not rates of coordinates: only damping acts along them. */
function dampingOnly({ report }: Context, element: XmlElement, coordinate: Coordinate, kind: string): void {
  if (coordinate.friction !== 0) report.unused(element, "frictionloss", `friction of ${kind} joints is not supported.`);
  if (coordinate.armature !== 0) {
    const message = `armature of ${kind} joints is not supported; the motion differs from MuJoCo's.`;
    report.unused(element, "armature", message);
  }
  coordinate.friction = 0;
  coordinate.armature = 0;
}

function refuseSpringDamper({ report }: Context, element: XmlElement): void {
  const given = numbersAttribute(report, element, "springdamper", 2);
  if (!given || (given[0] <= 0 && given[1] <= 0)) return;
  report.unused(element, "springdamper", "time constants are not supported. Give stiffness and damping.");
}

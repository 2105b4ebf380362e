import { ExpressionError } from "../../expression/expression-error.js";
import { parseExpression } from "../../expression/parse-expression.js";
import { jointSizes } from "../joint-sizes.js";
import type { Actuator, Attachment, Controller, ControllerLaw, Load } from "../types.js";
import { checkAttachment, checkEndsOnOneBody } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { checkKnown, issue, reportUnknownKind, show, type Check } from "../check.js";
import { checkLimits, checkNotNegative, checkPositive, checkReal, checkReals } from "./numbers.js";
import { checkRealOrCurve, checkSignal } from "./tables.js";
import { isCurve } from "../signals.js";

export const loadKinds: readonly Load["kind"][] = [
  "point-spring",
  "torsion-spring",
  "bushing",
  "wrench",
  "joint-force",
];

const actuatorKinds: readonly Actuator["kind"][] = ["joint", "impedance", "body"];

const PASSIVE = "It would feed energy in; use a wrench to drive.";

export function checkLoad(check: Check, load: Load): void {
  const subject = `${load.kind} "${load.name}"`;
  switch (load.kind) {
    case "point-spring":
      checkEnds(check, subject, load);
      checkSpringDamper(check, subject, load);
      checkNotNegative(check, subject, "freeLength", load.freeLength, "Give the length without tension in metres.");
      return;
    case "torsion-spring":
      checkEnds(check, subject, load);
      checkSpringDamper(check, subject, load);
      checkReal(check, subject, "rest", load.rest);
      return;
    case "bushing":
      checkEnds(check, subject, load);
      checkReals(check, subject, "stiffness", load.stiffness, 6);
      checkReals(check, subject, "damping", load.damping, 6)?.forEach((damping, i) =>
        checkNotNegative(check, subject, `damping[${i}]`, damping, PASSIVE),
      );
      return;
    case "wrench":
      checkAttachment(check, subject, "at", load.at);
      checkOneOf(check, subject, "along", load.along, ["world", "body"]);
      load.torque.forEach((signal, i) => checkSignal(check, subject, `torque[${i}]`, signal));
      load.force.forEach((signal, i) => checkSignal(check, subject, `force[${i}]`, signal));
      return;
    case "joint-force":
      checkCoordinateOf(check, subject, load);
      checkSignal(check, subject, "signal", load.signal);
      return;
    default:
      reportUnknownKind(check, `load "${(load as Load).name}"`, load, loadKinds);
  }
}

export function checkActuator(check: Check, actuator: Actuator): void {
  const subject = `actuator "${actuator.name}"`;
  checkReal(check, subject, "gain", actuator.gain);
  checkLimits(check, subject, "the command", actuator.lower, actuator.upper);
  switch (actuator.kind) {
    case "joint":
      checkCoordinateOf(check, subject, actuator);
      return;
    case "impedance":
      checkCoordinateOf(check, subject, actuator);
      checkScalarJoint(check, subject, actuator.joint);
      actuator.stiffness.forEach((value) => checkReal(check, subject, "stiffness", value));
      actuator.damping.forEach((value) => checkReal(check, subject, "damping", value));
      checkReal(check, subject, "rest", actuator.rest);
      return;
    case "body":
      checkAttachment(check, subject, "at", actuator.at);
      checkAxis(check, subject, "axis", actuator.axis);
      checkOneOf(check, subject, "along", actuator.along, ["world", "body"]);
      checkOneOf(check, subject, "effect", actuator.effect, ["force", "torque"]);
      return;
    default:
      reportUnknownKind(check, subject, actuator, actuatorKinds);
  }
}

function checkOneOf(
  check: Check,
  subject: string,
  what: string,
  value: string,
  known: readonly [string, string],
): void {
  if (known.includes(value)) return;
  const rest = `must be ${known.map(show).join(" or ")}. Use one of the two.`;
  check.report(issue("unknown-kind", subject, what, value, rest));
}

export function checkControllers(check: Check, controllers: readonly Controller[]): void {
  const ownerOf = new Map<string, string>();
  for (const { name, period, actuators, law } of controllers) {
    const subject = `controller "${name}"`;
    checkPositive(check, subject, "period", period, "Give the time between two samples in seconds.");
    if (law) checkLaw(check, subject, law, actuators.length);
    for (const actuator of actuators) {
      if (!checkKnown(check, "unknown-actuator", subject, "actuator", actuator, check.actuators)) continue;
      const owner = ownerOf.get(actuator);
      if (owner === undefined) ownerOf.set(actuator, name);
      else {
        const rest = `already commanded by controller "${owner}". Leave it to one of them.`;
        check.report(issue("actuator-shared", subject, "actuator", actuator, rest));
      }
    }
  }
}

/** What its expressions name is looked up where the law is compiled: channels are not the model's business. */
function checkLaw(check: Check, subject: string, { memory, commands }: ControllerLaw, actuators: number): void {
  if (commands.length !== actuators) {
    const rest = `must be one for each of its ${actuators} actuators. Give them in the order of the actuators.`;
    check.report(issue("law-commands", subject, "number of commands", commands.length, rest));
  }
  const names = new Set<string>();
  for (const { name, start, next } of memory) {
    const clash = names.has(name) ? "is there twice. Rename one of them." : takenName(check, name);
    if (clash !== null) check.report(issue("law-memory", subject, "memory", name, clash));
    names.add(name);
    if (!Number.isFinite(start))
      check.report(issue("non-finite", subject, `start of memory "${name}"`, start, "must be finite."));
    checkExpression(check, subject, `next of memory "${name}"`, next);
  }
  commands.forEach((command, i) => checkExpression(check, subject, `command ${i}`, command));
}

/** Why a number that a law remembers cannot be called so: an expression that names it would not say which it means. */
function takenName({ values }: Check, name: string): string | null {
  if (name === "t" || name === "time") return "which is the time in expressions. Choose another name.";
  if (values.has(name)) return "which is a parameter of the model. Choose another name.";
  return name.includes(".") ? "which reads like a channel. Choose a name without dots." : null;
}

function checkExpression(check: Check, subject: string, what: string, text: unknown): void {
  if (typeof text !== "string") {
    check.report(
      issue("law-expression", subject, what, text, `must be text. Write it in quotes, such as "${show(text)}".`),
    );
    return;
  }
  try {
    parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    check.report(issue("law-expression", subject, what, text, `is no expression: ${error.message}`));
  }
}

function checkEnds(check: Check, subject: string, ends: { readonly a: Attachment; readonly b: Attachment }): void {
  if (!checkEndsOnOneBody(check, subject, ends)) return;
  const rest = "must be two bodies: between points of one body a load moves nothing. Attach one end elsewhere.";
  check.report(issue("load-within-body", subject, "body of both ends", ends.a.body, rest));
}

type SpringDamper = Pick<Extract<Load, { kind: "point-spring" | "torsion-spring" }>, "stiffness" | "damping">;

function checkSpringDamper(check: Check, subject: string, { stiffness, damping }: SpringDamper): void {
  checkRealOrCurve(check, subject, "stiffness", stiffness);
  if (isCurve(damping)) checkRealOrCurve(check, subject, "damping", damping);
  else checkNotNegative(check, subject, "damping", damping, PASSIVE);
}

interface JointSpeed {
  readonly joint: string;
  readonly coordinate: number;
}

function checkCoordinateOf(check: Check, subject: string, at: JointSpeed): void {
  if (!checkKnown(check, "unknown-joint", subject, "joint", at.joint, check.joints)) return;
  const joint = check.joints.get(at.joint);
  const nv = joint === undefined ? 0 : jointSizes(joint).nv;
  if (Number.isInteger(at.coordinate) && at.coordinate >= 0 && at.coordinate < nv) return;
  const range = nv === 0 ? "which has none: it does not move" : `whose speeds are numbered 0 to ${nv - 1}`;
  const rest = `must be a speed of joint "${at.joint}", ${range}. Choose another coordinate or joint.`;
  check.report(issue("coordinate-index", subject, "coordinate", at.coordinate, rest));
}

/** A spring needs a coordinate whose rate is the speed that it acts along. */
function checkScalarJoint(check: Check, subject: string, name: string): void {
  const kind = check.joints.get(name)?.kind;
  if (kind !== "spherical" && kind !== "free") return;
  const rest =
    `which is ${kind}: its speeds are not rates of coordinates, so no spring can act along them. Use a bushing, or a general ` +
    `joint with axes.`;
  check.report(issue("coordinate-not-scalar", subject, "joint", name, rest));
}

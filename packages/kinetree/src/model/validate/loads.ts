import { ExpressionError } from "../../expression/expression-error.js";
import { parseExpression } from "../../expression/parse-expression.js";
import { jointSizes } from "../joint-sizes.js";
import { definitionOf, jointKinds } from "../joints.js";
import type { Actuator, Attachment, Controller, ControllerLaw, Load } from "../types.js";
import { bodyOfBothEnds, checkAttachment, checkEndsOnOneBody } from "./attachments.js";
import { checkAxis } from "./axes.js";
import { checkKnown, issue, reportUnknownKind, show, type Check } from "../check.js";
import { checkLimits, checkNotNegative, checkPositive, checkReal, checkReals } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";
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

export function checkLoad(check: Check, load: Load, index: number): void {
  const part = thingAt(["loads", index], `${load.kind} "${load.name}"`);
  switch (load.kind) {
    case "point-spring":
      checkEnds(check, part, load);
      checkSpringDamper(check, part, load);
      checkNotNegative(
        check,
        propertyOf(part, "freeLength"),
        load.freeLength,
        "Give the length without tension in metres.",
      );
      return;
    case "torsion-spring":
      checkEnds(check, part, load);
      checkSpringDamper(check, part, load);
      checkReal(check, propertyOf(part, "rest"), load.rest);
      return;
    case "bushing":
      checkEnds(check, part, load);
      checkReals(check, propertyOf(part, "stiffness"), load.stiffness, 6);
      checkReals(check, propertyOf(part, "damping"), load.damping, 6)?.forEach((damping, i) =>
        checkNotNegative(check, itemOf(propertyOf(part, "damping"), i), damping, PASSIVE),
      );
      return;
    case "wrench":
      checkAttachment(check, propertyOf(part, "at"), load.at);
      checkOneOf(check, propertyOf(part, "along"), load.along, ["world", "body"]);
      load.torque.forEach((signal, i) => checkSignal(check, itemOf(propertyOf(part, "torque"), i), signal));
      load.force.forEach((signal, i) => checkSignal(check, itemOf(propertyOf(part, "force"), i), signal));
      return;
    case "joint-force":
      checkCoordinateOf(check, part, load);
      checkSignal(check, propertyOf(part, "signal"), load.signal);
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `load "${(load as Load).name}"`), load, loadKinds);
  }
}

export function checkActuator(check: Check, actuator: Actuator, index: number): void {
  const part = thingAt(["actuators", index], `actuator "${actuator.name}"`);
  checkReal(check, propertyOf(part, "gain"), actuator.gain);
  checkLimits(check, part, "the command", [actuator.lower, actuator.upper]);
  switch (actuator.kind) {
    case "joint":
      checkCoordinateOf(check, part, actuator);
      return;
    case "impedance":
      checkCoordinateOf(check, part, actuator);
      checkScalarJoint(check, part, actuator.joint);
      actuator.stiffness.forEach((value, i) => checkReal(check, itemOf(propertyOf(part, "stiffness"), i), value));
      actuator.damping.forEach((value, i) => checkReal(check, itemOf(propertyOf(part, "damping"), i), value));
      checkReal(check, propertyOf(part, "rest"), actuator.rest);
      return;
    case "body":
      checkAttachment(check, propertyOf(part, "at"), actuator.at);
      checkAxis(check, propertyOf(part, "axis"), actuator.axis);
      checkOneOf(check, propertyOf(part, "along"), actuator.along, ["world", "body"]);
      checkOneOf(check, propertyOf(part, "effect"), actuator.effect, ["force", "torque"]);
      return;
    default:
      reportUnknownKind(check, part, actuator, actuatorKinds);
  }
}

function checkOneOf(check: Check, part: Part, value: string, known: readonly [string, string]): void {
  if (known.includes(value)) return;
  const rest = `must be ${known.map(show).join(" or ")}. Use one of the two.`;
  check.report(issue("unknown-kind", part, value, rest));
}

export function checkControllers(check: Check, controllers: readonly Controller[]): void {
  const ownerOf = new Map<string, string>();
  for (const [i, { name, period, actuators, law }] of controllers.entries()) {
    const part = thingAt(["controllers", i], `controller "${name}"`);
    checkPositive(check, propertyOf(part, "period"), period, "Give the time between two samples in seconds.");
    if (law) checkLaw(check, propertyOf(part, "law"), law, actuators.length);
    for (const [k, actuator] of actuators.entries()) {
      const commanded = named(itemOf(propertyOf(part, "actuators"), k), "actuator");
      if (!checkKnown(check, "unknown-actuator", commanded, actuator, check.actuators)) continue;
      const owner = ownerOf.get(actuator);
      if (owner === undefined) ownerOf.set(actuator, name);
      else {
        const rest = `already commanded by controller "${owner}". Leave it to one of them.`;
        check.report(issue("actuator-shared", commanded, actuator, rest));
      }
    }
  }
}

/** What its expressions name is looked up where the law is compiled: channels are not the model's business. */
function checkLaw(check: Check, part: Part, { memory, commands }: ControllerLaw, actuators: number): void {
  const list = propertyOf(part, "commands");
  if (commands.length !== actuators) {
    const rest = `must be one for each of its ${actuators} actuators. Give them in the order of the actuators.`;
    check.report(issue("law-commands", named(list, "number of commands"), commands.length, rest));
  }
  const names = new Set<string>();
  for (const [i, { name, start, next }] of memory.entries()) {
    const cell = named(itemOf(propertyOf(part, "memory"), i), `memory "${name}"`);
    const clash = names.has(name) ? "is there twice. Rename one of them." : takenName(check, name);
    if (clash !== null) check.report(issue("law-memory", named(propertyOf(cell, "name"), "memory"), name, clash));
    names.add(name);
    if (!Number.isFinite(start)) check.report(issue("non-finite", propertyOf(cell, "start"), start, "must be finite."));
    checkExpression(check, propertyOf(cell, "next"), next);
  }
  commands.forEach((command, i) => checkExpression(check, named(itemOf(list, i), `command ${i}`), command));
}

/** Why a number that a law remembers cannot be called so: an expression that names it would not say which it means. */
function takenName({ values }: Check, name: string): string | null {
  if (name === "t" || name === "time") return "which is the time in expressions. Choose another name.";
  if (values.has(name)) return "which is a parameter of the model. Choose another name.";
  return name.includes(".") ? "which reads like a channel. Choose a name without dots." : null;
}

function checkExpression(check: Check, part: Part, text: unknown): void {
  if (typeof text !== "string") {
    check.report(issue("law-expression", part, text, `must be text. Write it in quotes, such as "${show(text)}".`));
    return;
  }
  try {
    parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    check.report(issue("law-expression", part, text, `is no expression: ${error.message}`));
  }
}

function checkEnds(check: Check, part: Part, ends: { readonly a: Attachment; readonly b: Attachment }): void {
  if (!checkEndsOnOneBody(check, part, ends)) return;
  const rest = "must be two bodies: between points of one body a load moves nothing. Attach one end elsewhere.";
  check.report(issue("load-within-body", bodyOfBothEnds(part), ends.a.body, rest));
}

type SpringDamper = Pick<Extract<Load, { kind: "point-spring" | "torsion-spring" }>, "stiffness" | "damping">;

function checkSpringDamper(check: Check, part: Part, { stiffness, damping }: SpringDamper): void {
  checkRealOrCurve(check, propertyOf(part, "stiffness"), stiffness);
  if (isCurve(damping)) checkRealOrCurve(check, propertyOf(part, "damping"), damping);
  else checkNotNegative(check, propertyOf(part, "damping"), damping, PASSIVE);
}

interface JointSpeed {
  readonly joint: string;
  readonly coordinate: number;
}

function checkCoordinateOf(check: Check, part: Part, at: JointSpeed): void {
  if (!checkKnown(check, "unknown-joint", propertyOf(part, "joint"), at.joint, check.joints)) return;
  const joint = check.joints.get(at.joint);
  const nv = joint === undefined ? 0 : jointSizes(joint).nv;
  if (Number.isInteger(at.coordinate) && at.coordinate >= 0 && at.coordinate < nv) return;
  const range = nv === 0 ? "which has none: it does not move" : `whose speeds are numbered 0 to ${nv - 1}`;
  const rest = `must be a speed of joint "${at.joint}", ${range}. Choose another coordinate or joint.`;
  check.report(issue("coordinate-index", propertyOf(part, "coordinate"), at.coordinate, rest));
}

/** A spring needs a coordinate whose rate is the speed that it acts along. */
function checkScalarJoint(check: Check, part: Part, name: string): void {
  const joint = check.joints.get(name);
  if (joint === undefined || !jointKinds.includes(joint.kind) || definitionOf(joint).quaternion === null) return;
  const rest =
    `which is ${joint.kind}: its speeds are not rates of coordinates, so no spring can act along them. Use a bushing, or a general ` +
    `joint with axes.`;
  check.report(issue("coordinate-not-scalar", propertyOf(part, "joint"), name, rest));
}

import { ExpressionError } from "../../expression/expression-error.js";
import { parseExpression } from "../../expression/parse-expression.js";
import { actuatorFields, actuatorKinds } from "../actuators.js";
import { attachmentsOf, coordinatesOf, loadFields, loadKinds } from "../loads.js";
import type { Actuator, Controller, ControllerLaw, Load } from "../types.js";
import { bodyOfBothEnds } from "./attachments.js";
import { checkKnown, issue, reportUnknownKind, show, type Check } from "../check.js";
import { checkFields } from "./fields.js";
import { checkLimits, checkPositive, checkReal } from "./numbers.js";
import { itemOf, named, propertyOf, thingAt, type Part } from "../part.js";

export function checkLoad(check: Check, load: Load, index: number): void {
  if (!loadKinds.includes(load.kind)) {
    const { name } = load as Load;
    reportUnknownKind(check, thingAt(["loads", index], `load "${name}"`), load as never, loadKinds);
    return;
  }
  const part = thingAt(["loads", index], `${load.kind} "${load.name}"`);
  checkFields(check, part, loadFields(load.kind), load);
  checkEnds(check, part, load);
}

/** Two ends in one place. */
function checkEnds(check: Check, part: Part, load: Load): void {
  const [bodyA, bodyB] = attachmentsOf(load).map(({ body }) => body);
  if (bodyB !== undefined && bodyA === bodyB) {
    const rest = "must be two bodies: between points of one body a load moves nothing. Attach one end elsewhere.";
    check.report(issue("load-within-body", bodyOfBothEnds(part), bodyB, rest));
  }
  const [a, b] = coordinatesOf(load);
  if (b !== undefined && a.joint === b.joint && a.coordinate === b.coordinate) {
    const rest = "must be two coordinates. For a spring along one, give the joint a stiffness.";
    check.report(issue("load-within-coordinate", propertyOf(part, "b", "coordinate of both ends"), b, rest));
  }
}

export function checkActuator(check: Check, actuator: Actuator, index: number): void {
  const part = thingAt(["actuators", index], `actuator "${actuator.name}"`);
  checkReal(check, propertyOf(part, "gain"), actuator.gain);
  checkLimits(check, part, "the command", [actuator.lower, actuator.upper]);
  if (actuatorKinds.includes(actuator.kind)) checkFields(check, part, actuatorFields(actuator.kind), actuator);
  else reportUnknownKind(check, part, actuator as never, actuatorKinds);
}

export function checkControllers(check: Check, controllers: readonly Controller[]): void {
  const ownerOf = new Map<string, string>();
  for (const [i, { name, period, latency, actuators, law }] of controllers.entries()) {
    const part = thingAt(["controllers", i], `controller "${name}"`);
    checkPositive(check, propertyOf(part, "period"), period, "Give the time between two samples in seconds.");
    if (latency !== undefined) checkLatency(check, propertyOf(part, "latency"), latency);
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

function checkLatency(check: Check, part: Part, latency: number): void {
  if (Number.isInteger(latency) && latency >= 0) return;
  const rest = "must be a whole number of ticks, 0 or more. Give it in ticks, or leave it out for none.";
  check.report(issue("latency", part, latency, rest));
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

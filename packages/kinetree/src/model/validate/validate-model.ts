import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { parameterDefaults } from "../evaluate-real.js";
import { GROUND, type Model, type Parameter } from "../types.js";
import { checkBody } from "./bodies.js";
import { issue, type Check } from "../check.js";
import { checkColumnNames } from "./column-names.js";
import { checkConstraints } from "./constraints.js";
import { checkContact } from "./contacts.js";
import { checkFlexibleAttachments } from "./flexible-attachments.js";
import { checkFlexibleJoints } from "./flexible-joints.js";
import { checkJoint } from "./joints.js";
import { checkActuator, checkControllers, checkLoad } from "./loads.js";
import { checkBodyName, checkNames } from "./names.js";
import { checkLimits, checkPositive, checkReal, checkReals } from "./numbers.js";
import { propertyOf, thingAt } from "../part.js";
import { checkShaft, checkShaftElement, checkShaftNetwork } from "./shafts.js";
import { structureIssues } from "./structure.js";
import { checkTyre } from "./tyres.js";
import { checkTerrain } from "./terrains.js";

export interface Findings {
  readonly errors: readonly ErrorFacts[];
  /** Inertias that no body can have, which the caller may tolerate. */
  readonly unphysical: readonly ErrorFacts[];
}

/** All that is wrong with a model, in its order; numbers with parameters are checked at the defaults. */
export function validateModel(model: Model): Findings {
  const misshapen = structureIssues(model);
  if (misshapen.length > 0) return { errors: misshapen, unphysical: [] };
  const errors: ErrorFacts[] = [];
  const unphysical: ErrorFacts[] = [];
  const check: Check = {
    values: parameterDefaults(model),
    bodies: new Set([GROUND, ...model.bodies.map(({ name }) => name)]),
    joints: new Map(model.joints.map((joint) => [joint.name, joint])),
    actuators: new Set(model.actuators.map(({ name }) => name)),
    terrains: new Set(model.terrains.map(({ name }) => name)),
    shafts: new Set(model.shafts.map(({ name }) => name)),
    shaftElements: new Map(model.shaftElements.map((element) => [element.name, element])),
    report: (found) => errors.push(found),
    reportUnphysical: (found) => unphysical.push(found),
  };

  checkGravity(check, model);
  const names = (key: NamedList, kind: string): void => checkNames(check, [key], model[key].entries(), kind);
  names("parameters", "parameter");
  model.parameters.forEach((parameter, i) => checkParameter(check, parameter, i));
  names("bodies", "body");
  const broken = new Set<string>();
  for (const [i, body] of model.bodies.entries()) {
    checkBodyName(check, body.name, i);
    if (!checkBody(check, body, i)) broken.add(body.name);
  }
  names("joints", "joint");
  model.joints.forEach((joint, i) => checkJoint(check, joint, i));
  checkFlexibleJoints(check, model.bodies, model.joints, broken);
  checkColumnNames(check, model.joints);
  names("loads", "load");
  model.loads.forEach((load, i) => checkLoad(check, load, i));
  names("actuators", "actuator");
  model.actuators.forEach((actuator, i) => checkActuator(check, actuator, i));
  names("controllers", "controller");
  checkControllers(check, model.controllers);
  checkTick(check, model);
  names("constraints", "constraint");
  checkConstraints(check, model.constraints);
  names("terrains", "terrain");
  model.terrains.forEach((terrain, i) => checkTerrain(check, terrain, i));
  names("contacts", "contact");
  model.contacts.forEach((contact, i) => checkContact(check, contact, i));
  names("tyres", "tyre");
  model.tyres.forEach((tyre, i) => checkTyre(check, tyre, i));
  names("shafts", "shaft");
  model.shafts.forEach((shaft, i) => checkShaft(check, shaft, i));
  names("shaftElements", "shaft element");
  model.shaftElements.forEach((element, i) => checkShaftElement(check, element, i));
  // Relations between shafts need sound names and numbers.
  if (errors.length === 0) checkShaftNetwork(check, model);
  // Places may hold parameters, which are known to be there once nothing else is wrong.
  if (errors.length === 0) checkFlexibleAttachments(check, model, broken);
  return { errors, unphysical };
}

type NamedList = keyof {
  [K in keyof Model as Model[K] extends readonly { readonly name: string }[] ? K : never]: true;
};

export const checkGravity = (check: Check, { name, gravity }: Model): void =>
  void checkReals(check, propertyOf(thingAt([], `model "${name}"`), "gravity"), gravity, 3);

function checkTick(check: Check, { name, tick }: Model): void {
  if (tick === undefined) return;
  checkPositive(
    check,
    propertyOf(thingAt([], `model "${name}"`), "tick"),
    tick,
    "Give it in seconds, or leave it out.",
  );
}

function checkParameter(check: Check, { name, value, min, max }: Parameter, index: number): void {
  const part = thingAt(["parameters", index], `parameter "${name}"`);
  const given = checkReal(check, propertyOf(part, "value"), value);
  checkLimits(check, part, "the value", [min, max], ["min", "max"]);
  if (given === null) return;
  const low = min ?? -Infinity;
  const high = max ?? Infinity;
  if (low <= high && (given < low || given > high)) {
    const rest = `must lie in its range from ${low} to ${high}. Change the value or widen the range.`;
    check.report(issue("parameter-range", propertyOf(part, "value"), given, rest));
  }
}

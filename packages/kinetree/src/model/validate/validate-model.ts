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
import { checkLimits, checkReal, checkReals } from "./numbers.js";
import { structureIssues } from "./structure.js";
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
    report: (found) => errors.push(found),
    reportUnphysical: (found) => unphysical.push(found),
  };

  checkReals(check, `model "${model.name}"`, "gravity", model.gravity, 3);
  checkNames(check, model.parameters, "parameter");
  for (const parameter of model.parameters) checkParameter(check, parameter);
  checkNames(check, model.bodies, "body");
  const broken = new Set<string>();
  for (const body of model.bodies) {
    checkBodyName(check, body.name);
    if (!checkBody(check, body)) broken.add(body.name);
  }
  checkNames(check, model.joints, "joint");
  for (const joint of model.joints) checkJoint(check, joint);
  checkFlexibleJoints(check, model.bodies, model.joints, broken);
  checkColumnNames(check, model.joints);
  checkNames(check, model.loads, "load");
  for (const load of model.loads) checkLoad(check, load);
  checkNames(check, model.actuators, "actuator");
  for (const actuator of model.actuators) checkActuator(check, actuator);
  checkNames(check, model.controllers, "controller");
  checkControllers(check, model.controllers);
  checkNames(check, model.constraints, "constraint");
  checkConstraints(check, model.constraints);
  checkNames(check, model.terrains, "terrain");
  for (const terrain of model.terrains) checkTerrain(check, terrain);
  checkNames(check, model.contacts, "contact");
  for (const contact of model.contacts) checkContact(check, contact);
  // Places may hold parameters, which are known to be there once nothing else is wrong.
  if (errors.length === 0) checkFlexibleAttachments(check, model, broken);
  return { errors, unphysical };
}

function checkParameter(check: Check, { name, value, min, max }: Parameter): void {
  const subject = `parameter "${name}"`;
  const given = checkReal(check, subject, "value", value);
  checkLimits(check, subject, "the value", min, max);
  if (given === null) return;
  const low = min ?? -Infinity;
  const high = max ?? Infinity;
  if (low <= high && (given < low || given > high)) {
    const rest = `must lie in its range from ${low} to ${high}. Change the value or widen the range.`;
    check.report(issue("parameter-range", subject, "value", given, rest));
  }
}

import { InvalidModelError } from "../errors/invalid-model-error.js";
import { RequestError, type ErrorFacts } from "../errors/kinetree-error.js";
import { unknownName } from "../errors/unknown-name.js";
import { GROUND, type Model } from "../model/types.js";
import { checkBody } from "../model/validate/bodies.js";
import type { Check } from "../model/check.js";
import { checkConstraints } from "../model/validate/constraints.js";
import { checkContact } from "../model/validate/contacts.js";
import { checkTyre } from "../model/validate/tyres.js";
import { checkJoint } from "../model/validate/joints.js";
import { checkActuator, checkLoad } from "../model/validate/loads.js";
import { checkShaft, checkShaftElement, checkShaftNetwork } from "../model/validate/shafts.js";
import { checkTerrain } from "../model/validate/terrains.js";
import { checkGravity, validateModel } from "../model/validate/validate-model.js";

/**
 * Values of all named parameters in the order of the model: the given ones, else the model's. Checked: names, ranges, and
 * the model with these values (no negative mass, no axis without direction). Fast enough for every sample of a batch.
 */
export function parameterValues(model: Model, given: Readonly<Record<string, number>>): Float64Array {
  const values = Float64Array.from(model.parameters, ({ value }) => value);
  const names = Object.keys(given);
  if (names.length === 0) return values;
  const recheck = recheckOf(model);
  for (const name of names) {
    const index = recheck.indexOf.get(name);
    if (index === undefined) throw unknownName("parameter", name, recheck.indexOf.keys());
    const value = given[name];
    const { min, max } = model.parameters[index];
    if (!Number.isFinite(value) || (min !== null && value < min) || (max !== null && value > max))
      throw outOfRange(name, value, min, max);
    values[index] = value;
  }
  const issues = recheck.issuesAt(values);
  if (issues.length > 0) throw new InvalidModelError(model.name, issues);
  return values;
}

/** Values in the order of the model as an object by name. */
export const parametersByName = ({ parameters }: Model, values: ArrayLike<number>): Readonly<Record<string, number>> =>
  Object.fromEntries(parameters.map(({ name }, i) => [name, values[i]]));

interface Recheck {
  readonly indexOf: ReadonlyMap<string, number>;
  readonly issuesAt: (values: Float64Array) => readonly ErrorFacts[];
}

/** A cache: its content follows from a frozen model alone, and is released with the model. */
const rechecks = new WeakMap<Model, Recheck>();

function recheckOf(model: Model): Recheck {
  const known = rechecks.get(model);
  if (known) return known;
  const made = makeRecheck(model);
  if (Object.isFrozen(model)) rechecks.set(model, made);
  return made;
}

function makeRecheck(model: Model): Recheck {
  const names = model.parameters.map(({ name }) => name);
  const varies = {
    gravity: dependsOnParameters(model.gravity),
    bodies: varying(model.bodies),
    joints: varying(model.joints),
    loads: varying(model.loads),
    actuators: varying(model.actuators),
    constraints: dependsOnParameters(model.constraints),
    terrains: varying(model.terrains),
    contacts: varying(model.contacts),
    tyres: varying(model.tyres),
    shafts: varying(model.shafts),
    shaftElements: varying(model.shaftElements),
  };
  // An unphysical inertia that was accepted when the model was built is accepted here too.
  const isUnphysical = validateModel(model).unphysical.length > 0;
  const lookup = {
    bodies: new Set([GROUND, ...model.bodies.map(({ name }) => name)]),
    joints: new Map(model.joints.map((joint) => [joint.name, joint])),
    actuators: new Set(model.actuators.map(({ name }) => name)),
    terrains: new Set(model.terrains.map(({ name }) => name)),
    shafts: new Set(model.shafts.map(({ name }) => name)),
    shaftElements: new Map(model.shaftElements.map((element) => [element.name, element])),
  };
  return {
    indexOf: new Map(names.map((name, i) => [name, i])),
    issuesAt: (values) => {
      const issues: ErrorFacts[] = [];
      const report = (found: ErrorFacts): void => void issues.push(found);
      const check: Check = {
        ...lookup,
        values: new Map(names.map((name, i) => [name, values[i]])),
        report,
        reportUnphysical: isUnphysical ? () => {} : report,
      };
      if (varies.gravity) checkGravity(check, model);
      for (const [i, body] of varies.bodies) checkBody(check, body, i);
      for (const [i, joint] of varies.joints) checkJoint(check, joint, i);
      for (const [i, load] of varies.loads) checkLoad(check, load, i);
      for (const [i, actuator] of varies.actuators) checkActuator(check, actuator, i);
      if (varies.constraints) checkConstraints(check, model.constraints);
      for (const [i, terrain] of varies.terrains) checkTerrain(check, terrain, i);
      for (const [i, contact] of varies.contacts) checkContact(check, contact, i);
      for (const [i, tyre] of varies.tyres) checkTyre(check, tyre, i);
      for (const [i, shaft] of varies.shafts) checkShaft(check, shaft, i);
      for (const [i, element] of varies.shaftElements) checkShaftElement(check, element, i);
      if (issues.length === 0 && varies.shafts.length + varies.shaftElements.length > 0)
        checkShaftNetwork(check, model);
      return issues;
    },
  };
}

/** Pieces that depend on parameters, by their numbers in the list. */
const varying = <T>(pieces: readonly T[]): readonly (readonly [index: number, piece: T])[] =>
  [...pieces.entries()].filter(([, piece]) => dependsOnParameters(piece));

/** Whether a number anywhere in a piece of a model is made of parameters. */
function dependsOnParameters(piece: unknown): boolean {
  if (typeof piece !== "object" || piece === null) return false;
  return "parameter" in piece || Object.values(piece).some(dependsOnParameters);
}

const outOfRange = (name: string, value: number, min: number | null, max: number | null): RequestError => {
  const message = `parameter "${name}" is ${value}, must be a finite number from ${min ?? "-∞"} to ${max ?? "∞"}.`;
  return new RequestError({ code: "parameter-range", subject: `parameter "${name}"`, value, message });
};

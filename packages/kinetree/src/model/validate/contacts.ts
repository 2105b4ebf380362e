import { GROUND, type Contact, type FrictionLaw, type NormalLaw, type Real } from "../types.js";
import { checkAttachment } from "./attachments.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkNotNegative, checkPositive } from "./numbers.js";
import { propertyOf, thingAt, type Part } from "../part.js";

export const normalKinds: readonly NormalLaw["kind"][] = ["spring-damper", "hunt-crossley", "standard-linear-solid"];
export const frictionKinds: readonly FrictionLaw["kind"][] = ["none", "viscous", "coulomb", "lugre"];

const PASSIVE = "It would feed energy in.";

/** A point or a sphere on a body, the terrain that it touches, and both laws. */
export function checkContact(check: Check, contact: Contact, index: number): void {
  const part = thingAt(["contacts", index], `contact "${contact.name}"`);
  const place = propertyOf(part, "at");
  checkAttachment(check, place, contact.at);
  if (contact.at.body === GROUND) {
    const rest = "which stands as still as the terrain. Put the contact on a body that moves.";
    check.report(issue("contact-on-ground", propertyOf(place, "body"), GROUND, rest));
  }
  checkKnown(check, "unknown-terrain", propertyOf(part, "terrain"), contact.terrain, check.terrains);
  checkNotNegative(check, propertyOf(part, "radius"), contact.radius, "Give 0 for a point.");
  if (contact.scale !== undefined)
    checkNotNegative(check, propertyOf(part, "scale"), contact.scale, "Give the factor of the whole contact force.");
  checkNormal(check, propertyOf(part, "normal"), contact.normal);
  checkFriction(check, propertyOf(part, "friction"), contact.friction);
}

function checkNormal(check: Check, part: Part, law: NormalLaw): void {
  switch (law.kind) {
    case "spring-damper":
      checkPositive(check, propertyOf(part, "stiffness"), law.stiffness, "Nothing would hold the body up.");
      checkNotNegative(check, propertyOf(part, "damping"), law.damping, PASSIVE);
      return;
    case "hunt-crossley":
      checkPositive(check, propertyOf(part, "stiffness"), law.stiffness, "Nothing would hold the body up.");
      checkNotNegative(check, propertyOf(part, "dissipation"), law.dissipation, PASSIVE);
      if (law.exponent !== undefined)
        checkPositive(check, propertyOf(part, "exponent"), law.exponent, "A sphere on a plane has 1.5, a flat 1.");
      return;
    case "standard-linear-solid":
      checkPositive(check, propertyOf(part, "elastic"), law.elastic, "Nothing would hold the body up.");
      checkNotNegative(check, propertyOf(part, "viscoelastic"), law.viscoelastic, "Give the stiffness at rest.");
      checkPositive(
        check,
        propertyOf(part, "damping"),
        law.damping,
        `Without damping it is a spring: use "spring-damper".`,
      );
      return;
    default:
      reportUnknownKind(check, thingAt(part.path, `normal of ${part.subject}`), law, normalKinds);
  }
}

function checkFriction(check: Check, part: Part, law: FrictionLaw): void {
  const notNegative = (key: string, value: Real): number | null =>
    checkNotNegative(check, propertyOf(part, key), value, PASSIVE);
  const positive = (key: string, value: Real, fix: string): number | null =>
    checkPositive(check, propertyOf(part, key), value, fix);
  switch (law.kind) {
    case "none":
      return;
    case "viscous":
      notNegative("coefficient", law.coefficient);
      return;
    case "coulomb": {
      const kinetic = notNegative("kinetic", law.kinetic);
      positive("transitionSpeed", law.transitionSpeed, "Give a speed well below those of interest, such as 1e-3 m/s.");
      if (law.static !== undefined) checkOrder(check, part, notNegative("static", law.static), kinetic);
      if (law.stribeckSpeed !== undefined)
        positive("stribeckSpeed", law.stribeckSpeed, "Give the speed at which friction falls.");
      else if (law.static !== undefined && law.static !== law.kinetic) {
        const rest = "must be given where static differs from kinetic. Give the speed at which friction falls.";
        check.report(issue("missing-option", propertyOf(part, "stribeckSpeed"), undefined, rest));
      }
      return;
    }
    case "lugre": {
      positive("sigma0", law.sigma0, "Give the stiffness of the bristles per unit of normal force.");
      notNegative("sigma1", law.sigma1);
      notNegative("sigma2", law.sigma2);
      // The bristles bend at most by g / sigma0, which must not be zero.
      const kinetic = positive("kinetic", law.kinetic, `Without friction, use "none".`);
      checkOrder(check, part, notNegative("static", law.static), kinetic);
      positive("stribeckSpeed", law.stribeckSpeed, "Give the speed at which friction falls.");
      if (law.exponent !== undefined) positive("exponent", law.exponent, "Usual are 1 and 2.");
      return;
    }
    default:
      reportUnknownKind(check, thingAt(part.path, `friction of ${part.subject}`), law, frictionKinds);
  }
}

function checkOrder(check: Check, part: Part, holding: number | null, sliding: number | null): void {
  if (holding === null || sliding === null || holding >= sliding) return;
  const rest = `must be at least kinetic, which is ${sliding}: what holds is no less than what slides. Swap the two?`;
  check.report(issue("static-below-kinetic", propertyOf(part, "static"), holding, rest));
}

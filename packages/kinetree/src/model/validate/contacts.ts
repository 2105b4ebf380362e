import { frictionLaws, lawDefinition, lawFields, normalLaws } from "../contact-laws.js";
import { GROUND, type Contact, type FrictionLaw, type NormalLaw } from "../types.js";
import { checkAttachment } from "./attachments.js";
import { checkKnown, issue, reportUnknownKind, type Check } from "../check.js";
import { checkFields } from "./fields.js";
import { checkNotNegative } from "./numbers.js";
import { propertyOf, thingAt, type Part } from "../part.js";

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
  checkLaw(check, propertyOf(part, "normal"), contact.normal, Object.keys(normalLaws));
  checkLaw(check, propertyOf(part, "friction"), contact.friction, Object.keys(frictionLaws));
}

function checkLaw(check: Check, part: Part, law: NormalLaw | FrictionLaw, known: readonly string[]): void {
  if (!known.includes(law.kind)) {
    reportUnknownKind(check, thingAt(part.path, `${part.name} of ${part.subject}`), law as never, known);
    return;
  }
  checkFields(check, part, lawFields(law), law);
  const lacking = lawDefinition(law).lacks?.(law) ?? null;
  if (lacking !== null) check.report(issue("missing-option", propertyOf(part, lacking[0]), undefined, lacking[1]));
}

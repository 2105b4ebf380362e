import { checkKnown, issue, type Check } from "../check.js";
import { evaluateReal } from "../evaluate-real.js";
import type { AnyFields, Fielded } from "../fields.js";
import { propertyOf, thingAt, type Part } from "../part.js";
import { tyreFields, type Tyre } from "../tyres/tyre.js";
import { tyreLawDefinition } from "../tyre-laws.js";
import { GROUND, type Real } from "../types.js";
import { checkAttachment } from "./attachments.js";
import { checkFields } from "./fields.js";
import { checkTyreLaw } from "./tyre-laws.js";

/** A tyre: its wheel, its carrier, the ground below, its numbers, its law. */
export function checkTyre(check: Check, tyre: Tyre, index: number): void {
  const part = thingAt(["tyres", index], `tyre "${tyre.name}"`);
  const place = propertyOf(part, "at");
  checkAttachment(check, place, tyre.at);
  if (tyre.at.body === GROUND) {
    const rest = "which does not roll. Put the tyre on the body that turns.";
    check.report(issue("tyre-on-ground", propertyOf(place, "body"), GROUND, rest));
  }
  if (tyre.carrier !== undefined) {
    const carrier = propertyOf(part, "carrier");
    checkKnown(check, "unknown-body", carrier, tyre.carrier, check.bodies);
    if (tyre.carrier === tyre.at.body) {
      const rest = "which is the wheel itself, so it would never spin. Name the body that its axle is fixed to.";
      check.report(issue("tyre-carries-itself", carrier, tyre.carrier, rest));
    }
  }
  checkKnown(check, "unknown-terrain", propertyOf(part, "terrain"), tyre.terrain, check.terrains);
  let isSound = true;
  const report: Check["report"] = (found) => {
    isSound = false;
    check.report(found);
  };
  const watched = { ...check, report };
  checkFields(watched, part, tyreFields as unknown as AnyFields, tyre as unknown as Fielded);
  checkTyreLaw(watched, propertyOf(part, "law"), tyre.law);
  if (!isSound) return;
  checkSizes(check, part, tyre);
  if (tyre.carcassStiffness !== undefined || tyreLawDefinition(tyre.law).relaxes(tyre.law)) return;
  const rest = `is needed: the law "${tyre.law.kind}" has no relaxation lengths. Give the stiffness along and across, such as [185e3, 164e3] N/m.`;
  check.report(issue("missing-option", propertyOf(part, "carcassStiffness"), undefined, rest));
}

/** The rim within the tyre, and laws that tell its size too. */
function checkSizes(check: Check, part: Part, tyre: Tyre): void {
  const number = (real: Real): number => evaluateReal(real, check.values);
  const radius = number(tyre.radius);
  if (tyre.rim !== undefined && number(tyre.rim) >= radius) {
    const rest = `must be below the radius of the tyre, ${radius} m. Correct one of them.`;
    check.report(issue("tyre-rim", propertyOf(part, "rim"), number(tyre.rim), rest));
  }
  if (!("radius" in tyre.law)) return;
  const ofLaw = number(tyre.law.radius);
  if (Math.abs(ofLaw - radius) <= SAME_SIZE * radius) return;
  const rest = `must be the radius of the tyre, ${radius} m. Correct one of them.`;
  check.report(issue("tyre-radius", propertyOf(propertyOf(part, "law"), "radius"), ofLaw, rest));
}

/** Sizes in different units differ by rounding. */
const SAME_SIZE = 1e-6;

import type { ModelIssueCode } from "../issue-codes.js";
import { principalMoments, type Symmetric3 } from "./principal-moments.js";

/** Relative to the largest principal moment: what rounding in CAD exports does to a flat plate, whose moments add up exactly. */
const INERTIA_TOLERANCE = 1e-9;

/** As files and code both write it. */
const KEEP = 'A body with "unphysical": true keeps the numbers as they are.';

/** Why no rigid body has such a mass or inertia. */
export interface MassFault {
  readonly code: Extract<ModelIssueCode, "mass-not-positive" | "inertia-not-positive" | "inertia-triangle">;
  /** What must hold, read after "mass is …, " or "inertia is …, ". */
  readonly rest: string;
  readonly fix: string;
}

export function massFault(mass: number): MassFault | null {
  if (mass > 0) return null;
  const fix = "Give the mass in kg, or say massless: true if the body only carries others.";
  return { code: "mass-not-positive", rest: "must be > 0.", fix };
}

/** Point masses and thin rods, with moments that are exactly zero, are bodies too. */
export function inertiaFault(inertia: Symmetric3): MassFault | null {
  const moments = principalMoments(inertia);
  const [low, middle, high] = moments;
  const tolerance = INERTIA_TOLERANCE * Math.max(Math.abs(low), Math.abs(high));
  if (!(low >= -tolerance)) {
    return {
      code: "inertia-not-positive",
      rest: `principal moments ${moments.join(", ")} kg m², none may be negative.`,
      fix: `Check the order xx, yy, zz, xy, xz, yz and the sign of the products of inertia. ${KEEP}`,
    };
  }
  if (high <= low + middle + tolerance) return null;
  return {
    code: "inertia-triangle",
    rest:
      `principal moments ${moments.join(", ")} kg m², none may exceed the sum of the other two: no body has that ` +
      `inertia.`,
    fix: `Check the units, the order xx, yy, zz, xy, xz, yz, and that it is about the mass centre. ${KEEP}`,
  };
}

/**
 * Why no rigid body has these mass properties, or null: for readers of files, which keep such numbers and say so. The same
 * test as for a model, where `unphysical: true` stands for what was found here.
 * @param inertia about the mass centre: xx, yy, zz, xy, xz, yz [kg m²]
 */
export function massPropertyProblem(mass: number, inertia: Symmetric3): string | null {
  if (massFault(mass) !== null) return `mass is ${mass} kg, must be > 0`;
  const fault = inertiaFault(inertia);
  return fault === null ? null : `inertia is [${inertia.join(", ")}] kg m², ${fault.rest.replace(/\.$/, "")}`;
}

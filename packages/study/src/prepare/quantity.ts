import { RequestError } from "kinetree";
import { coherentUnit, parseQuantity, parseUnit, quantityOf, UnitError, type Unit } from "kinetree/formats";
import type { QuantityLike } from "../description/distribution.js";

/**
 * A number of a study in SI: a plain one is, a text is converted, and must measure what `unit` measures. A unit that is not said
 * or not known lets everything pass, as the model format does.
 */
export function inSi(given: QuantityLike, unit: string): number {
  const measured = knownUnit(unit);
  if (typeof given === "string") {
    if (measured === null) return parseQuantity(given).value;
    return quantityOf(given, [{ name: "quantity", unit, example: `2 ${unit}`, dimension: measured.dimension }]);
  }
  if (measured === null || parseQuantity(`1 ${unit}`).value === 1) return given;
  // 30 for a parameter in degrees would be 30 radians: numbers are SI everywhere, so such a one is surely a mistake.
  throw new RequestError({
    code: "missing-unit",
    subject: String(given),
    value: given,
    message: `${given} has no unit, but the parameter is in ${unit}, which is not SI. Write "${given} ${unit}", or "${given} ${coherentUnit(measured)}".`,
  });
}

function knownUnit(unit: string): Unit | null {
  if (unit === "") return null;
  try {
    return parseUnit(unit);
  } catch (error) {
    if (error instanceof UnitError) return null;
    throw error;
  }
}

/** The unit of SI in which a value in `unit` is stored. */
export function siUnit(unit: string): string {
  const known = knownUnit(unit);
  return known === null ? unit : coherentUnit(known);
}

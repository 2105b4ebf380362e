import { suggestName } from "../../errors/nearest-name.js";
import { isRecord, issue, type Check } from "../check.js";
import type { Coefficients, Field } from "../fields.js";
import { itemNamed, type Part } from "../part.js";
import { checkReal } from "./numbers.js";

/** Coefficients of a formula: names that it has, each with a number. */
export function checkCoefficients(
  check: Check,
  part: Part,
  coefficients: Coefficients,
  { defaults }: Pick<Field<"coefficients">, "defaults">,
): void {
  if (!isRecord(coefficients)) {
    const rest = "must be an object of numbers by their names. Give { } for none.";
    check.report(issue("wrong-shape", part, coefficients, rest));
    return;
  }
  for (const [name, value] of Object.entries(coefficients)) {
    if (Object.hasOwn(defaults, name)) checkReal(check, itemNamed(part, name), value);
    else {
      const rest = `but ${part.name} has no such number. ${suggestName(name, Object.keys(defaults))}`;
      check.report(issue("unknown-option", itemNamed(part, name), value, rest));
    }
  }
}

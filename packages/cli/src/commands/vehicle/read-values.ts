import type { NumberField, OptionFields, OptionValues } from "@kinetree/vehicle";
import { parseQuantity, UnitError } from "kinetree/formats";
import { usage } from "../../failure/errors.js";
import { readAssignments } from "../../input/assignments.js";
import { kindOfUnit } from "../../input/quantities.js";
import { plainNumber } from "../../input/plain-number.js";
import { brief } from "../../output/number-text.js";

/** Options of a test as --set gives them; those that it does not know are left to the test, which names the nearest. */
export function readValues(fields: OptionFields, given: readonly string[] | undefined): OptionValues {
  const values: Record<string, number | string> = {};
  for (const [name, text] of readAssignments("--set", given)) {
    const field = fields[name];
    values[name] = field === undefined || "choices" in field ? text : valueIn(field, name, text);
  }
  return values;
}

/** A plain number is in the unit of the option; a quantity is turned into it. */
function valueIn({ unit, default: usual }: NumberField, name: string, text: string): number {
  const plain = plainNumber(text);
  if (plain !== null) return plain;
  const option = `--set ${name}`;
  try {
    const kind = kindOfUnit(name, unit, `${usual} ${unit}`);
    const quantity = parseQuantity(text);
    const own = parseQuantity(`1 ${unit}`);
    if (kind !== null && JSON.stringify(quantity.unit.dimension) === JSON.stringify(own.unit.dimension))
      return quantity.value / own.value;
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw usage(error.code, option, text, `${option}: ${error.message}`);
  }
  const example = unit === "" ? brief(usual) : `${brief(usual)}, or "${brief(usual)} ${unit}"`;
  throw usage("bad-value", option, text, `${option} "${text}" is no value of it. Write it like ${example}.`);
}

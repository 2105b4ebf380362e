import { modelDefaults } from "../../../model/defaults.js";
import type { Parameter } from "../../../model/types.js";
import type { MeasureKind } from "../../../units/measure-kinds.js";
import { parseUnit } from "../../../units/parse-unit.js";
import { coherentUnit, isCoherent, parseQuantity } from "../../../units/quantity.js";
import { UnitError } from "../../../units/unit-error.js";
import type { Unit } from "../../../units/unit-table.js";
import { shortText, type Codec } from "../codec/codec.js";
import type { JsonNode } from "../codec/json-tree.js";
import type { JsonValue } from "../codec/json-text.js";
import { literalMeasuring, type Measures } from "../codec/number-codecs.js";
import { orNull, text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import { record } from "../codec/record-codec.js";

const { unit, min, max, description } = modelDefaults.parameter;

const numberIn = (measures: Measures): Codec<number> => ({
  ...literalMeasuring(measures),
  label: "number [SI or with a unit]",
});

const fieldsIn = (measures: Measures): Codec<Parameter> =>
  record<Parameter>({
    title: "parameter",
    doc: "A number with a name, varied from run to run without compiling again. In the model it is in SI.",
    fields: {
      name: { doc: "unique; how expressions call it", codec: text },
      value: { doc: "its default", codec: numberIn(measures) },
      unit: { doc: "what it measures; the SI unit of the value if left out", codec: text, default: unit },
      min: { doc: "least value", codec: orNull(numberIn(measures)), default: min },
      max: { doc: "largest value", codec: orNull(numberIn(measures)), default: max },
      description: { doc: "what it is", codec: text, default: description },
    },
  });

const anyFields = fieldsIn(null);

export const parameter: Codec<Parameter> = {
  ...anyFields,
  read: (node, reading) => {
    const name = node.type === "object" ? node.members.get("name") : undefined;
    // Known even if the rest is at fault, so that nobody else is blamed for using it.
    if (name?.type === "string") reading.parameters.add(name.value);
    const unitNode = node.type === "object" ? node.members.get("unit") : undefined;
    if (node.type !== "object" || unitNode?.type !== "string") return withUnitOfValue(node, reading);
    const declared = unitNode.value === "" ? null : declaredUnit(unitNode, unitNode.value, reading);
    if (declared === null) return anyFields.read(node, reading);
    refuseBareNumbers(node, unitNode.value, declared, reading);
    return fieldsIn([measureOf(unitNode.value, declared)]).read(node, reading);
  },
  write: (value) => {
    const written = anyFields.write(value) as { readonly [key: string]: JsonValue };
    const declared = unitOrNull(value.unit);
    if (declared === null) return written;
    if (isCoherent(declared)) return written;
    // The value is in SI whatever unit the parameter is shown in, and must be read so.
    const inSi = (number: number): string => `${Object.is(number, -0) ? "-0" : number} ${coherentUnit(declared)}`;
    const isBare = (key: string, item: JsonValue): item is number =>
      typeof item === "number" && ["value", "min", "max"].includes(key);
    return Object.fromEntries(
      Object.entries(written).map(([key, item]) => [key, isBare(key, item) ? inSi(item) : item]),
    );
  },
};

/** Without a unit of its own, a parameter has that of its value. */
function withUnitOfValue(node: JsonNode, reading: Reading): Parameter | undefined {
  const value = node.type === "object" ? node.members.get("value") : undefined;
  const quantity = value?.type === "string" ? unitOfQuantity(value.value) : null;
  if (quantity === null || (node.type === "object" && node.members.has("unit"))) return anyFields.read(node, reading);
  const si = coherentUnit(quantity);
  const found = fieldsIn([measureOf(si, quantity)]).read(node, reading);
  return found && { ...found, unit: si };
}

const unitOfQuantity = (given: string): Unit | null => tolerating(() => parseQuantity(given).unit);
const unitOrNull = (given: string): Unit | null => (given === "" ? null : tolerating(() => parseUnit(given)));

function tolerating(parse: () => Unit): Unit | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UnitError) return null;
    throw error;
  }
}

/** A unit that nobody knows is kept, because it is only shown; but its numbers cannot be checked. */
function declaredUnit(node: JsonNode, given: string, reading: Reading): Unit | null {
  const found = unitOrNull(given);
  if (found === null)
    reading.warn(
      node,
      "unknown-unit",
      `unit "${shortText(given)}" is unknown, so the value is taken as it is. Check its spelling.`,
      given,
    );
  return found;
}

/** 30 in a parameter of degrees would be 30 radians: numbers are SI everywhere, so such a one is surely a mistake. */
function refuseBareNumbers(
  node: Extract<JsonNode, { type: "object" }>,
  given: string,
  declared: Unit,
  reading: Reading,
): void {
  if (isCoherent(declared)) return;
  for (const key of ["value", "min", "max"]) {
    const member = node.members.get(key);
    if (member?.type !== "number") continue;
    const message =
      `${member.text} has no unit, but the parameter is in ${given}, which is not SI. ` +
      `Write "${member.text} ${given}", or "${member.text} ${coherentUnit(declared)}".`;
    reading.report(member, "missing-unit", message, member.value);
  }
}

const measureOf = (given: string, { dimension }: Unit): MeasureKind => ({
  name: "quantity",
  unit: given,
  example: `2 ${given}`,
  dimension,
});

import { suggestName } from "../../../errors/nearest-name.js";
import { ExpressionError } from "../../../expression/expression-error.js";
import type { Real } from "../../../model/real.js";
import { parametersOf } from "../../../model/evaluate-real.js";
import { isLiteral } from "../../../model/real-arithmetic.js";
import type { MeasureKind } from "../../../units/measure-kinds.js";
import { parseQuantity, quantityOf } from "../../../units/quantity.js";
import { UnitError } from "../../../units/unit-error.js";
import {
  noTables,
  shortText,
  showNode,
  valueOf,
  type Codec,
  type JsonSchema,
  type SchemaDefinitions,
} from "./codec.js";
import type { JsonNode } from "./json-tree.js";
import type { Reading } from "./reading.js";
import { isExpressionText, realFromText, textFromReal } from "./real-text.js";

/** What a number measures: one of these, or anything if null. */
export type Measures = readonly MeasureKind[] | null;

const unitsOf = (measures: Measures): string =>
  measures === null ? "any unit" : measures.map(({ unit }) => unit).join(" or ");

const isPlain = (measures: Measures): boolean => measures !== null && measures.every(({ unit }) => unit === "1");

/** A number of the model: in SI, a text with a unit, or an expression of parameters. */
export function real(...measures: readonly MeasureKind[]): Codec<Real> {
  return realMeasuring(measures);
}

export function realMeasuring(measures: Measures): Codec<Real> {
  return {
    label: isPlain(measures) ? "number" : `number [${unitsOf(measures)}]`,
    read: (node, reading) => readReal(node, reading, measures),
    write: (value) => (isLiteral(value) ? value : textFromReal(value)),
    schema: (definitions) => numberSchema(definitions, measures, true),
    tables: noTables,
  };
}

/** A number that no parameter can change, because it shapes the compiled code. */
export function literalMeasuring(measures: Measures): Codec<number> {
  return {
    label: isPlain(measures) ? "fixed number" : `fixed number [${unitsOf(measures)}]`,
    read: (node, reading) => {
      const value = readReal(node, reading, measures);
      if (value === undefined || isLiteral(value)) return value;
      const message = `${showNode(node)} depends on parameters, which this number cannot. Write the number itself.`;
      return reading.report(node, "parameter-not-allowed", message, valueOf(node));
    },
    write: (value) => value,
    schema: (definitions) => numberSchema(definitions, measures, false),
    tables: noTables,
  };
}

export const literal = (...measures: readonly MeasureKind[]): Codec<number> => literalMeasuring(measures);

function readReal(node: JsonNode, reading: Reading, measures: Measures): Real | undefined {
  if (node.type === "number") {
    if (Number.isFinite(node.value)) return node.value;
    const message = `${node.text.slice(0, 40)} is too large for a number. Give one below 1.8e308.`;
    return reading.report(node, "number-range", message, node.value);
  }
  if (node.type !== "string") {
    const message = `${showNode(node)} must be a number${wantedUnits(measures)}. Write one.`;
    return reading.report(node, "wrong-type", message, valueOf(node));
  }
  try {
    if (!isExpressionText(node.value))
      return measures === null ? parseQuantity(node.value).value : quantityOf(node.value, measures);
    return checkedExpression(node, reading, realFromText(node.value));
  } catch (error) {
    if (!(error instanceof UnitError || error instanceof ExpressionError)) throw error;
    return reading.report(node, error.code, error.message, node.value.slice(0, 200));
  }
}

function checkedExpression(node: JsonNode, reading: Reading, value: Real): Real | undefined {
  const unknown = parametersOf(value).find((name) => !reading.parameters.has(name));
  if (unknown !== undefined) {
    const fix = suggestName(shortText(unknown), reading.parameters);
    const message = `${showNode(node)}: parameter "${shortText(unknown)}" is unknown. ${fix}`;
    return reading.report(node, "unknown-parameter", message, shortText(unknown));
  }
  if (!isLiteral(value) || Number.isFinite(value)) return value;
  const message = `${showNode(node)} is ${value}, must be finite. Look for a division by zero.`;
  return reading.report(node, "non-finite", message, value);
}

const wantedUnits = (measures: Measures): string =>
  measures === null || isPlain(measures)
    ? ""
    : ` [${unitsOf(measures)}], a text with a unit such as "${measures[0].example}", or "= expression"`;

/** One definition for each kind of measure, so that the schema stays short. */
function numberSchema(definitions: SchemaDefinitions, measures: Measures, mayVary: boolean): JsonSchema {
  const what = measures === null ? "number in any unit" : measures.map(({ name }) => name).join(" or ");
  const name = `${mayVary ? "" : "fixed "}${what}`.replaceAll(" ", "-");
  const expression = mayVary ? `an expression of parameters such as "= 2*length"` : `an expression such as "= 2*pi"`;
  const example = measures === null ? "5 A" : measures[0].example;
  const unit = measures === null ? "SI" : unitsOf(measures);
  definitions.set(name, {
    description: `${what}: a number in ${unit}, a text with a unit such as "${example}", or ${expression}`,
    anyOf: [{ type: "number" }, { type: "string", pattern: "^\\s*([-+−]?\\s*[0-9.]|=)" }],
  });
  return { $ref: `#/$defs/${name}` };
}

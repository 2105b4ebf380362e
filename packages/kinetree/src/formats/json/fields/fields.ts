import type { AnyFields, Field, FieldType, FieldTypes, Measure } from "../../../model/fields.js";
import { HUNT_CROSSLEY_EXPONENT } from "../../../model/contact-laws/hunt-crossley.js";
import type { Real } from "../../../model/types.js";
import { dimension } from "../../../units/dimension.js";
import { measureKinds as k, type MeasureKind } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import { coefficients } from "../codec/coefficients-codec.js";
import { list, pair, three, threeAndThree } from "../codec/list-codec.js";
import { real, realMeasuring, type Measures } from "../codec/number-codecs.js";
import { choice, index, text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import type { Field as CodecField, Siblings } from "../codec/record-codec.js";
import { coordinateRef, measuresAt } from "./coordinates.js";
import { angular, angularOrLinear, coefficientMeasure, linear, type CoordinateMeasures } from "./measures.js";
import { attachment } from "./pose.js";
import { port } from "./ports.js";
import { curve, curveMap, realOrCurve, signal } from "./tables.js";

/** What a number measures; for one that multiplies, what it multiplies and what that gives. */
interface Numbers {
  readonly is: Measures;
  readonly over: Measures;
  readonly gives: Measures;
}

/** Springs and dampers by what their factor measures. */
const factors: Readonly<Partial<Record<keyof typeof k, readonly [CoordinateMeasures, "position" | "speed"]>>> = {
  stiffness: [linear, "position"],
  damping: [linear, "speed"],
  angularStiffness: [angular, "position"],
  angularDamping: [angular, "speed"],
};

/** What the numbers of a field measure, where the rest of the object is known as far as `siblings` says. */
function numbersOf(measure: Measure, siblings: Siblings, reading: Reading | null): Numbers {
  if (typeof measure === "string") {
    const [along, over] = factors[measure] ?? [linear, "position"];
    return { is: [k[measure]], over: along[over], gives: along.force };
  }
  if ("forcePerLengthToThe" in measure) {
    const is = reading === null ? null : [forcePerPower(siblings[measure.forcePerLengthToThe])];
    return { is, over: null, gives: null };
  }
  const along = (name: string | undefined): CoordinateMeasures => {
    const ref = name === undefined ? siblings : siblings[name];
    return reading === null || ref === undefined ? angularOrLinear : measuresAt(reading, ref as Siblings);
  };
  const measures = along(measure.of);
  if ("per" in measure) {
    const per = along(measure.per);
    const isKnown = measures !== angularOrLinear && per !== angularOrLinear;
    return { is: isKnown ? [coefficientMeasure(measures, per, 1)] : null, over: null, gives: null };
  }
  const { quantity } = measure;
  return {
    is: measures[quantity],
    over: measures[quantity === "damping" ? "speed" : "position"],
    gives: measures.force,
  };
}

/** Force for a depth to the power n, N/mⁿ. Units have whole exponents: with another n the number stands without a unit. */
function forcePerPower(exponent: unknown = HUNT_CROSSLEY_EXPONENT): MeasureKind {
  const isKnown = typeof exponent === "number";
  const unit = `N/m^${isKnown ? exponent : "n"}`;
  return {
    name: "stiffness",
    unit,
    example: Number.isInteger(exponent) ? `5 ${unit}` : "= 5e6",
    dimension: dimension({ kg: 1, s: -2, m: isKnown ? 1 - exponent : NaN }),
  };
}

const plain: { readonly [T in FieldType]?: (field: Field<T>) => Codec<FieldTypes[T]> } = {
  attachment: () => attachment,
  joint: () => text,
  speed: () => index,
  coordinate: () => coordinateRef,
  choice: ({ values }) => choice(...values),
  direction: () => three(real(k.ratio)),
  coefficients: ({ defaults }) => coefficients(defaults),
  map: ({ measures: [x, y, z] }) => curveMap(k[x], k[y], k[z]),
  port: () => port,
  shaft: () => text,
  element: () => text,
  curve: ({ over, measure }) => curve([k[over]], [k[measure]]),
  six: ({ measure: { quantity } }) => {
    const of = (measures: CoordinateMeasures): Codec<Real> => real(...measures[quantity]);
    return threeAndThree<Real>(of(angularOrLinear), of(angular), of(linear));
  },
};

const measured: { readonly [T in FieldType]?: (numbers: Numbers) => Codec<FieldTypes[T]> } = {
  real: ({ is }) => realMeasuring(is),
  "real-or-curve": ({ is, over, gives }) => realOrCurve(is ?? [], over ?? [], gives ?? []),
  pair: ({ is }) => pair(realMeasuring(is)),
  signal: ({ is }) => signal(...(is ?? [])),
  signals: ({ is }) => three(signal(...(is ?? []))),
  reals: ({ is }) => list(realMeasuring(is)),
};

/** How files write fields of a type: as a plain value, or in units that may depend on the rest of the object. */
function codecsOf(field: Field): Pick<CodecField<unknown>, "codec" | "codecFor"> {
  const fixed = plain[field.type] as ((field: Field) => Codec<unknown>) | undefined;
  if (fixed !== undefined) return { codec: fixed(field) };
  const make = measured[field.type] as (numbers: Numbers) => Codec<unknown>;
  const { measure } = field as Field<"real">;
  const codec = make(numbersOf(measure, {}, null));
  if (typeof measure === "string") return { codec };
  return { codec, codecFor: (siblings, reading) => make(numbersOf(measure, siblings, reading)) };
}

function codecFieldOf(field: Field): CodecField<unknown> {
  const { doc, default: value, optional, defaultText } = field;
  const codecs = { doc, ...codecsOf(field) };
  if (optional !== true) return value === undefined ? codecs : { ...codecs, default: value };
  return { ...codecs, optional, defaultText: defaultText ?? `\`${String(value)}\`` };
}

/** The fields of a thing, as files write them. Type parameter: `fields` of the description of a record. */
export const codecFieldsOf = <Fields>(fields: object): Fields =>
  Object.fromEntries(
    Object.entries(fields as AnyFields).map(([name, field]) => [name, codecFieldOf(field)]),
    // A definition has a field for each property.
  ) as Fields;

/** The kinds of a thing, as files write them. Type parameter: `kinds` of the description of a union. */
export const kindsOf = <Kinds>(
  definitions: Readonly<Record<string, { readonly doc: string; readonly fields: object }>>,
): Kinds =>
  Object.fromEntries(
    Object.entries(definitions).map(([kind, { doc, fields }]) => [kind, { doc, fields: codecFieldsOf(fields) }]),
  ) as Kinds;

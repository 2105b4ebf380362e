import {
  loadFacts,
  type Curve,
  type CurveMap,
  type FieldType,
  type FieldTypes,
  type FieldValue,
  type Load,
  type Real,
  type Signal,
} from "kinetree";
import { isExpression } from "../model-real.js";
import { attachment, coordinate, jointLink, port, shaftLink } from "./links.js";
import { curveText, isCurve } from "./joint-sheet.js";
import { number, numbers, text, vector, type Property, type PropertySheet } from "./property-sheet.js";

/** Properties of a load: between what it acts, and its law. */
export const loadSheet = (load: Load, given: Load | undefined): PropertySheet => ({
  title: load.name,
  subtitle: load.kind.replaceAll("-", " "),
  sections: [
    { title: "Acts", properties: propertiesOf(load, given, true) },
    { title: "Law", properties: propertiesOf(load, given, false) },
  ],
});

/** Types of fields that say where a load acts. */
const places: readonly FieldType[] = ["attachment", "joint", "speed", "coordinate", "choice", "port", "shaft"];

function propertiesOf(load: Load, given: Load | undefined, arePlaces: boolean): readonly Property[] {
  const same = given?.kind === load.kind ? loadFacts(given).fields : [];
  return propertiesOfFields(loadFacts(load).fields, same, arePlaces);
}

/** Properties of fields: those that say where something acts, or the others. `given`: the same fields as the model has them. */
export const propertiesOfFields = (
  fields: readonly FieldValue[],
  given: readonly FieldValue[],
  arePlaces: boolean,
): readonly Property[] =>
  fields.flatMap((field, i) => (places.includes(field.type) === arePlaces ? fieldProperties(field, given[i]) : []));

const axes = ["x", "y", "z"];

/** `given`: the same field as the model has it, with parameters. */
function fieldProperties(field: FieldValue, given: FieldValue | undefined): readonly Property[] {
  const { label, units } = field;
  const unit = units.join(" or ");
  const valueOf = <T extends FieldType>(type: T): FieldTypes[T] | undefined =>
    given?.type === type ? (given.value as FieldTypes[T]) : undefined;
  switch (field.type) {
    case "attachment":
      return attachment(label, field.value, valueOf(field.type));
    case "joint":
      return [jointLink(label, field.value)];
    case "speed":
      return [text(label, `number ${field.value}`)];
    case "coordinate":
      return coordinate(label, field.value);
    case "port":
      return port(label, field.value);
    case "shaft":
      return [shaftLink(label, field.value)];
    case "element":
      return [text(label, field.value)];
    case "curve":
      return [text(label, curveText(field.value))];
    case "reals":
      return [numbers(label, unit, field.value, valueOf(field.type))];
    case "choice":
      return [text(label, field.value === "world" ? "the world" : "the frame")];
    case "direction":
      return [vector(label, "", field.value, valueOf(field.type))];
    case "real":
      return [number(label, unit, field.value, valueOf(field.type))];
    case "real-or-curve":
      return [realOrCurve(label, unit, field.value, valueOf(field.type))];
    case "map":
      return [text(label, mapText(field.value, units))];
    case "pair":
      return [numbers(label, unit, field.value, valueOf(field.type))];
    case "six": {
      const model = valueOf(field.type);
      return [
        numbers(`${label}, turning`, units[1], field.value.slice(0, 3), model?.slice(0, 3)),
        numbers(`${label}, moving`, units[0], field.value.slice(3), model?.slice(3)),
      ];
    }
    case "signal":
      return signal(label, unit, field.value, valueOf(field.type), true);
    case "signals": {
      const model = valueOf(field.type);
      return field.value.flatMap((each, i) => signal(`${label} ${axes[i]}`, unit, each, model?.[i]));
    }
    case "coefficients": {
      const model = valueOf(field.type);
      return Object.entries(field.value).map(([name, value]) => number(name, "", value, model?.[name]));
    }
  }
}

const mapText = ({ x, y, z }: CurveMap, [unitX, unitY, unitZ]: readonly string[]): string =>
  `map of ${x.length} by ${y.length} points, ${x[0]} to ${x[x.length - 1]} ${unitX} and ${y[0]} to ${y[y.length - 1]} ${unitY}, values ${Math.min(...z.flat())} to ${Math.max(...z.flat())} ${unitZ}`;

function realOrCurve(label: string, unit: string, value: Real | Curve, given: Real | Curve | undefined): Property {
  return isCurve(value)
    ? text(label, curveText(value))
    : number(label, unit, value, isCurve(given) ? undefined : given);
}

/** A function of time; one that is zero is left out unless it is all there is. */
function signal(
  label: string,
  unit: string,
  own: Signal,
  given: Signal | undefined,
  always = false,
): readonly Property[] {
  if (own.kind === "constant") {
    const model = given?.kind === "constant" ? given.value : undefined;
    return own.value === 0 && !always && !isExpression(model) ? [] : [number(label, unit, own.value, model)];
  }
  if (own.kind === "sine") {
    const same = given?.kind === "sine" ? given : undefined;
    return [
      text(label, "offset + amplitude sin(angular frequency t + phase)"),
      number("amplitude", unit, own.amplitude, same?.amplitude),
      number("angular frequency", "rad/s", own.angularFrequency, same?.angularFrequency),
      number("phase", "rad", own.phase, same?.phase),
      number("offset", unit, own.offset, same?.offset),
    ];
  }
  const { times, values, kind } = own;
  return [
    text(
      label,
      `${kind}, ${times.length} points from ${times[0]} s to ${times[times.length - 1]} s, ${Math.min(...values)} to ${Math.max(...values)} ${unit}`,
    ),
  ];
}

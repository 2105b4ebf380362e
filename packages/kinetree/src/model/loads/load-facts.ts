import { measureKinds } from "../../units/measure-kinds.js";
import type { AnyFields, Field, Fielded, FieldType, FieldTypes, Measure } from "../fields.js";
import { loadDefinitions, loadFields } from "../loads.js";
import type { Load } from "../types.js";
import type { LoadMark } from "./load-definition.js";

/** A field of a load, with its value. */
export type FieldValue = {
  readonly [T in FieldType]: {
    readonly name: string;
    /** In words, such as "free length". */
    readonly label: string;
    readonly type: T;
    /** SI unit of its numbers, such as "N m/rad"; "" for none. Of a map those of x, y and z. */
    readonly units: readonly string[];
    readonly value: FieldTypes[T];
  };
}[FieldType];

/** What follows from the kind of a load. */
export interface LoadFacts {
  readonly fields: readonly FieldValue[];
  readonly mark: LoadMark;
}

/** Fields of a load with labels, units and values, and how it is drawn. */
export const loadFacts = (load: Load): LoadFacts => ({
  fields: fieldValues(loadFields(load.kind), load),
  mark: loadDefinitions[load.kind].mark,
});

/** Fields of a thing with labels, units and values; those that it leaves out are left out. */
export function fieldValues(fields: AnyFields, thing: object): readonly FieldValue[] {
  const values = thing as Fielded;
  return Object.entries(fields).flatMap(([name, field]) => {
    if (values[name] === undefined && field.optional === true) return [];
    const { type, label = inWords(name) } = field;
    const { measure } = field as Partial<Field<"real">>;
    const { measures } = field as Partial<Field<"map">>;
    const units = measure === undefined ? (measures ?? []).flatMap(unitsOf) : unitsOf(measure);
    return [{ name, label, type, units, value: values[name] } as FieldValue];
  });
}

/** "freeLength" as "free length". */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const coordinateUnits = {
  position: ["m", "rad"],
  speed: ["m/s", "rad/s"],
  force: ["N", "N m"],
  stiffness: ["N/m", "N m/rad"],
  damping: ["N s/m", "N m s/rad"],
} as const;

function unitsOf(measure: Measure): readonly string[] {
  if (typeof measure !== "string") return "quantity" in measure ? coordinateUnits[measure.quantity] : [];
  const { unit } = measureKinds[measure];
  return unit === "1" ? [] : [unit.replaceAll("*", " ")];
}

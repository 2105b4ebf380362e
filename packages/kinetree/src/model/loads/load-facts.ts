import { measureKinds } from "../../units/measure-kinds.js";
import type { Field, Fielded, FieldType, FieldTypes, Measure } from "../fields.js";
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
export function loadFacts(load: Load): LoadFacts {
  const values = load as unknown as Fielded;
  const fields = Object.entries(loadFields(load.kind)).map(([name, field]) => {
    const { type, label = inWords(name) } = field;
    const { measure } = field as Partial<Field<"real">>;
    const { measures } = field as Partial<Field<"map">>;
    const units = measure === undefined ? (measures ?? []).flatMap(unitsOf) : unitsOf(measure);
    return { name, label, type, units, value: values[name] } as FieldValue;
  });
  return { fields, mark: loadDefinitions[load.kind].mark };
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

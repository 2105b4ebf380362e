import type { AnyFields, Field, FieldsFor } from "../fields.js";
import type { Signal } from "../types.js";

/** What elements between shafts have in common. */
export interface NamedElement {
  readonly name: string;
}

/** What commanded elements have in common. */
export interface Commanded extends NamedElement {
  /** Its command over time, in addition to what actuators command; without either it has the command of its kind. */
  readonly command?: Signal;
}

/** A kind of element between shafts, apart from its torque. */
export interface ShaftElementDefinition<E extends { readonly kind: string }> {
  readonly kind: E["kind"];
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  /** Its own fields, in the order of files. */
  readonly fields: FieldsFor<E>;
  /**
   * "rigid": ties speeds to one another. "bar": what it exerts on one end it exerts, opposite, on the other. "housed": what is left over
   * rests on the bodies that carry its shafts, and so do the speeds that it sees.
   */
  readonly nature: "rigid" | "bar" | "housed";
  /** Command where nothing commands it; null for elements that take none. */
  readonly uncommanded: number | null;
}

/** Fields by their names. */
export const anyFields = (fields: object): AnyFields => fields as unknown as AnyFields;

export const command = (doc: string): Field<"signal"> => ({
  type: "signal",
  measure: "ratio",
  optional: true,
  defaultText: "none",
  doc,
});

export const port = (doc: string): Field<"port"> => ({ type: "port", doc });

export const shaft = (doc: string): Field<"shaft"> => ({ type: "shaft", doc });

export const notNegative = { is: "not-negative", fix: "It would feed energy in." } as const;

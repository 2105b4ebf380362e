import type { FieldsFor } from "../fields.js";

/** How a load is drawn: between its frames, at its frame a, between the joints of its coordinates, or not at all. */
export type LoadMark = "coil" | "sleeve" | "arc" | "bar" | "none";

/** A kind of load, apart from its force. */
export interface LoadDefinition<L extends { readonly kind: string }> {
  readonly kind: L["kind"];
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  /** Its own fields, in the order of files. */
  readonly fields: FieldsFor<L>;
  /** What it exerts on the bodies that it is attached to. */
  readonly exerts: readonly ("force" | "torque")[];
  readonly mark: LoadMark;
}

/** Advice where a spring-damper would be active. */
export const PASSIVE = { is: "not-negative", fix: "It would feed energy in; use a wrench to drive." } as const;

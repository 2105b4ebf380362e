import { real, type Field, type FieldsFor } from "../fields.js";

/** A contact law, apart from its force. */
export interface LawDefinition<L extends { readonly kind: string }> {
  readonly kind: L["kind"];
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  readonly fields: FieldsFor<L, "kind">;
  /** Number of internal states; a law without any has no memory. */
  readonly states: number;
  /** An optional field that the other fields make necessary: its name, when, and the fix. */
  readonly lacks?: (law: L) => readonly [field: string, rest: string] | null;
}

export const notNegative = (fix = "It would feed energy in."): NonNullable<Field<"real">["sign"]> => ({
  is: "not-negative",
  fix,
});

export const positive = (fix: string): NonNullable<Field<"real">["sign"]> => ({ is: "positive", fix });

/** A body needs a stiffness to rest on. */
export const supporting = positive("Nothing would hold the body up.");

/** Fields of laws whose coefficient of friction falls from static to kinetic. */
export const stribeck = {
  static: real("ratio", "coefficient that holds, not below the kinetic one", {
    sign: notNegative(),
    notBelow: "kinetic",
  }),
  kinetic: real("ratio", "coefficient that slides", { sign: notNegative() }),
  stribeckSpeed: real("speed", "speed over which friction falls from static to kinetic", {
    sign: positive("Give the speed at which friction falls."),
  }),
};

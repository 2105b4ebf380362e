import type { FieldsFor } from "../fields.js";

/** A tyre law, apart from its forces. */
export interface TyreLawDefinition<L extends { readonly kind: string }> {
  readonly kind: L["kind"];
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  readonly fields: FieldsFor<L, "kind">;
}

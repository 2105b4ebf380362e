import type { FieldsFor } from "../fields.js";
import type { ModelIssueCode } from "../issue-codes.js";
import type { Real } from "../real.js";

/** A mistake in a law that its fields do not show one by one. */
export interface LawMistake {
  readonly code: ModelIssueCode;
  readonly field: string;
  readonly value: unknown;
  /** What must hold, then the fix. */
  readonly rest: string;
}

/** A tyre law, apart from its forces. */
export interface TyreLawDefinition<L extends { readonly kind: string }> {
  readonly kind: L["kind"];
  /** One sentence for the schema and the tables of the file format. */
  readonly doc: string;
  readonly fields: FieldsFor<L, "kind">;
  /** Whether forces build up over a way that the law itself tells; a tyre of any other law needs a carcass. */
  readonly relaxes: (law: L) => boolean;
  /** What the fields must not be together; asked only where each of them is in order. `number` evaluates at the default parameters. */
  readonly mistake?: (law: L, number: (real: Real) => number) => LawMistake | null;
}

import type { AnyFields } from "./fields.js";
import { brush, type BrushTyre } from "./tyre-laws/brush.js";
import { fiala, type FialaTyre } from "./tyre-laws/fiala.js";
import type { TyreLawDefinition } from "./tyre-laws/law-definition.js";
import { pac2002, type Pac2002Tyre } from "./tyre-laws/pac2002.js";
import { pac89, type Pac89Tyre } from "./tyre-laws/pac89.js";
import { tmeasy, type TmeasyTyre } from "./tyre-laws/tmeasy.js";

/** The forces of a tyre along the ground as they follow from slip, load and camber where all of them are steady. */
export type TyreLaw = BrushTyre | FialaTyre | TmeasyTyre | Pac2002Tyre | Pac89Tyre;

type Definitions = { readonly [K in TyreLaw["kind"]]: TyreLawDefinition<Extract<TyreLaw, { readonly kind: K }>> };

/** All laws, in the order of messages and documentation. */
export const tyreLaws: Definitions = Object.freeze({ brush, fiala, tmeasy, pac2002, pac89 });

/** The definition of a law. Each takes laws of its own kind, which the compiler cannot see here. */
export const tyreLawDefinition = ({ kind }: Pick<TyreLaw, "kind">): TyreLawDefinition<TyreLaw> =>
  tyreLaws[kind] as unknown as TyreLawDefinition<TyreLaw>;

/** The fields of a law by their names. */
export const tyreLawFields = (law: Pick<TyreLaw, "kind">): AnyFields =>
  tyreLawDefinition(law).fields as unknown as AnyFields;

import { tyreLaws, type TyreLaw } from "../../../model/tyre-laws.js";
import { tyreFields, type Tyre, type TyreField } from "../../../model/tyres/tyre.js";
import { text } from "../codec/plain-codecs.js";
import { record, type FieldsOf } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { codecFieldsOf, kindsOf } from "./fields.js";
import { attachment } from "./pose.js";

const tyreLaw = union<TyreLaw>({
  title: "tyre-law",
  doc: "Steady forces along the ground, from slip, load and camber.",
  common: {},
  kinds: kindsOf(tyreLaws),
});

export const tyre = record<Tyre>({
  title: "tyre",
  doc: "A tyre on a wheel: a disc with an axis that rolls on a terrain.",
  fields: {
    name: { doc: "unique", codec: text },
    at: { doc: "centre of the wheel; its y axis is the axis of spin and points to the left", codec: attachment },
    carrier: {
      doc: "body that carries the wheel",
      codec: text,
      optional: true,
      defaultText: "none: the spin of a disc of its own",
    },
    terrain: { doc: "name of the terrain", codec: text },
    law: { doc: "steady forces along the ground", codec: tyreLaw },
    ...codecFieldsOf<Pick<FieldsOf<Tyre>, TyreField>>(tyreFields),
  },
});

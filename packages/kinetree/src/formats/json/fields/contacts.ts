import { frictionLaws, normalLaws } from "../../../model/contact-laws.js";
import { modelDefaults } from "../../../model/defaults.js";
import type { Contact, FrictionLaw, NormalLaw } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { real } from "../codec/number-codecs.js";
import { text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { kindsOf } from "./fields.js";
import { attachment } from "./pose.js";

const normalLaw = union<NormalLaw>({
  title: "normal-law",
  doc: "Force across the surface, from the depth d and its rate d'. It never pulls, and is zero apart.",
  common: {},
  kinds: kindsOf(normalLaws),
});

const frictionLaw = union<FrictionLaw>({
  title: "friction-law",
  doc: "Force along the surface, against the slip v, under the normal force N.",
  common: {},
  kinds: kindsOf(frictionLaws),
});

export const contact = record<Contact>({
  title: "contact",
  doc: "A point or a sphere of a body that touches a terrain. A wheel is a sphere at its hub.",
  fields: {
    name: { doc: "unique", codec: text },
    at: { doc: "centre of the sphere, or the point", codec: attachment },
    radius: { doc: "0 for a point", codec: real(k.length), default: modelDefaults.contact.radius },
    terrain: { doc: "name of the terrain", codec: text },
    normal: { doc: "force across the surface", codec: normalLaw },
    friction: { doc: "force along the surface", codec: frictionLaw, default: modelDefaults.contact.friction },
    scale: {
      doc: "multiplies the whole force",
      codec: real(k.ratio),
      optional: true,
      defaultText: "`1`",
    },
  },
});

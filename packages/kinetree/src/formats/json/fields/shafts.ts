import { modelDefaults } from "../../../model/defaults.js";
import { shaftElementDefinitions } from "../../../model/shaft-elements.js";
import type { Shaft, ShaftElement, ShaftMount } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { three } from "../codec/list-codec.js";
import { real } from "../codec/number-codecs.js";
import { text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { kindsOf } from "./fields.js";
import { attachment } from "./pose.js";

const mount = record<ShaftMount>({
  title: "mount",
  doc: "The bearings of a shaft.",
  fields: {
    at: { doc: "where it is carried", codec: attachment },
    axis: { doc: "its axis in that frame, of any length", codec: three(real(k.ratio)) },
  },
});

export const shaft = record<Shaft>({
  title: "shaft",
  doc: "A rotor with a speed of its own, beside the bodies.",
  fields: {
    name: { doc: "unique", codec: text },
    inertia: {
      doc: "about its axis; 0 where a gear or a differential ties it to one that has some",
      codec: real(k.momentOfInertia),
      default: modelDefaults.shaft.inertia,
    },
    damping: { doc: "drag of its bearings", codec: real(k.angularDamping), optional: true, defaultText: "`0`" },
    mount: { doc: "the body that takes what its housing has to bear", codec: mount, optional: true },
  },
});

export const shaftElement = union<ShaftElement, "name">({
  title: "shaft-element",
  doc: "What acts between shafts, and between shafts and joints.",
  common: { name: { doc: "unique", codec: text } },
  kinds: kindsOf(shaftElementDefinitions),
});

import { modelDefaults } from "../../../model/defaults.js";
import { isShaft } from "../../../model/shaft.js";
import type { ShaftPort } from "../../../model/types.js";
import { choice, index, text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";

type JointPort = Exclude<ShaftPort, { readonly shaft: string }>;

const jointPort = record<JointPort>({
  title: "port",
  doc: "An end of an element between shafts: this object for a joint, or the name of a shaft.",
  fields: {
    joint: { doc: "name of the joint", codec: text },
    coordinate: {
      doc: "which of its speeds, counted from 0",
      codec: index,
      default: modelDefaults.shaftPort.coordinate,
    },
    reaction: {
      doc: "whether the torque rests on the parent of the joint, or comes from elsewhere",
      codec: choice("parent", "none"),
      default: modelDefaults.shaftPort.reaction,
    },
  },
});

/** A shaft by its name, or a speed of a joint. */
export const port = withShortForm<ShaftPort, string>(
  {
    ...jointPort,
    write: (value) => jointPort.write(value as JointPort), // shafts have the short form
  },
  {
    types: ["string"],
    codec: { ...text, label: "name of the shaft" },
    from: (shaft) => ({ shaft }),
    to: (value) => (isShaft(value) ? value.shaft : undefined),
  },
);

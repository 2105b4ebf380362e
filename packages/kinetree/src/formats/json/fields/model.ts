import { modelDefaults } from "../../../model/defaults.js";
import type { Model } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { list, three } from "../codec/list-codec.js";
import { literal, real } from "../codec/number-codecs.js";
import { text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { body } from "./bodies.js";
import { joint } from "./joints.js";
import { constraint } from "./constraints.js";
import { contact } from "./contacts.js";
import { tyre } from "./tyres.js";
import { actuator, controller, load } from "./loads.js";
import { parameter } from "./parameter.js";
import { shaft, shaftElement } from "./shafts.js";
import { terrain } from "./terrains.js";

/** The version of the format that this reads and writes. */
export const FORMAT_VERSION = 1;

const none: readonly never[] = Object.freeze([]);

/**
 * The whole format: reader, writer, schema and the tables of the documents follow from this description. Later fields may
 * refer to what earlier ones name.
 */
export const modelFormat = record<Model>({
  title: "model",
  doc: "A mechanism. All numbers are SI unless a unit is written.",
  extraKeys: {
    kinetree: { description: "version of the format", const: FORMAT_VERSION },
    $schema: { description: "where editors find the schema", type: "string" },
  },
  fields: {
    name: { doc: "what it is called", codec: text, default: "model" },
    parameters: { doc: "numbers that can be varied", codec: list(parameter), default: none },
    gravity: { doc: "acceleration of free fall", codec: three(real(k.acceleration)), default: modelDefaults.gravity },
    bodies: { doc: "what has mass", codec: list(body), default: none },
    joints: { doc: "what connects bodies", codec: list(joint), default: none },
    constraints: { doc: "conditions beside the joints", codec: list(constraint), default: none },
    terrains: { doc: "ground to touch, fixed in the world", codec: list(terrain), default: none },
    contacts: { doc: "what touches it", codec: list(contact), default: none },
    tyres: { doc: "what rolls on it", codec: list(tyre), default: none },
    shafts: { doc: "rotors beside the bodies", codec: list(shaft), default: none },
    shaftElements: { doc: "what acts between shafts and joints", codec: list(shaftElement), default: none },
    loads: { doc: "what acts on bodies", codec: list(load), default: none },
    actuators: { doc: "what is commanded", codec: list(actuator), default: none },
    controllers: { doc: "what commands", codec: list(controller), default: none },
    tick: { doc: "unit in which the clock of the controllers counts", codec: literal(k.time), optional: true },
  },
});

import { actuatorDefinitions } from "../../../model/actuators.js";
import { modelDefaults } from "../../../model/defaults.js";
import { loadDefinitions } from "../../../model/loads.js";
import type { Actuator, Controller, ControllerLaw, Load, MemoryCell } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { list } from "../codec/list-codec.js";
import { literal, realMeasuring } from "../codec/number-codecs.js";
import { index, orNull, text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { kindsOf } from "./fields.js";

export const load = union<Load, "name">({
  title: "load",
  doc: "A load between two frames acts on b and, opposite, on a.",
  common: { name: { doc: "unique", codec: text } },
  kinds: kindsOf(loadDefinitions),
});

export const actuator = union<Actuator, "name" | "gain" | "lower" | "upper">({
  title: "actuator",
  doc: "A commanded load, gain · command. The command has the unit that you give it, so these three take any.",
  common: {
    name: { doc: "unique", codec: text },
    gain: {
      doc: "force or torque for a command of 1",
      codec: realMeasuring(null),
      default: modelDefaults.actuator.gain,
    },
    lower: { doc: "least command", codec: orNull(realMeasuring(null)), default: modelDefaults.actuator.lower },
    upper: { doc: "largest command", codec: orNull(realMeasuring(null)), default: modelDefaults.actuator.upper },
  },
  kinds: kindsOf(actuatorDefinitions),
});

const memoryCell = record<MemoryCell>({
  title: "memory",
  doc: "A number that a controller remembers from one sample to the next.",
  fields: {
    name: { doc: "unique within the controller", codec: text },
    start: { doc: "value before the first sample", codec: literal(k.ratio), default: 0 },
    next: { doc: "expression for the next value", codec: text },
  },
});

const law = record<ControllerLaw>({
  title: "law",
  doc: "What a controller computes: expressions of channels, parameters, t and its memory.",
  fields: {
    memory: { doc: "what it remembers", codec: list(memoryCell), default: [] },
    commands: { doc: "one expression for each actuator", codec: list(text) },
  },
});

export const controller = record<Controller>({
  title: "controller",
  doc: "Sets the commands of its actuators every period; without a law, what it computes is given to the run.",
  fields: {
    name: { doc: "unique", codec: text },
    period: { doc: "time between two samples", codec: literal(k.time) },
    latency: { doc: "ticks from a sample to its commands; none if left out", codec: index, optional: true },
    actuators: { doc: "names of the actuators that it commands", codec: list(text) },
    law: { doc: "what it computes", codec: law, optional: true },
  },
});

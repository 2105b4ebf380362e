import { modelDefaults } from "../../../model/defaults.js";
import { constant } from "../../../model/signals.js";
import type { Actuator, Controller, ControllerLaw, Load, MemoryCell, Real } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import { list, pair, three, threeAndThree } from "../codec/list-codec.js";
import { literal, real, realMeasuring } from "../codec/number-codecs.js";
import { choice, orNull, text } from "../codec/plain-codecs.js";
import { record } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { coordinateIndex, jointName, measuresAt } from "./coordinates.js";
import { angular, angularOrLinear, linear } from "./measures.js";
import { attachment } from "./pose.js";
import { realOrCurve, signal } from "./tables.js";

const place = (doc: string) => ({ doc, codec: attachment });
const six = (angular: (typeof k)[keyof typeof k], linear: (typeof k)[keyof typeof k]) =>
  threeAndThree<Real>(real(angular, linear), real(angular), real(linear));

const jointSignals = new Map(
  [angular, linear, angularOrLinear].map((measures) => [measures, signal(...measures.force)] as const),
);
const eitherSignal = signal(...angularOrLinear.force);

const noSignals = [constant(0), constant(0), constant(0)] as const;

export const load = union<Load, "name">({
  title: "load",
  doc: "A load between two frames acts on b and, opposite, on a.",
  common: { name: { doc: "unique", codec: text } },
  kinds: {
    "point-spring": {
      doc: "Tension along the line between two points: stiffness · (length − freeLength) + damping · rate.",
      fields: {
        a: place("one end"),
        b: place("other end"),
        stiffness: {
          doc: "a curve is tension over extension",
          codec: realOrCurve([k.stiffness], [k.length], [k.force]),
        },
        freeLength: { doc: "length without tension", codec: real(k.length) },
        damping: {
          doc: "a curve is tension over the rate of length",
          codec: realOrCurve([k.damping], [k.speed], [k.force]),
          default: modelDefaults.pointSpring.damping,
        },
      },
    },
    "torsion-spring": {
      doc: "Torque on b against the angle of b's x axis about a's z axis, in (−π, π].",
      fields: {
        a: place("frame whose z axis is the axis"),
        b: place("frame whose x axis turns"),
        stiffness: {
          doc: "a curve is torque over deflection",
          codec: realOrCurve([k.angularStiffness], [k.angle], [k.torque]),
        },
        rest: { doc: "angle without torque", codec: real(k.angle), default: modelDefaults.torsionSpring.rest },
        damping: {
          doc: "a curve is torque over the rate of the angle",
          codec: realOrCurve([k.angularDamping], [k.angularSpeed], [k.torque]),
          default: modelDefaults.torsionSpring.damping,
        },
      },
    },
    bushing: {
      doc: "Six springs and dampers: three about, then three along the axes of frame a.",
      fields: {
        a: place("frame with the axes"),
        b: place("other frame"),
        stiffness: { doc: "three about, three along", codec: six(k.angularStiffness, k.stiffness) },
        damping: {
          doc: "three about, three along",
          codec: six(k.angularDamping, k.damping),
          default: [0, 0, 0, 0, 0, 0],
        },
      },
    },
    wrench: {
      doc: "Torque and force on a body at a point.",
      fields: {
        at: place("where it acts"),
        along: { doc: "whose axes the components are along", codec: choice("world", "body") },
        torque: { doc: "about x, y, z", codec: three(signal(k.torque)), default: noSignals },
        force: { doc: "along x, y, z", codec: three(signal(k.force)), default: noSignals },
      },
    },
    "joint-force": {
      doc: "Force along one speed of a joint.",
      fields: {
        joint: jointName,
        coordinate: coordinateIndex,
        signal: {
          doc: "force or torque over time",
          codec: eitherSignal,
          codecFor: (known, reading) => jointSignals.get(measuresAt(reading, known)) ?? eitherSignal,
        },
      },
    },
  },
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
  kinds: {
    joint: { doc: "Along one speed of a joint.", fields: { joint: jointName, coordinate: coordinateIndex } },
    impedance: {
      doc: "A spring-damper along one speed of a joint, between two settings: the first where gain · command is 0, the second where it is 1.",
      fields: {
        joint: jointName,
        coordinate: coordinateIndex,
        stiffness: {
          doc: "at 0 and at 1",
          codec: pair(real(...angularOrLinear.stiffness)),
          codecFor: (known, reading) => pair(real(...measuresAt(reading, known).stiffness)),
        },
        damping: {
          doc: "at 0 and at 1",
          codec: pair(real(...angularOrLinear.damping)),
          codecFor: (known, reading) => pair(real(...measuresAt(reading, known).damping)),
        },
        rest: {
          doc: "coordinate where the spring is at rest",
          codec: real(...angularOrLinear.position),
          codecFor: (known, reading) => real(...measuresAt(reading, known).position),
          default: modelDefaults.impedance.rest,
        },
      },
    },
    body: {
      doc: "On a body, like a thruster.",
      fields: {
        at: place("where it acts"),
        axis: { doc: "direction of any length", codec: three(real(k.ratio)) },
        effect: {
          doc: "a force through the place, or a torque",
          codec: choice("force", "torque"),
          default: modelDefaults.bodyActuator.effect,
        },
        along: {
          doc: "whether the axis turns with the body or stays in the world",
          codec: choice("world", "body"),
          default: modelDefaults.bodyActuator.along,
        },
      },
    },
  },
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
  doc: "Sets the commands of its actuators every period; without a law, the function is given to the run.",
  fields: {
    name: { doc: "unique", codec: text },
    period: { doc: "time between two samples", codec: literal(k.time) },
    actuators: { doc: "names of the actuators that it commands", codec: list(text) },
    law: { doc: "what it computes", codec: law, optional: true },
  },
});

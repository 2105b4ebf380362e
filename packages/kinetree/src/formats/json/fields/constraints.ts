import { modelDefaults } from "../../../model/defaults.js";
import type { Constraint, Motion, Real } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import { list, three } from "../codec/list-codec.js";
import { real, realMeasuring } from "../codec/number-codecs.js";
import { orNull, text } from "../codec/plain-codecs.js";
import type { Reading } from "../codec/reading.js";
import type { Siblings } from "../codec/record-codec.js";
import { union } from "../codec/union-codec.js";
import { coordinateRef, measuresAt } from "./coordinates.js";
import { angularOrLinear, coefficientMeasure, timeCoefficientMeasure, type CoordinateMeasures } from "./measures.js";
import { attachment } from "./pose.js";

const anything = realMeasuring(null);

const measuresOf = (ref: unknown, reading: Reading): CoordinateMeasures =>
  ref === undefined ? angularOrLinear : measuresAt(reading, ref as Siblings);

/** What each coefficient of a coupler measures follows from its two coordinates. */
function polynomialFor({ driven, driving }: Siblings, reading: Reading) {
  const followed = measuresOf(driven, reading);
  const leading = driving === null ? followed : measuresOf(driving ?? driven, reading);
  const isKnown = followed !== angularOrLinear && leading !== angularOrLinear;
  return list<Real>(anything, {
    itemAt: (power) => (isKnown ? real(coefficientMeasure(followed, leading, power)) : anything),
  });
}

function motionOver(value: Codec<Real>, coefficients: Codec<readonly Real[]>): Codec<Motion> {
  return union<Motion>({
    title: "motion",
    doc: "What a prescribed coordinate does in time, in the unit of that coordinate.",
    common: {},
    kinds: {
      polynomial: {
        doc: "Σ coefficients[k] · t^k.",
        fields: {
          coefficients: { doc: "value at time 0, speed, half the acceleration, …", codec: coefficients },
        },
      },
      sine: {
        doc: "offset + amplitude · sin(angularFrequency · t + phase).",
        fields: {
          amplitude: { doc: "half the way from one end to the other", codec: value },
          angularFrequency: { doc: "2π times the turns in a second", codec: real(k.angularSpeed) },
          phase: { doc: "argument at time 0", codec: real(k.angle), default: modelDefaults.sine.phase },
          offset: { doc: "mean value", codec: value, default: modelDefaults.sine.offset },
        },
      },
    },
  });
}

/** Motions differ in their units only, so one of them stands for all in the schema and in the documents. */
const anyMotion = motionOver(anything, list(anything));

function motionFor({ driven }: Siblings, reading: Reading): Codec<Motion> {
  const measures = measuresOf(driven, reading);
  if (measures === angularOrLinear) return anyMotion;
  const coefficients = list<Real>(anything, { itemAt: (power) => real(timeCoefficientMeasure(measures, power)) });
  const { read, write } = motionOver(real(...measures.position), coefficients);
  return { ...anyMotion, read, write };
}

const ends = {
  a: { doc: "one end", codec: attachment },
  b: { doc: "other end", codec: attachment },
};
const guided = {
  a: { doc: "frame that guides", codec: attachment },
  b: { doc: "frame whose origin is guided", codec: attachment },
};

export const constraint = union<Constraint, "name">({
  title: "constraint",
  doc: "A condition that the motion keeps to, beside the joints.",
  common: { name: { doc: "unique", codec: text } },
  kinds: {
    coupler: {
      doc: "A belt, a cam, any law between two coordinates: driven = Σ polynomial[k] · driving^k.",
      fields: {
        driven: { doc: "the coordinate that follows", codec: coordinateRef },
        driving: {
          doc: "the coordinate that leads; without it the driven one is held at polynomial[0]",
          codec: orNull(coordinateRef),
          default: modelDefaults.coupler.driving,
        },
        polynomial: {
          doc: "coefficients, the constant first; `[0, 2]` doubles",
          codec: list(anything),
          codecFor: polynomialFor,
        },
      },
    },
    gear: {
      doc: "Two wheels that mesh: driven = offset + ratio · driving.",
      fields: {
        driven: { doc: "the rotation that follows", codec: coordinateRef },
        driving: { doc: "the rotation that leads", codec: coordinateRef },
        ratio: {
          doc: "angle of the driven wheel for one of the driving; negative turns it back",
          codec: real(k.ratio),
        },
        offset: {
          doc: "driven angle where the driving one is 0",
          codec: real(k.angle),
          default: modelDefaults.gear.offset,
        },
      },
    },
    "rack-and-pinion": {
      doc: "A toothed bar on a wheel: rack = offset + radius · pinion.",
      fields: {
        rack: { doc: "the translation that follows", codec: coordinateRef },
        pinion: { doc: "the rotation that leads", codec: coordinateRef },
        radius: { doc: "way of the rack for one radian; negative meshes on the other side", codec: real(k.length) },
        offset: {
          doc: "place of the rack where the pinion is at 0",
          codec: real(k.length),
          default: modelDefaults.rackAndPinion.offset,
        },
      },
    },
    motion: {
      doc: "Prescribed motion: the coordinate is a function of time, whatever force it takes.",
      fields: {
        driven: { doc: "the coordinate that moves as told", codec: coordinateRef },
        motion: { doc: "its value over time", codec: anyMotion, codecFor: motionFor },
      },
    },
    distance: {
      doc: "A rod without mass: the two origins stay apart by its length.",
      fields: { ...ends, length: { doc: "more than 0", codec: real(k.length) } },
    },
    "point-on-line": {
      doc: "The origin of b stays on the line through the origin of a along the axis.",
      fields: { ...guided, axis: { doc: "direction in frame a, of any length", codec: three(real(k.ratio)) } },
    },
    "point-on-plane": {
      doc: "The origin of b stays in the plane through the origin of a across the normal.",
      fields: { ...guided, normal: { doc: "direction in frame a, of any length", codec: three(real(k.ratio)) } },
    },
  },
});

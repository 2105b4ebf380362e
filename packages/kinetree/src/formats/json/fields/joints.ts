import { modelDefaults } from "../../../model/defaults.js";
import { fieldsOf, jointDefinitions, jointKinds } from "../../../model/joints.js";
import { axisField } from "../../../model/joints/axis.js";
import type { JointFieldType, JointFieldTypes } from "../../../model/joints/joint-definition.js";
import { pitchField } from "../../../model/joints/screw.js";
import type { CoordinateProperties, Joint, JointAxis, JointMotion } from "../../../model/types.js";
import { measureKinds as k } from "../../../units/measure-kinds.js";
import type { Codec } from "../codec/codec.js";
import type { JsonValue } from "../codec/json-text.js";
import { list, three } from "../codec/list-codec.js";
import { real } from "../codec/number-codecs.js";
import { choice, index, orNull, text } from "../codec/plain-codecs.js";
import { record, type Field, type Siblings } from "../codec/record-codec.js";
import { withShortForm } from "../codec/short-form.js";
import { union, type UnionDescription } from "../codec/union-codec.js";
import {
  angular,
  angularOrLinear,
  linear,
  isKnownMotion,
  measuresOfJoint,
  speedsOf,
  type CoordinateMeasures,
} from "./measures.js";
import { poseOn } from "./pose.js";
import { realOrCurve } from "./tables.js";

const direction = three(real(k.ratio));
const axis = { doc: axisField.doc, codec: direction };
const pitch = { doc: pitchField.doc, codec: real(k.pitch) };

const defaults = modelDefaults.coordinate;

const coordinate = (m: CoordinateMeasures): Codec<CoordinateProperties> =>
  record<CoordinateProperties>({
    title: "coordinate",
    doc: "What acts along one speed of a joint. Spherical and free joints take damping only.",
    fields: {
      damping: { doc: "force for each unit of speed", codec: real(...m.damping), default: defaults.damping },
      friction: {
        doc: "magnitude of Coulomb friction, −friction · v / √(v² + frictionSpeed²)",
        codec: real(...m.force),
        default: defaults.friction,
      },
      frictionSpeed: {
        doc: "speed at which friction has reached 1/√2 of its magnitude",
        codec: real(...m.speed),
        default: defaults.frictionSpeed,
      },
      stiffness: {
        doc: "spring towards `rest`; a curve is force over deflection",
        codec: realOrCurve(m.stiffness, m.position, m.force),
        default: defaults.stiffness,
      },
      rest: { doc: "where the spring is without force", codec: real(...m.position), default: defaults.rest },
      lower: { doc: "least value of the coordinate", codec: orNull(real(...m.position)), default: defaults.lower },
      upper: { doc: "largest value of the coordinate", codec: orNull(real(...m.position)), default: defaults.upper },
      stopStiffness: {
        doc: "of the springs that hold it in its range; with 0 leaving the range is only reported",
        codec: real(...m.stiffness),
        default: defaults.stopStiffness,
      },
      stopDamping: { doc: "of these springs", codec: real(...m.damping), default: defaults.stopDamping },
      armature: {
        doc: "rotor or added inertia that moves with the coordinate alone",
        codec: real(...m.inertia),
        default: defaults.armature,
      },
      maxForce: {
        doc: "limit of the drive, carried along",
        codec: orNull(real(...m.force)),
        default: defaults.maxForce,
      },
      maxSpeed: {
        doc: "limit of the drive, carried along",
        codec: orNull(real(...m.speed)),
        default: defaults.maxSpeed,
      },
    },
  });

const either = coordinate(angularOrLinear);
const byMeasures = new Map([angular, linear].map((measures) => [measures, coordinate(measures)] as const));

/** One for each speed; for a joint of one speed, its object alone. */
const coordinatesOf = (measures: readonly CoordinateMeasures[]): Codec<readonly CoordinateProperties[]> => {
  const at = (i: number): Codec<CoordinateProperties> => byMeasures.get(measures[i]) ?? either;
  return withShortForm<readonly CoordinateProperties[], CoordinateProperties>(list(either, { itemAt: at }), {
    types: ["object"],
    codec: at(0),
    from: (only) => [only],
    to: (values) => (values.length === 1 ? values[0] : undefined),
  });
};

const coordinates = {
  doc: "what acts along each speed; a joint of one speed takes the object without the list",
  codec: coordinatesOf([]),
  // The joint is checked as a whole later; here only the kinds of its axes matter.
  codecFor: (known: Siblings) => coordinatesOf(isKnownMotion(known) ? measuresOfJoint(known as JointMotion) : []),
  defaultFor: (known: Siblings) =>
    isKnownMotion(known) ? new Array<CoordinateProperties>(speedsOf(known as JointMotion)).fill(defaults) : [],
  defaultText: "nothing acts",
};

const jointAxis = union<JointAxis>({
  title: "axis",
  doc: "One axis of a general joint, in the joint frame as it stands after the axes before it.",
  common: {},
  kinds: {
    rotation: { doc: "Turns about the axis.", fields: { axis } },
    translation: { doc: "Slides along the axis.", fields: { axis } },
    screw: { doc: "Turns about the axis and advances along it.", fields: { axis, pitch } },
  },
});

/** How files write the fields of joints; their names and what they mean come from the kinds. */
const fieldCodecs: { readonly [T in JointFieldType]: Omit<Field<JointFieldTypes[T]>, "doc"> } = {
  direction: { codec: direction },
  pitch: { codec: real(k.pitch) },
  axes: { codec: list(jointAxis, { fewest: 1, most: 6 }) },
  modes: { codec: index, optional: true, defaultText: "what it must be" },
};

const kindFields = Object.fromEntries(
  jointKinds.map((kind) => [
    kind,
    {
      doc: jointDefinitions[kind].doc,
      fields: Object.fromEntries(fieldsOf(kind).map(([name, { type, doc }]) => [name, { doc, ...fieldCodecs[type] }])),
    },
  ]),
  // The definition of a kind has a field for each property of its motion.
) as unknown as UnionDescription<Joint, CommonField>["kinds"];

type CommonField = "name" | "parent" | "child" | "X_parent_joint" | "X_child_joint" | "role" | "coordinates";

const fullJoint = union<Joint, CommonField>({
  title: "joint",
  doc: "Connects a frame on its parent to a frame on its child.",
  common: {
    name: { doc: "unique", codec: text },
    parent: { doc: 'body that carries it; `"ground"` is the world', codec: text },
    child: { doc: "body that is carried", codec: text },
    X_parent_joint: {
      doc: "joint frame on the parent",
      codec: poseOn(undefined),
      codecFor: ({ parent }) => poseOn(parent),
      default: modelDefaults.pose,
      defaultText: "body frame",
    },
    X_child_joint: {
      doc: "joint frame on the child",
      codec: poseOn(undefined),
      codecFor: ({ child }) => poseOn(child),
      default: modelDefaults.pose,
      defaultText: "body frame",
    },
    role: {
      doc: "whether it belongs to the spanning tree or closes a loop",
      codec: choice("auto", "tree", "loop"),
      default: modelDefaults.role,
    },
    coordinates,
  },
  kinds: kindFields,
  whenRead: (value, reading) => {
    reading.joints.set(value.name, value);
  },
});

/** How many modes a joint has follows from the body, so a file that is written leaves it to that. */
export const joint: Codec<Joint> = {
  ...fullJoint,
  write: (value) => {
    const written = fullJoint.write(value);
    const derived = fieldsOf(value.kind).flatMap(([name, { type }]) => (type === "modes" ? [name] : []));
    if (derived.length === 0) return written;
    const entries = Object.entries(written as { readonly [key: string]: JsonValue });
    return Object.fromEntries(entries.filter(([name]) => !derived.includes(name)));
  },
};

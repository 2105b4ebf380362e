import { fieldsOf, jointDefinitions, jointKinds } from "../joints.js";
import type { CoordinateOptionsPlace, JointFieldType } from "../joints/joint-definition.js";
import type { AnyFields } from "../fields.js";
import { tyreFields } from "../tyres/tyre.js";
import type { JointKind } from "../types.js";
import { MOST_PIECES } from "./beam-pieces.js";
import { optionNamesOf } from "./fields.js";
import {
  any,
  coordinate,
  coordinateOptions,
  countUpTo,
  list,
  listOf,
  numbers,
  oneOrThree,
  optionsOf,
  orNull,
  place,
  pose,
  poseOrFrame,
  recordOf,
  type Checker,
  type OptionNames,
  type Options,
} from "./options.js";

const tyreNumbers = optionNamesOf(tyreFields as unknown as AnyFields);

const along = { axis: any };
const ends = { a: place, b: place };

const looks = { frames: recordOf(pose), shapes: list };
const bodyExtras = { com: any, massless: any, unphysical: any, ...looks };

/** Along the axis of a beam, or a pose. */
const distanceOrPose: Checker = (part, value) => (typeof value === "number" ? [] : pose(part, value));

const modalData = optionsOf({
  required: { mass: list, stiffness: list, translation: list, firstMoments: list, nodes: list },
  optional: { kind: any, damping: any, secondMoments: orNull, stiffnessScale: any },
});

/** What each method of the builder understands: the options' types once more, for those whom no compiler helps. */
export const optionNames = Object.freeze({
  parameter: { required: {}, optional: { unit: any, min: orNull, max: orNull, description: any } },
  body: { required: { mass: any, inertia: numbers(3, 6) }, optional: bodyExtras },
  masslessBody: { required: {}, optional: { mass: any, inertia: numbers(3, 6), ...bodyExtras } },
  beam: {
    required: { length: any, section: any, material: any },
    optional: {
      modes: optionsOf({ required: {}, optional: { y: any, z: any, axial: any, torsion: any } }),
      corrections: list,
      dampingRatio: any,
      geometricStiffness: any,
      tip: any,
      pieces: countUpTo(MOST_PIECES),
      ...looks,
    },
  },
  modalBody: {
    required: { mass: any, inertia: numbers(3, 6), data: modalData },
    optional: { com: any, first: any, ...looks },
  },
  station: { required: { on: any, at: distanceOrPose }, optional: looks },
  stationAtNode: { required: { on: any, node: any }, optional: looks },
  coupler: { required: { driven: any, polynomial: list }, optional: { driving: orNull } },
  gear: { required: { driven: any, driving: any, ratio: any }, optional: { offset: any } },
  rackAndPinion: { required: { rack: any, pinion: any, radius: any }, optional: { offset: any } },
  prescribe: { required: { joint: any, motion: any }, optional: { coordinate: any } },
  distance: { required: { ...ends, length: any }, optional: {} },
  pointOnLine: { required: { ...ends, ...along }, optional: {} },
  pointOnPlane: { required: { ...ends, normal: any }, optional: {} },
  plane: { required: {}, optional: { at: pose } },
  heightMap: {
    required: { x0: any, y0: any, dx: any, dy: any, nx: any, ny: any, heights: list },
    optional: { at: pose, scale: any, interpolation: any },
  },
  ground: { required: {}, optional: { at: pose, scale: any, interpolation: any, default: any } },
  terrainMesh: { required: { vertices: list, triangles: list }, optional: { at: pose } },
  contact: {
    required: { body: any, terrain: any, normal: any },
    optional: { at: poseOrFrame, radius: any, friction: any, scale: any },
  },
  tyre: {
    required: { body: any, terrain: any, law: any, ...tyreNumbers.required },
    optional: { at: poseOrFrame, carrier: any, ...tyreNumbers.optional },
  },
} satisfies Readonly<Record<string, OptionNames>>);

const generalAxis = optionsOf({ required: { kind: any, axis: any }, optional: { pitch: any, ...coordinateOptions } });

/** The fields of joints as options. */
const fieldCheckers: Readonly<Record<JointFieldType, Checker>> = {
  direction: any,
  pitch: any,
  axes: listOf(generalAxis),
  modes: any,
};

function coordinateNames(place: CoordinateOptionsPlace): Options {
  const named = (names: readonly string[], checker: Checker): Options =>
    Object.fromEntries(names.map((name) => [name, checker]));
  switch (place.in) {
    case "nowhere":
    case "axes":
      return {};
    case "joint":
      return coordinateOptions;
    case "coordinates":
      return named(place.names, coordinate);
    case "dampings":
      return named(place.names, oneOrThree);
  }
}

/** What the method of a kind of joint understands; that a continuous joint has no limits is said when building. */
const namesOfJoint = (kind: JointKind): OptionNames => ({
  required: {
    parent: any,
    child: any,
    ...Object.fromEntries(fieldsOf(kind).map(([name, { type }]) => [name, fieldCheckers[type]])),
  },
  optional: { at: poseOrFrame, childAt: poseOrFrame, role: any, ...coordinateNames(jointDefinitions[kind].options) },
});

export const jointOptionNames = Object.freeze(
  Object.fromEntries(jointKinds.map((kind) => [kind, namesOfJoint(kind)])),
) as Readonly<Record<JointKind, OptionNames>>;

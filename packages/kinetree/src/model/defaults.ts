import { identityPose } from "./pose.js";
import type {
  Beam,
  Body,
  CoordinateProperties,
  Curve,
  FrictionLaw,
  Joint,
  ModalBody,
  Model,
  Parameter,
  ShapeUse,
} from "./types.js";
import { vec3, zero3 } from "./vector.js";

/** Acts on nothing: every property of a coordinate absent. */
const coordinate: Required<CoordinateProperties> = Object.freeze({
  damping: 0,
  friction: 0,
  // Where friction is asked for: small compared with speeds of interest, large enough for steps of a millisecond.
  frictionSpeed: 0.01,
  stiffness: 0,
  rest: 0,
  lower: null,
  upper: null,
  stopStiffness: 0,
  stopDamping: 0,
  armature: 0,
  maxForce: null,
  maxSpeed: null,
});

const body: Pick<Body, "com" | "massless" | "frames" | "shapes"> = Object.freeze({
  com: zero3,
  massless: false,
  frames: Object.freeze([]),
  shapes: Object.freeze([]),
});

const parameter: Omit<Parameter, "name" | "value"> = Object.freeze({ unit: "", min: null, max: null, description: "" });

const role: Joint["role"] = "auto";
const use: ShapeUse = "both";
const beyond: Curve["beyond"] = "extend";
const friction: FrictionLaw = Object.freeze({ kind: "none" });
const gravity: Model["gravity"] = vec3(0, 0, -9.81);

/** Of modes that are given, those of a direction that is left out are none. */
const beam: Pick<Beam, "modes" | "corrections" | "dampingRatio" | "geometricStiffness"> = Object.freeze({
  modes: Object.freeze({ y: 2, z: 2, axial: 0, torsion: 0 }),
  corrections: Object.freeze([]),
  dampingRatio: 0,
  geometricStiffness: true,
});

const modalBody: Pick<ModalBody, "damping" | "secondMoments" | "stiffnessScale"> = Object.freeze({
  damping: Object.freeze({ ratio: 0 }),
  secondMoments: null,
  stiffnessScale: 1,
});

/** What a builder assumes where nothing is said; defaults of the fields of loads, actuators and contact laws stand with them. */
export const modelDefaults = Object.freeze({
  /** Down the z axis, on Earth [m/s²]. */
  gravity,
  parameter,
  body,
  /** Joint frames and attachments lie on the body frames. */
  pose: identityPose,
  role,
  coordinate,
  shape: Object.freeze({ use, color: null, scale: vec3(1, 1, 1) }),
  curve: Object.freeze({ beyond, scale: 1 }),
  signal: Object.freeze({ scale: 1 }),
  sine: Object.freeze({ phase: 0, offset: 0 }),
  actuator: Object.freeze({ gain: 1, lower: null, upper: null }),
  /** Which coordinate of a joint is meant by the joint's name alone. */
  coordinateRef: Object.freeze({ coordinate: 0 }),
  /** The driven coordinate is held where nothing drives it. */
  coupler: Object.freeze({ driving: null }),
  gear: Object.freeze({ offset: 0 }),
  rackAndPinion: Object.freeze({ offset: 0 }),
  /** Lists that a description may leave out. */
  constraints: Object.freeze([]),
  terrains: Object.freeze([]),
  contacts: Object.freeze([]),
  tyres: Object.freeze([]),
  shafts: Object.freeze([]),
  shaftElements: Object.freeze([]),
  shaft: Object.freeze({ inertia: 0 }),
  /** The port of a joint by its name alone. */
  shaftPort: Object.freeze({ coordinate: 0, reaction: "parent" as const }),
  /** A point without friction. */
  contact: Object.freeze({ radius: 0, friction, scale: 1 }),
  heightMap: Object.freeze({ scale: 1 }),
  beam,
  modalBody,
});

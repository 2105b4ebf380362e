import { at, identityPose } from "../../src/model/pose.js";
import { param, realDiv } from "../../src/model/real-arithmetic.js";
import { box, sphere } from "../../src/model/bodies/shapes.js";
import type { Model } from "../../src/model/types.js";
import {
  arm,
  withActuator,
  withBody,
  withController,
  withCoordinate,
  withJoint,
  withLoad,
  withParameter,
} from "./arm-data.js";
import { notFinite, type DataMistake } from "./mistake.js";

const SHOULDER = 'joint "shoulder" (ground → upper)';
const jointForce = (change: object): Model =>
  withLoad({ kind: "joint-force", joint: "elbow", coordinate: 0, signal: { kind: "constant", value: 1 }, ...change });

/** Descriptions with one mistake each: numbers, parameters, bodies, names. */
export const bodyMistakes: readonly DataMistake[] = [
  // Numbers anywhere
  notFinite(() => ({ ...arm, gravity: [0, 0, NaN] }), 'model "arm"', "gravity[2] is NaN"),
  notFinite(() => withBody({ mass: Infinity }), 'body "upper"', "mass is Infinity"),
  notFinite(() => withBody({ com: [NaN, 0, 0] }), 'body "upper"', "centre of mass[0] is NaN"),
  notFinite(() => withBody({ inertia: [1, 1, 1, NaN, 0, 0] }), 'body "upper"', "inertia[3] is NaN"),
  notFinite(() => withBody({ frames: [{ name: "f", pose: at(0, NaN, 0) }] }), 'body "upper"', 'frame "f"[1] is NaN'),
  notFinite(() => withJoint({ axis: [0, NaN, 0] }), SHOULDER, "axis[1] is NaN"),
  notFinite(() => withJoint({ kind: "screw", pitch: NaN }), SHOULDER, "pitch is NaN"),
  notFinite(() => withJoint({ X_parent_joint: at(NaN, 0, 0) }), SHOULDER, "on the parent[0] is NaN"),
  notFinite(() => withCoordinate({ damping: NaN }), SHOULDER, "damping is NaN"),
  notFinite(() => withCoordinate({ lower: -Infinity }), SHOULDER, "lower limit of coordinate is -Infinity"),
  notFinite(() => withLoad({ stiffness: NaN }), 'point-spring "strut"', "stiffness is NaN"),
  notFinite(
    () => withLoad({ stiffness: { x: [0, 1], y: [0, NaN], beyond: "hold" } }),
    'point-spring "strut"',
    "value 1 of the table of stiffness is NaN",
  ),
  notFinite(
    () => jointForce({ signal: { kind: "sine", amplitude: 1, angularFrequency: NaN, phase: 0, offset: 0 } }),
    'joint-force "strut"',
    "angular frequency of signal is NaN",
  ),
  notFinite(() => withActuator({ gain: NaN }), 'actuator "motor"', "gain is NaN"),
  notFinite(() => withParameter({ value: NaN }), 'parameter "m"', "value is NaN"),
  [
    "non-finite",
    () => withBody({ mass: realDiv(param("m"), 0) }),
    'body "upper"',
    "mass is Infinity",
    "at the default values of its parameters",
  ],
  ["not-a-number", () => withBody({ mass: "1" as unknown as number }), 'body "upper"', 'mass is "1"', "Write a number"],
  [
    "not-a-number",
    () => withBody({ mass: { op: "sinus", args: [1] } as never }),
    'body "upper"',
    "sinus",
    "Write a number",
  ],
  [
    "wrong-length",
    () => withBody({ inertia: [1, 1, 1] as never }),
    'body "upper"',
    "inertia is [1, 1, 1]",
    "Give all 6",
  ],

  // Parameters
  ["unknown-parameter", () => withBody({ mass: param("n") }), 'body "upper"', 'is "n"', 'Known: "m"'],
  ["unknown-parameter", () => withBody({ mass: param("M") }), 'body "upper"', 'is "M"', 'Did you mean "m"?'],
  ["parameter-range", () => withParameter({ value: 11 }), 'parameter "m"', "value is 11", "widen the range"],
  ["reversed-limits", () => withParameter({ min: 5, max: 1 }), 'parameter "m"', "[5, 1]", "Swap"],

  // Bodies
  ["mass-not-positive", () => withBody({ mass: 0 }), 'body "upper"', "mass is 0", "massless: true"],
  ["mass-not-positive", () => withBody({ mass: -1 }), 'body "upper"', "mass is -1", "massless: true"],
  [
    "massless-with-mass",
    () => withBody({ massless: true, inertia: [0, 0, 0, 0, 0, 0] }),
    'body "upper"',
    "mass is 1",
    "Leave out",
  ],
  ["massless-with-mass", () => withBody({ massless: true, mass: 0 }), 'body "upper"', "inertia is [0.1", "Leave out"],
  [
    "inertia-not-positive",
    () => withBody({ inertia: [1, 1, -0.1, 0, 0, 0] }),
    'body "upper"',
    "-0.1",
    "Check the order",
  ],
  [
    "inertia-not-positive",
    () => withBody({ inertia: [1, 1, 1, 1.5, 0, 0] }),
    'body "upper"',
    "1.5",
    "products of inertia",
  ],
  ["inertia-triangle", () => withBody({ inertia: [1, 1, 2.1, 0, 0, 0] }), 'body "upper"', "2.1", "Check the units"],
  // diag(1, 1, 1) with products 0.6: principal moments 0.4, 1, 1.6, so only the full tensor shows it.
  [
    "inertia-triangle",
    () => withBody({ inertia: [1, 1, 1, 0.6, 0, 0] }),
    'body "upper"',
    "1.6",
    "about the mass centre",
  ],
  [
    "quaternion-not-unit",
    () => withBody({ frames: [{ name: "f", pose: { position: [0, 0, 0], rotation: [0.7, 0.7, 0, 0] } }] }),
    'body "upper"',
    "[0.7, 0.7, 0, 0]",
    "Normalise",
  ],
  [
    "quaternion-not-unit",
    () => withJoint({ X_child_joint: { position: [0, 0, 0], rotation: [0, 0, 0, 0] } }),
    SHOULDER,
    "length 0",
    "Normalise",
  ],
  [
    "not-positive",
    () => withBody({ shapes: [{ ...sphere(0), name: "ball" }] }),
    'shape "ball" of body "upper"',
    "radius is 0",
    "in metres",
  ],
  [
    "not-positive",
    () => withBody({ shapes: [box([1, -1, 1])] }),
    'shape 0 of body "upper"',
    "size[1] is -1",
    "in metres",
  ],
  [
    "color-range",
    () => withBody({ shapes: [sphere(1, { color: [255, 0, 0, 1] })] }),
    'body "upper"',
    "255",
    "Divide by 255",
  ],
  [
    "unknown-kind",
    () => withBody({ shapes: [{ ...sphere(1), kind: "spere" } as never] }),
    'body "upper"',
    '"spere"',
    'Did you mean "sphere"?',
  ],

  // Names
  ["duplicate-name", () => ({ ...arm, bodies: [...arm.bodies, arm.bodies[0]] }), 'body "upper"', "number 2", "Rename"],
  ["duplicate-name", () => withJoint({ name: "elbow" }), 'joint "elbow"', "number 1", "Rename"],
  ["duplicate-name", () => ({ ...arm, loads: [...arm.loads, ...arm.loads] }), 'load "strut"', "number 1", "Rename"],
  [
    "duplicate-name",
    () => ({ ...arm, actuators: [...arm.actuators, ...arm.actuators] }),
    'actuator "motor"',
    "number 1",
    "Rename",
  ],
  [
    "duplicate-name",
    () => ({ ...arm, parameters: [...arm.parameters, ...arm.parameters] }),
    'parameter "m"',
    "number 1",
    "Rename",
  ],
  [
    "duplicate-name",
    () =>
      withBody({
        frames: [
          { name: "f", pose: identityPose },
          { name: "f", pose: identityPose },
        ],
      }),
    'frame of body "upper" "f"',
    "number 1",
    "Rename",
  ],
  [
    "duplicate-name",
    () => ({ ...arm, controllers: [...arm.controllers, { name: "loop", period: 1, actuators: [] }] }),
    'controller "loop"',
    "number 1",
    "Rename",
  ],
  ["empty-name", () => withParameter({ name: "" }), "parameter 0", '""', "Give it a name"],
  [
    "reserved-name",
    () => ({ ...arm, bodies: [...arm.bodies, { ...arm.bodies[0], name: "ground" }] }),
    'body "ground"',
    '"ground"',
    "something else",
  ],
  [
    "slash-in-name",
    () => ({ ...arm, bodies: [...arm.bodies, { ...arm.bodies[0], name: "a/b" }] }),
    'body "a/b"',
    '"a/b"',
    "Use another sign",
  ],
  ["unknown-body", () => withJoint({ parent: "grond" }), 'joint "shoulder"', '"grond"', 'Did you mean "ground"?'],
  ["unknown-body", () => withJoint({ child: "uper" }), 'joint "shoulder"', '"uper"', 'Did you mean "upper"?'],
  [
    "unknown-body",
    () => withLoad({ a: { body: "lowre", pose: identityPose } }),
    'point-spring "strut"',
    '"lowre"',
    'Did you mean "lower"?',
  ],
  ["unknown-joint", () => withActuator({ joint: "elbo" }), 'actuator "motor"', '"elbo"', 'Did you mean "elbow"?'],
  [
    "unknown-joint",
    () => jointForce({ joint: "sholder" }),
    'joint-force "strut"',
    '"sholder"',
    'Did you mean "shoulder"?',
  ],
  [
    "unknown-actuator",
    () => withController({ actuators: ["moter"] }),
    'controller "loop"',
    '"moter"',
    'Did you mean "motor"?',
  ],
];

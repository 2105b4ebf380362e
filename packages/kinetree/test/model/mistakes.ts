import { mechanism } from "../../src/model/builder/mechanism.js";
import { modelDefaults } from "../../src/model/defaults.js";
import type { ModelIssueCode } from "../../src/model/issue-codes.js";
import { at, identityPose } from "../../src/model/pose.js";
import { param, realDiv } from "../../src/model/real-arithmetic.js";
import { box, sphere } from "../../src/model/bodies/shapes.js";
import type { Model, ModelDescription } from "../../src/model/types.js";
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

/** Makes a model of a description; a test may look at the description first. */
export type Build = (description: ModelDescription) => Model;

/** A mistake: its code, how to make it, and what the message must name: thing, value, fix. */
export type Mistake = readonly [
  code: ModelIssueCode,
  attempt: (build: Build) => unknown,
  thing: string,
  value: string,
  fix: string,
];

type DataMistake = readonly [code: ModelIssueCode, model: () => Model, thing: string, value: string, fix: string];

const notFinite = (model: () => Model, thing: string, value: string): DataMistake => [
  "non-finite",
  model,
  thing,
  value,
  "must be finite",
];

const free = (n: number): object[] => Array.from({ length: n }, () => modelDefaults.coordinate);
export const rotation = (x: number, y: number, z: number): object => ({ kind: "rotation", axis: [x, y, z] });
export const translation = (x: number, y: number, z: number): object => ({ kind: "translation", axis: [x, y, z] });
export const general = (...axes: object[]): Model =>
  withJoint({ kind: "general", axes, coordinates: free(axes.length) });
const bushing = (change: object): Model =>
  withLoad({ kind: "bushing", stiffness: [1, 1, 1, 1, 1, 1], damping: [0, 0, 0, 0, 0, 0], ...change });
const between = {
  kind: "coordinate-spring",
  a: { joint: "elbow", coordinate: 0 },
  b: { joint: "shoulder", coordinate: 0 },
  ratio: 1,
  stiffness: 5,
  rest: 0,
  damping: 0,
};
const jointForce = (change: object): Model =>
  withLoad({ kind: "joint-force", joint: "elbow", coordinate: 0, signal: { kind: "constant", value: 1 }, ...change });
const thruster = (change: object): Model =>
  withActuator({
    kind: "body",
    at: { body: "upper", pose: identityPose },
    along: "body",
    effect: "force",
    axis: [0, 0, 1],
    ...change,
  });
const constant = { kind: "constant", value: 0 };
const wrench = (change: object): Model =>
  withLoad({
    kind: "wrench",
    at: arm.loads[0].kind === "point-spring" && arm.loads[0].b,
    along: "world",
    torque: [constant, constant, constant],
    force: [constant, constant, constant],
    ...change,
  });

const SHOULDER = 'joint "shoulder" (ground → upper)';

/** Descriptions with one mistake each. */
const spoilt: readonly DataMistake[] = [
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

  // Joints
  ["zero-axis", () => withJoint({ axis: [0, 0, 0] }), SHOULDER, "axis is [0, 0, 0]", "such as [0, 0, 1]"],
  ["zero-axis", () => withJoint({ axis: [0, 1e-13, 0] }), SHOULDER, "1e-13", "such as [0, 0, 1]"],
  [
    "parallel-axes",
    () => withJoint({ kind: "universal", axis1: [1, 0, 0], axis2: [-2, 0, 0], coordinates: free(2) }),
    SHOULDER,
    "[[1, 0, 0], [-1, 0, 0]]",
    "turn axis2",
  ],
  [
    "not-perpendicular",
    () => withJoint({ kind: "planar", axis: [0, 0, 1], xAxis: [0, 0, 1], coordinates: free(3) }),
    SHOULDER,
    "xAxis is [0, 0, 1]",
    "Choose xAxis within the plane",
  ],
  [
    "not-perpendicular",
    () => withJoint({ kind: "planar", axis: [0, 0, 1], xAxis: [1, 0, 1e-6], coordinates: free(3) }),
    SHOULDER,
    "to axis [0, 0, 1]",
    "Choose xAxis within the plane",
  ],
  ["axis-count", () => general(), SHOULDER, "number of axes is 0", "Use a weld"],
  [
    "axis-count",
    () => general(...Array.from({ length: 7 }, () => rotation(1, 0, 0))),
    SHOULDER,
    "number of axes is 7",
    "split",
  ],
  [
    "dependent-axes",
    () => general(rotation(0, 0, 1), rotation(0, 0, 2)),
    SHOULDER,
    "rotation axes 0, 1",
    "Leave one out",
  ],
  [
    "dependent-axes",
    () => general(translation(1, 0, 0), translation(0, 1, 0), translation(1, 1, 0)),
    SHOULDER,
    "translation axes 0, 1, 2",
    "Leave one out",
  ],
  [
    "dependent-axes",
    () => general(rotation(1, 0, 0), rotation(0, 1, 0), rotation(1, 0, 0), rotation(0, 1, 0)),
    SHOULDER,
    "number of rotations is 4",
    "Leave out 1",
  ],
  ["reversed-limits", () => withCoordinate({ lower: 1, upper: -1 }), SHOULDER, "[1, -1]", "Swap"],
  ["reversed-limits", () => withActuator({ lower: 1, upper: -1 }), 'actuator "motor"', "[1, -1]", "Swap"],
  ["negative-value", () => withCoordinate({ damping: -1 }), SHOULDER, "damping is -1", "actuator"],
  ["negative-value", () => withCoordinate({ friction: -1 }), SHOULDER, "friction is -1", "actuator"],
  ["negative-value", () => withCoordinate({ stopStiffness: -1 }), SHOULDER, "stopStiffness is -1", "pushes back"],
  ["negative-value", () => withCoordinate({ stopDamping: -1 }), SHOULDER, "stopDamping is -1", "actuator"],
  ["negative-value", () => withCoordinate({ armature: -1 }), SHOULDER, "armature is -1", "rotor"],
  ["not-positive", () => withCoordinate({ frictionSpeed: 0 }), SHOULDER, "frictionSpeed is 0", "such as 0.01"],
  ["coordinate-count", () => withJoint({ coordinates: [] }), SHOULDER, "is 0", "Give 1"],
  ["coordinate-count", () => withJoint({ kind: "free" }), SHOULDER, "is 1", "Give 6"],
  [
    "coordinate-not-scalar",
    () => withJoint({ kind: "spherical", coordinates: [{ ...modelDefaults.coordinate, stiffness: 5 }, ...free(2)] }),
    SHOULDER,
    "stiffness of coordinate 0 is 5",
    "bushing",
  ],
  [
    "coordinate-not-scalar",
    () => withJoint({ kind: "free", coordinates: [...free(5), { ...modelDefaults.coordinate, upper: 5 }] }),
    SHOULDER,
    "upper of coordinate 5 is 5",
    "bushing",
  ],
  [
    "continuous-limits",
    () => withJoint({ kind: "continuous", coordinates: [{ ...modelDefaults.coordinate, lower: -1, upper: 1 }] }),
    SHOULDER,
    "[-1, 1]",
    "revolute",
  ],
  ["self-joint", () => withJoint({ parent: "upper" }), 'joint "shoulder"', '"upper"', "Name the body that carries it"],
  ["unknown-kind", () => withJoint({ kind: "revolut" }), 'joint "shoulder"', '"revolut"', 'Did you mean "revolute"?'],
  ["unknown-kind", () => withJoint({ role: "trunk" }), SHOULDER, '"trunk"', "Use one of them"],
  ["unknown-kind", () => general({ kind: "twist", axis: [1, 0, 0] }), SHOULDER, '"twist"', "Use one of them"],

  // Tables
  [
    "table-lengths",
    () => withCoordinate({ stiffness: { x: [0, 1], y: [0], beyond: "hold" } }),
    SHOULDER,
    "[2, 1]",
    "one value for each",
  ],
  [
    "table-lengths",
    () => withLoad({ damping: { x: [0], y: [0], beyond: "hold" } }),
    'point-spring "strut"',
    "[1, 1]",
    "at least 2",
  ],
  [
    "table-order",
    () => withLoad({ stiffness: { x: [0, 1, 1], y: [0, 1, 2], beyond: "hold" } }),
    'point-spring "strut"',
    "[1, 1]",
    "Sort",
  ],
  [
    "table-order",
    () => jointForce({ signal: { kind: "table", times: [1, 0], values: [0, 0] } }),
    'joint-force "strut"',
    "[1, 0]",
    "Sort",
  ],
  [
    "table-lengths",
    () => jointForce({ signal: { kind: "piecewise", times: [], values: [] } }),
    'joint-force "strut"',
    "[0, 0]",
    "at least 1",
  ],
  [
    "unknown-kind",
    () => jointForce({ signal: { kind: "sinus" } }),
    'joint-force "strut"',
    '"sinus"',
    'Did you mean "sine"?',
  ],
  [
    "unknown-kind",
    () => withCoordinate({ stiffness: { x: [0, 1], y: [0, 1], beyond: "stop" } }),
    SHOULDER,
    '"stop"',
    "Use one of the two",
  ],

  // Loads, actuators, controllers
  ["coordinate-index", () => withActuator({ coordinate: 1 }), 'actuator "motor"', "coordinate is 1", "Choose another"],
  [
    "coordinate-index",
    () => withActuator({ coordinate: 0.5 }),
    'actuator "motor"',
    "coordinate is 0.5",
    "Choose another",
  ],
  [
    "coordinate-index",
    () => jointForce({ coordinate: -1 }),
    'joint-force "strut"',
    "coordinate is -1",
    "Choose another",
  ],
  [
    "load-within-body",
    () => withLoad({ a: { body: "upper", pose: identityPose } }),
    'point-spring "strut"',
    '"upper"',
    "Attach one end elsewhere",
  ],
  [
    "load-within-coordinate",
    () => withLoad({ ...between, b: between.a }),
    'coordinate-spring "strut"',
    '"elbow"',
    "give the joint a stiffness",
  ],
  ["negative-value", () => withLoad({ freeLength: -1 }), 'point-spring "strut"', "freeLength is -1", "without tension"],
  ["negative-value", () => withLoad({ damping: -1 }), 'point-spring "strut"', "damping is -1", "wrench"],
  ["negative-value", () => bushing({ damping: [0, 0, -1, 0, 0, 0] }), 'bushing "strut"', "damping[2] is -1", "wrench"],
  ["wrong-length", () => bushing({ stiffness: [1, 1, 1] }), 'bushing "strut"', "[1, 1, 1]", "Give all 6"],
  notFinite(() => withLoad({ kind: "torsion-spring", rest: NaN }), 'torsion-spring "strut"', "rest is NaN"),
  ["unknown-kind", () => wrench({ along: "sky" }), 'wrench "strut"', '"sky"', "Use one of the two"],
  notFinite(
    () => wrench({ force: [constant, { kind: "constant", value: NaN }, constant] }),
    'wrench "strut"',
    "force[1] is NaN",
  ),
  ["unknown-kind", () => withLoad({ kind: "spring" }), 'load "strut"', '"spring"', 'Did you mean "point-spring"?'],
  ["zero-axis", () => thruster({ axis: [0, 0, 0] }), 'actuator "motor"', "axis is [0, 0, 0]", "such as [0, 0, 1]"],
  notFinite(() => thruster({ axis: [0, NaN, 0] }), 'actuator "motor"', "axis[1] is NaN"),
  notFinite(() => thruster({ gain: NaN }), 'actuator "motor"', "gain is NaN"),
  ["reversed-limits", () => thruster({ lower: 1, upper: -1 }), 'actuator "motor"', "[1, -1]", "Swap"],
  ["unknown-kind", () => thruster({ along: "sky" }), 'actuator "motor"', '"sky"', "Use one of the two"],
  ["unknown-kind", () => thruster({ effect: "push" }), 'actuator "motor"', '"push"', "Use one of the two"],
  [
    "unknown-body",
    () => thruster({ at: { body: "uper", pose: identityPose } }),
    'actuator "motor"',
    '"uper"',
    'Did you mean "upper"?',
  ],
  [
    "non-finite",
    () => withActuator({ upper: Infinity }),
    'actuator "motor"',
    "upper limit of the command is Infinity",
    "Leave it out for none",
  ],
  notFinite(
    () => withLoad({ stiffness: { x: [0, 1], y: [0, 1], beyond: "hold", scale: NaN } }),
    'point-spring "strut"',
    "scale of stiffness is NaN",
  ),
  notFinite(
    () => jointForce({ signal: { kind: "table", times: [0], values: [1], scale: NaN } }),
    'joint-force "strut"',
    "scale of signal is NaN",
  ),
  ["not-positive", () => withController({ period: 0 }), 'controller "loop"', "period is 0", "in seconds"],
  [
    "actuator-shared",
    () => ({ ...arm, controllers: [...arm.controllers, { name: "other", period: 1, actuators: ["motor"] }] }),
    'controller "other"',
    '"motor"',
    "Leave it to one",
  ],
  [
    "law-commands",
    () => withController({ law: { memory: [], commands: ["0", "1"] } }),
    'controller "loop"',
    "number of commands is 2",
    "in the order of the actuators",
  ],
  [
    "law-expression",
    () => withController({ law: { memory: [], commands: ["2 +"] } }),
    'controller "loop"',
    'command 0 is "2 +"',
    "is no expression",
  ],
  [
    "law-memory",
    () =>
      withController({
        law: { memory: [0, 1].map((start) => ({ name: "kept", start, next: "kept" })), commands: ["kept"] },
      }),
    'controller "loop"',
    'memory is "kept"',
    "Rename one",
  ],
  notFinite(
    () => withController({ law: { memory: [{ name: "kept", start: NaN, next: "kept" }], commands: ["kept"] } }),
    'controller "loop"',
    'start of memory "kept" is NaN',
  ),
];

/** What the builder alone can get wrong, since data has no frame names in places. */
const link = { mass: 1, inertia: [1, 1, 1] } as const;
const builderMistakes: readonly Mistake[] = [
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .body("b", link)
        .repeat(1, (m) => m.revolute("j", { parent: "a", child: "b", axis: [1, 0, 0], at: "a/tpi" }))
        .build(),
    'joint "j" (a → b)',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .repeat(1, (m) => m.pointSpring("s", { a: "ground", b: "a/tpi", stiffness: 1, freeLength: 1 }))
        .build(),
    'point-spring "s"',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "unknown-frame",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .repeat(1, (m) => m.actuator("jet", { at: "a/tpi", axis: [0, 0, 1] }))
        .build(),
    'actuator "jet"',
    '"a/tpi"',
    'Did you mean "a/tip"?',
  ],
  [
    "frame-of-other-body",
    () =>
      mechanism("m")
        .body("a", { ...link, frames: { tip: [0, 0, 1] } })
        .body("b", link)
        .revolute("j", { parent: "ground", child: "b", axis: [1, 0, 0], at: "a/tip" })
        .build(),
    'joint "j" (ground → b)',
    '"a/tip"',
    'Use a frame of "ground"',
  ],
  [
    "unknown-body",
    () =>
      mechanism("m")
        .body("arm", link)
        .repeat(1, (m) => m.pointSpring("s", { a: "ground", b: "amr/tip", stiffness: 1, freeLength: 1 }))
        .build(),
    'point-spring "s"',
    '"amr"',
    'Did you mean "arm"?',
  ],
];

export const mistakes: readonly Mistake[] = [
  ...spoilt.map(([code, model, ...says]): Mistake => [code, (build) => build(model()), ...says]),
  ...builderMistakes,
];

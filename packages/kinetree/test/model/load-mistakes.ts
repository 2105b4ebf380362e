import { identityPose } from "../../src/model/pose.js";
import type { Model } from "../../src/model/types.js";
import { arm, withActuator, withController, withLoad } from "./arm-data.js";
import { notFinite, type DataMistake } from "./mistake.js";

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

/** Descriptions with one mistake each: loads, actuators, controllers. */
export const loadMistakes: readonly DataMistake[] = [
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
  ["zero-value", () => withLoad({ ...between, ratio: 0 }), 'coordinate-spring "strut"', "ratio is 0", "a stiffness"],
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
  ["latency", () => withController({ latency: 1.5 }), 'controller "loop"', "latency is 1.5", "ticks"],
  ["not-positive", () => ({ ...arm, tick: 0 }), 'model "arm"', "tick is 0", "in seconds"],
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

import { modelDefaults } from "../../src/model/defaults.js";
import type { Model } from "../../src/model/types.js";
import { withActuator, withCoordinate, withJoint, withLoad } from "./arm-data.js";
import type { DataMistake } from "./mistake.js";

const free = (n: number): object[] => Array.from({ length: n }, () => modelDefaults.coordinate);
export const rotation = (x: number, y: number, z: number): object => ({ kind: "rotation", axis: [x, y, z] });
export const translation = (x: number, y: number, z: number): object => ({ kind: "translation", axis: [x, y, z] });
export const general = (...axes: object[]): Model =>
  withJoint({ kind: "general", axes, coordinates: free(axes.length) });
const SHOULDER = 'joint "shoulder" (ground → upper)';
const jointForce = (change: object): Model =>
  withLoad({ kind: "joint-force", joint: "elbow", coordinate: 0, signal: { kind: "constant", value: 1 }, ...change });

/** Descriptions with one mistake each: joints and tables. */
export const jointMistakes: readonly DataMistake[] = [
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
];

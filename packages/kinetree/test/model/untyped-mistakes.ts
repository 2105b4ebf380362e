import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import { param, realAdd } from "../../src/model/real-arithmetic.js";
import type { Real } from "../../src/model/real.js";
import type { Model } from "../../src/model/types.js";
import { arm, withActuator, withBody, withController, withJoint, withLoad } from "./arm-data.js";
import type { Mistake } from "./mistake.js";

/*
 * What JavaScript lets through and TypeScript does not: options that are missing, misspelt or of another shape.
 */

const link = { mass: 1, inertia: [1, 1, 1] } as const;
const hinged: AnyMechanism = mechanism("m")
  .body("a", link)
  .revolute("j", { parent: "ground", child: "a", axis: [1, 0, 0] })
  .repeat(0, (same) => same);
const place = { parent: "ground", child: "a" };
const axis = [1, 0, 0];
const ends = { a: "ground", b: "a" };

type Method = Exclude<keyof AnyMechanism, "gravity" | "parameter" | "repeat" | "build">;
const using = (method: Method, options: object | null) => (): unknown =>
  (hinged[method] as (name: string, options: unknown) => AnyMechanism).call(hinged, "x", options).build();

const data =
  (model: () => unknown): Mistake[1] =>
  (build) =>
    build(model() as Model);

const tall = (levels: number): Real => {
  let sum: Real = param("m");
  for (let i = 0; i < levels; i++) sum = realAdd(sum, 1);
  return sum;
};

const missing: readonly Mistake[] = [
  ["wrong-shape", using("body", null), 'body "x"', "is null", "Write { mass, inertia }"],
  ["missing-option", using("body", { mass: 1 }), 'body "x"', "inertia is undefined", "Add inertia"],
  ["missing-option", using("body", { inertia: [1, 1, 1] }), 'body "x"', "mass is undefined", "Add mass"],
  ["missing-option", using("weld", { parent: "a" }), 'joint "x"', "child is undefined", "Add child"],
  ["missing-option", using("revolute", place), 'joint "x"', "axis is undefined", "Add axis"],
  ["missing-option", using("revolute", { ...place, axis, at: null }), 'joint "x"', "at is null", "leave it out"],
  ["missing-option", using("revolute", { ...place, axis, stiffness: null }), 'joint "x"', "stiffness is null", "leave"],
  ["missing-option", using("general", place), 'joint "x"', "axes is undefined", "Add axes"],
  ["wrong-shape", using("general", { ...place, axes: [null] }), 'joint "x"', "axes[0] is null", "{ kind, axis }"],
  ["wrong-shape", using("general", { ...place, axes: "xyz" }), 'joint "x"', 'axes is "xyz"', "must be a list"],
  [
    "missing-option",
    using("pointSpring", { a: "a", stiffness: 1, freeLength: 1 }),
    'point-spring "x"',
    "b is undefined",
    "Add b",
  ],
  [
    "missing-option",
    using("pointSpring", { ...ends, b: { body: "a" }, stiffness: 1, freeLength: 1 }),
    'point-spring "x"',
    "b.at is undefined",
    "Add at",
  ],
  [
    "wrong-shape",
    using("torsionSpring", { ...ends, b: 5, stiffness: 1 }),
    'torsion-spring "x"',
    "b is 5",
    "{ body, at }",
  ],
  ["missing-option", using("torsionSpring", { ...ends, stiffness: null }), 'torsion-spring "x"', "is null", "Give a"],
  ["missing-option", using("controller", { period: 1 }), 'controller "x"', "actuators is undefined", "Add actuators"],
  ["wrong-shape", using("controller", { period: 1, actuators: "m" }), 'controller "x"', 'is "m"', "Put it in [ ]"],
  ["missing-option", using("actuator", {}), 'actuator "x"', "joint is undefined", "Add joint"],
  ["missing-option", using("actuator", { at: "a" }), 'actuator "x"', "axis is undefined", "Add axis"],
];

const misspelt: readonly Mistake[] = [
  ["unknown-option", using("body", { ...link, centerOfMass: axis }), 'body "x"', "centerOfMass", 'Did you mean "com"?'],
  ["unknown-option", using("body", { ...link, inertai: axis }), 'body "x"', "inertai", 'Did you mean "inertia"?'],
  ["unknown-option", using("revolute", { ...place, axis, dampnig: 1 }), 'joint "x"', "dampnig", '"damping"'],
  ["unknown-option", using("spherical", { ...place, stiffness: 1 }), 'joint "x"', '"stiffness" is unknown', "Known"],
  [
    "unknown-option",
    using("planar", { ...place, axis, xAxis: [0, 1, 0], x: { uper: 1 } }),
    'joint "x"',
    '"x.uper"',
    'Did you mean "upper"?',
  ],
  [
    "unknown-option",
    using("weld", { ...place, at: { pos: [0, 0, 1] } }),
    'joint "x"',
    '"pos" of at',
    'Did you mean "position"?',
  ],
  [
    "unknown-option",
    using("pointSpring", { ...ends, b: { body: "a", at: axis, frame: "tip" }, stiffness: 1, freeLength: 1 }),
    'point-spring "x"',
    '"b.frame" is unknown',
    "Known",
  ],
  [
    "unknown-option",
    using("actuator", { joint: "j", axis }),
    'actuator "x"',
    '"axis" is unknown',
    'Known: "joint", "coordinate"',
  ],
  ["unknown-option", using("actuator", { body: "a", axis }), 'actuator "x"', '"body"', 'Did you mean "at"?'],
  ["unknown-option", using("body", { masss: 1, inertia: axis }), 'body "x"', '"masss"', 'Did you mean "mass"?'],
];

const misshapen: readonly Mistake[] = [
  [
    "rotation-twice",
    using("weld", { ...place, at: { rpy: [0, 0, 1], rotation: [1, 0, 0, 0] } }),
    'joint "x"',
    '["rotation", "rpy"]',
    "Keep one",
  ],
  ["wrong-length", using("weld", { ...place, at: [1, 2] }), 'joint "x"', "at is [1, 2]", "Give all 3"],
  ["wrong-length", using("weld", { ...place, at: { rpy: 1 } }), 'joint "x"', "rpy of at is 1", "Give all 3"],
  ["wrong-shape", using("weld", { ...place, at: { axisAngle: axis } }), 'joint "x"', "[1, 0, 0]", "[[x, y, z], angle]"],
  ["wrong-length", using("body", { ...link, inertia: 5 }), 'body "x"', "inertia is 5", "a list of 3 or 6 numbers"],
  ["wrong-length", using("body", { ...link, inertia: [1, 1, 1, 0] }), 'body "x"', "[1, 1, 1, 0]", "3 or 6 numbers"],
  ["wrong-shape", using("body", { ...link, frames: [axis] }), 'body "x"', "frames is [[1, 0, 0]]", "Put them in { }"],
  ["massless-with-mass", using("body", { massless: true, mass: 2 }), 'body "x"', "mass is 2", "Leave out massless"],
  ["wrong-length", using("spherical", { ...place, damping: [1, 2] }), 'joint "x"', "damping is [1, 2]", "3 numbers"],
  ["wrong-length", using("bushing", { ...ends, stiffness: 100 }), 'bushing "x"', "is 100", "a list of 6 numbers"],
  ["wrong-length", using("bushing", { ...ends, stiffness: { rotation: 1 } }), 'bushing "x"', "rotation is 1", "3 num"],
  ["wrong-length", using("wrench", { at: "a", along: "world", force: 5 }), 'wrench "x"', "force is 5", "3 numbers"],
  ["stop-alone", using("revolute", { ...place, axis, stopStiffness: 5 }), "joint", "stopStiffness is 5", "Give lower"],
  [
    "stop-alone",
    using("revolute", { ...place, axis, lower: 0, stopDamping: 5 }),
    "joint",
    "stopDamping is 5",
    "Give stopStiffness",
  ],
  ["slash-in-name", () => mechanism("m").body("a/b", link).build(), 'body "a/b"', '"a/b"', "Use another sign"],
  ["empty-name", () => mechanism("m").body("", link).build(), "body 0", '""', "Give it a name"],
  [
    "expression-depth",
    data(() => withBody({ mass: tall(20_000) })),
    'body "upper"',
    "mass is {",
    "deeper than 1000 levels",
  ],
];

const plainData: readonly Mistake[] = [
  ["wrong-shape", data(() => null), "model", "is null", "must be an object"],
  [
    "wrong-shape",
    data(() => ({ ...arm, joints: undefined })),
    'model "arm"',
    "joints is undefined",
    "Give [] for none",
  ],
  ["wrong-shape", data(() => ({ ...arm, bodies: [5] })), 'model "arm"', "bodies[0] is 5", "Describe it"],
  ["wrong-shape", data(() => withBody({ frames: undefined as never })), 'body "upper"', "frames is undefined", "[]"],
  ["wrong-shape", data(() => withJoint({ coordinates: null })), 'joint "shoulder"', "coordinates is null", "a list"],
  ["wrong-shape", data(() => withJoint({ X_child_joint: null })), 'joint "shoulder"', "is null", "position, rotation"],
  ["wrong-shape", data(() => withJoint({ kind: "general" })), 'joint "shoulder"', "axes is undefined", "a list"],
  ["wrong-shape", data(() => withLoad({ a: undefined })), 'load "strut"', "a is undefined", "{ body, pose }"],
  ["wrong-shape", data(() => withLoad({ stiffness: { x: [0, 1] } })), 'load "strut"', "y is undefined", "numbers"],
  ["not-a-number", data(() => withLoad({ stiffness: null })), 'point-spring "strut"', "is null", "Write a number"],
  ["wrong-shape", data(() => withController({ actuators: null as never })), 'controller "loop"', "is null", "a list"],
  ["wrong-shape", data(() => withActuator({ kind: "body" })), 'actuator "motor"', "at is undefined", "{ body, pose }"],
  ["unknown-kind", data(() => withActuator({ kind: "bdy" })), 'actuator "motor"', '"bdy"', 'Did you mean "body"?'],
];

export const untypedMistakes: readonly Mistake[] = [...missing, ...misspelt, ...misshapen, ...plainData];

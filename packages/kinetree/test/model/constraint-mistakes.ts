import { mechanism } from "../../src/model/builder/mechanism.js";
import { identityPose } from "../../src/model/pose.js";
import type { Constraint, ModelDescription } from "../../src/model/types.js";
import { arm } from "./arm-data.js";
import type { Mistake } from "./mistake.js";

const link = { mass: 1, inertia: [1, 1, 1] } as const;

/** The arm with a slide and a ball on it. */
const machine = mechanism("machine")
  .parameter("n", 2)
  .body("upper", link)
  .body("lower", link)
  .body("bar", link)
  .body("ball", link)
  .revolute("shoulder", { parent: "ground", child: "upper", axis: [0, 1, 0] })
  .cylindrical("elbow", { parent: "upper", child: "lower", axis: [0, 1, 0] })
  .prismatic("slide", { parent: "ground", child: "bar", axis: [0, 1, 0] })
  .spherical("socket", { parent: "lower", child: "ball" })
  .build();

const coordinate = (joint: string, number = 0) => ({ joint, coordinate: number });
const gear = {
  kind: "gear",
  name: "wheels",
  driven: coordinate("elbow"),
  driving: coordinate("shoulder"),
  ratio: 2,
  offset: 0,
} as const;
const rack = {
  kind: "rack-and-pinion",
  name: "rack",
  rack: coordinate("slide"),
  pinion: coordinate("shoulder"),
  radius: 0.1,
  offset: 0,
} as const;
const motion = {
  kind: "motion",
  name: "crank",
  driven: coordinate("shoulder"),
  motion: { kind: "polynomial", coefficients: [0, 1] },
} as const;
const sine = { kind: "sine", amplitude: 1, angularFrequency: 2, phase: 0, offset: 0 } as const;
const ends = { a: { body: "ground", pose: identityPose }, b: { body: "bar", pose: identityPose } } as const;
const rod = { kind: "distance", name: "rod", ...ends, length: 1 } as const;
const line = { kind: "point-on-line", name: "slot", ...ends, axis: [1, 0, 0] } as const;
const plane = { kind: "point-on-plane", name: "table", ...ends, normal: [0, 0, 1] } as const;

/** One of every kind, all at once. */
export const soundConstraints: readonly Constraint[] = [
  gear,
  rack,
  motion,
  { ...motion, name: "sway", driven: coordinate("elbow", 1), motion: sine },
  rod,
  line,
  plane,
];
export const machineWith = (...constraints: readonly object[]): ModelDescription =>
  ({ ...machine, constraints }) as ModelDescription;

const on = (body: string) => ({ body, pose: identityPose });

/** Constraints with one mistake each. */
const spoilt: readonly (readonly [Mistake[0], readonly object[], string, string, string])[] = [
  [
    "not-a-rotation",
    [{ ...gear, driven: coordinate("slide") }],
    'gear "wheels"',
    '"slide" (prismatic)',
    "a joint that",
  ],
  [
    "not-a-rotation",
    [{ ...gear, driven: coordinate("elbow", 1) }],
    "gear",
    "driven coordinate is 1",
    "coordinate 0 of",
  ],
  ["not-a-rotation", [{ ...gear, driving: coordinate("slide") }], "gear", "driving coordinate is 0", "use a coupler"],
  [
    "not-a-rotation",
    [{ ...rack, pinion: coordinate("elbow", 1) }],
    "rack",
    "pinion coordinate is 1",
    "coordinate 0 of",
  ],
  ["not-a-translation", [{ ...rack, rack: coordinate("elbow") }], "rack", "rack coordinate is 0", "coordinate 1 of"],
  ["zero-value", [{ ...gear, ratio: 0 }], 'gear "wheels"', "ratio is 0", "prescribe its motion"],
  ["zero-value", [{ ...rack, radius: 0 }], "rack", "radius is 0", "prescribe its motion"],
  ["unknown-joint", [{ ...gear, driving: coordinate("sholder") }], "gear", "driving joint", '"shoulder"?'],
  ["unknown-joint", [{ ...rack, pinion: coordinate("sholder") }], "rack", "pinion joint", '"shoulder"?'],
  ["unknown-joint", [{ ...motion, driven: coordinate("elbwo") }], 'motion "crank"', "driven joint", '"elbow"?'],
  ["coordinate-index", [{ ...rack, rack: coordinate("slide", 1) }], "rack", "rack coordinate is 1", "0 to 0"],
  ["coupler-not-scalar", [{ ...gear, driven: coordinate("socket") }], "gear", "spherical", "general one with axes"],
  ["coupler-not-scalar", [{ ...motion, driven: coordinate("socket") }], "motion", "spherical", "Choose another"],
  ["coupler-self", [{ ...gear, driving: gear.driven }], "gear", '"elbow"', "name another one"],
  ["coupler-shared", [gear, { ...motion, driven: gear.driven }], 'motion "crank"', 'gear "wheels"', "Leave it to one"],
  ["coupler-shared", [{ ...motion, driven: rack.rack }, rack], "rack", 'motion "crank"', "Leave it to one"],
  [
    "coupler-cycle",
    [
      gear,
      { kind: "coupler", name: "cam", driven: rack.rack, driving: gear.driven, polynomial: [0, 0, 1] },
      { kind: "coupler", name: "back", driven: gear.driving, driving: rack.rack, polynomial: [0, 1] },
    ],
    'gear "wheels"',
    '["wheels", "back", "cam"]',
    "Leave one of them out",
  ],
  ["duplicate-name", [rod, { ...line, name: "rod" }], 'constraint "rod"', "number 1", "Rename"],
  ["non-finite", [{ ...gear, ratio: NaN }], "gear", "ratio is NaN", "must be finite"],
  ["non-finite", [{ ...gear, offset: Infinity }], "gear", "offset is Infinity", "must be finite"],
  ["non-finite", [{ ...rack, radius: NaN }], "rack", "radius is NaN", "must be finite"],
  ["not-a-number", [{ ...rack, offset: "1 m" }], "rack", 'offset is "1 m"', "must be a number"],
  ["unknown-parameter", [{ ...gear, ratio: { parameter: "m" } }], "gear", "its ratio", '"n"'],
  [
    "wrong-length",
    [{ ...motion, motion: { kind: "polynomial", coefficients: [] } }],
    'motion "crank"',
    "coefficients of its motion is []",
    "value at time 0",
  ],
  [
    "non-finite",
    [{ ...motion, motion: { kind: "polynomial", coefficients: [0, NaN] } }],
    "motion",
    "coefficients[1] of its motion is NaN",
    "must be finite",
  ],
  ["non-finite", [{ ...motion, motion: { ...sine, phase: NaN } }], "motion", "phase of its motion is NaN", "finite"],
  [
    "not-a-number",
    [{ ...motion, motion: { kind: "sine", amplitude: 1, angularFrequency: 1, offset: 0 } }],
    "motion",
    "phase of its motion is undefined",
    "must be a number",
  ],
  ["unknown-kind", [{ ...motion, motion: { kind: "sin" } }], 'motion "crank"', 'kind is "sin"', '"sine"?'],
  ["unknown-kind", [{ ...rod, kind: "distanse" }], 'constraint "rod"', '"distanse"', '"distance"?'],
  ["not-positive", [{ ...rod, length: 0 }], 'distance "rod"', "length is 0", "spherical joint"],
  ["not-positive", [{ ...rod, length: -1 }], 'distance "rod"', "length is -1", "in metres"],
  ["constraint-within-body", [{ ...rod, a: on("bar") }], 'distance "rod"', '"bar"', "Attach one end elsewhere"],
  ["constraint-within-body", [{ ...line, b: on("ground") }], 'point-on-line "slot"', '"ground"', "Attach one end"],
  ["constraint-within-body", [{ ...plane, a: on("bar") }], 'point-on-plane "table"', '"bar"', "Attach one end"],
  ["unknown-body", [{ ...rod, b: on("bra") }], "distance", 'body of b is "bra"', '"bar"?'],
  [
    "quaternion-not-unit",
    [{ ...line, a: { body: "lower", pose: { position: [0, 0, 0], rotation: [2, 0, 0, 0] } } }],
    "point-on-line",
    "rotation of a",
    "Normalise it",
  ],
  ["zero-axis", [{ ...line, axis: [0, 0, 0] }], 'point-on-line "slot"', "axis is [0, 0, 0]", "Give it one"],
  ["zero-axis", [{ ...plane, normal: [0, 0, 0] }], 'point-on-plane "table"', "normal is [0, 0, 0]", "Give it one"],
  ["wrong-length", [{ ...plane, normal: [0, 1] }], "point-on-plane", "normal is [0, 1]", "Give all 3"],
  ["wrong-shape", [{ ...gear, driving: null }], 'constraint "wheels"', "driving is null", "{ joint, coordinate }"],
  ["wrong-shape", [{ ...rack, pinion: "shoulder" }], 'constraint "rack"', 'pinion is "shoulder"', "{ joint, coord"],
  ["wrong-shape", [{ ...motion, motion: 3 }], 'constraint "crank"', "motion is 3", "polynomial"],
  [
    "wrong-shape",
    [{ ...motion, motion: { kind: "polynomial", coefficients: 3 } }],
    'constraint "crank"',
    "coefficients is 3",
    "must be a list",
  ],
  ["wrong-shape", [{ ...rod, a: "bar" }], 'constraint "rod"', 'a is "bar"', "{ body, pose }"],
];

const base = mechanism("base")
  .body("a", link)
  .revolute("x", { parent: "ground", child: "a", axis: [0, 0, 1] });

/** For those whom no compiler helps. */
const untyped = base as unknown as Record<string, (name: string, options: object) => unknown>;

/** What is wrong with constraints, beside couplers. */
export const constraintMistakes: readonly Mistake[] = [
  ...spoilt.map(([code, constraints, ...says]): Mistake => [
    code,
    (build) => build(machineWith(...constraints)),
    ...says,
  ]),
  ["missing-option", () => untyped.distance("rod", { a: "ground", b: "a" }), 'distance "rod"', "length", "Add length"],
  ["missing-option", () => untyped.gear("g", { driven: "x", driving: "x" }), 'gear "g"', "ratio", "Add ratio"],
  ["missing-option", () => untyped.prescribe("m", { joint: "x" }), 'motion "m"', "motion", "Add motion"],
  [
    "unknown-option",
    () => untyped.rackAndPinion("r", { rack: "x", pinion: "x", raduis: 1 }),
    'rack-and-pinion "r"',
    '"raduis"',
    '"radius"?',
  ],
  ["wrong-shape", () => untyped.pointOnLine("l", { a: 1, b: "a", axis: [1, 0, 0] }), "point-on-line", "a is 1", "body"],
  [
    "unknown-frame",
    () => base.pointOnPlane("p", { a: "ground", b: "a/tip" as "a", normal: [0, 0, 1] }).build(),
    'point-on-plane "p"',
    '"a/tip"',
    "Known",
  ],
  [
    "zero-axis",
    (build) => build({ ...arm, constraints: [{ ...line, b: on("lower"), axis: [0, 0, 0] }] }),
    "slot",
    "0",
    "direction",
  ],
];

import { mechanism } from "../../src/model/builder/mechanism.js";
import type { ModelDescription } from "../../src/model/types.js";
import { arm, withCoordinate, withJoint } from "./arm-data.js";
import type { Mistake } from "./mistake.js";

const gear = {
  kind: "coupler",
  name: "gear",
  driven: { joint: "elbow", coordinate: 0 },
  driving: { joint: "shoulder", coordinate: 0 },
  polynomial: [0, 2],
} as const;
const back = { ...gear, name: "back", driven: gear.driving, driving: gear.driven } as const;

/** Changes that the types may forbid, because files do not know the types. */
const withCouplers = (...changes: readonly object[]): ModelDescription =>
  ({ ...arm, constraints: changes.map((change) => ({ ...gear, ...change })) }) as ModelDescription;

const spherical = { kind: "spherical", coordinates: [0, 1, 2].map(() => arm.joints[0].coordinates[0]) };
const GEAR = 'coupler "gear"';

const spoilt: readonly (readonly [Mistake[0], () => ModelDescription, string, string, string])[] = [
  ["unknown-joint", () => withCouplers({ driven: { joint: "elbwo", coordinate: 0 } }), GEAR, '"elbwo"', '"elbow"?'],
  [
    "unknown-joint",
    () => withCouplers({ driving: { joint: "knee", coordinate: 0 } }),
    GEAR,
    'driving joint is "knee"',
    "Known",
  ],
  [
    "coordinate-index",
    () => withCouplers({ driven: { joint: "elbow", coordinate: 1 } }),
    GEAR,
    "driven coordinate is 1",
    "numbered 0 to 0",
  ],
  [
    "coordinate-index",
    () => ({ ...withJoint({ kind: "weld", coordinates: [] }), constraints: [gear] }),
    GEAR,
    "driving coordinate is 0",
    "does not move",
  ],
  [
    "coupler-not-scalar",
    () => ({
      ...withJoint(spherical),
      constraints: [gear],
    }),
    GEAR,
    '"shoulder", which is spherical',
    "Choose another joint",
  ],
  ["coupler-self", () => withCouplers({ driving: gear.driven }), GEAR, '"elbow"', "name another one as driving"],
  ["coupler-shared", () => withCouplers({}, { name: "belt" }), 'coupler "belt"', 'coupler "gear"', "Leave it to one"],
  ["coupler-cycle", () => withCouplers({}, back), GEAR, '["gear", "back"]', "Leave one of them out"],
  ["wrong-length", () => withCouplers({ polynomial: [] }), GEAR, "polynomial is []", "constant one first"],
  ["non-finite", () => withCouplers({ polynomial: [0, NaN] }), GEAR, "polynomial[1] is NaN", "must be finite"],
  ["unknown-parameter", () => withCouplers({ polynomial: [{ parameter: "n" }] }), GEAR, '"n"', 'Known: "m"'],
  [
    "duplicate-name",
    () => withCouplers({}, { ...back, name: "gear", driven: gear.driving, driving: null }),
    '"gear"',
    "gear",
    "Rename",
  ],
  ["unknown-kind", () => withCouplers({ kind: "copuler" }), 'constraint "gear"', '"copuler"', '"coupler"?'],
  [
    "wrong-shape",
    () => withCouplers({ driven: "elbow" }),
    'constraint "gear"',
    'driven is "elbow"',
    "{ joint, coordinate }",
  ],
  ["wrong-shape", () => withCouplers({ driving: undefined }), 'constraint "gear"', "driving is undefined", "or null"],
  ["wrong-shape", () => withCouplers({ polynomial: 2 }), 'constraint "gear"', "polynomial is 2", "coefficients"],
  ["negative-value", () => withCoordinate({ maxForce: -1 }), '"shoulder"', "maxForce is -1", "Give its size"],
  ["negative-value", () => withCoordinate({ maxSpeed: -2 }), '"shoulder"', "maxSpeed is -2", "Give its size"],
  ["non-finite", () => withCoordinate({ maxForce: Infinity }), '"shoulder"', "maxForce is Infinity", "must be finite"],
];

const link = { mass: 1, inertia: [1, 1, 1] } as const;

export const couplerMistakes: readonly Mistake[] = [
  ...spoilt.map(([code, model, ...says]): Mistake => [code, (build) => build(model()), ...says]),
  [
    "column-collision",
    (build) =>
      build({
        ...withJoint(spherical),
        joints: [withJoint(spherical).joints[0], { ...arm.joints[1], name: "shoulder.3" }],
        actuators: [],
        controllers: [],
      }),
    'joint "shoulder.3"',
    'coordinate 3 of joint "shoulder"',
    "Rename one of the two",
  ],
  [
    "column-collision",
    () =>
      mechanism("m")
        .body("a", link)
        .body("b", link)
        .spherical("x", { parent: "ground", child: "a" })
        .revolute("x.3", { parent: "ground", child: "b", axis: [0, 0, 1] })
        .build(),
    'joint "x.3"',
    'coordinate 3 of joint "x"',
    "Rename one of the two",
  ],
];

import { mechanism, type AnyMechanism } from "../../src/model/builder/mechanism.js";
import { modelDefaults } from "../../src/model/defaults.js";
import { at, identityPose } from "../../src/model/pose.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { Model, ModelDescription } from "../../src/model/types.js";
import { boom, boomBuilder, changed, metal, tube, type FlexibleChange } from "./flexible-data.js";
import type { Mistake } from "./mistake.js";

export type Wrong = readonly [code: Mistake[0], change: FlexibleChange, thing: string, value: string, fix: string];

const body = 'body "boom"';
const joint = 'joint "boom" (boom → boom_tip)';
const coordinates = Array.from({ length: 4 }, () => modelDefaults.coordinate);
const modes = { y: 2, z: 2, axial: 0, torsion: 0 };
const end = { at: 3, load: "force-z" };

const beams: readonly Wrong[] = [
  ["wrong-shape", { body: { flexible: null } }, body, "flexible is null", "Say how it bends"],
  ["wrong-shape", { flexible: { section: null } }, body, "flexible.section is null", 'kind: "circle"'],
  ["wrong-shape", { flexible: { modes: 4 } }, body, "flexible.modes is 4", "{ y, z, axial, torsion }"],
  ["wrong-shape", { flexible: { corrections: {} } }, body, "flexible.corrections is {}", "[ ]"],
  ["wrong-shape", { flexible: { geometricStiffness: 1 } }, body, "geometricStiffness is 1", "true or false"],
  ["unknown-kind", { body: { flexible: { kind: "bean" } } }, body, '"bean"', '"beam"'],
  ["unknown-kind", { flexible: { section: { ...tube, kind: "tub" } } }, body, '"tub"', '"tube"'],
  ["not-positive", { flexible: { length: 0 } }, body, "flexible.length is 0", "in metres"],
  ["non-finite", { flexible: { length: Infinity } }, body, "flexible.length is Infinity", "must be finite"],
  ["not-a-number", { flexible: { length: param("l") } }, body, "flexible.length is", "Write the number"],
  ["unknown-parameter", { flexible: { material: { ...metal, density: param("d") } } }, body, '"d"', "add it first"],
  ["not-positive", { flexible: { material: { ...metal, density: 0 } } }, body, "material.density is 0", "kg/m³"],
  ["not-positive", { flexible: { material: { ...metal, youngsModulus: -1 } } }, body, "youngsModulus is -1", "Pa"],
  ["not-positive", { flexible: { material: { ...metal, shearModulus: 0 } } }, body, "shearModulus is 0", "Pa"],
  ["not-positive", { flexible: { section: { ...tube, outerRadius: 0 } } }, body, "outerRadius is 0", "metres"],
  ["not-positive", { flexible: { section: { ...tube, innerRadius: 0 } } }, body, "innerRadius is 0", '"circle"'],
  ["not-a-number", { flexible: { section: { kind: "circle" } } }, body, "radius is undefined", "Write a number"],
  ["hole-too-wide", { flexible: { section: { ...tube, innerRadius: 0.06 } } }, body, "is 0.06", "Swap the two"],
  ["mode-number", { flexible: { modes: { ...modes, y: 1.5 } } }, body, "modes.y is 1.5", "whole number"],
  ["mode-number", { flexible: { modes: { ...modes, z: -1 } } }, body, "modes.z is -1", "0 for none"],
  ["mode-number", { flexible: { modes: { y: 0, z: 0, axial: 0, torsion: 0 } } }, body, "modes is {", "Ask for some"],
  ["mode-number", { flexible: { modes: { ...modes, z: 41 } } }, body, "modes.z is 41", "at most 40"],
  [
    "mode-number",
    { flexible: { modes: { ...modes, z: 40 }, corrections: [end] } },
    body,
    "modes.z is 40",
    "with its 1 corrections",
  ],
  ["mode-number", { flexible: { modes: { ...modes, y: 9, z: 9 } } }, body, "modes is {", "8 along z, or 12 along one"],
  ["damping-ratio", { flexible: { dampingRatio: 1 } }, body, "dampingRatio is 1", "share of critical"],
  ["damping-ratio", { flexible: { dampingRatio: -0.1 } }, body, "dampingRatio is -0.1", "share of critical"],
  ["correction-place", { flexible: { corrections: [{ ...end, at: 4 }] } }, body, "[0].at is 4", "its length 3"],
  ["correction-place", { flexible: { corrections: [{ ...end, at: 0 }] } }, body, "[0].at is 0", "clamped end"],
  ["correction-twice", { flexible: { corrections: [end, end] } }, body, "force-z at 3", "Remove one"],
  [
    "correction-twice",
    { flexible: { corrections: [end, { ...end, at: 2.9999999 }] } },
    body,
    "force-z at 2.9999999",
    "same as number 0",
  ],
  ["unknown-kind", { flexible: { corrections: [{ ...end, load: "force" }] } }, body, '"force"', '"force-'],
  ["mass-follows", { body: { mass: 12 } }, body, "mass is 12, must be 12.087", "Leave it out"],
  ["mass-follows", { body: { com: [1, 0, 0] } }, body, "centre of mass is [1, 0, 0]", "[1.5, 0, 0]"],
  ["mass-follows", { body: { inertia: [1, 1, 1, 0, 0, 0] } }, body, "inertia is [1, 1, 1, 0, 0, 0]", "weld a rigid"],
  ["flexible-massless", { body: { massless: true } }, body, "massless is true", "Leave it out"],
];

const joints: readonly Wrong[] = [
  ["wrong-shape", { joint: { modes: 1e15 } }, 'joint "boom"', "modes is 1000000000000000", "Leave it out"],
  ["wrong-shape", { joint: { modes: 0.5 } }, 'joint "boom"', "modes is 0.5", "Leave it out"],
  ["mode-count", { joint: { modes: 3, coordinates: coordinates.slice(1) } }, joint, "modes is 3", "must be 4"],
  ["coordinate-count", { joint: { coordinates: [] } }, joint, "is 0", "must be 4"],
  [
    "mode-count",
    { joint: { modes: 4, coordinates }, of: "boom_mid" },
    'joint "boom_mid"',
    "modes is 4",
    'first flexible joint of "boom" has the modes',
  ],
  ["flexible-role", { joint: { role: "loop" } }, joint, 'role is "loop"', "with another joint"],
  [
    "flexible-coordinate",
    { joint: { coordinates: [{ ...coordinates[0], stiffness: 1 }, ...coordinates.slice(1)] } },
    joint,
    "stiffness of coordinate 0 is 1",
    "damping only",
  ],
  ["station-place", { joint: { X_parent_joint: at(3.1, 0, 0) } }, joint, "is [3.1, 0, 0]", "its length 3"],
  ["station-place", { joint: { X_parent_joint: identityPose } }, joint, "is [0, 0, 0]", "body frame itself"],
];

/** The beam on its hinge with something more. */
const built = (more: (mechanism: AnyMechanism) => AnyMechanism) => (): unknown =>
  boomBuilder.repeat(1, (mechanism) => more(mechanism)).build();
const data =
  (description: () => object): Mistake[1] =>
  (build) =>
    build(description() as ModelDescription);

const stray = { ...boom.joints[0], name: "stray", modes: 0, coordinates: [] };
const withStray = (change: object): object => ({ ...boom, joints: [...boom.joints, { ...stray, ...change }] });
const none = [0, 1, 2].map(() => ({ kind: "constant", value: 0 }));
const on = { body: "boom", at: [2, 0, 0] } as const;
const ball = { mass: 1, inertia: [1, 1, 1, 0, 0, 0] } as const;
const using = (method: "beam" | "station" | "modalBody", options: object) => (): unknown => {
  const any = mechanism("m").repeat(0, (same) => same);
  return (any[method] as (name: string, options: unknown) => AnyMechanism).call(any, "x", options);
};
const spring = { stiffness: 1, freeLength: 0 } as const;

export const beamMistakes: readonly Mistake[] = [
  ...[...beams, ...joints].map(([code, change, thing, value, fix]): Mistake => [
    code,
    (build) => changed(boom, change, build),
    thing,
    value,
    fix,
  ]),
  [
    "station-parent",
    data(() => ({
      ...boom,
      joints: boom.joints.map((each) => (each.name === "boom_mid" ? { ...each, parent: "ground" } : each)),
    })),
    'joint "boom_mid"',
    'parent is "ground"',
    "Use a weld",
  ],
  [
    "flexible-attachment",
    data(() => ({
      ...boom,
      loads: [
        {
          kind: "wrench",
          name: "push",
          at: { body: "boom", pose: at(2, 0, 0) },
          along: "world",
          torque: none,
          force: none,
        },
      ],
    })),
    'wrench "push"',
    "position of at is [2, 0, 0]",
    "Add a station there",
  ],
  ["station-shared", data(() => withStray({})), 'joint "stray"', 'child is "boom_tip"', "station of its own"],
  ["station-child", data(() => withStray({ child: "ground" })), 'joint "stray"', '"ground"', "weld that to the ground"],
  [
    "station-child",
    data(() => ({
      ...boom,
      bodies: boom.bodies.map((each) => (each.name === "boom_mid" ? { ...each, ...ball, massless: false } : each)),
    })),
    'joint "boom_mid"',
    'child is "boom_mid"',
    "Weld the body to a station",
  ],
  [
    "station-child",
    data(() => ({
      ...boom,
      bodies: [...boom.bodies, { ...boom.bodies[0], name: "jib" }, { ...boom.bodies[1], name: "jib_tip" }],
      joints: [
        ...boom.joints,
        { ...boom.joints[0], name: "jib", parent: "jib", child: "jib_tip" },
        { ...stray, child: "jib" },
      ],
    })),
    'joint "stray"',
    'child is "jib"',
    "Put one between the two",
  ],
  [
    "station-parent",
    built((m) =>
      m.body("arm", ball).weld("root", { parent: "ground", child: "arm" }).station("s", { on: "arm", at: 1 }),
    ),
    'joint "s"',
    'parent is "arm"',
    "Use a weld",
  ],
  ["station-parent", built((m) => m.station("s", { on: "ground", at: 1 })), 'joint "s"', '"ground"', "Use a weld"],
  ["unknown-body", built((m) => m.station("s", { on: "bom", at: 1 })), 'joint "s"', '"bom"', '"boom"'],
  ["unknown-node", built((m) => m.station("s", { on: "boom", node: "end" })), 'joint "s"', '"end"', 'by "at"'],
  [
    "station-place",
    built((m) => m.parameter("x", 1).station("s", { on: "boom", at: [param("x"), 0, 0] })),
    'joint "s"',
    '"parameter":"x"',
    "Write the numbers",
  ],
  [
    "flexible-without-station",
    data(() => ({ ...boom, joints: boom.joints.filter(({ kind }) => kind !== "flexible") })),
    body,
    "it bends",
    "Add one to a massless body",
  ],
  [
    "flexible-attachment",
    built((m) => m.body("arm", ball).weld("grip", { parent: "boom", child: "arm", at: [3, 0, 0] })),
    'joint "grip"',
    "is [3, 0, 0]",
    "Add a station there",
  ],
  [
    "flexible-attachment",
    built((m) => m.pointSpring("rope", { a: "ground", b: on, ...spring })),
    'point-spring "rope"',
    "position of b is [2, 0, 0]",
    "use the station",
  ],
  ["missing-option", using("beam", { length: 1, material: metal }), 'body "x"', "section is undefined", "Add section"],
  [
    "unknown-option",
    using("beam", { length: 1, section: tube, materail: metal }),
    'body "x"',
    "materail",
    '"material"',
  ],
  [
    "unknown-option",
    using("beam", { length: 1, section: tube, material: metal, modes: { x: 1 } }),
    'body "x"',
    "modes.x",
    '"y"',
  ],
  ["missing-option", using("station", { on: "boom" }), 'station "x"', "at is undefined", "Add at"],
];

/** What must pass. */
export const soundBeams: readonly (readonly [string, () => Model])[] = [
  ["a beam", () => boom],
  [
    "a solid beam with one mode that twists",
    () => changed(boom, { flexible: { section: { kind: "circle", radius: 1 }, modes: { ...modes, torsion: 1 } } }),
  ],
  [
    "corrections alone",
    () => changed(boom, { flexible: { modes: { y: 0, z: 0, axial: 0, torsion: 0 }, corrections: [end] } }),
  ],
  ["a station beside the axis", () => boomBuilder.station("lug", { on: "boom", at: [1, 0.1, 0] }).build()],
  [
    "a bracket beside the clamped end",
    () =>
      boomBuilder
        .body("arm", ball)
        .weld("grip", { parent: "boom", child: "arm", at: [1, 0.2, 0] })
        .build(),
  ],
  [
    "mass that was computed in another way",
    () => changed(boom, { body: { mass: Number((boom.bodies[0].mass as number).toPrecision(12)) } }),
  ],
];

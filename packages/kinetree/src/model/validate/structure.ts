import type { ErrorFacts } from "../../errors/kinetree-error.js";
import { actuatorFields, actuatorKinds } from "../actuators.js";
import { MOST_MODES } from "../bodies/complete-flexible.js";
import { isRecord, issue, show } from "../check.js";
import type { AnyFields, FieldType } from "../fields.js";
import { loadFields, loadKinds } from "../loads.js";
import { shaftElementFields, shaftElementKinds } from "../shaft-elements.js";
import { named, propertyOf, thingAt } from "../part.js";
import { shapesSay } from "./modal-nodes.js";
import { shapeIssues, type Shape, type Shapes } from "./shapes.js";

/* What the types promise about the shape of a description. Every other check relies on it. */

const text: Shape = { is: "text", fix: "Give a name." };
const object = (fix: string, parts: Shapes = {}, more: Partial<Shape> = {}): Shape => ({
  is: "object",
  fix: `Give ${fix}.`,
  parts,
  ...more,
});
const list = (fix: string, item?: Shape): Shape => (item ? { is: "list", fix, item } : { is: "list", fix });

const NONE = "Give [] for none.";
const item: Shape = { is: "object", fix: "Describe it, or remove it." };

const pose = object("{ position, rotation }");
const attachment = object("{ body, pose }", { body: text, pose });
const coordinate = (fix = "{ joint, coordinate }"): Shape => object(fix, { joint: text });
const table = list("Give the numbers of the table.");
const curve: Shape = { is: "object", fix: "", onlyWith: "x", parts: { x: table, y: table } };
const signalKinds = { piecewise: { times: table, values: table }, table: { times: table, values: table } };

/** Shapes that fields of loads and actuators have by their types. */
const fieldShapes: { readonly [T in FieldType]?: Shape } = {
  attachment,
  joint: text,
  coordinate: coordinate(),
  "real-or-curve": curve,
  map: object("{ x, y, z }", { x: table, y: table, z: list("Give a list for each x.", table) }),
  port: object("{ shaft } or { joint, coordinate, reaction }"),
  shaft: text,
  element: text,
  curve: object("{ x, y, beyond }", { x: table, y: table }),
  reals: list("Put it in [ ]."),
  pair: {
    is: "list",
    length: 2,
    must: "a list of two numbers",
    fix: "Give its values for the commands 0 and 1.",
  },
  signal: object(`one such as { kind: "constant", value: 1 }`, {}, { kinds: signalKinds }),
  signals: {
    ...list(NONE, { ...item, kinds: signalKinds }),
    count: { of: "number of signals", is: 3, fix: "Give one along each axis." },
  },
};

const shapesOf = (fields: AnyFields): Shapes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, optional }]) => {
      const shape = fieldShapes[type];
      return shape ? [[name, optional === true ? { ...shape, optional } : shape] as const] : [];
    }),
  );

const kindsOf = <K extends string>(kinds: readonly K[], fields: (kind: K) => AnyFields): Shape["kinds"] =>
  Object.fromEntries(kinds.map((kind) => [kind, shapesOf(fields(kind))]));

const numbers = list("Put it in [ ].");
const rows = list("Put it in [ ].", numbers);
const shapesOfNode = (kind: "shapes" | "slopes"): Shape => ({
  ...rows,
  missing: ({ name }) => ["node-without-shapes", `must be a list: ${shapesSay(kind, name)}`],
});

const flexibleKinds: Shape["kinds"] = {
  beam: {
    section: object(`a section such as { kind: "circle", radius }`),
    material: object("{ density, youngsModulus, shearModulus }"),
    modes: object("{ y, z, axial, torsion }"),
    corrections: list("Put it in [ ].", object("{ at, load }")),
    geometricStiffness: { is: "flag", fix: "Write one of the two." },
  },
  modal: {
    mass: rows,
    stiffness: rows,
    damping: object("a matrix, or { ratio }", {}, { orList: rows }),
    translation: rows,
    firstMoments: rows,
    secondMoments: { ...list("Put it in [ ].", rows), orNull: true },
    nodes: list(
      "Put it in [ ].",
      object(
        "{ name, position, shapes, slopes }",
        { position: numbers, shapes: shapesOfNode("shapes"), slopes: shapesOfNode("slopes") },
        { subject: null },
      ),
    ),
  },
};

/** Things of a body, which messages call by their names. */
const namedItems = (kind: string, parts: Shapes): Shape =>
  list(NONE, { ...item, parts, subject: ({ name }, { subject }) => `${kind} ${show(name)} of ${subject}` });

const bodyParts: Shapes = {
  frames: namedItems("frame", { pose }),
  shapes: namedItems("shape", {
    pose,
    color: { ...numbers, orNull: true, must: "four numbers from 0 to 1, or null", fix: "Give null for any colour." },
  }),
  flexible: {
    is: "object",
    fix: `Say how it bends, such as { kind: "beam", … }, or leave it out.`,
    optional: true,
    kinds: flexibleKinds,
    subject: null,
  },
};

const ends = { a: attachment, b: attachment };
const coefficients = list("Give its coefficients, the constant one first.");

const constraintKinds: Shape["kinds"] = {
  coupler: {
    driven: coordinate(),
    driving: { ...coordinate("{ joint, coordinate }, or null to hold the driven one"), orNull: true },
    polynomial: coefficients,
  },
  gear: { driven: coordinate(), driving: coordinate() },
  "rack-and-pinion": { rack: coordinate(), pinion: coordinate() },
  motion: {
    driven: coordinate(),
    motion: object(
      `one such as { kind: "polynomial", coefficients: [0, 1] }`,
      {},
      { kinds: { polynomial: { coefficients } }, subject: (_, { subject }) => subject },
    ),
  },
  distance: ends,
  "point-on-line": ends,
  "point-on-plane": ends,
};

/** A list of the model, of things that messages call by their names. */
const things = (kind: string, parts: Shapes = {}, kinds: Shape["kinds"] = {}): Shape =>
  list(NONE, { ...item, parts, kinds, subject: ({ name }) => `${kind} ${show(name)}` });

const modelShape: Shape = {
  ...object("a model's data, or what a builder's build() returns"),
  subject: ({ name }) => `model ${show(name)}`,
  parts: {
    name: text,
    parameters: things("parameter"),
    bodies: things("body", bodyParts),
    joints: things(
      "joint",
      {
        parent: text,
        child: text,
        X_parent_joint: pose,
        X_child_joint: pose,
        coordinates: list(NONE, { ...item, parts: { stiffness: curve }, subject: (_, { subject }) => subject }),
      },
      { general: { axes: list(NONE, item) } },
    ),
    loads: things("load", {}, kindsOf(loadKinds, loadFields)),
    actuators: things("actuator", {}, kindsOf(actuatorKinds, actuatorFields)),
    controllers: things("controller", {
      actuators: list("Name the actuators that it commands."),
      law: { ...object("{ memory: [], commands: [] }", { memory: list(NONE), commands: list(NONE) }), optional: true },
    }),
    constraints: things("constraint", {}, constraintKinds),
    terrains: things(
      "terrain",
      { pose },
      { "height-map": { heights: table }, mesh: { vertices: table, triangles: table } },
    ),
    contacts: things("contact", {
      at: attachment,
      terrain: text,
      normal: object(`a law such as { kind: "spring-damper", stiffness, damping }`),
      friction: object(`a law such as { kind: "none" }`),
    }),
    tyres: things("tyre", { at: attachment, terrain: text }),
    shafts: things("shaft", {
      mount: { ...object("{ at, axis }, or leave it out", { at: attachment }), optional: true },
    }),
    shaftElements: things("shaft element", {}, kindsOf(shaftElementKinds, shaftElementFields)),
  },
};

/** All parts of a description that have another shape than the types promise. */
export function structureIssues(model: unknown): readonly ErrorFacts[] {
  const found = shapeIssues(modelShape, named(thingAt([], "model"), "description"), model);
  return isRecord(model) && Array.isArray(model.joints) ? [...found, ...modeIssues(model.joints)] : found;
}

/** The number of coordinates of a flexible joint decides how long other lists are, so it comes before them. */
const modeIssues = (joints: readonly unknown[]): readonly ErrorFacts[] =>
  joints.flatMap((joint, i) => {
    if (!isRecord(joint) || joint.kind !== "flexible") return [];
    const { modes, name } = joint;
    if (Number.isInteger(modes) && Number(modes) >= 0 && Number(modes) <= MOST_MODES) return [];
    const rest = "must be a whole number. Leave it out: it follows from the body.";
    return [issue("wrong-shape", propertyOf(thingAt(["joints", i], `joint ${show(name)}`), "modes"), modes, rest)];
  });

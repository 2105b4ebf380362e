import { buildModel } from "../../src/model/builder/build-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { identityPose } from "../../src/model/pose.js";
import type { Contact, Model, Terrain } from "../../src/model/types.js";
import type { Build, Mistake } from "./mistake.js";

const spring = { kind: "spring-damper", stiffness: 1e4, damping: 10 } as const;
const solid = { kind: "standard-linear-solid", elastic: 1, viscoelastic: 1, damping: 1 } as const;
const hertz = { kind: "hunt-crossley", stiffness: 1, dissipation: 0 } as const;
const coulomb = { kind: "coulomb", kinetic: 1, transitionSpeed: 1 } as const;
const lugre = { kind: "lugre", sigma0: 1, sigma1: 0, sigma2: 0, static: 1, kinetic: 1, stribeckSpeed: 1 } as const;
const map = { kind: "height-map", x0: 0, y0: 0, dx: 1, dy: 1, nx: 2, ny: 2, heights: [0, 0, 0, 0] } as const;
const mesh = {
  kind: "mesh",
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ],
  triangles: [[0, 1, 2]],
} as const;

const foot = mechanism("foot")
  .body("foot", { mass: 1, inertia: [1, 1, 1] })
  .free("free", { parent: "ground", child: "foot" })
  .plane("floor")
  .contact("touch", { body: "foot", terrain: "floor", normal: spring })
  .build();

/** The foot with something else about its contact or its terrain. */
function footWith(change: { readonly contact?: object; readonly terrain?: object }, build: Build = buildModel): Model {
  const [[contact], [terrain]] = [foot.contacts, foot.terrains];
  return build({
    ...foot,
    contacts: [{ ...contact, ...change.contact } as Contact],
    terrains: [{ ...terrain, ...change.terrain } as Terrain],
  });
}

type Wrong = readonly [
  code: Mistake[0],
  change: Parameters<typeof footWith>[0],
  thing: string,
  value: string,
  fix: string,
];

const contact = 'contact "touch"';
const terrain = 'terrain "floor"';

const ground = { kind: "ground" } as const;

const wrong: readonly Wrong[] = [
  ["ground-description", { terrain: { ...ground, default: { kind: "ram" } } }, terrain, '"ram"', '"ramp"'],
  ["ground-description", { terrain: { ...ground, default: { kind: "ramp", length: 0 } } }, terrain, "0", "> 0"],
  ["ground-description", { terrain: { ...ground, default: 3 } }, terrain, "3", "an object"],
  ["unknown-kind", { terrain: { ...ground, interpolation: "cubic" } }, terrain, '"cubic"', '"bicubic"'],
  ["negative-value", { terrain: { ...ground, scale: -1 } }, terrain, "scale is -1", "factor"],
  ["unknown-terrain", { contact: { terrain: "flor" } }, contact, 'terrain is "flor"', '"floor"'],
  ["contact-on-ground", { contact: { at: { body: "ground", pose: identityPose } } }, contact, "ground", "that moves"],
  ["unknown-body", { contact: { at: { body: "fot", pose: identityPose } } }, contact, '"fot"', '"foot"'],
  ["negative-value", { contact: { radius: -1 } }, contact, "radius is -1", "0 for a point"],
  ["negative-value", { contact: { scale: -1 } }, contact, "scale is -1", "factor"],
  ["non-finite", { contact: { radius: NaN } }, contact, "radius is NaN", "must be finite"],
  ["wrong-shape", { contact: { normal: undefined } }, contact, "normal is undefined", "a law such as"],
  ["wrong-shape", { contact: { friction: null } }, contact, "friction is null", "a law such as"],
  [
    "not-positive",
    { contact: { normal: { ...spring, stiffness: 0 } } },
    contact,
    "stiffness of normal is 0",
    "hold the body",
  ],
  ["negative-value", { contact: { normal: { ...spring, damping: -1 } } }, contact, "damping of normal is -1", "energy"],
  ["not-positive", { contact: { normal: { ...hertz, exponent: 0 } } }, contact, "exponent of normal is 0", "1.5"],
  [
    "negative-value",
    { contact: { normal: { ...hertz, dissipation: -1 } } },
    contact,
    "dissipation of normal is -1",
    "energy",
  ],
  [
    "not-positive",
    { contact: { normal: { ...solid, damping: 0 } } },
    contact,
    "damping of normal is 0",
    '"spring-damper"',
  ],
  [
    "not-positive",
    { contact: { normal: { ...solid, elastic: 0 } } },
    contact,
    "elastic of normal is 0",
    "hold the body",
  ],
  ["unknown-kind", { contact: { normal: { kind: "hunt-crosley" } } }, "normal of", '"hunt-crosley"', '"hunt-crossley"'],
  ["unknown-kind", { contact: { friction: { kind: "lugree" } } }, "friction of", '"lugree"', '"lugre"'],
  ["static-below-kinetic", { contact: { friction: { ...lugre, static: 0.5 } } }, contact, "is 0.5", "Swap"],
  ["not-positive", { contact: { friction: { ...lugre, sigma0: 0 } } }, contact, "sigma0 of friction is 0", "bristles"],
  ["not-positive", { contact: { friction: { ...lugre, kinetic: 0 } } }, contact, "kinetic of friction is 0", '"none"'],
  [
    "not-positive",
    { contact: { friction: { ...lugre, exponent: 0 } } },
    contact,
    "exponent of friction is 0",
    "1 and 2",
  ],
  ["not-positive", { contact: { friction: { ...coulomb, transitionSpeed: 0 } } }, contact, "transitionSpeed", "1e-3"],
  ["missing-option", { contact: { friction: { ...coulomb, static: 2 } } }, contact, "stribeckSpeed", "must be given"],
  ["negative-value", { contact: { friction: { kind: "viscous", coefficient: -1 } } }, contact, "coefficient", "energy"],
  ["unknown-kind", { terrain: { kind: "plan" } }, terrain, '"plan"', '"plane"'],
  ["wrong-shape", { terrain: { pose: null } }, terrain, "pose is null", "position, rotation"],
  ["wrong-length", { terrain: { ...map, heights: [0, 0, 0] } }, terrain, "number of heights is 3", "= 4"],
  ["wrong-length", { terrain: { ...map, nx: 1, heights: [0, 0] } }, terrain, "nx is 1", ">= 2"],
  ["non-finite", { terrain: { ...map, heights: [0, 0, NaN, 0] } }, terrain, "heights[2] is NaN", "must be finite"],
  ["not-positive", { terrain: { ...map, dx: 0 } }, terrain, "dx is 0", "columns"],
  ["wrong-length", { terrain: { ...mesh, triangles: [] } }, terrain, "number of triangles is 0", "at least 1"],
  ["unknown-vertex", { terrain: { ...mesh, triangles: [[0, 1, 3]] } }, terrain, "is 3", "0 to 2"],
  ["flat-triangle", { terrain: { ...mesh, triangles: [[0, 2, 1]] } }, terrain, "-0.5", "Turn the triangle round"],
];

export const contactMistakes: readonly Mistake[] = [
  ...wrong.map(([code, change, thing, value, fix]): Mistake => [
    code,
    (build) => footWith(change, build),
    thing,
    value,
    fix,
  ]),
  [
    "duplicate-name",
    (build) => build({ ...foot, contacts: [...foot.contacts, ...foot.contacts] }),
    contact,
    "number 1",
    "Rename",
  ],
];

/** What must pass. */
export const soundContacts: readonly (readonly [string, () => Model])[] = [
  ["a plane", () => foot],
  ["a height map", () => footWith({ terrain: map })],
  ["a mesh", () => footWith({ terrain: mesh })],
  ["lugre without stribeck", () => footWith({ contact: { friction: lugre } })],
  ["a solid without rest stiffness", () => footWith({ contact: { normal: { ...solid, viscoelastic: 0 } } })],
];

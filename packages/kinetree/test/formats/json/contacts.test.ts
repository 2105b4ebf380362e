import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidModelError } from "../../../src/errors/invalid-model-error.js";
import { FormatError } from "../../../src/formats/format-error.js";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { isSameData } from "../../../src/model/same-data.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Model, ModelDescription } from "../../../src/model/types.js";
import { touchingModel } from "./random-contacts.js";
import { errorClassOf, junk, path, spoilt } from "./spoilt.js";

test("model → text → model / the same, with terrains of every kind and contacts of every law", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (sample) => {
      const model = touchingModel(61, sample);
      const { model: again, warnings } = readJsonModel(writeJsonModel(model));
      expect(isSameData(again, model)).toBe(true);
      expect(warnings).toEqual([]);
    }),
    { seed: 14, numRuns: 60 },
  );
});

/** A ball that moves freely, a terrain and a contact. */
const file = (terrain: string, contact: string): string => `{ "kinetree": 1,
  "parameters": [{ "name": "n", "value": 2 }],
  "bodies": [{ "name": "ball", "mass": 1, "inertia": [1, 1, 1], "frames": [{ "name": "foot", "at": [0, 0, -1] }] }],
  "joints": [{ "name": "base", "parent": "ground", "child": "ball", "kind": "free" }],
  "terrains": [${terrain}],
  "contacts": [${contact}]
}`;

const floor = `{ "kind": "plane", "name": "floor" }`;
const spring = `{ "kind": "spring-damper", "stiffness": "20 kN/m", "damping": "50 N*s/m" }`;
const touch = (rest: string, normal = spring): string =>
  `{ "name": "c", "at": "ball/foot", "terrain": "floor", "normal": ${normal}${rest} }`;
const modelOf = (terrain: string, contact: string): Model => readJsonModel(file(terrain, contact)).model;

function errorOf(attempt: () => unknown): FormatError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("no mistake was found");
}

describe("terrains and contacts as somebody writes them", () => {
  test("a plane and a point without friction / the defaults", () => {
    const { terrains, contacts } = modelOf(floor, touch(""));
    expect(terrains).toEqual([{ kind: "plane", name: "floor", pose: { position: [0, 0, 0], rotation: [1, 0, 0, 0] } }]);
    expect(contacts).toEqual([
      {
        name: "c",
        at: { body: "ball", pose: { position: [0, 0, -1], rotation: [1, 0, 0, 0] } },
        radius: 0,
        terrain: "floor",
        normal: { kind: "spring-damper", stiffness: 20000, damping: 50 },
        friction: { kind: "none" },
      },
    ]);
  });

  test("a height map in centimetres", () => {
    const grid = `"x0": "-1 m", "y0": 0, "dx": "50 cm", "dy": 1, "nx": 2, "ny": 2, "heights": ["1 cm", 0, "5 mm", 0]`;
    const [map] = modelOf(`{ "kind": "height-map", "name": "floor", ${grid} }`, touch("")).terrains;
    expect(map).toMatchObject({ x0: -1, dx: 0.5, heights: [0.01, 0, 0.005, 0] });
    expect(Object.keys(map)).not.toContain("interpolation");
  });

  test("friction by bristles / per unit of normal force", () => {
    const lugre = `"friction": { "kind": "lugre", "sigma0": "0.4 /mm", "sigma1": "0.3 s/m", "sigma2": 0, "static": "70 %", "kinetic": 0.5, "stribeckSpeed": "1 cm/s" }`;
    expect(modelOf(floor, touch(`, "radius": "3 cm", ${lugre}`)).contacts[0]).toMatchObject({
      radius: 0.03,
      friction: { sigma0: 400, sigma1: 0.3, static: 0.7, stribeckSpeed: 0.01 },
    });
  });

  test.each([
    [`"stiffness": 5e6`, 5e6],
    [`"stiffness": "2 kN/m", "exponent": 1`, 2000],
    [`"stiffness": "3 N/mm^2", "exponent": 2`, 3e6],
  ])("the stiffness of Hunt and Crossley, %s / newtons for a metre to the exponent", (text, value) => {
    const law = `{ "kind": "hunt-crossley", ${text}, "dissipation": "0.2 s/m" }`;
    expect(modelOf(floor, touch("", law)).contacts[0].normal).toMatchObject({ stiffness: value, dissipation: 0.2 });
  });
});

describe("a terrain or contact with a mistake / its place", () => {
  const grid = `"x0": 0, "y0": 0, "dx": 1, "dy": 1, "nx": 2, "ny": 2`;
  const map = (rest: string): string => `{ "kind": "height-map", "name": "floor", ${rest} }`;
  const mesh = (triangle: string): string =>
    `{ "kind": "mesh", "name": "floor", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [${triangle}] }`;
  const coulomb = (rest: string): string =>
    `, "friction": { "kind": "coulomb", "kinetic": 0.5, "transitionSpeed": "1 mm/s"${rest} }`;
  const hunt = (rest: string): string => `{ "kind": "hunt-crossley", "dissipation": 0, ${rest} }`;
  test.each([
    [floor, touch(`, "radius": -1`), "negative-value", "contacts[0].radius"],
    [floor, touch(`, "radius": "3 kg"`), "wrong-dimension", "contacts[0].radius"],
    [floor, touch(`, "raduis": 1`), "unknown-key", "contacts[0].raduis"],
    [`{ "kind": "plane", "name": "flor" }`, touch(""), "unknown-terrain", "contacts[0].terrain"],
    [`{ "kind": "plain", "name": "floor" }`, touch(""), "unknown-kind", "terrains[0].kind"],
    [`${floor}, ${floor}`, touch(""), "duplicate-name", "terrains[1].name"],
    [
      floor,
      `{ "name": "c", "at": "ground", "terrain": "floor", "normal": ${spring} }`,
      "contact-on-ground",
      "contacts[0].at",
    ],
    [
      floor,
      touch("", `{ "kind": "spring-damper", "stiffness": 0, "damping": 1 }`),
      "not-positive",
      "contacts[0].normal.stiffness",
    ],
    [
      floor,
      touch("", `{ "kind": "spring-damper", "stiffness": 1, "damping": "1 N" }`),
      "wrong-dimension",
      "contacts[0].normal.damping",
    ],
    [floor, touch("", hunt(`"stiffness": "5 N/m"`)), "wrong-dimension", "contacts[0].normal.stiffness"],
    [
      floor,
      touch("", hunt(`"stiffness": "5 N/m", "exponent": "= n"`)),
      "wrong-dimension",
      "contacts[0].normal.stiffness",
    ],
    [floor, touch("", hunt(`"stiffness": 5, "exponent": 0`)), "not-positive", "contacts[0].normal.exponent"],
    [
      floor,
      touch(coulomb(`, "static": 0.4, "stribeckSpeed": 1`)),
      "static-below-kinetic",
      "contacts[0].friction.static",
    ],
    [floor, touch(coulomb(`, "static": 0.9`)), "missing-option", "contacts[0].friction"],
    [map(`${grid}, "heights": [0, 0, 0]`), touch(""), "wrong-length", "terrains[0].heights"],
    [map(`${grid}, "heights": [0, 0, 0, "1 s"]`), touch(""), "wrong-dimension", "terrains[0].heights[3]"],
    [
      map(`${grid}, "heights": [0, 0, 0, 0], "interpolation": "cubic"`),
      touch(""),
      "unknown-kind",
      "terrains[0].interpolation",
    ],
    [map(`${grid}, "heights": [0, 0, 0, "= n"]`), touch(""), "parameter-not-allowed", "terrains[0].heights[3]"],
    [mesh("[0, 1, 3]"), touch(""), "unknown-vertex", "terrains[0].triangles[0][2]"],
    [mesh("[0, 2, 1]"), touch(""), "flat-triangle", "terrains[0].triangles[0]"],
    [mesh("[0, 1]"), touch(""), "wrong-length", "terrains[0].triangles[0]"],
    [mesh(""), touch(""), "wrong-length", "terrains[0].triangles"],
  ])("%s, %s", (terrain, contact, code, where) => {
    const { issues } = errorOf(() => modelOf(terrain, contact));
    expect(issues.map(({ code, path }) => [code, path])).toEqual([[code, where]]);
  });
});

describe("a mesh in a file of its own", () => {
  const corners = [
    [0, 0, 0],
    [1000, 0, 0],
    [0, 1000, 10],
  ];
  const textStl = `solid a facet normal 0 0 1 outer loop ${corners.map((at) => `vertex ${at.join(" ")}`).join(" ")} endloop endfacet endsolid`;
  const files: Readonly<Record<string, string>> = {
    "ground.stl": textStl,
    "ground.obj": `o one\n${corners.map((at) => `v ${at.join(" ")}`).join("\n")}\nf 1 2 3\no two\nv 1000 1000 0\nf 2 4 3\n`,
    "broken.obj": "f 1 2 3",
  };
  const readFile = (path: string): string => {
    if (path in files) return files[path];
    throw new Error(`no such file: ${path}`);
  };
  const mesh = (rest: string): string => `{ "kind": "mesh", "name": "floor", ${rest} }`;

  test("an STL file in millimetres", () => {
    const { model } = readJsonModel(file(mesh(`"file": "ground.stl", "scale": 0.001`), touch("")), { readFile });
    expect(model.terrains[0]).toMatchObject({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0.01],
      ],
      triangles: [[0, 1, 2]],
    });
  });

  test("all objects of an OBJ file", () => {
    const { model, warnings } = readJsonModel(file(mesh(`"file": "ground.obj"`), touch("")), { readFile });
    expect(model.terrains[0]).toMatchObject({
      triangles: [
        [0, 1, 2],
        [1, 3, 2],
      ],
    });
    expect(warnings).toEqual([]);
  });

  test.each([
    [`"file": "grnd.stl"`, "mesh-file", /cannot be read: no such file: grnd.stl/],
    [`"file": "broken.obj"`, "mesh-file", /names a vertex that does not exist/],
    [`"file": "ground.ply"`, "mesh-file", /cannot be read|not read/],
    [`"file": "ground.stl", "triangles": []`, "triangles-twice", /Keep one/],
    [`"vertices": []`, "missing-field", /"triangles"/],
    [`"vertices": [], "triangles": [], "scale": 2`, "missing-field", /"scale" is for a "file"/],
  ])("%s / a named mistake", (rest, code, words) => {
    const error = errorOf(() => readJsonModel(file(mesh(rest), touch("")), { readFile }));
    expect(error.issues.map(({ code, path }) => [code, path])).toEqual([[code, "terrains[0]"]]);
    expect(error.message).toMatch(words);
  });

  test("without a way to files / a named mistake", () =>
    expect(() => modelOf(mesh(`"file": "ground.stl"`), touch(""))).toThrow(/give the option readFile/));
});

describe("terrains and contacts with anything in place of any part / a model or a named error", () => {
  const model = touchingModel(61, 3);
  const written = JSON.parse(writeJsonModel(model)) as { readonly terrains: unknown; readonly contacts: unknown };
  const endings = (attempt: (where: readonly number[], by: unknown) => unknown): Set<unknown> =>
    new Set(
      fc
        .sample(fc.tuple(path, junk), { seed: 15, numRuns: 400 })
        .map(([where, by]) => errorClassOf(() => attempt(where, by))),
    );

  test.each(["terrains", "contacts"] as const)("%s as text", (part) =>
    expect(
      endings((where, by) => readJsonModel(JSON.stringify({ ...written, [part]: spoilt(written[part], where, by) }))),
    ).toEqual(new Set([null, FormatError])),
  );

  test.each(["terrains", "contacts"] as const)("%s as data", (part) =>
    expect(
      endings((where, by) => buildModel({ ...model, [part]: spoilt(model[part], where, by) } as ModelDescription)),
    ).toEqual(new Set([null, InvalidModelError])),
  );
});

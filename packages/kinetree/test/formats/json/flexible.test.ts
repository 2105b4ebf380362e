import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidModelError } from "../../../src/errors/invalid-model-error.js";
import { RequestError } from "../../../src/errors/kinetree-error.js";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { isSameData } from "../../../src/model/same-data.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { writeUrdf } from "../../../src/formats/urdf/write-urdf.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { param } from "../../../src/model/real-arithmetic.js";
import type { BeamSection, Model, ModelDescription } from "../../../src/model/types.js";
import { boom, boomBuilder, changed, metal, panel, tube } from "../../model/flexible-data.js";
import { errorClassOf, junk, spoilt } from "./spoilt.js";

const sections: readonly BeamSection[] = [
  { kind: "circle", radius: param("r") },
  tube,
  { kind: "rectangle", width: 0.01, height: param("r") },
  { kind: "general", area: 1, momentY: 2, momentZ: 3, torsionConstant: param("r"), fibreY: 5, fibreZ: 6 },
];

describe("model → text → model / the same, to the last bit", () => {
  test.each(sections)("a beam with everything said, $kind", (section) => {
    const model = mechanism("m")
      .parameter("r", 0.1)
      .beam("b", {
        length: 0.1 + 0.2,
        section,
        material: { ...metal, density: param("r") },
        modes: { y: 1, torsion: 3 },
        corrections: [{ at: 0.1, load: "torque-z" }],
        dampingRatio: param("r"),
        geometricStiffness: false,
      })
      .station("s", { on: "b", at: { position: [0.1, 0.01, 0], rpy: [1, 2, 3] } })
      .weld("w", { parent: "ground", child: "b" })
      .build();
    expect(isSameData(readJsonModel(writeJsonModel(model)).model, model)).toBe(true);
  });

  test.each<readonly [string, Model]>([
    ["a beam", boom],
    ["a modal body", panel],
    [
      "a modal body with a damping matrix",
      changed(panel, {
        flexible: {
          damping: [
            [1, 0.1],
            [0.1, 2],
          ],
        },
      }),
    ],
    ["a modal body without second moments", changed(panel, { flexible: { secondMoments: null } })],
  ])("%s", (_, model) => expect(isSameData(readJsonModel(writeJsonModel(model)).model, model)).toBe(true));

  test("damping of the amplitudes", () => {
    const [tip, ...others] = boom.joints;
    const coordinates = tip.coordinates.map((each, i) => ({ ...each, damping: i }));
    const model = buildModel({ ...boom, joints: [{ ...tip, coordinates }, ...others] });
    expect(isSameData(readJsonModel(writeJsonModel(model)).model, model)).toBe(true);
  });
});

const written = (model: Model): Readonly<Record<string, unknown>> =>
  JSON.parse(writeJsonModel(model)) as Readonly<Record<string, unknown>>;

test("what follows from a beam is not written", () => {
  const { bodies, joints } = written(boom) as { bodies: object[]; joints: object[] };
  expect(Object.keys(bodies[0])).toEqual(["name", "flexible"]);
  expect(Object.keys(joints[0])).toEqual(["kind", "name", "parent", "child", "at"]);
});

/** As somebody writes it. */
const file = (flexible: string, joint = `"at": ["2 m", 0, 0]`, body = ""): string => `{ "kinetree": 1,
  "parameters": [{ "name": "n", "value": 2 }],
  "bodies": [{ "name": "boom", ${body} "flexible": ${flexible} }, { "name": "tip", "massless": true }],
  "joints": [
    { "name": "root", "parent": "ground", "child": "boom", "kind": "weld" },
    { "name": "boom", "parent": "boom", "child": "tip", "kind": "flexible", ${joint} }
  ]
}`;
const beam = (rest = "", radius = `"20 mm"`): string => `{ "kind": "beam", "length": "200 cm",
  "section": { "kind": "circle", "radius": ${radius} },
  "material": { "density": "2.7 g/cm^3", "youngsModulus": "70 GPa", "shearModulus": "26 GPa" }${rest} }`;

test("a beam as somebody writes it / SI and defaults", () => {
  const [body] = readJsonModel(file(beam(`, "modes": { "z": 3 }, "dampingRatio": "1 %"`))).model.bodies;
  expect(body.flexible).toMatchObject({
    length: 2,
    section: { radius: 0.02 },
    material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
    modes: { y: 0, z: 3, axial: 0, torsion: 0 },
    dampingRatio: 0.01,
    geometricStiffness: true,
  });
  expect(body.mass).toBeCloseTo(2700 * Math.PI * 0.0004 * 2, 12);
});

test("a beam as thick as long / a warning with its place", () => {
  const { warnings } = readJsonModel(file(beam("", "1")));
  expect(warnings.map(({ code, path }) => [code, path])).toEqual([["stubby-beam", "bodies[0].flexible.length"]]);
  expect(readJsonModel(file(beam())).warnings).toEqual([]);
});

test("pieces of a slender beam / judged as a whole, those of a thick one too", () => {
  const inPieces = (radius: number): readonly FormatIssue[] => {
    const model = mechanism("pieces")
      .beam("rod", {
        length: 2,
        section: { kind: "circle", radius },
        material: { density: 2700, youngsModulus: 70e9, shearModulus: 26e9 },
        pieces: 8,
      })
      .weld("root", { parent: "ground", child: "rod" })
      .build();
    return readJsonModel(writeJsonModel(model)).warnings;
  };
  // Of each piece a length of 0.25 m is 5 radii of gyration at a radius of 0.1 m; of the whole 40.
  expect(inPieces(0.1)).toEqual([]);
  expect(inPieces(0.5).map(({ code }) => code)).toEqual(new Array(8).fill("stubby-beam"));
  expect(inPieces(0.5)[0].value).toBeCloseTo(8, 9);
});

function issuesOf(text: string): readonly FormatIssue[] {
  try {
    readJsonModel(text);
  } catch (error) {
    if (error instanceof FormatError) return error.issues;
    throw error;
  }
  return [];
}

describe("a mistake / its place", () => {
  test.each([
    [file(beam(`, "lenght": 1`)), "unknown-key", "bodies[0].flexible.lenght"],
    [file(beam("", `"3 kg"`)), "wrong-dimension", "bodies[0].flexible.section.radius"],
    [file(beam("", "0")), "not-positive", "bodies[0].flexible.section.radius"],
    [file(beam(`, "modes": { "y": 1.5 }`)), "wrong-type", "bodies[0].flexible.modes.y"],
    [file(beam(`, "modes": { "y": 99 }`)), "mode-number", "bodies[0].flexible.modes.y"],
    [
      file(beam(`, "corrections": [{ "at": 3, "load": "force-z" }]`)),
      "correction-place",
      "bodies[0].flexible.corrections[0].at",
    ],
    [file(beam(`, "dampingRatio": 2`)), "damping-ratio", "bodies[0].flexible.dampingRatio"],
    [file(beam().replace(`"200 cm"`, `"= n"`)), "parameter-not-allowed", "bodies[0].flexible.length"],
    [file(beam().replace("circle", "cirkle")), "unknown-kind", "bodies[0].flexible.section.kind"],
    [file(beam(), `"at": [3, 0, 0]`), "station-place", "joints[1].at"],
    [file(beam(), `"at": [2, 0, 0], "modes": 3`), "mode-count", "joints[1].modes"],
    [file(beam(), `"at": [2, 0, 0], "modes": 1e15`), "wrong-shape", "joints[1].modes"],
    [file(beam(), undefined, `"mass": 5, `), "mass-follows", "bodies[0].mass"],
  ])("%s: %s", (text, code, where) => {
    expect(issuesOf(text).map((each) => [each.code, each.path])).toEqual([[code, where]]);
  });

  test("in a modal body", () => {
    const { bodies, ...rest } = written(panel) as { bodies: { flexible: { nodes: { shapes: unknown }[] } }[] };
    bodies[0].flexible.nodes[1].shapes = [];
    const attempt = (): unknown => readJsonModel(JSON.stringify({ ...rest, bodies }));
    expect(attempt).toThrow(/bodies\[0\]\.flexible\.nodes\[1\]\.shapes: body "panel": .* must be 2/);
  });
});

test("URDF has no words for a body that bends", () => {
  expect(() => writeUrdf(boomBuilder.build())).toThrow(RequestError);
  expect(() => writeUrdf(boomBuilder.build())).toThrow(/body "boom" bends: URDF has rigid bodies only/);
});

describe.each<readonly [string, Model]>([
  ["a beam", boom],
  ["a modal body", panel],
])("%s with anything in place of any part / a model or a named error", (_, model) => {
  const text = written(model);
  const samples = fc.sample(fc.tuple(fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }), junk), {
    seed: 16,
    numRuns: 100,
  });
  const endings = (attempt: (where: readonly number[], by: unknown) => unknown): Set<unknown> =>
    new Set(samples.map(([where, by]) => errorClassOf(() => attempt(where, by))));

  test.each(["bodies", "joints"] as const)("%s as text", (part) =>
    expect(
      endings((where, by) => readJsonModel(JSON.stringify({ ...text, [part]: spoilt(text[part], where, by) }))),
    ).toEqual(new Set([null, FormatError])),
  );
  test.each(["bodies", "joints"] as const)("%s as data", (part) =>
    expect(
      endings((where, by) => buildModel({ ...model, [part]: spoilt(model[part], where, by) } as ModelDescription)),
    ).toEqual(new Set([null, InvalidModelError])),
  );
});

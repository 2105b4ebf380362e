import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidModelError } from "../../../src/errors/invalid-model-error.js";
import { FormatError } from "../../../src/formats/format-error.js";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { isSameData } from "../../../src/model/same-data.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Constraint, ModelDescription } from "../../../src/model/types.js";
import { constrainedModel } from "./random-constraints.js";
import { errorClassOf, junk, path, spoilt } from "./spoilt.js";

test("model → text → model / the same, with constraints and loop joints of every kind", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (sample) => {
      const model = constrainedModel(51, sample);
      const { model: again, warnings } = readJsonModel(writeJsonModel(model));
      expect(isSameData(again, model)).toBe(true);
      expect(warnings).toEqual([]);
    }),
    { seed: 12, numRuns: 60 },
  );
});

test("random models have every kind of constraint and of loop joint", () => {
  const models = Array.from({ length: 20 }, (_, sample) => constrainedModel(51, sample));
  const kinds = new Set(models.flatMap(({ constraints }) => constraints.map(({ kind }) => kind)));
  expect(kinds.size).toBe(7);
  expect(models[0].joints.filter(({ role }) => role === "loop")).toHaveLength(12);
});

/** A wheel, an arm that turns and slides, and a constraint. */
const withConstraint = (constraint: string): string => `{ "kinetree": 1,
  "bodies": [{ "name": "wheel", "mass": 1, "inertia": [1, 1, 1] }, { "name": "arm", "mass": 1, "inertia": [1, 1, 1], 
    "frames": [{ "name": "tip", "at": [0, 0, 1] }] }],
  "joints": [
    { "name": "spin", "parent": "ground", "child": "wheel", "kind": "revolute", "axis": [0, 0, 1] },
    { "name": "swing", "parent": "ground", "child": "arm", "kind": "cylindrical", "axis": [0, 0, 1] }
  ],
  "constraints": [${constraint}]
}`;

const slide = `{ "joint": "swing", "coordinate": 1 }`;
const constraintOf = (text: string): Constraint => readJsonModel(withConstraint(text)).model.constraints[0];

const problemsOf = (text: string): unknown[] => {
  try {
    readJsonModel(withConstraint(text));
  } catch (error) {
    if (error instanceof FormatError) return error.issues.map(({ code, path }) => [code, path]);
    throw error;
  }
  return [];
};

describe("a constraint as somebody writes it", () => {
  test("a gear / ratio and angle", () =>
    expect(
      constraintOf(`{ "kind": "gear", "name": "c", "driven": "swing", "driving": "spin", "ratio": "-50 %" }`),
    ).toEqual({
      kind: "gear",
      name: "c",
      driven: { joint: "swing", coordinate: 0 },
      driving: { joint: "spin", coordinate: 0 },
      ratio: -0.5,
      offset: 0,
    }));
  test("a rack and pinion / lengths", () =>
    expect(
      constraintOf(
        `{ "kind": "rack-and-pinion", "name": "c", "rack": ${slide}, "pinion": "spin", "radius": "25 mm", "offset": "1 m" }`,
      ),
    ).toMatchObject({ rack: { joint: "swing", coordinate: 1 }, radius: 0.025, offset: 1 }));
  test("a motion of a rotation / angles over powers of time", () => {
    const { motion } = constraintOf(
      `{ "kind": "motion", "name": "c", "driven": "spin", "motion": { "kind": "polynomial", "coefficients": ["180 deg", "2 rad/s", "3 rad/s^2"] } }`,
    ) as Extract<Constraint, { kind: "motion" }>;
    expect(motion).toEqual({ kind: "polynomial", coefficients: [Math.PI, 2, 3] });
  });
  test("a motion of a translation / lengths", () =>
    expect(
      constraintOf(
        `{ "kind": "motion", "name": "c", "driven": ${slide}, "motion": { "kind": "sine", "amplitude": "5 mm", "angularFrequency": "2 rad/s" } }`,
      ),
    ).toMatchObject({ motion: { kind: "sine", amplitude: 0.005, angularFrequency: 2, phase: 0, offset: 0 } }));
  test("points / named frames", () =>
    expect(
      constraintOf(`{ "kind": "distance", "name": "c", "a": "ground", "b": "arm/tip", "length": "12 cm" }`),
    ).toMatchObject({ b: { body: "arm", pose: { position: [0, 0, 1] } }, length: 0.12 }));
});

describe("a constraint with a mistake / its place", () => {
  const gear = `"kind": "gear", "name": "c", "driven": "swing", "driving": "spin"`;
  const moving = (driven: string, motion: string): string =>
    `{ "kind": "motion", "name": "c", "driven": ${driven}, "motion": ${motion} }`;
  test.each([
    [`{ ${gear}, "ratio": "2 m" }`, "wrong-dimension", "constraints[0].ratio"],
    [`{ ${gear}, "ratio": 2, "offset": "2 m" }`, "wrong-dimension", "constraints[0].offset"],
    [`{ ${gear} }`, "missing-field", "constraints[0]"],
    [`{ ${gear}, "ratio": 2, "offest": 1 }`, "unknown-key", "constraints[0].offest"],
    [
      `{ "kind": "gear", "name": "c", "driven": ${slide}, "driving": "spin", "ratio": 2 }`,
      "not-a-rotation",
      "constraints[0].driven.coordinate",
    ],
    [
      `{ "kind": "rack-and-pinion", "name": "c", "rack": "swing", "pinion": "spin", "radius": 2 }`,
      "not-a-translation",
      "constraints[0].rack",
    ],
    [
      moving(`"spin"`, `{ "kind": "polynomial", "coefficients": [0, "2 m/s"] }`),
      "wrong-dimension",
      "constraints[0].motion.coefficients[1]",
    ],
    [
      moving(slide, `{ "kind": "polynomial", "coefficients": [0, "2 m/s", "3 m/s"] }`),
      "wrong-dimension",
      "constraints[0].motion.coefficients[2]",
    ],
    [
      moving(slide, `{ "kind": "sine", "amplitude": "3 deg", "angularFrequency": 1 }`),
      "wrong-dimension",
      "constraints[0].motion.amplitude",
    ],
    [moving(slide, `{ "kind": "table" }`), "unknown-kind", "constraints[0].motion.kind"],
    [
      moving(slide, `{ "kind": "polynomial", "coefficients": [] }`),
      "wrong-length",
      "constraints[0].motion.coefficients",
    ],
    [
      `{ "kind": "distance", "name": "c", "a": "ground", "b": "arm/tip", "length": 0 }`,
      "not-positive",
      "constraints[0].length",
    ],
    [
      `{ "kind": "point-on-line", "name": "c", "a": "arm", "b": "arm/tip", "axis": [0, 0, 1] }`,
      "constraint-within-body",
      "constraints[0].b",
    ],
    [
      `{ "kind": "point-on-plane", "name": "c", "a": "wheel", "b": "arm/tip", "normal": [0, 0, 0] }`,
      "zero-axis",
      "constraints[0].normal",
    ],
  ])("%s", (text, code, path) => expect(problemsOf(text)).toEqual([[code, path]]));
});

describe("constraints with anything in place of any part / a model or a named error", () => {
  const model = constrainedModel(51, 3);
  const file = JSON.parse(writeJsonModel(model)) as { readonly constraints: unknown };
  const endings = (attempt: (where: readonly number[], by: unknown) => unknown): Set<unknown> =>
    new Set(
      fc
        .sample(fc.tuple(path, junk), { seed: 13, numRuns: 400 })
        .map(([where, by]) => errorClassOf(() => attempt(where, by))),
    );

  test("as text", () =>
    expect(
      endings((where, by) =>
        readJsonModel(JSON.stringify({ ...file, constraints: spoilt(file.constraints, where, by) })),
      ),
    ).toEqual(new Set([null, FormatError])));

  test("as data", () =>
    expect(
      endings((where, by) =>
        buildModel({ ...model, constraints: spoilt(model.constraints, where, by) } as ModelDescription),
      ),
    ).toEqual(new Set([null, InvalidModelError])));
});

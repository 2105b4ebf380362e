import { describe, expect, test } from "vitest";
import { FormatError, type FormatIssue } from "../../../src/formats/format-error.js";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { readModel } from "../../../src/formats/read-model.js";

function errorOf(text: string, strict = false): FormatError {
  try {
    readJsonModel(text, { file: "m.json", strict });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("the file was read");
}

const issuesOf = (text: string): readonly FormatIssue[] => errorOf(text).issues;

/** Code, line and path of each mistake. */
const found = (text: string): unknown[] => issuesOf(text).map(({ code, line, path }) => [code, line, path]);

/** A model with one body, one joint, and something more. */
const withParts = (
  parts: string,
  body = `"mass": 1, "inertia": [1, 1, 1]`,
  joint = `"kind": "revolute", "axis": [0, 0, 1]`,
) =>
  `{ "kinetree": 1, ${parts}
  "bodies": [{ "name": "arm", ${body} }],
  "joints": [{ "name": "hinge", "parent": "ground", "child": "arm", ${joint} }]
}`;

test("a sound model / no mistake", () => {
  const { model, warnings } = readJsonModel(withParts(`"$schema": "x", "$comment": ["any", { "thing": 1 }],`));
  expect([model.name, model.bodies.length, warnings]).toEqual(["model", 1, []]);
});

describe("what is no JSON / its place", () => {
  test.each([
    ["", "empty-file", 1],
    ["\n\n  ", "empty-file", 3],
    ['{"kinetree": 1,\n}', "json-syntax", 2],
    ['{"kinetree": 1, "gravity": [1, 2,]}', "json-syntax", 1],
    ['{"kinetree": 1\n "name": "a"}', "json-syntax", 2],
    ['{"kinetree": 1, "name": "a\n"}', "json-syntax", 1],
    ['{"kinetree": 1, "gravity": [0, 0, NaN]}', "json-syntax", 1],
    ['{"kinetree": 01}', "json-syntax", 1],
    ['{"kinetree": 1} {}', "json-syntax", 1],
    ["{'kinetree': 1}", "json-syntax", 1],
    ['{"kinetree": 1, // a comment\n}', "json-comment", 1],
    ['{"kinetree": 1, "name": "a",\n"name": "b"}', "duplicate-key", 2],
  ])("%j", (text, code, line) => expect(issuesOf(text).map((each) => [each.code, each.line])).toEqual([[code, line]]));
});

test.each([
  ["[]", "wrong-type"],
  ["{}", "missing-version"],
  ['{"kinetree": 2}', "unknown-version"],
  ['{"kinetree": "1"}', "unknown-version"],
])("not of this version: %s", (text, code) => expect(issuesOf(text)[0].code).toBe(code));

describe("a field / its mistake, line and path", () => {
  test.each([
    [withParts("", `"mas": 1, "mass": 1, "inertia": [1, 1, 1]`), "unknown-key", 2, "bodies[0].mas"],
    [withParts("", `"mass": "3 m", "inertia": [1, 1, 1]`), "wrong-dimension", 2, "bodies[0].mass"],
    [withParts("", `"mass": true, "inertia": [1, 1, 1]`), "wrong-type", 2, "bodies[0].mass"],
    [withParts("", `"mass": "1", "inertia": [1, 1, 1]`), "missing-unit", 2, "bodies[0].mass"],
    [withParts("", `"mass": "1 kgg", "inertia": [1, 1, 1]`), "unknown-unit", 2, "bodies[0].mass"],
    [withParts("", `"mass": "= 2*", "inertia": [1, 1, 1]`), "expression-syntax", 2, "bodies[0].mass"],
    [withParts("", `"mass": "= m", "inertia": [1, 1, 1]`), "unknown-parameter", 2, "bodies[0].mass"],
    [withParts("", `"mass": "= 1/0", "inertia": [1, 1, 1]`), "non-finite", 2, "bodies[0].mass"],
    [withParts("", `"mass": 1e999, "inertia": [1, 1, 1]`), "number-range", 2, "bodies[0].mass"],
    [withParts("", `"mass": 1, "inertia": [1, 1]`), "wrong-length", 2, "bodies[0].inertia"],
    [withParts("", `"mass": 1, "inertia": {"xx": 1, "yy": 1}`), "missing-field", 2, "bodies[0].inertia"],
    [withParts("", `"inertia": [1, 1, 1]`), "missing-field", 2, "bodies[0]"],
    [withParts("", undefined, `"kind": "revolut"`), "unknown-kind", 3, "joints[0].kind"],
    [withParts("", undefined, `"kind": "weld", "axis": [0, 0, 1]`), "unknown-key", 3, "joints[0].axis"],
    [withParts("", undefined, `"axis": [0, 0, 1]`), "missing-field", 3, "joints[0]"],
    [withParts("", undefined, `"kind": "weld", "at": "arm/tip"`), "unknown-frame", 3, "joints[0].at"],
    [
      withParts("", undefined, `"kind": "weld", "at": {"rpy": [0, 0, 1], "quaternion": [1, 0, 0, 0]}`),
      "rotation-twice",
      3,
      "joints[0].at",
    ],
    [
      withParts("", undefined, `"kind": "weld", "at": {"axisAngle": {"axis": [0, 0, 0], "angle": 1}}`),
      "zero-axis",
      3,
      "joints[0].at",
    ],
    [withParts(`"name": "\\ud800",`), "text-broken", 1, "name"],
    [withParts(`"name": 3,`), "wrong-type", 1, "name"],
    [
      withParts("", undefined, `"kind": "revolute", "axis": [0, 0, 1], "coordinates": [{"stiffness": null}]`),
      "wrong-type",
      3,
      "joints[0].coordinates[0].stiffness",
    ],
    [withParts(`"__proto__": 3,`), "unknown-key", 1, "__proto__"],
    [
      withParts(
        `"controllers": [{"name": "c", "period": "= 1*p", "actuators": []}], "parameters": [{"name": "p", "value": 1}],`,
      ),
      "parameter-not-allowed",
      1,
      "controllers[0].period",
    ],
    [withParts(`"parameters": [{"name": "p", "value": 30, "unit": "deg"}],`), "missing-unit", 1, "parameters[0].value"],
    [
      withParts(`"parameters": [{"name": "p", "value": "30 deg", "min": "1 m"}],`),
      "wrong-dimension",
      1,
      "parameters[0].min",
    ],
  ])("%#", (text, code, line, path) => expect(found(text)).toEqual([[code, line, path]]));
});

describe("the dimension of a coordinate / that of its joint", () => {
  const limited = (joint: string, coordinates: string): string =>
    withParts("", undefined, `${joint}, "coordinates": ${coordinates}`);
  const turn = `"kind": "revolute", "axis": [0, 0, 1]`;
  const slide = `"kind": "prismatic", "axis": [0, 0, 1]`;
  const both = `"kind": "cylindrical", "axis": [0, 0, 1]`;

  test.each([
    [limited(turn, `{"upper": "65 deg", "stiffness": "3 N*m/rad"}`)],
    [limited(slide, `{"upper": "65 mm", "stiffness": {"x": ["0 mm", "1 mm"], "y": [0, "1 kN"]}}`)],
    [limited(both, `[{"upper": "65 deg"}, {"upper": "65 mm"}]`)],
  ])("fits %#", (text) => expect(readJsonModel(text).warnings).toEqual([]));

  test.each([
    [limited(turn, `{"upper": "65 mm"}`), "joints[0].coordinates.upper"],
    [limited(slide, `{"upper": "65 deg"}`), "joints[0].coordinates.upper"],
    [limited(slide, `{"stiffness": {"x": ["0 deg", 1], "y": [0, 1]}}`), "joints[0].coordinates.stiffness.x[0]"],
    [limited(both, `[{"upper": "65 mm"}, {}]`), "joints[0].coordinates[0].upper"],
    [
      withParts(`"loads": [{"kind": "joint-force", "name": "f", "joint": "hinge", "signal": "3 N"}],`),
      "loads[0].signal",
    ],
    [
      withParts(
        `"constraints": [{"kind": "coupler", "name": "c", "driven": {"joint": "hinge"}, "polynomial": ["3 m"]}],`,
      ),
      "constraints[0].polynomial[0]",
    ],
  ])("does not fit %#", (text, path) =>
    expect(found(text).map((each) => [(each as string[])[0], (each as string[])[2]])).toEqual([
      ["wrong-dimension", path],
    ]),
  );
});

test("what the check of the whole model finds / the line of the field", () => {
  const text = `{ "kinetree": 1,
  "bodies": [
    { "name": "arm", "mass": -1, "inertia": [1, 1, 1] },
    { "name": "plate",
      "mass": 1,
      "inertia": [1, 1, 9], "com": [0, 0, 0], "shapes": [
        { "kind": "sphere", "radius": -1 }] },
    { "name": "arm", "mass": 1, "inertia": [1, 1, 1] }],
  "joints": [
    { "name": "j", "kind": "revolute", "parent": "grund", "child": "arm", "axis": [0, 0, 0], "coordinates": {
      "damping": -1 } },
    { "name": "u", "kind": "universal", "parent": "arm", "child": "plate", "axis1": [0, 0, 1],
      "axis2": [1, 0, 0], "childAt": { "quaternion": [2, 0, 0, 0] }, "coordinates": [{},
      { "lower": 2, "upper": 1 }] }],
  "loads": [
    { "kind": "point-spring", "name": "s", "a": "arm", "b": "plte", "stiffness": 1, "freeLength": -1 }],
  "actuators": [{ "kind": "joint", "name": "m", "joint": "jj" }]
}`;
  expect(found(text)).toEqual([
    ["duplicate-name", 8, "bodies[2].name"],
    ["mass-not-positive", 3, "bodies[0].mass"],
    ["not-positive", 7, "bodies[1].shapes[0].radius"],
    ["unknown-body", 10, "joints[0].parent"],
    ["zero-axis", 10, "joints[0].axis"],
    ["negative-value", 11, "joints[0].coordinates.damping"],
    ["quaternion-not-unit", 13, "joints[1].childAt"],
    ["reversed-limits", 14, "joints[1].coordinates[1].lower"],
    ["unknown-body", 16, "loads[0].b"],
    ["negative-value", 16, "loads[0].freeLength"],
    ["unknown-joint", 17, "actuators[0].joint"],
    ["inertia-triangle", 6, "bodies[1].inertia"],
  ]);
});

test("an inertia that no body has / how to keep it stands in the message", () => {
  const message = (inertia: string): string => errorOf(withParts("", `"mass": 1, "inertia": ${inertia}`)).message;
  expect(message("[1, 1, 3]")).toContain('"unphysical": true');
  expect(message("[1, 1, -1]")).toContain('"unphysical": true');
  expect(readJsonModel(withParts("", `"mass": 1, "inertia": [1, 1, 3], "unphysical": true`)).warnings).toHaveLength(1);
});

test("the message / file, line, column, path, value and fix, one line a mistake", () => {
  const lines = errorOf(withParts("", `"mas": 1, "mass": "3 m", "inertia": [1, 1, 1]`)).message.split("\n");
  expect(lines).toEqual([
    'm.json:2:38: bodies[0].mas: body has no field "mas". Did you mean "mass"?',
    'm.json:2:49: bodies[0].mass: "3 m" measures length [m], must measure mass [kg], such as "900 kg". Change the unit or the field.',
  ]);
});

test("mass properties that no body has / a warning where the file says so, an error if strict", () => {
  const text = withParts("", `"mass": 1, "inertia": [1, 1, 9], "unphysical": true`);
  const [warning] = readJsonModel(text).warnings;
  expect([warning.code, warning.line, warning.path]).toEqual(["unphysical-mass", 2, "bodies[0].inertia"]);
  expect(warning.message).toContain('body "arm"');
  expect(errorOf(text, true).code).toBe("unphysical-mass");
});

test("a unit that nobody knows / a warning", () => {
  const text = withParts(`"parameters": [{"name": "price", "value": 3, "unit": "EUR"}],`);
  expect(readJsonModel(text).warnings.map(({ code, path }) => [code, path])).toEqual([
    ["unknown-unit", "parameters[0].unit"],
  ]);
});

describe("the format of a text / its ending, or else its content", () => {
  test("json", () => {
    expect(readModel(withParts("")).model.name).toBe("model");
    expect(readModel(`\uFEFF${withParts("")}`, { file: "arm.model" }).model.name).toBe("model");
  });
  test("neither", () => {
    expect(() => readModel("hello", { file: "a.txt" })).toThrow("a.txt: the text is neither JSON nor XML");
    expect(() => readModel("<!-- <robot> --><svg/>")).toThrow("root element <svg>");
    expect(() => readModel("hello", { file: "a.json" })).toThrow("a.json:1:1");
  });
  test("unknown by name", () => {
    expect(() => readModel("{}", { format: "jsn" as "json" })).toThrow('Did you mean "json"?');
  });
});

test.each(["null", "true"])("a stiffness of %s is told that a number will do, and a curve", (value) => {
  const text = withParts(
    "",
    undefined,
    `"kind": "revolute", "axis": [0, 0, 1], "coordinates": [{"stiffness": ${value}}]`,
  );
  expect(() => readJsonModel(text)).toThrow(/stiffness: (null|true) must be number \[.*\], or curve/);
});

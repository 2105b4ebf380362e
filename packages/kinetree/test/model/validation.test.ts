import { describe, expect, test } from "vitest";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import { RequestError, type ErrorFacts } from "../../src/errors/kinetree-error.js";
import { buildModel } from "../../src/model/builder/build-model.js";
import { modelIssueCodes } from "../../src/model/issue-codes.js";
import { param } from "../../src/model/real-arithmetic.js";
import { box, mesh } from "../../src/model/bodies/shapes.js";
import type { Model, Real } from "../../src/model/types.js";
import { arm, withBody, withCoordinate, withJoint } from "./arm-data.js";
import { machineWith, soundConstraints } from "./constraint-mistakes.js";
import { soundContacts } from "./contact-mistakes.js";
import { everyMistake } from "./every-mistake.js";
import { soundBeams } from "./flexible-mistakes.js";
import { soundPanels } from "./modal-mistakes.js";
import { general, rotation, translation } from "./joint-mistakes.js";

function issuesOf(attempt: () => unknown): readonly ErrorFacts[] {
  try {
    attempt();
  } catch (error) {
    if (error instanceof InvalidModelError) return error.issues;
    throw error;
  }
  return [];
}

describe("every mistake is reported alone, with thing, value and fix", () => {
  test.each(everyMistake)("%s (%#)", (code, attempt, thing, value, fix) => {
    const issues = issuesOf(() => attempt(buildModel));
    expect(issues.map((each) => each.code)).toEqual([code]);
    expect(issues[0].message.startsWith(issues[0].subject)).toBe(true);
    expect(issues[0].subject).toContain(thing);
    expect(issues[0].message).toContain(value);
    expect(issues[0].message).toContain(fix);
  });

  test("every code has a mistake above", () => {
    const covered = new Set<string>(everyMistake.map(([code]) => code));
    expect(Object.keys(modelIssueCodes).filter((code) => !covered.has(code))).toEqual([]);
  });
});

describe("what must pass", () => {
  const sound: (readonly [string, () => Model])[] = [
    ...soundContacts,
    ...soundBeams,
    ...soundPanels,
    ["the model itself", () => arm],
    ["a point mass", () => withBody({ inertia: [0, 0, 0, 0, 0, 0] })],
    ["a thin rod", () => withBody({ inertia: [1, 1, 0, 0, 0, 0] })],
    ["a flat plate, whose moments add up exactly", () => withBody({ inertia: [0.1, 0.2, 0.1 + 0.2, 0, 0, 0] })],
    ["a negative stiffness", () => withCoordinate({ stiffness: -1 })],
    ["an axis that is not unit", () => withJoint({ axis: [0, 3, 4] })],
    ["equal limits", () => withCoordinate({ lower: 1, upper: 1 })],
    [
      "proper Euler angles, which line up at zero",
      () => general(rotation(0, 0, 1), rotation(1, 0, 0), rotation(0, 0, 1)),
    ],
    [
      "parallel slides with a hinge between them",
      () => general(translation(1, 0, 0), rotation(0, 0, 1), translation(1, 0, 0)),
    ],
    ["a parameter in a mass", () => withBody({ mass: param("m") })],
    ["a mirrored mesh", () => withBody({ shapes: [mesh("a.stl", { scale: [-1, 1, 1] })] })],
    ["a mesh and boxes without names", () => withBody({ shapes: [box([1, 1, 1]), box([1, 1, 1])] })],
  ];
  test("every kind of constraint", () =>
    expect(issuesOf(() => buildModel(machineWith(...soundConstraints)))).toEqual([]));
  test.each(sound)("%s", (_, model) => expect(issuesOf(() => buildModel(model()))).toEqual([]));

  test("the triangle's tolerance is 1e-9 of the largest moment", () => {
    const plate = (excess: number): Model => withBody({ inertia: [1, 1, 2 * (1 + excess), 0, 0, 0] });
    expect(issuesOf(() => buildModel(plate(0.5e-9)))).toEqual([]);
    expect(issuesOf(() => buildModel(plate(2e-9)))).toHaveLength(1);
  });
});

test("nothing at all as a model lists every part that is missing", () => {
  const issues = issuesOf(() => buildModel({} as Model));
  expect(issues.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => "wrong-shape"));
  expect(issues.map(({ path }) => path)).toEqual([
    ["name"],
    ["parameters"],
    ["bodies"],
    ["joints"],
    ["loads"],
    ["actuators"],
    ["controllers"],
  ]);
});

test("an expression within the depth passes, one beyond it does not", () => {
  const deep = (levels: number): Model => {
    let sum: Real = param("m");
    for (let i = 0; i < levels; i++) sum = { op: "add", args: [sum, 0] };
    return withBody({ mass: sum });
  };
  expect(issuesOf(() => buildModel(deep(999)))).toEqual([]);
  expect(issuesOf(() => buildModel(deep(1000))).map(({ code }) => code)).toEqual(["expression-depth"]);
});

test("all mistakes come at once, in the order of the model", () => {
  const spoilt = {
    ...withBody({ mass: -1 }),
    gravity: [0, 0, NaN],
    actuators: [{ ...arm.actuators[0], joint: "knee" }],
  } as const;
  const issues = issuesOf(() => buildModel(spoilt));
  expect(issues.map(({ code }) => code)).toEqual(["non-finite", "mass-not-positive", "unknown-joint"]);
  expect(() => buildModel(spoilt)).toThrowError(/model "arm" has 3 mistakes:\n- model "arm": gravity/);
});

describe("inertias that no body can have, from files", () => {
  const impossible = withBody({ inertia: [1, 1, 3, 0, 0, 0] });
  test("are warnings on request", () => {
    const warnings: ErrorFacts[] = [];
    const model = buildModel(impossible, { unphysicalInertia: "warn", onWarning: (warning) => warnings.push(warning) });
    expect(model.bodies[0].inertia[2]).toBe(3);
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([["inertia-triangle", 'body "upper"']]);
  });
  test("negative moments stay errors", () => {
    const negative = withBody({ inertia: [1, 1, -1, 0, 0, 0] });
    const attempt = (): Model => buildModel(negative, { unphysicalInertia: "warn", onWarning: () => {} });
    expect(issuesOf(attempt).map(({ code }) => code)).toEqual(["inertia-not-positive"]);
  });
  test("warnings cannot be asked for without somewhere to go", () => {
    // @ts-expect-error: "warn" needs onWarning
    expect(() => buildModel(impossible, { unphysicalInertia: "warn" })).toThrowError(RequestError);
  });
});

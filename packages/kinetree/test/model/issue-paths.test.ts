import { describe, expect, test } from "vitest";
import type { DataPath } from "../../src/errors/kinetree-error.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { pose } from "../../src/model/pose.js";
import { box } from "../../src/model/bodies/shapes.js";
import { withBody } from "./arm-data.js";
import { everyMistake } from "./every-mistake.js";
import type { Mistake } from "./mistake.js";
import { refused } from "./refused.js";

/** How many steps of a path lead to something. */
function stepsWithin(data: unknown, path: DataPath): number {
  let value = data;
  for (const [i, step] of path.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return i;
    value = (value as Record<string | number, unknown>)[step];
  }
  return path.length;
}

describe("the path of a mistake / leads to something in the description, or to what should hold it", () => {
  test.each(everyMistake)("%s (%#)", (_, attempt) => {
    const { description, issues } = refused(attempt);
    for (const { path } of issues) {
      expect(path).toBeDefined();
      if (description === null || path === undefined) continue;
      expect(path.length - stepsWithin(description, path)).toBeLessThanOrEqual(1);
    }
  });
});

const pathsOf = (attempt: Mistake[1]): unknown[] => refused(attempt).issues.map(({ code, path }) => [code, path]);

const link = { mass: 1, inertia: [1, 1, 1] } as const;

test("an option of a builder's call / its path within the options", () => {
  const attempt = () => mechanism("m").body("a", { ...link, frames: { tip: { positon: [0, 0, 0] } as never } });
  expect(pathsOf(attempt)).toEqual([["unknown-option", ["frames", "tip", "positon"]]]);
});

test("a part of a pose / its path within the pose", () => {
  expect(() => pose({ rpy: [1, 2] as never })).toThrowError(expect.objectContaining({ path: ["rpy"] }));
});

test("a thing of the same name / the path of the second, among nameless ones", () => {
  const [named, nameless] = [{ ...box([1, 1, 1]), name: "part" }, box([1, 1, 1])];
  expect(pathsOf((build) => build(withBody({ shapes: [named, nameless, named] })))).toEqual([
    ["duplicate-name", ["bodies", 0, "shapes", 2, "name"]],
  ]);
});

test("what a builder finds when it builds / the path in the model", () => {
  const attempt = () =>
    mechanism("m")
      .body("a", link)
      .revolute("x", { parent: "ground", child: "a", axis: [0, 0, 1] })
      .repeat(1, (m) => m.weld("y", { parent: "a", child: "ground", childAt: "ground/tip" }))
      .build();
  expect(pathsOf(attempt)).toEqual([["unknown-frame", ["joints", 1, "X_child_joint"]]]);
});

test("the error / the path of its first mistake", () => {
  const attempt = () =>
    mechanism("m")
      .body("a", { ...link, mass: -1 })
      .build();
  expect(attempt).toThrowError(expect.objectContaining({ path: ["bodies", 0, "mass"] }));
});

import { describe, expect, test } from "vitest";
import type { ErrorFacts } from "../../../src/errors/kinetree-error.js";
import { fileKeyOf } from "../../../src/formats/json/codec/file-keys.js";
import { nodeAt, placedIssue } from "../../../src/formats/json/issue-place.js";
import { nodePath, parseJson, type JsonNode } from "../../../src/formats/json/codec/json-tree.js";
import { modelIssueCodes } from "../../../src/model/issue-codes.js";
import { everyMistake } from "../../model/every-mistake.js";
import { refused } from "../../model/refused.js";

const descriptions = everyMistake
  .map(([, attempt]) => refused(attempt))
  .filter(({ description }) => description !== null);

/** A description in the words of a file, however misshapen: every field in full. */
function documentOf(model: unknown): JsonNode {
  const inFileWords = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inFileWords);
    if (typeof value !== "object" || value === null) return value;
    if ("op" in value) return "= an expression";
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [fileKeyOf(key), inFileWords(part)]));
  };
  return parseJson(JSON.stringify(inFileWords(model)), "model.json");
}

const depthOf = ({ parent }: JsonNode): number => (parent === null ? 0 : 1 + depthOf(parent));

describe("every code / a field of the document, or what should hold it", () => {
  /** What only a builder refuses: the reader of files tells of frames itself, and asks nothing of stops and nodes. */
  const onlyInCode = [
    "frame-of-other-body",
    "rotation-twice",
    "stop-alone",
    "unknown-frame",
    "unknown-node",
    "unknown-option",
  ];

  test.each(Object.keys(modelIssueCodes).filter((code) => !onlyInCode.includes(code)))("%s", (code) => {
    const found = descriptions.flatMap(({ description, issues }) =>
      issues.filter((each) => each.code === code).map(({ path }) => ({ root: documentOf(description), path })),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { root, path = [] } of found)
      expect([path.length, path.length - 1]).toContain(depthOf(nodeAt(root, path)));
  });
});

test("other words / the same places", () => {
  const placesWith = (say: (facts: ErrorFacts) => ErrorFacts): unknown[] =>
    descriptions.flatMap(({ description, issues }) => {
      const root = documentOf(description);
      return issues.map((facts) => {
        const { code, line, column, path } = placedIssue(root, say(facts));
        return [code, line, column, path];
      });
    });
  const places = placesWith((facts) => facts);
  expect(places.length).toBeGreaterThan(200);
  expect(placesWith((facts) => ({ ...facts, subject: "something", message: "something is wrong" }))).toEqual(places);
});

describe("what a file says in a shorter way / the nearest value", () => {
  const root = parseJson(
    `{ "joints": [{ "at": [1, 2, 3], "childAt": "arm/tip", "coordinates": { "damping": 1 } }],
       "loads": [{ "a": "arm", "force": [1, 2, 3] }], "constraints": [{ "driven": "hinge" }] }`,
    "model.json",
  );
  test.each([
    [["joints", 0, "X_parent_joint", "position", 2], "joints[0].at[2]"],
    [["joints", 0, "X_parent_joint", "rotation", 2], "joints[0].at"],
    [["joints", 0, "X_child_joint", "position", 2], "joints[0].childAt"],
    [["joints", 0, "coordinates", 0, "damping"], "joints[0].coordinates.damping"],
    [["joints", 0, "coordinates", 0, "friction"], "joints[0].coordinates"],
    [["joints", 0, "axis", 2], "joints[0]"],
    [["loads", 0, "a", "body"], "loads[0].a"],
    [["loads", 0, "a", "pose", "position", 0], "loads[0].a"],
    [["loads", 0, "force", 1, "value"], "loads[0].force[1]"],
    [["constraints", 0, "driven", "coordinate"], "constraints[0].driven"],
    [["contacts", 3], ""],
    [[], ""],
  ])("%j", (path, place) => expect(nodePath(nodeAt(root, path))).toBe(place));
});

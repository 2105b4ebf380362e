import { describe, expect, test } from "vitest";
import { integrators } from "kinetree";
import { FormatError, type FormatIssue } from "kinetree/formats";
import { readStudy } from "../../src/description/read-study.js";
import { defineStudy, type Study } from "../../src/description/study.js";
import { studySchema } from "../../src/description/study-format.js";
import { studies } from "../../src/named/studies.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";
import { refusal, thrownBy } from "../../../kinetree/test/support/refusal.js";
import { runMistakes } from "./run-mistakes.js";
import { samplingMistakes } from "./sampling-mistakes.js";
import { base, parameter, type Json } from "./study-mistake.js";

const text = (changes: Json): string => JSON.stringify({ ...base, ...changes }, null, 1);

/** All that is wrong, as the error lists it. */
async function issuesOf(changes: Json): Promise<readonly FormatIssue[]> {
  try {
    await prepareStudy(readStudy(text(changes), "swing.json"));
  } catch (error) {
    if (error instanceof FormatError) return error.issues;
    throw error;
  }
  return [];
}

test("a sound study / is ready to run", async () => {
  expect(await issuesOf({})).toEqual([]);
});

describe("what is wrong / path, code and message", () => {
  test.each([...samplingMistakes, ...runMistakes])("$name", async ({ changes, path, code, message }) => {
    const issues = await issuesOf(changes);
    expect(issues.find((issue) => issue.path === path)).toMatchObject({ code, message });
    expect(issues.every(({ line }) => line !== null)).toBe(true);
  });

  test("several at once / all are told, each with its line", async () => {
    const issues = await issuesOf({ sampler: "x", parameters: { length: { normal: { mean: 1 } } }, samples: 0 });
    expect(issues.length).toBe(3);
    expect(new Set(issues.map(({ line }) => line)).size).toBe(3);
  });

  test("a mean outside of the truncation is fine", async () => {
    expect(await issuesOf(parameter({ truncatedNormal: { mean: 0.1, std: 0.1, min: 0.5, max: 0.6 } }))).toEqual([]);
  });
});

test("a study in code / is checked when it is defined", () => {
  expect(refusal(() => defineStudy({ ...base, samples: 0 } as Study))).toEqual({
    code: "wrong-type",
    subject: 'study "swing": samples',
    value: 0,
  });
});

test("what is no JSON / line and column", () => {
  const error = thrownBy(() => readStudy('{\n "name": }', "x.json"));
  expect(error).toMatchObject({ code: "json-syntax", issues: [{ path: "name", line: 2, column: 10 }] });
});

describe("named studies", () => {
  test.each(studies)("$name / says the same after a turn through JSON", (study) => {
    expect(readStudy(JSON.stringify(study), "named.json").study).toEqual(study);
  });
});

test("schema / has a description for every field of a study", () => {
  const { properties } = studySchema() as { properties: Record<string, { description?: string }> };
  expect(Object.keys(properties)).toContain("correlated");
  expect(Object.values(properties).every(({ description }) => description !== undefined)).toBe(true);
});

test("integrators of a sample / all of the library but auto, which no plan of many samples can take", () => {
  const text = JSON.stringify(studySchema());
  const fixed = integrators.filter(({ kind }) => kind !== "automatic").map(({ name }) => name);
  expect(text).toContain(`"enum":${JSON.stringify(fixed)}`);
});

test("what all cases share / told once", async () => {
  const cases = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const issues = await issuesOf({ cases, fixed: { gravity: "3 kg" } });
  expect(issues.map(({ path }) => path)).toEqual(["fixed.gravity"]);
});

test("an empty file / refused as such", () => {
  expect(refusal(() => readStudy(" \n", "empty.json"))).toEqual({ code: "empty-file", subject: "empty.json" });
});

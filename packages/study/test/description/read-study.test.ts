import { describe, expect, test } from "vitest";
import { integrators } from "kinetree";
import { FormatError } from "kinetree/formats";
import { readStudy } from "../../src/description/read-study.js";
import { defineStudy, type Study } from "../../src/description/study.js";
import { studySchema } from "../../src/description/study-format.js";
import { studies } from "../../src/named/studies.js";
import { prepareStudy } from "../../src/prepare/prepare-study.js";

const base = {
  name: "swing",
  scenario: {
    model: "pendulum",
    inputs: { angle: "30 deg" },
    start: { q: { hinge: "= angle" } },
    tEnd: "2 s",
    events: { low: { when: "q.hinge", direction: "falling" } },
  },
  parameters: { length: { normal: { mean: "1 m", std: "1 cm" } } },
  samples: 4,
  outputs: { last: { final: "q.hinge" } },
};
type Json = Record<string, unknown>;
const text = (changes: Json): string => JSON.stringify({ ...base, ...changes }, null, 1);

/** All that is wrong, as the error lists it. */
async function issuesOf(changes: Json): Promise<{ path: string; message: string; line: number | null }[]> {
  try {
    await prepareStudy(readStudy(text(changes), "swing.json"));
  } catch (error) {
    if (error instanceof FormatError) return error.issues.map(({ path, message, line }) => ({ path, message, line }));
    throw error;
  }
  return [];
}

test("a sound study / is ready to run", async () => {
  expect(await issuesOf({})).toEqual([]);
});

describe("what is wrong / path, value and fix", () => {
  const parameter = (distribution: unknown): Json => ({ parameters: { length: distribution } });
  test.each<[string, Json, string, RegExp]>([
    [
      "unknown parameter",
      { parameters: { lenght: { normal: { mean: 1, std: 1 } } } },
      "parameters.lenght",
      /"lenght" is unknown.*"length"/,
    ],
    ["unknown fixed parameter", { fixed: { gravty: 1 } }, "fixed.gravty", /"gravity"/],
    ["unknown key", { smaples: 3 }, "smaples", /"smaples".*"samples"/],
    ["negative spread", parameter({ normal: { mean: 1, std: -1 } }), "parameters.length.normal.std", /std is -1/],
    ["min above max", parameter({ uniform: { min: 2, max: 1 } }), "parameters.length.uniform.max", /Exchange/],
    ["min equal to max", parameter({ uniform: { min: 1, max: 1 } }), "parameters.length.uniform.max", /"fixed"/],
    [
      "truncation the wrong way round",
      parameter({ truncatedNormal: { mean: 1, std: 1, min: 2, max: 1 } }),
      "parameters.length.truncatedNormal.max",
      /max must be above min/,
    ],
    [
      "truncation without ends",
      parameter({ truncatedNormal: { mean: 1, std: 1 } }),
      "parameters.length.truncatedNormal",
      /neither min nor max/,
    ],
    [
      "truncated without spread",
      parameter({ truncatedNormal: { mean: 1, std: 0, min: 0, max: 2 } }),
      "parameters.length.truncatedNormal.std",
      /above 0/,
    ],
    [
      "log-normal below zero",
      parameter({ logNormal: { median: -1, sigma: 1 } }),
      "parameters.length.logNormal.median",
      /above 0/,
    ],
    [
      "log-normal with negative sigma",
      parameter({ logNormal: { median: 1, sigma: -1 } }),
      "parameters.length.logNormal.sigma",
      /sigma is -1/,
    ],
    [
      "nothing to choose from",
      parameter({ discrete: { values: [] } }),
      "parameters.length.discrete.values",
      /at least 1/,
    ],
    [
      "too few weights",
      parameter({ discrete: { values: [1, 2], weights: [1] } }),
      "parameters.length.discrete.weights",
      /1 weights for 2 values/,
    ],
    [
      "negative weight",
      parameter({ discrete: { values: [1, 2], weights: [1, -1] } }),
      "parameters.length.discrete.weights[1]",
      /negative/,
    ],
    [
      "no weight",
      parameter({ discrete: { values: [1, 2], weights: [0, 0] } }),
      "parameters.length.discrete.weights",
      /no weight is above 0/,
    ],
    ["unknown distribution", parameter({ normel: { mean: 1, std: 1 } }), "parameters.length.normel", /"normal"/],
    [
      "two distributions",
      parameter({ normal: { mean: 1, std: 1 }, uniform: { min: 0, max: 1 } }),
      "parameters.length",
      /normal and uniform/,
    ],
    ["a number for a distribution", parameter(3), "parameters.length", /must be an object with one of normal/],
    [
      "wrong unit",
      parameter({ normal: { mean: "1 kg", std: 1 } }),
      "parameters.length.normal.mean",
      /measures mass.*\[m\]/,
    ],
    [
      "outside of the parameter's range",
      parameter({ uniform: { min: -1, max: 1 } }),
      "parameters.length",
      /reaches -1/,
    ],
    ["fixed and distributed", { fixed: { length: 1 } }, "fixed.length", /fixed here and distributed/],
    ["no samples", { samples: 0 }, "samples", /at least 1/],
    ["half a sample", { samples: 1.5 }, "samples", /whole number/],
    ["samples missing", { samples: undefined }, "", /needs "samples"/],
    ["negative seed", { seed: -1 }, "seed", /at least 0/],
    ["unknown sampler", { sampler: "monte carlo" }, "sampler", /"monte-carlo"/],
    ["levels without a factorial", { levels: 3 }, "levels", /only a full factorial/],
    [
      "factorial without levels",
      { sampler: "full-factorial", samples: undefined },
      "parameters.length",
      /Add "levels"/,
    ],
    ["factorial with another number of samples", { sampler: "full-factorial", levels: 3 }, "samples", /3 combinations/],
    ["unknown model", { scenario: { ...base.scenario, model: "pendulm" } }, "scenario.model", /"pendulum"/],
    ["unknown option", { scenario: { ...base.scenario, options: { lenth: 2 } } }, "scenario.model", /"length"/],
    ["unknown scenario", { scenario: { named: "pendulun" } }, "scenario", /"pendulum"/],
    [
      "a start of unknown numbers",
      { scenario: { ...base.scenario, start: { q: { hinge: "= angel" } } } },
      "scenario.start.q.hinge",
      /"angle"/,
    ],
    [
      "a start of unknown joints",
      { scenario: { ...base.scenario, start: { q: { hing: 1 } } } },
      "scenario.start.q.hing",
      /"hinge"/,
    ],
    [
      "a start in another unit",
      { scenario: { ...base.scenario, start: { q: { hinge: "10 kg" } } } },
      "scenario.start.q.hinge",
      /mass/,
    ],
    ["a tolerance below zero", { scenario: { ...base.scenario, tolerance: -1 } }, "scenario.tolerance", /above 0/],
    ["no time", { scenario: { ...base.scenario, tEnd: 0 } }, "scenario.tEnd", /above 0/],
    ["time in metres", { scenario: { ...base.scenario, tEnd: "2 m" } }, "scenario.tEnd", /length/],
    ["unknown channel", { outputs: { last: { final: "q.hing" } } }, "outputs.last.final", /"q.hinge"/],
    ["several numbers", { outputs: { last: { final: "pos.bob" } } }, "outputs.last.final", /more than one number/],
    ["neither channel nor parameter", { outputs: { last: { final: "lenght" } } }, "outputs.last.final", /"length"/],
    [
      "an input where the model looks",
      { outputs: { last: { final: "q.hinge - angle" } } },
      "outputs.last.final",
      /"angle" is an input/,
    ],
    ["unknown event", { outputs: { when: { timeOf: "lo" } } }, "outputs.when.timeOf", /"low"/],
    [
      "unknown name in an expression",
      { outputs: { twice: { expression: "2*lastt" }, last: { final: "q.hinge" } } },
      "outputs.twice.expression",
      /"last"/,
    ],
    [
      "a channel in an expression",
      { outputs: { twice: { expression: "2*q.hinge" } } },
      "outputs.twice.expression",
      /Channels belong in max/,
    ],
    [
      "expressions in a circle",
      { outputs: { a: { expression: "b" }, b: { expression: "a" } } },
      "outputs.a",
      /a -> b -> a/,
    ],
    ["a condition that is none", { outputs: { x: { predicate: "1 < 2 <" } } }, "outputs.x.predicate", /more than two/],
    ["an output called like a column", { outputs: { end: { final: "q.hinge" } } }, "outputs.end", /Rename/],
    ["an output called like a parameter", { outputs: { length: { final: "q.hinge" } } }, "outputs.length", /Rename/],
    ["time of what has none", { outputs: { last: { final: "q.hinge", time: true } } }, "outputs.last.time", /only max/],
    ["a stop that asks for equality", { stop: [{ name: "s", when: "q.hinge == 0" }] }, "stop[0].when", /equality/],
    ["a stop called like an event", { stop: [{ name: "low", when: "q.hinge > 2" }] }, "stop[0].name", /another event/],
    ["the same case twice", { cases: [{ name: "a" }, { name: "a" }] }, "cases[1].name", /twice/],
    [
      "an unknown parameter of a case",
      { cases: [{ name: "a", fixed: { lenght: 1 } }] },
      "cases[0].fixed.lenght",
      /"length"/,
    ],
  ])("%s", async (_, changes, path, message) => {
    const issues = await issuesOf(changes);
    expect(issues.map((issue) => issue.path)).toContain(path);
    expect(issues.find((issue) => issue.path === path)?.message).toMatch(message);
    expect(issues.every(({ line }) => line !== null)).toBe(true);
  });

  const correlated = (correlation: unknown, parameters = ["length", "mass"]): Json => ({
    parameters: { length: { normal: { mean: 1, std: 0.1 } }, mass: { uniform: { min: 1, max: 2 } } },
    correlated: [{ parameters, correlation }],
  });
  test.each<[string, Json, string, RegExp]>([
    [
      "not symmetric",
      correlated([
        [1, 0.5],
        [0.4, 1],
      ]),
      "correlated[0].correlation[1][0]",
      /symmetric/,
    ],
    [
      "no ones",
      correlated([
        [1, 0.5],
        [0.5, 2],
      ]),
      "correlated[0].correlation[1][1]",
      /diagonal/,
    ],
    [
      "too large",
      correlated([
        [1, 1.5],
        [1.5, 1],
      ]),
      "correlated[0].correlation[1][0]",
      /between -1 and 1/,
    ],
    ["too small", correlated([[1, 0.5]]), "correlated[0].correlation", /at least 2/],
    [
      "a parameter that does not vary",
      correlated(
        [
          [1, 0.5],
          [0.5, 1],
        ],
        ["length", "gravity"],
      ),
      "correlated[0].parameters[1]",
      /does not vary/,
    ],
    [
      "the same parameter twice",
      correlated(
        [
          [1, 0.5],
          [0.5, 1],
        ],
        ["length", "length"],
      ),
      "correlated[0].parameters[1]",
      /twice in one/,
    ],
  ])("correlation: %s", async (_, changes, path, message) => {
    const issues = await issuesOf(changes);
    expect(issues.find((issue) => issue.path === path)?.message).toMatch(message);
  });

  test("correlation that no numbers can have", async () => {
    const parameters = Object.fromEntries(
      ["length", "mass", "gravity"].map((name) => [name, { uniform: { min: 1, max: 2 } }]),
    );
    const correlation = [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ];
    const issues = await issuesOf({ parameters, correlated: [{ parameters: Object.keys(parameters), correlation }] });
    expect(issues[0]).toMatchObject({
      path: "correlated[0].correlation",
      message: expect.stringMatching(/positive definite/) as string,
    });
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
  expect(() => defineStudy({ ...base, samples: 0 } as Study)).toThrow(
    /study "swing": samples: 0 must be a whole number/,
  );
});

test("what is no JSON / line and column", () => {
  expect(() => readStudy('{\n "name": }', "x.json")).toThrow(/x\.json:2:10/);
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

test("an empty file / says how a study begins, not how a model does", () => {
  expect(() => readStudy(" \n", "empty.json")).toThrow(/"scenario"/);
});

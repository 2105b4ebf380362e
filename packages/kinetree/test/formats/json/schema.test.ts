import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/formats/json/codec/codec.js";
import { fieldTables } from "../../../src/formats/json/field-tables.js";
import { modelSchema } from "../../../src/formats/json/model-schema.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { systems } from "../../../src/systems/registry.js";
import { randomModel } from "../../support/random-model.js";
import { constrainedModel } from "./random-constraints.js";
import { touchingModel } from "./random-contacts.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

test("the schema file / the one that follows from the format (node scripts/schema.mjs)", () => {
  expect(JSON.parse(read("../../../schema/model.schema.json"))).toEqual(modelSchema());
});

test("the tables of the documents / those that follow from the format (node scripts/schema.mjs)", () => {
  const page = read("../../../../../docs/model-format.md");
  const [, section = ""] = page.split("## All fields\n");
  expect(normalised(section)).toEqual(normalised(fieldTables()));
});

/** Without the blanks and dashes that align columns. */
const normalised = (markdown: string): readonly string[] =>
  markdown
    .replace(/\\([*_])/g, "$1")
    .split("\n")
    .map((line) => line.replace(/-{2,}/g, "--").replace(/ +/g, " ").trim())
    .filter((line) => line !== "");

describe("what is written / the schema accepts", () => {
  const schema = modelSchema();

  test.each(systems.map(({ name, build }) => [name, build] as const))("%s", (_, build) => {
    expect(violations(schema, JSON.parse(writeJsonModel(build())), "")).toEqual([]);
  });

  test("random mechanisms", () => {
    for (let sample = 0; sample < 20; sample++) {
      const text = writeJsonModel(randomModel(43, sample, { maxBodies: 6 }));
      expect(violations(schema, JSON.parse(text), "")).toEqual([]);
    }
  });

  test("constraints and loop joints of every kind", () => {
    for (let sample = 0; sample < 10; sample++) {
      const text = writeJsonModel(constrainedModel(44, sample));
      expect(violations(schema, JSON.parse(text), "")).toEqual([]);
    }
  });

  test("terrains of every kind and contacts of every law", () => {
    for (let sample = 0; sample < 10; sample++) {
      const text = writeJsonModel(touchingModel(45, sample));
      expect(violations(schema, JSON.parse(text), "")).toEqual([]);
    }
  });

  test("and it refuses", () => {
    const wrong = { kinetree: 1, bodies: [{ name: "a", mass: true, inertia: [1, 1, 1], masss: 1 }] };
    expect(violations(schema, wrong, "").length).toBeGreaterThan(0);
    expect(violations(schema, { bodies: [] }, "")).toEqual([": kinetree is missing"]);
  });

  /** Just the words that the schema uses; an unknown one would go unnoticed, so it is a violation. */
  function violations(part: JsonSchema, value: unknown, path: string): string[] {
    return Object.entries(part).flatMap(([word, rule]): string[] => {
      const rules = rule as unknown as readonly JsonSchema[];
      switch (word) {
        case "$schema":
        case "$defs":
        case "title":
        case "description":
          return [];
        case "$ref": {
          const definitions = schema.$defs as unknown as Readonly<Record<string, JsonSchema>>;
          return violations(definitions[String(rule).replace("#/$defs/", "")], value, path);
        }
        case "type":
          return typeOf(value) === rule ||
            (rule === "number" && typeof value === "number") ||
            (rule === "integer" && Number.isInteger(value))
            ? []
            : [`${path} is no ${String(rule)}`];
        case "const":
          return value === rule ? [] : [`${path} is not ${String(rule)}`];
        case "enum":
          return (rule as unknown[]).includes(value) ? [] : [`${path} is none of ${String(rule)}`];
        case "pattern":
          return typeof value !== "string" || new RegExp(String(rule), "u").test(value)
            ? []
            : [`${path} has no ${String(rule)}`];
        case "minimum":
          return typeof value !== "number" || value >= Number(rule) ? [] : [`${path} is too small`];
        case "minItems":
          return !Array.isArray(value) || value.length >= Number(rule) ? [] : [`${path} is too short`];
        case "maxItems":
          return !Array.isArray(value) || value.length <= Number(rule) ? [] : [`${path} is too long`];
        case "items":
          return Array.isArray(value)
            ? value.flatMap((item, i) => violations(rule as JsonSchema, item, `${path}[${i}]`))
            : [];
        case "anyOf":
          return rules.some((each) => violations(each, value, path).length === 0) ? [] : [`${path} fits nothing`];
        case "oneOf":
          return rules.filter((each) => violations(each, value, path).length === 0).length === 1
            ? []
            : [`${path} fits not one`];
        case "required":
          return isObject(value)
            ? (rule as string[]).filter((key) => !(key in value)).map((key) => `${path}: ${key} is missing`)
            : [];
        case "properties":
          return Object.entries(rule as unknown as Readonly<Record<string, JsonSchema>>).flatMap(([key, each]) =>
            isObject(value) && key in value ? violations(each, value[key], `${path}.${key}`) : [],
          );
        case "additionalProperties":
          return Object.keys(isObject(value) ? value : {})
            .filter((key) => !(key in (part.properties as object)))
            .map((key) => `${path}.${key} is unknown`);
        default:
          return [`the schema has the unknown word ${word}`];
      }
    });
  }
});

/** Words about members say nothing of other values, as JSON Schema has it. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

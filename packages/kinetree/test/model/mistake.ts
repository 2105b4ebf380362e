import type { ModelIssueCode } from "../../src/model/issue-codes.js";
import type { Model, ModelDescription } from "../../src/model/types.js";

/** Makes a model of a description; a test may look at the description first. */
export type Build = (description: ModelDescription) => Model;

/** A mistake: its code, how to make it, and what the message must name: thing, value, fix. */
export type Mistake = readonly [
  code: ModelIssueCode,
  attempt: (build: Build) => unknown,
  thing: string,
  value: string,
  fix: string,
];

/** A mistake in a description. */
export type DataMistake = readonly [
  code: ModelIssueCode,
  model: () => Model,
  thing: string,
  value: string,
  fix: string,
];

export const notFinite = (model: () => Model, thing: string, value: string): DataMistake => [
  "non-finite",
  model,
  thing,
  value,
  "must be finite",
];

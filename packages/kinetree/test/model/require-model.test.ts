import { expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { requireModel } from "../../src/model/require-model.js";
import { arm } from "./arm-data.js";

const attempt = (model: unknown) => (): void => requireModel(model);

test("a model passes", () => expect(attempt(arm)).not.toThrow());
test("a builder is told to build", () => {
  expect(attempt(mechanism("m"))).toThrowError(RequestError);
  expect(attempt(mechanism("m"))).toThrowError(/not built yet.*Call \.build\(\)/);
});
test("plain data that was not built is told to be", () => {
  const { constraints: _none, ...description } = arm;
  expect(attempt(description)).toThrowError(/a description that is not built yet.*buildModel/);
});
test.each([undefined, null, "pendulum", {}, { bodies: [] }, [], 5])("%j is no model", (value) => {
  expect(attempt(value)).toThrowError(RequestError);
  expect(attempt(value)).toThrowError(/^model is .*must be a model/);
});

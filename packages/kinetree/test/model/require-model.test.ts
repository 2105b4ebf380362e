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
test.each([undefined, null, "pendulum", {}, { bodies: [] }, [], 5])("%j is no model", (value) => {
  expect(attempt(value)).toThrowError(RequestError);
  expect(attempt(value)).toThrowError(/^model is .*must be a model/);
});

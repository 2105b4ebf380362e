import { describe, expect, test } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { buildModel, withParameters } from "../../src/model/builder/build-model.js";
import { parameterDefaults } from "../../src/model/evaluate-real.js";
import type { Model } from "../../src/model/types.js";
import { arm, withBody } from "./arm-data.js";

function everyObject(value: unknown, holds: (each: object) => boolean): boolean {
  if (typeof value !== "object" || value === null) return true;
  return holds(value) && Object.values(value).every((each) => everyObject(each, holds));
}

describe("building", () => {
  test("freezes everything", () => expect(everyObject(arm, Object.isFrozen)).toBe(true));
  test("leaves the user's data as it was", () => {
    const data = structuredClone(arm) as Model;
    const model = buildModel(data);
    expect(everyObject(data, (each) => !Object.isFrozen(each))).toBe(true);
    expect(model).toEqual(data);
    expect(model).not.toBe(data);
  });
  test("keeps what is shared", () => {
    const link = { ...arm.bodies[0], name: "other", frames: arm.bodies[0].frames };
    const [first, , third] = buildModel({ ...arm, bodies: [...arm.bodies, link] }).bodies;
    expect(third.frames).toBe(first.frames);
  });
  test("twice is once", () => expect(buildModel(arm)).toEqual(arm));
  test("survives the way through a file", () =>
    expect(buildModel(JSON.parse(JSON.stringify(arm)) as Model)).toEqual(arm));
});

describe("other parameters", () => {
  test("new defaults, same mechanism", () => {
    const heavier = withParameters(arm, { m: 3 });
    expect(parameterDefaults(heavier).get("m")).toBe(3);
    expect(parameterDefaults(arm).get("m")).toBe(2);
    expect({ ...heavier, parameters: [] }).toEqual({ ...arm, parameters: [] });
  });
  test("an unknown name is a mistake of the request", () => {
    expect(() => withParameters(arm, { M: 3 })).toThrowError(RequestError);
    expect(() => withParameters(arm, { M: 3 })).toThrowError(
      /parameter "M" \(set to 3\) is unknown. Did you mean "m"\?/,
    );
  });
  test("a value out of range is refused", () =>
    expect(() => withParameters(arm, { m: -1 })).toThrowError(/range from 0 to 10/));
  test("a value that spoils the model is refused", () => {
    const model = buildModel(withBody({ mass: { parameter: "m" } }));
    expect(() => withParameters(model, { m: 0 })).toThrowError(/body "upper": mass is 0/);
  });
});

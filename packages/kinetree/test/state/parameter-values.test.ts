import { describe, expect, it } from "vitest";
import { RequestError } from "../../src/errors/kinetree-error.js";
import { createEquilibrium } from "../../src/analysis/equilibrium.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { createForwardDerivatives } from "../../src/analysis/derivatives.js";
import { linearize } from "../../src/analysis/linearize.js";
import { parameterValues } from "../../src/state/parameter-values.js";
import { neutralState } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { doublePendulum } from "../../src/systems/chains/double-pendulum.js";
import { refusal } from "../support/refusal.js";

const tilted = mechanism("tilted")
  .parameter("tilt", 1)
  .parameter("m", 1, { min: 0, max: 5 })
  .body("arm", { mass: param("m"), com: [1, 0, 0], inertia: [1, 1, 1] })
  .revolute("hinge", { parent: "ground", child: "arm", axis: [0, 0, param("tilt")] })
  .build();

describe("values of parameters", () => {
  it("are the model's where none are given, in its order", () => {
    expect([...parameterValues(tilted, {})]).toEqual([1, 1]);
    expect([...parameterValues(tilted, { m: 3 })]).toEqual([1, 3]);
  });

  it.each([
    ["an unknown name", { mm: 1 }, "unknown-parameter"],
    ["no number", { m: NaN }, "parameter-range"],
    ["a value below the range", { m: -1 }, "parameter-range"],
    ["a value above the range", { m: 6 }, "parameter-range"],
    ["a body without mass", { m: 0 }, "mass-not-positive"],
    ["an axis without direction", { tilt: 0 }, "zero-axis"],
  ])("%s is refused", (_, given, code) => {
    expect(() => parameterValues(tilted, given)).toThrow(expect.objectContaining({ code }));
  });

  const plate = (height: number, tolerant: boolean) =>
    mechanism("plate")
      .parameter("I", height)
      .body("plate", { mass: 1, inertia: [1, 1, param("I")] })
      .revolute("hinge", { parent: "ground", child: "plate", axis: [0, 0, 1] })
      .build(tolerant ? { unphysicalInertia: "warn", onWarning: () => {} } : {});

  it("an inertia no body can have: refused, unless the model was accepted with one", () => {
    expect(() => parameterValues(plate(1, false), { I: 3 })).toThrow(
      expect.objectContaining({ code: "inertia-triangle" }),
    );
    expect([...parameterValues(plate(3, true), { I: 3 })]).toEqual([3]);
    expect(() => parameterValues(plate(3, true), { I: -1 })).toThrow(
      expect.objectContaining({ code: "inertia-not-positive" }),
    );
    createForwardDerivatives(plate(3, true), ["q"]).setParameters({ I: 4 });
    createEvaluator(plate(3, true)).setParameters({ I: 4 });
  });
});

it("a value that makes a model unsound / the path in the model, whatever else depends on no parameter", () => {
  const link = { mass: 1, inertia: [1, 1, 1] } as const;
  const model = mechanism("m")
    .parameter("m", 1)
    .body("a", link)
    .body("b", { ...link, mass: param("m") })
    .revolute("x", { parent: "ground", child: "a", axis: [0, 0, 1] })
    .revolute("y", { parent: "a", child: "b", axis: [0, 0, 1], damping: param("m") })
    .build();
  expect(() => parameterValues(model, { m: -1 })).toThrow(
    expect.objectContaining({
      issues: [
        expect.objectContaining({ code: "mass-not-positive", path: ["bodies", 1, "mass"] }),
        expect.objectContaining({ code: "negative-value", path: ["joints", 1, "coordinates", 0, "damping"] }),
      ],
    }),
  );
});

describe("options that do not exist are refused by name", () => {
  const model = doublePendulum();
  it.each<[string, () => unknown, string, string, unknown]>([
    ["find", () => createEquilibrium(model, { find: "stabel" as "stable" }), "unknown-find", 'find "stabel"', "stabel"],
    ["tolerance", () => createEquilibrium(model, { tolerance: -1 }), "not-positive", "tolerance", -1],
    ["maxIterations", () => createEquilibrium(model, { maxIterations: 1.5 }), "not-a-count", "maxIterations", 1.5],
    [
      "inputs",
      () => linearize(model, neutralState(model), { inputs: "actuator" as "actuators" }),
      "unknown-inputs",
      'inputs "actuator"',
      "actuator",
    ],
    ["variable", () => createForwardDerivatives(model, ["qq" as "q"]), "unknown-variable", 'variable "qq"', "qq"],
    [
      "vdot forwards",
      () => createForwardDerivatives(model, ["vdot" as "v"]),
      "unknown-variable",
      'variable "vdot"',
      "vdot",
    ],
  ])("%s", (_, attempt, code, subject, value) => {
    expect(attempt).toThrow(RequestError);
    expect(refusal(attempt)).toEqual({ code, subject, value });
  });
});

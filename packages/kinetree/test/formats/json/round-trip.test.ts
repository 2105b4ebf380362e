import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJsonModel } from "../../../src/formats/json/read-json-model.js";
import { isSameData } from "../../../src/model/same-data.js";
import { writeJsonModel } from "../../../src/formats/json/write-json-model.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import { modelDefaults } from "../../../src/model/defaults.js";
import { mechanism } from "../../../src/model/builder/mechanism.js";
import { param, realMul } from "../../../src/model/real-arithmetic.js";
import type { Real } from "../../../src/model/real.js";
import { box, capsule, mesh } from "../../../src/model/bodies/shapes.js";
import { curve, piecewise, sine, table } from "../../../src/model/signals.js";
import { solidSphere } from "../../../src/model/bodies/solids.js";
import type { Model } from "../../../src/model/types.js";
import { systems } from "../../../src/systems/registry.js";
import { randomModel } from "../../support/random-model.js";

const again = (model: Model): Model => readJsonModel(writeJsonModel(model)).model;

const ball = solidSphere(1, 0.1);

const base = (): Model =>
  mechanism("base")
    .body("a", ball)
    .revolute("j", { parent: "ground", child: "a", axis: [0, 0, 1] })
    .build();

describe("model → text → model / the same model, to the last bit", () => {
  test.each(systems.map(({ name, build }) => [name, build] as const))("%s", (_, build) => {
    expect(isSameData(again(build()), build())).toBe(true);
  });

  test("random mechanisms", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (sample) => {
        const model = randomModel(41, sample, { maxBodies: 8 });
        expect(isSameData(again(model), model)).toBe(true);
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  test("everything at once", () => {
    const model = mechanism('every `kind` of "thing"')
      .parameter("k", 0.1 + 0.2, { unit: "deg", min: -0, max: 1e300, description: "α" })
      .parameter("two words", 2)
      .parameter("pi", 3)
      .body("a", {
        ...ball,
        frames: { tip: { position: [0, 1, 2], rpy: [1, 2, 3] } },
        shapes: [
          box([1, 2, 3], { color: [1, 0, 0, 0.5] }),
          capsule(1, param("k")),
          mesh("a.stl", { scale: [1, -1, 1] }),
        ],
      })
      .body("b", { massless: true })
      .body("c", { ...ball, inertia: [1, 1, 9, 0, 0, 1], unphysical: true })
      .revolute("j", {
        parent: "ground",
        child: "a",
        axis: [0, 0, 2],
        damping: param("two words"),
        maxForce: 5,
        lower: -0,
      })
      .universal("u", {
        parent: "a",
        child: "b",
        axis1: [1, 0, 0],
        axis2: [0, 1, 0],
        second: {
          stiffness: curve(
            [
              [0, 0],
              [1, 5e-324],
            ],
            "hold",
            param("pi"),
          ),
        },
      })
      .screw("s", { parent: "b", child: "c", axis: [0, 1, 0], pitch: 0.01 })
      .coupler("gear", { driven: "s", driving: "j", polynomial: [0, realMul(2, param("k"))] })
      .coupler("held", { driven: { joint: "u", coordinate: 1 }, polynomial: [0.1] })
      .pointSpring("spring", { a: "ground", b: "a/tip", stiffness: 1e21, freeLength: 1 })
      .bushing("bush", { a: "a", b: { body: "c", at: [0, 0, 1] }, stiffness: { rotation: [1, 2, 3] } })
      .wrench("w", {
        at: "a",
        along: "world",
        force: [
          piecewise([[0, 1]]),
          table(
            [
              [0, 1],
              [1, 2],
            ],
            3,
          ),
          sine({ amplitude: 1, angularFrequency: 2 }),
        ],
      })
      .jointForce("f", { joint: "j", force: param("k") })
      .actuator("motor", { joint: "j", gain: 10, lower: -1 })
      .actuator("jet", { at: "c", axis: [1, 0, 0], effect: "torque" })
      .controller("brain", { period: 0.01, actuators: ["motor", "jet"] })
      .build();
    expect(isSameData(again(model), model)).toBe(true);
    expect(readJsonModel(writeJsonModel(model)).warnings.map(({ code, path }) => [code, path])).toEqual([
      ["unphysical-mass", "bodies[2].inertia"],
    ]);
  });

  test("expressions that simplifying would change", () => {
    const p: Real = { parameter: "p" };
    const odd: readonly Real[] = [
      { op: "mul", args: [1, p] },
      { op: "add", args: [p, 0] },
      { op: "neg", args: [5] },
      { op: "neg", args: [{ op: "neg", args: [p] }] },
      { op: "mul", args: [-0, p] },
      { op: "sub", args: [p, { op: "sub", args: [p, -3] }] },
      {
        op: "div",
        args: [
          { op: "mul", args: [2, p] },
          { op: "mul", args: [p, p] },
        ],
      },
      { op: "pow", args: [{ op: "neg", args: [p] }, 2] },
      { op: "pow", args: [-2, 2] },
      { op: "atan2", args: [{ op: "sin", args: [p] }, 1e-300] },
      { op: "add", args: [1, 2] },
    ];
    for (const real of odd) {
      const model = base();
      const changed = buildModel({
        ...model,
        parameters: [{ ...modelDefaults.parameter, name: "p", value: 1 }],
        bodies: [{ ...model.bodies[0], com: [real, 0, -0] }],
      });
      expect(again(changed).bodies[0].com).toEqual(changed.bodies[0].com);
    }
  });

  test("an expression as deep as a model may have", () => {
    let left: Real = param("p");
    let right: Real = param("p");
    for (let i = 0; i < 990; i++) {
      left = { op: "sub", args: [left, 1] };
      right = { op: "sub", args: [1, right] };
    }
    const model = base();
    const deep = buildModel({
      ...model,
      parameters: [{ ...modelDefaults.parameter, name: "p", value: 1 }],
      bodies: [{ ...model.bodies[0], com: [left, right, 0] }],
    });
    expect(isSameData(again(deep), deep)).toBe(true);
  });

  test("text → model → text → model / stays", () => {
    for (const { build } of systems) {
      const text = writeJsonModel(build());
      expect(writeJsonModel(readJsonModel(text).model)).toBe(text);
    }
  });
});

test("what cannot be written / a named error", () => {
  const model = base();
  expect(() => writeJsonModel({ ...model, gravity: [0, 0, Infinity] })).toThrow("Infinity cannot be written");
  expect(() => writeJsonModel({ ...model, name: "\ud800" })).toThrow("half a character");
  let shared: Real = param("p");
  for (let i = 0; i < 60; i++) shared = { op: "mul", args: [shared, shared] };
  expect(() => writeJsonModel({ ...model, gravity: [0, 0, shared] })).toThrow("parts when written out");
});

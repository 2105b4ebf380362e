import { describe, expect, test } from "vitest";
import { linearize } from "../../src/analysis/linearize.js";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import type { CurveMap, Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stateFromJoints, type State } from "../../src/state/state.js";

const MASS = 2;
const map: CurveMap = {
  x: [0.3, 0.4, 0.8],
  y: [-1, 0, 3],
  z: [
    [-10, 0, 60],
    [-20, 0, 90],
    [-40, 4, 30],
  ],
};

/** A slider along z that a damper ties to the origin: its coordinate is the length. */
const slider = (tension: CurveMap): Model =>
  mechanism("damped slider")
    .gravity(0, 0, 0)
    .parameter("valves", 1)
    .body("piston", { mass: MASS, inertia: [1, 1, 1] })
    .prismatic("rod", { parent: "ground", child: "piston", axis: [0, 0, 1] })
    .mappedDamper("damper", { a: "ground", b: "piston", tension })
    .build();

const at = (model: Model, length: number, rate: number): State =>
  stateFromJoints(model, { q: { rod: length }, v: { rod: rate } });

const tensionAt = (model: Model, length: number, rate: number): number =>
  -MASS * createEvaluator(model).forwardDynamics(at(model, length, rate))[0];

describe("tension over length and rate", () => {
  const model = slider(map);
  test.each([
    ["a point", 0.4, 3, 90],
    ["between rates", 0.3, 1.5, 30],
    ["between lengths", 0.35, 3, 75],
    ["inside a cell, bilinear", 0.35, 1.5, (30 + 45) / 2],
    ["inside the cell of compression", 0.6, -0.5, 0.5 * (-20 * 0.5) + 0.5 * (-40 + 4) * 0.5],
    ["shorter than the map, held", 0.1, -1, -10],
    ["longer than the map, held", 2, 3, 30],
    ["faster than the map, continued", 0.4, 6, 180],
    ["faster compression than the map, continued", 0.3, -2, -20],
  ])("%s", (_, length, rate, expected) => expect(tensionAt(model, length, rate)).toBeCloseTo(expected, 12));

  test("a map with many values, looked up / the same map with few, summed", () => {
    // Points between those of the map change nothing, as long as they lie on it.
    const between = (list: readonly number[], parts: number): number[] =>
      list.flatMap((value, i) =>
        i + 1 < list.length
          ? Array.from({ length: parts }, (_, k) => value + ((list[i + 1] - value) * k) / parts)
          : [value],
      );
    const rows = map.z.map((row) => between(row, 4));
    const columns = rows[0].map((_, j) =>
      between(
        rows.map((row) => row[j]),
        4,
      ),
    );
    const fine = slider({
      x: between(map.x, 4),
      y: between(map.y, 4),
      z: columns[0].map((_, i) => columns.map((column) => column[i])),
    });
    for (const length of [0.1, 0.3, 0.33, 0.4, 0.55, 0.79, 1.2])
      for (const rate of [-2, -1, -0.3, 0, 0.7, 3, 5])
        expect(tensionAt(fine, length, rate)).toBeCloseTo(tensionAt(model, length, rate), 9);
  });

  test("does not jump across a line of the map", () => {
    for (const length of map.x)
      expect(Math.abs(tensionAt(model, length - 1e-9, 2) - tensionAt(model, length + 1e-9, 2))).toBeLessThan(1e-6);
  });

  test("with one rate of damping everywhere / the damper of a point spring", () => {
    const even = slider({ x: [0, 1], y: [-1, 1], z: [[-7, 7], [-7, 7]] }); // prettier-ignore
    const linear = mechanism("same")
      .gravity(0, 0, 0)
      .body("piston", { mass: MASS, inertia: [1, 1, 1] })
      .prismatic("rod", { parent: "ground", child: "piston", axis: [0, 0, 1] })
      .pointSpring("damper", { a: "ground", b: "piston", stiffness: 0, freeLength: 0, damping: 7 })
      .build();
    const [one, other] = [even, linear].map((each) => simulate(each, 1, { state: at(each, 0.5, 3) }).final.q[0]);
    expect(Math.abs(one - other)).toBeLessThan(1e-12);
  });

  test("a scale multiplies it", () => {
    const scaled = slider({ ...map, scale: param("valves") });
    const evaluator = createEvaluator(scaled);
    evaluator.setParameters({ valves: 0.5 });
    expect(evaluator.forwardDynamics(at(scaled, 0.35, 3))[0]).toBeCloseTo(-75 / 2 / MASS, 12);
  });

  test("what it takes out is lost: nothing is stored, and the power is force times rate", () => {
    expect(createEvaluator(model).energy(at(model, 0.35, 1.5)).potential).toBe(0);
    const start = at(model, 0.35, 1.5);
    const { final } = simulate(model, 0.2, { state: start, tolerance: 1e-10 });
    expect(0.5 * MASS * final.v[0] ** 2).toBeLessThan(0.5 * MASS * 1.5 ** 2);
  });

  test("slopes of the linearisation / differences", () => {
    const { A } = linearize(model, at(model, 0.35, 1.5));
    const h = 1e-6;
    const byLength = (tensionAt(model, 0.35 + h, 1.5) - tensionAt(model, 0.35 - h, 1.5)) / (2 * h);
    const byRate = (tensionAt(model, 0.35, 1.5 + h) - tensionAt(model, 0.35, 1.5 - h)) / (2 * h);
    // Bilinear: central differences are exact but for rounding over h.
    expect(A.data[A.cols] * -MASS).toBeCloseTo(byLength, 6);
    expect(A.data[A.cols + 1] * -MASS).toBeCloseTo(byRate, 6);
  });
});

test("to a file and back / the same model", () => {
  const model = slider({ ...map, scale: param("valves") });
  expect(readJsonModel(writeJsonModel(model)).model).toEqual(model);
});

test("units in files", () => {
  const text = writeJsonModel(slider(map)).replace("0.3,", '"300 mm",').replace("-10,", '"-0.01 kN",');
  expect(text).toContain("kN");
  expect(readJsonModel(text).model).toEqual(slider(map));
});

describe("mistakes", () => {
  test.each([
    ["a missing row", { ...map, z: map.z.slice(1) }, /numbers of values, must be 3 lists of 3/],
    ["a short row", { ...map, z: [[1, 2], ...map.z.slice(1)] }, /must be 3 lists of 3/],
    ["lengths that fall", { ...map, x: [0.4, 0.3, 0.8] }, /must increase from entry to entry/],
    ["one rate", { ...map, y: [0], z: [[1], [1], [1]] }, /at least 2/],
    ["no number", { ...map, z: [[NaN, 0, 1], ...map.z.slice(1)] }, /NaN/],
  ])("%s is refused", (_, tension, message) => {
    expect(() => slider(tension)).toThrowError(InvalidModelError);
    expect(() => slider(tension)).toThrowError(message);
  });
});

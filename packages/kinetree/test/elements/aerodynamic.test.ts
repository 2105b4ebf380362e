import { describe, expect, test } from "vitest";
import { linearize } from "../../src/analysis/linearize.js";
import { InvalidModelError } from "../../src/errors/invalid-model-error.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { readJsonModel } from "../../src/formats/json/read-json-model.js";
import { writeJsonModel } from "../../src/formats/json/write-json-model.js";
import { formulations } from "../../src/formulation/formulations.js";
import type { AerodynamicOptions } from "../../src/model/builder/load.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { piecewise, sine } from "../../src/model/signals.js";
import type { Model } from "../../src/model/types.js";
import { simulate } from "../../src/simulate/simulate.js";
import { stateFromJoints, type State } from "../../src/state/state.js";
import { buildTopology } from "../../src/topology/build-topology.js";

const [mass, area, density] = [1500, 2.2, 1.2];
const k = 0.5 * density * area;

type Air = Omit<AerodynamicOptions<"car", never>, "at" | "area">;

/** A free body without gravity. */
const car = (air: Air, at: readonly [number, number, number] = [0, 0, 0]): Model =>
  mechanism("car in the air")
    .gravity(0, 0, 0)
    .parameter("gust", 0)
    .body("car", { mass, inertia: [500, 2000, 2200] })
    .free("root", { parent: "ground", child: "car" })
    .aerodynamic("air", { at: { body: "car", at }, area, ...air })
    .build();

const HALF = Math.SQRT1_2;
/** About the vertical by a quarter turn to the left. */
const TURNED = [HALF, 0, 0, HALF] as const;
const STRAIGHT = [1, 0, 0, 0] as const;

/** Speeds in the car's own axes. */
const moving = (model: Model, v: readonly [number, number, number], turn: readonly number[] = STRAIGHT, t = 0): State =>
  stateFromJoints(model, { t, q: { root: [0, 0, 0, ...turn] }, v: { root: [0, 0, 0, ...v] } });

/** Force in the car's own axes. */
const forceAt = (model: Model, state: State): readonly number[] =>
  [3, 4, 5].map((i) => mass * createEvaluator(model).forwardDynamics(state)[i]);

/** Largest difference, relative to the size of the force where that is above 1 N. */
const apart = (found: readonly number[], expected: readonly number[]): number =>
  Math.max(...expected.map((value, i) => Math.abs(found[i] - value) / (1 + Math.abs(value))));

describe("forces", () => {
  test("drag / against the motion, with the square of the speed", () => {
    const model = car({ drag: 0.4 });
    expect(apart(forceAt(model, moving(model, [30, 0, 0])), [-k * 0.4 * 900, 0, 0])).toBeLessThan(1e-9);
    expect(apart(forceAt(model, moving(model, [-30, 0, 0])), [k * 0.4 * 900, 0, 0])).toBeLessThan(1e-9);
    expect(apart(forceAt(model, moving(model, [3, 4, 0])), [-k * 0.4 * 5 * 3, -k * 0.4 * 5 * 4, 0])).toBeLessThan(1e-9);
  });

  test("lift and side force", () => {
    const model = car({ lift: 0.2, side: 1.5 });
    expect(apart(forceAt(model, moving(model, [30, 0, 0])), [0, 0, k * 0.2 * 900])).toBeLessThan(1e-9);
    expect(apart(forceAt(model, moving(model, [3, 4, 0])), [0, -k * 1.5 * 5 * 4, k * 0.2 * 25])).toBeLessThan(1e-9);
  });

  test("the same motion in the air, by driving or by wind, in either direction of the car", () => {
    const air = { drag: 0.4, lift: 0.1, side: 1.5 };
    const [still, windy] = [car(air), car({ ...air, wind: [0, -7, 0] })];
    const expected = forceAt(still, moving(still, [20, 7, 0]));
    expect(apart(forceAt(windy, moving(windy, [20, 0, 0])), expected)).toBeLessThan(1e-9);
    // To the left: the wind from the left comes from behind.
    expect(
      apart(forceAt(windy, moving(windy, [20, 0, 0], TURNED)), forceAt(still, moving(still, [27, 0, 0], TURNED))),
    ).toBeLessThan(1e-9);
  });

  test("wind over time", () => {
    const model = car({ drag: 1, wind: [piecewise([[1, -10]]), sine({ amplitude: 2, angularFrequency: Math.PI, phase: 0, offset: 0 }), 0] }); // prettier-ignore
    expect(apart(forceAt(model, moving(model, [0, 0, 0])), [0, 0, 0])).toBeLessThan(1e-9);
    const speed = Math.hypot(10, 2);
    const state = moving(model, [0, 0, 0], STRAIGHT, 1.5);
    expect(apart(forceAt(model, state), [-k * speed * 10, -k * speed * 2, 0])).toBeLessThan(1e-9);
  });

  test("away from the mass centre / turns the body; a place that turns moves in the air", () => {
    const model = car({ drag: 1 }, [0, 0, 1]);
    const vdot = createEvaluator(model).forwardDynamics(moving(model, [10, 0, 0]));
    expect(vdot[1]).toBeCloseTo((-k * 100) / 2000, 12);
    const pitching = stateFromJoints(model, { v: { root: [0, 3, 0, 0, 0, 0] } });
    expect(createEvaluator(model).forwardDynamics(pitching)[1]).toBeCloseTo((-k * 9) / 2000, 9);
  });

  test.each(formulations.map(({ name }) => name))("%s / the same", (formulation) => {
    const model = car({ drag: 0.4, lift: 0.1, side: 1.5, wind: [1, 2, 3] }, [0.3, 0.1, 0.5]);
    const accepted =
      formulations.find(({ name }) => name === formulation)?.refuses(model, buildTopology(model)) === null;
    if (!accepted) return;
    const state = stateFromJoints(model, { v: { root: [0.1, 0.2, 0.3, 20, 1, 2] } });
    const reference = createEvaluator(model).forwardDynamics(state);
    const found = createEvaluator(model, { formulation }).forwardDynamics(state);
    found.forEach((value, i) => expect(value).toBeCloseTo(reference[i], 10));
  });
});

describe("motion", () => {
  test("coasting / 1/v grows in proportion to time", () => {
    const model = car({ drag: 0.4 });
    const { final } = simulate(model, 20, { state: moving(model, [40, 0, 0]), tolerance: 1e-11 });
    expect(1 / final.v[3]).toBeCloseTo(1 / 40 + (k * 0.4 * 20) / mass, 10);
  });

  test("at rest / nothing happens, and the linearisation is finite", () => {
    const model = car({ drag: 0.4, lift: 0.1, side: 1.5 });
    expect(forceAt(model, moving(model, [0, 0, 0])).every((force) => Math.abs(force) === 0)).toBe(true);
    const { A } = linearize(model, moving(model, [0, 0, 0]));
    expect(A.data.every(Number.isFinite)).toBe(true);
  });

  test("slope of the drag over speed / 2 k C v", () => {
    const model = car({ drag: 0.4 });
    const { A } = linearize(model, moving(model, [25, 0, 0]));
    const row = A.cols - 3;
    expect(A.data[row * A.cols + row] * mass).toBeCloseTo(-2 * k * 0.4 * 25, 8);
  });
});

describe("files and mistakes", () => {
  const model = car({ drag: 0.4, side: 1.5, wind: [0, param("gust"), 0] });
  test("to a file and back / the same model", () => expect(readJsonModel(writeJsonModel(model)).model).toEqual(model));
  test.each([
    ["drag", () => car({ drag: -1 }), /drag is -1, must not be negative|drag is -1/],
    ["density", () => car({ density: -1 }), /density is -1/],
    ["wind", () => car({ wind: [NaN, 0, 0] }), /NaN/],
  ])("%s is refused", (_, make, message) => {
    expect(make).toThrowError(InvalidModelError);
    expect(make).toThrowError(message);
  });
});

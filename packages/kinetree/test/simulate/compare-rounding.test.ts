import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import type { Model } from "../../src/model/types.js";
import { loadScales } from "../../src/simulate/compare/load-scales.js";
import { loadDifference } from "../../src/simulate/compare/compare-states.js";
import { compareFormulations } from "../../src/simulate/compare/compare.js";
import type { Comparison } from "../../src/simulate/compare/compare-types.js";
import { neutralState } from "../../src/state/state.js";

/* Loads and accelerations that are the rounding of what cancels: each formulation has another one. */

const MASS = 1e6;

/** Two heavy bodies on a hinge, in free fall: no joint carries anything. */
const falling: Model = mechanism("falling")
  .body("a", { mass: MASS, inertia: [1e5, 2e5, 3e5] })
  .free("f", { parent: "ground", child: "a" })
  .body("b", { mass: MASS, inertia: [1e5, 2e5, 3e5] })
  .revolute("h", { parent: "a", child: "b", axis: [0, 1, 0], at: [0.3, 0, 0] })
  .build();

/** Light bodies between springs that pull against each other with 1e9 N. */
const stretched: Model = mechanism("stretched")
  .gravity(0, 0, 0)
  .body("a", { mass: 1, inertia: [1, 1, 1] })
  .revolute("h", { parent: "ground", child: "a", axis: [0.6, 0, 0.8] })
  .body("b", { mass: 1, inertia: [1, 1, 1], frames: { eye: [0.1, 0.2, 0.3] } })
  .spherical("s", { parent: "a", child: "b", at: [0.1, 0, 0.2] })
  .pointSpring("up", {
    a: { body: "ground", at: [0.51, 0.93, 1.67] },
    b: "b/eye",
    stiffness: 1e9,
    freeLength: 0.5,
  })
  .pointSpring("down", {
    a: { body: "ground", at: [-0.11, -0.53, -0.67] },
    b: "b/eye",
    stiffness: 1e9,
    freeLength: 0.5,
  })
  .build();

const namesOfThoseThatRan = ({ formulations }: Comparison): string[] =>
  formulations.flatMap(({ name, outcome }) => (outcome === "ran" ? [name] : []));

const halfTurn = [Math.SQRT1_2, 0.1, Math.SQRT1_2, 0.2];
const length = Math.hypot(...halfTurn);

describe.each([
  { name: "free fall", model: falling, state: {}, tEnd: 1 },
  {
    name: "free fall, turned and turning",
    model: falling,
    state: { q: { f: [0, 0, 0, ...halfTurn.map((x) => x / length)] }, v: { f: [0.1, 0, 0, 0, 0, 0] } },
    tEnd: 0.1,
  },
  { name: "springs that pull against each other", model: stretched, state: { q: { h: 1e-9 } }, tEnd: 1e-4 },
])("$name", ({ model, state, tEnd }) => {
  const found = compareFormulations(model, tEnd, { state, samples: 10 });

  test("formulations / agree", () => {
    expect(namesOfThoseThatRan(found).length).toBeGreaterThan(2);
    expect(found.verdict).toMatchObject({ outcome: "agree" });
  });
});

test("a difference of a ten-millionth of the weight / is no rounding", () => {
  const state = neutralState(falling);
  const evaluator = createEvaluator(falling);
  const loads = [evaluator.jointLoads(state)];
  const scales = loadScales(falling, {}, evaluator, [state], loads, 1);
  const weight = 2 * MASS * 9.81;
  expect(scales.force / weight).toBeCloseTo(1, 2);
  const off = loads.map((each) => each.map((load) => ({ ...load, force: load.force.map((x) => x + 1e-7 * weight) })));
  const found = loadDifference(Float64Array.of(0), loads, off, scales, null);
  expect(found?.value).toBeGreaterThan(0.9e-7); // 1e-8 is allowed
});

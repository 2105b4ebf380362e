import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { stateFromJoints } from "../../src/state/state.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { curve, piecewise, table } from "../../src/model/signals.js";
import type { Curve, Model, Real, Signal } from "../../src/model/types.js";

/* A slider of 1 kg: its acceleration is the force upon it. The figures are exact in binary, so equal means equal. */

const slider = (options: { stiffness?: Real | Curve; force?: Signal; spring?: Curve }): Model =>
  mechanism("slider")
    .gravity(0, 0, 0)
    .parameter("k", 2)
    .body("cart", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("rail", { parent: "ground", child: "cart", axis: [1, 0, 0], stiffness: options.stiffness ?? 0 })
    .jointForce("push", { joint: "rail", force: options.force ?? 0 })
    .repeat(options.spring ? 1 : 0, (soFar) =>
      soFar.pointSpring("strut", { a: "ground", b: "cart", freeLength: 0, stiffness: options.spring ?? 0 }),
    )
    .build();

const points = [
  [0, 0],
  [1, 4],
  [2, 16],
] as const;

const at = (model: Model, t: number, x: number) => ({ ...stateFromJoints(model, { q: { rail: x } }), t });

describe("a table times a parameter follows the parameter", () => {
  const signals: [string, (scale: Real) => Signal, number][] = [
    ["steps", (scale) => piecewise(points, scale), 4],
    ["lines", (scale) => table(points, scale), 10],
  ];
  test.each(signals)("force in time by %s", (_, make, force) => {
    const model = slider({ force: make(param("k")) });
    const evaluator = createEvaluator(model);
    expect(evaluator.forwardDynamics(at(model, 1.5, 0))[0]).toBe(2 * force);
    evaluator.setParameters({ k: -0.5 });
    expect(evaluator.forwardDynamics(at(model, 1.5, 0))[0]).toBe(-0.5 * force);
  });

  const springs: [string, (curve: Curve) => Model][] = [
    ["along a joint", (stiffness) => slider({ stiffness })],
    ["between points", (spring) => slider({ spring })],
  ];
  test.each(springs)("spring %s: force and energy", (_, make) => {
    const model = make(curve(points, "extend", param("k")));
    const evaluator = createEvaluator(model);
    // At 1.5: height 10, area 2 + (4 + 10) / 4 = 5.5.
    for (const k of [2, 0.25]) {
      evaluator.setParameters({ k });
      expect(evaluator.forwardDynamics(at(model, 0, 1.5))[0]).toBe(-10 * k);
      expect(evaluator.energy(at(model, 0, 1.5)).potential).toBe(5.5 * k);
    }
  });

  test("a literal factor is the table with its values multiplied", () => {
    const scaled = slider({ stiffness: curve(points, "hold", 3) });
    const multiplied = slider({
      stiffness: curve(
        points.map(([x, y]) => [x, 3 * y] as const),
        "hold",
      ),
    });
    for (const x of [-1, 0.5, 1.75, 3])
      expect(createEvaluator(scaled).forwardDynamics(at(scaled, 0, x))).toEqual(
        createEvaluator(multiplied).forwardDynamics(at(multiplied, 0, x)),
      );
  });
});

test("two curves of one shape, one scaled, in one model keep their own factor", () => {
  const two = mechanism("two")
    .gravity(0, 0, 0)
    .body("a", { mass: 1, inertia: [1, 1, 1] })
    .body("b", { mass: 1, inertia: [1, 1, 1] })
    .prismatic("plain", { parent: "ground", child: "a", axis: [1, 0, 0], stiffness: curve(points) })
    .prismatic("scaled", { parent: "ground", child: "b", axis: [1, 0, 0], stiffness: curve(points, "extend", 8) })
    .build();
  const state = stateFromJoints(two, { q: { plain: 1, scaled: 1 } });
  expect([...createEvaluator(two).forwardDynamics(state)]).toEqual([-4, -32]);
});

test("a factor of 1 is left out", () => {
  expect(curve(points, "hold", 1)).toEqual({ x: [0, 1, 2], y: [0, 4, 16], beyond: "hold" });
  expect(table(points)).not.toHaveProperty("scale");
});

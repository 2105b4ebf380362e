import { describe, expect, test } from "vitest";
import { createEvaluator } from "../../../src/evaluate/evaluator.js";
import type { LoopPlan } from "../../../src/formulation/loops/closures/loop-plan.js";
import { buildModel } from "../../../src/model/builder/build-model.js";
import type { Model } from "../../../src/model/types.js";
import { simulate } from "../../../src/simulate/simulate.js";
import { bricard } from "../../../src/systems/linkages/bricard.js";
import { fourBar } from "../../../src/systems/linkages/four-bar.js";
import { spatialSliderCrank } from "../../../src/systems/linkages/spatial-slider-crank.js";
import { stewartPlatform } from "../../../src/systems/linkages/stewart-platform.js";
import { hmmwv } from "../../../src/systems/vehicles/assembly/hmmwv-system.js";
import { quarterCar } from "../../../src/systems/vehicles/quarter-car.js";
import { suspendedVehicle } from "../../../src/systems/vehicles/suspended-vehicle.js";
import { neutralState } from "../../../src/state/state.js";
import { refusal, thrownBy } from "../../support/refusal.js";
import { both, placeOf, words } from "./closed-forms.js";
import { formsOf, planAmong, planAt, settleAlone } from "./settle-alone.js";

describe("constructions are found for", () => {
  test.each<[string, Model, (string | null)[]]>([
    ["a quarter car with a rod for a distance", quarterCar({ tieRod: "rod" }), ["reach place"]],
    ["a quarter car whose tie rod is a body", quarterCar(), ["reach place aim"]],
    ["a hmmwv", hmmwv(), ["reach, reach place, reach place", "reach place", "reach place"]],
    ["a spatial slider-crank", spatialSliderCrank(), ["reach aim"]],
    ["a spatial slider-crank with a distance", spatialSliderCrank({ connection: "distance" }), ["reach"]],
  ])("%s", (_, model, expected) => expect(words(model)).toEqual(expected));

  test.each(["pins", "spherical"] as const)("a vehicle whose ball joints are %s", (lowerBall) => {
    const [front, ...rear] = words(suspendedVehicle({ lowerBall }));
    // Both front corners hang on the steering: one compound. Their order is that of their rows.
    expect(front?.split(", ").sort()).toEqual(["aim", "aim", "planar", "reach place", "reach place"]);
    expect(rear).toEqual(["reach place, aim", "reach place, aim"]);
  });
});

describe("over the whole travel, both sides, with steering / where Newton's method comes to", () => {
  /** Half the way of a wheel, in steps of about a degree: what a start lacks is far more than a step of a run leaves open. */
  const steps = 25;
  const by = 0.018;

  test.each<[string, Model, readonly string[]]>([
    ["quarter car, tie rod a distance", quarterCar({ tieRod: "rod" }), ["upperArm"]],
    ["quarter car, tie rod a body", quarterCar(), ["upperArm"]],
    [
      "vehicle, pins",
      suspendedVehicle({ chassis: "fixed" }),
      ["pitman", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ],
    [
      "vehicle, spherical joints",
      suspendedVehicle({ chassis: "fixed", lowerBall: "spherical" }),
      ["pitman", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ],
    ...(
      [
        { lowerBall: "spherical", tieRods: "distance", struts: "massless" },
        { lowerBall: "pins", tieRods: "bodies", struts: "bodies" },
      ] as const
    ).map((parts): [string, Model, readonly string[]] => [
      `hmmwv, ${Object.values(parts).join(", ")}`,
      hmmwv({ chassis: "fixed", ...parts }),
      ["steeringLink", "upperArmFL", "upperArmFR", "upperArmRL", "upperArmRR"],
    ]),
  ])("%s", (_, model, moved) => {
    const plan = planAt(model);
    const places = moved.map((name) => placeOf(model, name));
    for (const { v } of places) expect(plan.independent).toContain(v);
    const settle = both(model, plan);
    let [apart, open] = [0, 0];
    // Up and down, left against right, and steered either way.
    for (const [lift, roll, steer] of [
      [1, 1, 0],
      [-1, -1, 0],
      [1, -1, 1],
      [-1, 1, -1],
    ]) {
      let q: Float64Array = Float64Array.from(neutralState(model).q);
      for (let k = 0; k < steps; k++) {
        places.forEach(
          ({ q: at }, i) => (q[at] += by * (i === 0 && moved.length > 1 ? steer : i % 2 === 1 ? lift : roll)),
        );
        const settled = settle(q);
        expect(settled.quality).toBeGreaterThan(0);
        apart = Math.max(apart, settled.apart);
        open = Math.max(open, settled.residual);
        q = settled.q;
      }
    }
    expect(open).toBeLessThan(2e-15);
    expect(apart).toBeLessThan(1e-12);
  });
});

describe("a loop in space that cannot close", () => {
  test("is said to be of no quality, with finite numbers", () => {
    const model = spatialSliderCrank({ crank: 0.08, rod: 0.3 });
    const { v } = placeOf(model, "slider");
    const plan = planAmong(model, [v], 0) as LoopPlan;
    const settled = settleAlone(
      model,
      plan,
      "analytic",
    )(Float64Array.from(neutralState(model).q, (x, i) => (i === v ? 1 : x)));
    expect(settled.quality).toBe(0);
    expect(settled.q.every(Number.isFinite)).toBe(true);
  });

  test.each(["rod", "body"] as const)(
    "stops a run as Newton's method does: quarter car with its tie rod a %s",
    (tieRod) => {
      const { constraints, ...rest } = quarterCar({ tieRod });
      const motion = { kind: "polynomial", coefficients: [0, 1.5] } as const;
      const drive = { kind: "motion", name: "drive", driven: { joint: "lowerArm", coordinate: 0 }, motion } as const;
      const model = buildModel({ ...rest, constraints: [...constraints, drive] });
      const [analytic, iterative] = (["analytic", "iterative"] as const).map((closure) =>
        thrownBy(() => simulate(model, 2, { formulation: "embedded", closure, integrator: "rk4", step: 1e-3 })),
      );
      expect(analytic.code).toBe("closures-singular");
      expect([analytic.code, analytic.subject]).toEqual([iterative.code, iterative.subject]);
      // Time, closure and direction; the acceleration there is large, and differs by rounding.
      const [before, there] = [analytic, iterative].map(({ message }) => message.split("; largest acceleration")[0]);
      expect(before).toBe(there);
    },
  );
});

describe("the same motion by formulas and by Newton's method", () => {
  test.each<[string, Model, Record<string, number>]>([
    ["quarter car", quarterCar(), {}],
    ["quarter car with a distance", quarterCar({ tieRod: "rod" }), {}],
    ["vehicle", suspendedVehicle(), { pitman: 3 }],
    ["vehicle with spherical joints", suspendedVehicle({ lowerBall: "spherical" }), { pitman: 3 }],
    ["spatial slider-crank", spatialSliderCrank(), { crank: 6 }],
  ])("%s: trajectory and accelerations", (_, model, v) => {
    const [a, b] = (["analytic", "iterative"] as const).map((closure) =>
      simulate(model, 0.5, { formulation: "embedded", closure, integrator: "rk4", step: 1e-3, state: { v } }),
    );
    const evaluator = createEvaluator(model);
    a.t.forEach((_, row) => {
      const [left, right] = [a.stateAt(row), b.stateAt(row)];
      expect(apart(left.q, right.q)).toBeLessThan(1e-12);
      expect(apart(evaluator.forwardDynamics(left), evaluator.forwardDynamics(right))).toBeLessThan(1e-10);
    });
  });

  /** The largest difference, relative to the largest number. */
  function apart(a: Float64Array, b: Float64Array): number {
    const size = a.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0) / size;
  }

  test("a crank that goes round ten times stays on its branch", () => {
    const model = spatialSliderCrank({ gravity: 0 });
    const result = simulate(model, 10, {
      formulation: "embedded",
      closure: "analytic",
      state: { v: { crank: 2 * Math.PI } },
    });
    const [crank, slider] = [result.column("q.crank"), result.column("q.slider")];
    expect(crank.at(-1)).toBeGreaterThan(9 * 2 * Math.PI);
    expect(result.loops?.closure).toBeLessThan(1e-13);
    // The rod is 0.3 m long, and the crank 0.08 m: on the other branch the slider would be beyond the crank.
    expect(Math.min(...slider)).toBeGreaterThan(-0.2);
  });
});

describe("the option", () => {
  const embedded = { formulation: "embedded" } as const;

  test.each([bricard(), stewartPlatform()])("$name: formulas are refused", (model) => {
    expect(refusal(() => simulate(model, 1, { ...embedded, closure: "analytic" }))).toMatchObject({
      code: "no-closed-form",
      value: "analytic",
    });
  });

  test("left open, a planar loop takes formulas and others Newton's method", () => {
    const final = (model: Model, closure?: "analytic" | "iterative"): Float64Array =>
      simulate(model, 0.2, { ...embedded, ...(closure ? { closure } : {}), state: { v: { crank: 5 } } }).final.q;
    expect(final(fourBar())).toEqual(final(fourBar(), "analytic"));
    expect(final(spatialSliderCrank())).toEqual(final(spatialSliderCrank(), "iterative"));
  });

  test("ball joints follow from arms and slides, whatever their pivots are: a rack", () => {
    const model = hmmwv({ steering: "rack" });
    // By pivots alone the front left wheel's turn would be independent, and the rack would follow.
    expect(formsOf(model)[0]).toBeNull();
    const [analytic, iterative] = (["analytic", "iterative"] as const).map((closure) =>
      simulate(model, 0.1, { ...embedded, closure, integrator: "rk4", step: 1e-3 }),
    );
    expect(analytic.loops?.closure).toBeLessThan(1e-14);
    // Other coordinates are integrated, so this is the error of the method.
    analytic.final.q.forEach((x, i) => expect(Math.abs(x - iterative.final.q[i])).toBeLessThan(1e-7));
  });

  test("other formulations refuse it, and so do unknown names", () => {
    expect(refusal(() => simulate(fourBar(), 1, { formulation: "tree-augmented", closure: "analytic" }))).toMatchObject(
      {
        code: "option-without-effect",
        subject: "closure",
      },
    );
    expect(refusal(() => simulate(fourBar(), 1, { ...embedded, closure: "exact" as "analytic" }))).toMatchObject({
      code: "unknown-closure",
    });
  });
});

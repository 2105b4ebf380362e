import { describe, expect, it } from "vitest";
import {
  createForwardDerivatives,
  createInverseDerivatives,
  forwardDerivatives,
  inverseDerivatives,
  parameterSensitivity,
} from "../../src/analysis/derivatives.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { matMul, type Matrix } from "../../src/linalg/matrix.js";
import {
  allLoads,
  column,
  difference,
  drawer,
  moved,
  relativeDistance,
  somePoint,
  systems,
} from "./derivative-systems.js";

/** Of differences of step h = 4e-3 with two extrapolations: h⁶ ≈ 4e-15, and some 10 ε / h ≈ 6e-13 of values of up to 1e3. */
const TOLERANCE = 1e-9;

const shifted = (values: Float64Array, j: number, x: number): Float64Array =>
  values.map((y, i) => (i === j ? y + x : y));
const each = (n: number): number[] => Array.from({ length: n }, (_, j) => j);
const unit = (n: number, j: number): Float64Array => Float64Array.from({ length: n }, (_, i) => (i === j ? 1 : 0));

/** Distance of every column of a matrix from the differences of a function along its directions; the worst of them. */
const worst = (A: Matrix, along: (j: number, x: number) => ArrayLike<number>): number =>
  Math.max(
    0,
    ...each(A.cols).map((j) =>
      relativeDistance(
        column(A, j),
        difference((x) => along(j, x)),
      ),
    ),
  );

describe.each(systems)("derivatives of forward dynamics agree with differences: $name", ({ model }) => {
  const evaluator = createEvaluator(model);
  const point = somePoint(model, 7);
  const { vdot, by } = forwardDerivatives(model, point);
  const f = (changed: Partial<OperatingPoint>): Float64Array => {
    const at = { ...point, ...changed };
    return evaluator.forwardDynamics(at, at);
  };

  it("value", () => {
    expect([...vdot]).toEqual([...f({})]); // the same recursion, the same bits
  });
  it("by q", () => {
    const nv = point.v.length;
    expect(worst(by.q, (j, x) => f({ q: moved(model, point.q, unit(nv, j), x) }))).toBeLessThan(TOLERANCE);
  });
  it("by v", () => {
    expect(worst(by.v, (j, x) => f({ v: shifted(point.v, j, x) }))).toBeLessThan(TOLERANCE);
  });
  it("by tau", () => {
    expect(worst(by.tau, (j, x) => f({ tau: shifted(point.tau, j, x) }))).toBeLessThan(TOLERANCE);
  });
  it("by u", () => {
    expect(worst(by.u, (j, x) => f({ u: shifted(point.u, j, x) }))).toBeLessThan(TOLERANCE);
  });
  it("by t", () => {
    expect(worst(by.t, (_, x) => f({ t: point.t + x }))).toBeLessThan(TOLERANCE);
  });
});

describe.each(systems)("derivatives of inverse dynamics agree with differences: $name", ({ model }) => {
  const evaluator = createEvaluator(model);
  const point = somePoint(model, 3);
  const draw = drawer(99);
  const given = point.v.map(() => 3 * draw());
  const { tau, by } = inverseDerivatives(model, point, given);
  const f = (changed: Partial<OperatingPoint>, vdot = given): Float64Array => {
    const at = { ...point, ...changed };
    return evaluator.inverseDynamics(at, vdot, at);
  };

  it("value", () => {
    expect([...tau]).toEqual([...f({})]);
  });
  it("by q", () => {
    const nv = point.v.length;
    expect(worst(by.q, (j, x) => f({ q: moved(model, point.q, unit(nv, j), x) }))).toBeLessThan(TOLERANCE);
  });
  it("by v", () => {
    expect(worst(by.v, (j, x) => f({ v: shifted(point.v, j, x) }))).toBeLessThan(TOLERANCE);
  });
  it("by vdot: the mass matrix", () => {
    const M = evaluator.massMatrix(point);
    expect(relativeDistance(by.vdot.data, M.data)).toBeLessThan(1e-14); // sums of some ten products, in another order
  });
});

describe("forward and inverse derivatives", () => {
  it.each(systems)("M ∂v̇/∂τ = 1: $name", ({ model }) => {
    const point = somePoint(model, 5);
    const M = inverseDerivatives(model, point, point.v).by.vdot;
    const product = matMul(M, forwardDerivatives(model, point).by.tau);
    const identity = product.data.map((_, k) => (k % (M.cols + 1) === 0 ? 1 : 0));
    expect(relativeDistance(product.data, identity)).toBeLessThan(1e-10); // κ(M) ε, κ up to some 1e5 here
  });

  it("does the columns of an odd number of directions", () => {
    const { model } = systems[4];
    const point = somePoint(model, 2);
    const some = createForwardDerivatives(model, ["v"]);
    some.at(point);
    expect(some.columns("v") % 2).toBe(1);
    expect([...some.jacobian("v").data]).toEqual([...forwardDerivatives(model, point).by.v.data]);
  });

  it("gives the same bits again, whatever was asked in between", () => {
    const { model } = systems[0];
    const derivatives = createForwardDerivatives(model);
    const ask = (seed: number): number[] => {
      derivatives.at(somePoint(model, seed));
      return (["t", "q", "tau", "v", "u"] as const).flatMap((by) => [...derivatives.jacobian(by).data]);
    };
    const first = ask(1);
    ask(2);
    expect(ask(1)).toEqual(first);
  });
});

describe("sensitivity to named parameters", () => {
  const model = allLoads();
  const point = somePoint(model, 11);

  it("agrees with differences of forward dynamics", () => {
    const evaluator = createEvaluator(model);
    const { by, parameters } = parameterSensitivity(model, point);
    const defaults = evaluator.parameters();
    expect(parameters).toEqual(["mass", "stiffness", "reach", "g"]);
    const along = (j: number, x: number): Float64Array => {
      evaluator.setParameters({ [parameters[j]]: defaults[parameters[j]] + x });
      const result = evaluator.forwardDynamics(point, point);
      evaluator.setParameters(defaults);
      return result;
    };
    expect(worst(by, along)).toBeLessThan(TOLERANCE);
  });

  it("follows the parameters' values", () => {
    const values = { mass: 2.5, reach: 0.3 };
    const evaluator = createEvaluator(model);
    const { by, vdot } = parameterSensitivity(model, point, { parameters: values });
    const along = (j: number, x: number): Float64Array => {
      evaluator.setParameters({ ...values, ...(j === 0 ? { mass: 2.5 + x } : {}) });
      return evaluator.forwardDynamics(point, point);
    };
    expect(relativeDistance(vdot, along(0, 0))).toBeLessThan(1e-14);
    expect(
      relativeDistance(
        column(by, 0),
        difference((x) => along(0, x)),
      ),
    ).toBeLessThan(TOLERANCE);
  });

  it("exists for inverse dynamics as well", () => {
    const evaluator = createEvaluator(model);
    const derivatives = createInverseDerivatives(model, ["parameters"]);
    derivatives.at(point, point.v);
    const along = (j: number, x: number): Float64Array => {
      evaluator.setParameters({
        mass: 1.3,
        stiffness: 40,
        reach: 0.4,
        g: 9.81,
        ...(j === 2 ? { reach: 0.4 + x } : {}),
      });
      return evaluator.inverseDynamics(point, point.v, point);
    };
    const by = derivatives.jacobian("parameters");
    expect(
      relativeDistance(
        column(by, 2),
        difference((x) => along(2, x)),
      ),
    ).toBeLessThan(TOLERANCE);
  });
});

describe("cost", () => {
  it("a direction of q costs less than twice forward dynamics on every system", () => {
    for (const { model } of systems) {
      const { flops } = createForwardDerivatives(model, ["q"]);
      const articulated = createForwardDerivatives(model, []).flops["values"];
      expect((flops["by q"] + flops["solve"]) / articulated).toBeLessThan(2);
    }
  });

  it("a direction that reaches nothing costs nothing", () => {
    const { model } = systems[3]; // no actuators, no functions of time
    const { flops } = createForwardDerivatives(model, ["u", "t"]);
    expect([flops["by u"], flops["by t"]]).toEqual([0, 0]);
  });
});

describe("bad requests", () => {
  const { model } = systems[3];
  const point = somePoint(model, 1);

  it("of inverse dynamics name a loop that trees cannot do", () => {
    const looped = {
      ...model,
      joints: [
        ...model.joints,
        { ...model.joints[0], name: "closing", parent: "lower", child: "ground", role: "loop" as const },
      ],
    };
    expect(() => createInverseDerivatives(looped)).toThrow(/"closing" closes a loop/);
  });
  it("refuses vectors of the wrong length and numbers that are none", () => {
    expect(() => forwardDerivatives(model, { ...point, q: new Float64Array(3) })).toThrow(/q has 3 entries, needs 2/);
    expect(() => forwardDerivatives(model, { ...point, tau: Float64Array.of(0, NaN) })).toThrow(/tau\[1\] is NaN/);
    expect(() => inverseDerivatives(model, point, new Float64Array(1))).toThrow(/vdot has 1 entries, needs 2/);
  });
  it("refuses an unknown parameter and suggests the nearest", () => {
    expect(() => forwardDerivatives(model, point, { parameters: { mas1: 2 } })).toThrow(/"mass1"/);
  });
});

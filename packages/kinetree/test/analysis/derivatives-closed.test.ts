import { describe, expect, test } from "vitest";
import { createForwardDerivatives } from "../../src/analysis/derivatives.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import type { OperatingPoint } from "../../src/evaluate/operating-point.js";
import { matMul, newMatrix, normMax, setIdentity, type Matrix } from "../../src/linalg/matrix.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import type { Model } from "../../src/model/types.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { mechanism } from "../../src/model/builder/mechanism.js";
import { param } from "../../src/model/real-arithmetic.js";
import { startState } from "../../src/simulate/run/start-state.js";
import { formulationsOf, namedClosed, type ClosedCase } from "../support/closed-cases.js";
import { closedMechanism } from "../support/random-loops.js";
import { column, moved } from "./derivative-systems.js";

/* Derivatives of forward dynamics with loops: against central differences with two steps, and between formulations. */

/** Relative to the block's largest entry. */
const DIFFERENCES = 1e-7;
const FORMULATIONS = 1e-9;
const STEPS = [1e-3, 5e-4] as const;
/** Parameters are lengths and masses of all sizes: a tenth of the step. */
const PARAMETER_STEP = 0.1;

const random: readonly ClosedCase[] = Array.from({ length: 8 }, (_, sample) => {
  const { model, state } = closedMechanism(1718, sample, 5);
  return { name: `random ${sample}`, model, state };
});
/** Its loads jump where it starts. */
const afterJump: ClosedCase[] = namedClosed.map((each) =>
  each.name === "space-platform" ? { ...each, state: { ...each.state, t: 0.013 } } : each,
);
const cases = [...afterJump, ...random];

const inJointCoordinates = new Set<FormulationName>(["mass-matrix", "tree-augmented", "embedded"]);
const taking = (model: Model): readonly FormulationName[] =>
  formulationsOf(model).filter((name) => inJointCoordinates.has(name));

/** Central differences with steps h and h/2, extrapolated: the error is of the order h⁴. */
function difference(f: (x: number) => Float64Array): Float64Array {
  const [wide, narrow] = STEPS.map((h) => {
    const [up, down] = [f(h), f(-h)];
    return up.map((x, i) => (x - down[i]) / (2 * h));
  });
  return narrow.map((x, i) => (4 * x - wide[i]) / 3);
}

/** Largest departure of a block's columns from differences, relative to its largest entry. */
function worst(A: Matrix, along: (j: number, x: number) => Float64Array): number {
  const scale = Math.max(1e-3, normMax(A));
  let most = 0;
  for (let j = 0; j < A.cols; j++) {
    const [exact, found] = [column(A, j), difference((x) => along(j, x))];
    for (let i = 0; i < A.rows; i++) most = Math.max(most, Math.abs(exact[i] - found[i]));
  }
  return most / scale;
}

const unit = (n: number, j: number): Float64Array => new Float64Array(n).fill(1, j, j + 1);
const shifted = (values: Float64Array, j: number, x: number): Float64Array =>
  values.map((y, i) => (i === j ? y + x : y));

describe.each(cases)("$name", ({ model, state }) => {
  const { nv } = buildTopology(model).counts;
  const tau = Float64Array.from({ length: nv }, (_, i) => Math.cos(2 * i));
  const u = new Float64Array(model.actuators.length);
  const point: OperatingPoint = { t: state.t, q: state.q, v: state.v, tau, u };
  const by = ["q", "v", "tau", "t"] as const;

  test("by q, v, τ and t / differences, the rows of the closures kept", () => {
    // Rows chosen at the point hold beside it too; the multipliers' formulation depends on nothing else.
    const evaluator = createEvaluator(model, { formulation: "mass-matrix" });
    const derivatives = createForwardDerivatives(model, by);
    derivatives.at(point);
    const f = (changed: Partial<OperatingPoint>): Float64Array => {
      const at = { ...point, ...changed };
      return evaluator.forwardDynamics(at, at);
    };
    const isRedundant = evaluator.independentSpeeds(point).redundant.length > 0;
    // Beside the closed poses redundant rows contradict each other; `linearize` is compared along the closed ones.
    const raw = (error: () => number): number => (isRedundant ? 0 : error());
    const byQ = raw(() => worst(derivatives.jacobian("q"), (j, x) => f({ q: moved(model, point.q, unit(nv, j), x) })));
    expect(byQ).toBeLessThan(DIFFERENCES);
    expect(worst(derivatives.jacobian("v"), (j, x) => f({ v: shifted(point.v, j, x) }))).toBeLessThan(DIFFERENCES);
    expect(worst(derivatives.jacobian("tau"), (j, x) => f({ tau: shifted(tau, j, x) }))).toBeLessThan(DIFFERENCES);
    const byT = raw(() => worst(derivatives.jacobian("t"), (_, x) => f({ t: point.t + x })));
    expect(byT).toBeLessThan(DIFFERENCES);
  });

  test.runIf(model.parameters.length > 0)("by parameters / differences, the rows of the closures kept", () => {
    const evaluator = createEvaluator(model, { formulation: "mass-matrix" });
    if (evaluator.independentSpeeds(point).redundant.length > 0) return;
    const derivatives = createForwardDerivatives(model, ["parameters"]);
    derivatives.at(point);
    const f = (j: number, x: number): Float64Array => {
      const { name, value } = model.parameters[j];
      evaluator.setParameters({ [name]: value + x * PARAMETER_STEP });
      const vdot = evaluator.forwardDynamics(point, point);
      evaluator.setParameters({ [name]: value });
      return vdot.map((each) => each / PARAMETER_STEP);
    };
    expect(worst(derivatives.jacobian("parameters"), f)).toBeLessThan(DIFFERENCES);
  });

  test("the same with the accelerations of every formulation", () => {
    const [first, ...others] = taking(model).map((formulation) => {
      const derivatives = createForwardDerivatives(model, by, { formulation });
      derivatives.at(point);
      return by.map((variable) => derivatives.jacobian(variable));
    });
    for (const other of others)
      other.forEach((block, k) => {
        const scale = Math.max(1e-3, normMax(first[k]));
        const apart = block.data.reduce((most, x, i) => Math.max(most, Math.abs(x - first[k].data[i])), 0);
        expect(apart / scale).toBeLessThan(FORMULATIONS);
      });
  });
});

const box = { mass: 1.3, com: [0.4, 0, 0.1], inertia: [0.1, 0.3, 0.2] } as const;

/** Two arms with a rod between them, and a cam: all lengths and masses are parameters. */
const armsWithRod = mechanism("arms")
  .parameter("rod", 1.1)
  .parameter("mass", 2)
  .parameter("lift", 0.3)
  .body("left", box)
  .body("right", { ...box, mass: param("mass") })
  .body("follower", box)
  .revolute("a", { parent: "ground", child: "left", axis: [0, 1, 0] })
  .revolute("b", { parent: "ground", child: "right", axis: [0, 1, 0], at: [1, 0, 0] })
  .prismatic("cam", { parent: "right", child: "follower", axis: [1, 0, 0] })
  .distance("rod", {
    a: { body: "left", at: [0.8, 0, 0] },
    b: { body: "right", at: [0.9, 0, 0.2] },
    length: param("rod"),
  })
  .coupler("profile", { driven: "cam", driving: "a", polynomial: [0, param("lift"), 0.2, -0.1] })
  .build();

/** Joints tied by nonlinear couplers alone. */
const coupled = mechanism("coupled")
  .parameter("ratio", 1.5)
  .body("first", box)
  .body("second", box)
  .body("third", box)
  .revolute("a", { parent: "ground", child: "first", axis: [0, 1, 0] })
  .revolute("b", { parent: "first", child: "second", axis: [1, 0, 0], at: [1, 0, 0] })
  .prismatic("c", { parent: "second", child: "third", axis: [0, 0, 1] })
  .coupler("cam", { driven: "b", driving: "a", polynomial: [0, param("ratio"), 0.4, 0.3] })
  .coupler("rack", { driven: "c", driving: "b", polynomial: [0.1, 0.2, 0.5] })
  .build();

describe.each([{ model: armsWithRod, start: { q: { a: 0.5 }, v: { a: 1.2 } } }])(
  "$model.name, tied by nonlinear couplers",
  ({ model, start }) => {
    const topology = buildTopology(model);
    const { nv } = topology.counts;
    const point: OperatingPoint = { ...startState(model, topology, start), tau: Float64Array.of(0.3, -0.8, 0.5) };
    const evaluator = createEvaluator(model, { formulation: "mass-matrix" });
    const derivatives = createForwardDerivatives(model, ["q", "v", "tau", "parameters"]);
    derivatives.at(point);

    test("by q, v and τ / differences", () => {
      const f = (changed: Partial<OperatingPoint>): Float64Array => {
        const at = { ...point, ...changed };
        return evaluator.forwardDynamics(at, at);
      };
      expect(worst(derivatives.jacobian("v"), (j, x) => f({ v: shifted(point.v, j, x) }))).toBeLessThan(DIFFERENCES);
      expect(worst(derivatives.jacobian("q"), (j, x) => f({ q: moved(model, point.q, unit(nv, j), x) }))).toBeLessThan(
        DIFFERENCES,
      );
      const tau = point.tau as Float64Array;
      expect(worst(derivatives.jacobian("tau"), (j, x) => f({ tau: shifted(tau, j, x) }))).toBeLessThan(DIFFERENCES);
    });

    test("by parameters, lengths and ratios of closures among them / differences", () => {
      const f = (j: number, x: number): Float64Array => {
        const { name, value } = model.parameters[j];
        evaluator.setParameters({ [name]: value + x });
        const vdot = evaluator.forwardDynamics(point, point);
        evaluator.setParameters({ [name]: value });
        return vdot;
      };
      expect(worst(derivatives.jacobian("parameters"), f)).toBeLessThan(DIFFERENCES);
    });
  },
);

describe.each(["mass-matrix", "tree-augmented", "embedded"] as const)("couplers alone, %s", (formulation) => {
  const topology = buildTopology(coupled);
  const evaluator = createEvaluator(coupled, { formulation });
  const { nv } = topology.counts;
  const tau = Float64Array.of(0.3, -0.8, 0.5);
  const point: OperatingPoint = { ...startState(coupled, topology, { q: { a: 0.5 }, v: { a: 1.2 } }), tau };
  const derivatives = createForwardDerivatives(coupled, ["q", "v", "tau"], { formulation });
  derivatives.at(point);
  // Embedded finds the driven speeds from the others: a change of them alone is none.
  const along = formulation === "embedded" ? evaluator.independentSpeeds(point).N : identity(nv);
  const f = (changed: Partial<OperatingPoint>): Float64Array => {
    const at = { ...point, ...changed };
    return evaluator.forwardDynamics(at, at);
  };
  const columnOf = (j: number, x: number): Float64Array =>
    Float64Array.from({ length: nv }, (_, i) => x * along.data[i * along.cols + j]);

  test("by q, v and τ / differences", () => {
    const byV = matMul(derivatives.jacobian("v"), along);
    expect(worst(byV, (j, x) => f({ v: point.v.map((v, i) => v + columnOf(j, x)[i]) }))).toBeLessThan(DIFFERENCES);
    expect(worst(derivatives.jacobian("tau"), (j, x) => f({ tau: shifted(tau, j, x) }))).toBeLessThan(DIFFERENCES);
    if (formulation === "embedded") return;
    const byQ = derivatives.jacobian("q");
    expect(worst(byQ, (j, x) => f({ q: moved(coupled, point.q, unit(nv, j), x) }))).toBeLessThan(DIFFERENCES);
  });
});

function identity(n: number): Matrix {
  return setIdentity(newMatrix(n, n));
}

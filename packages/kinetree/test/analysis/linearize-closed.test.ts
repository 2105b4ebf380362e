import { describe, expect, test } from "vitest";
import { equilibrium } from "../../src/analysis/equilibrium.js";
import { linearize, linearizeDescriptor } from "../../src/analysis/linearize.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { assemble } from "../../src/formulation/loops/assemble/assemble.js";
import type { FormulationName } from "../../src/formulation/formulation.js";
import { eigenGeneral } from "../../src/linalg/eigen-general.js";
import { lu, luSolveInto } from "../../src/linalg/lu.js";
import { matVec, newMatrix, normMax, type Matrix } from "../../src/linalg/matrix.js";
import { startState } from "../../src/simulate/run/start-state.js";
import type { State } from "../../src/state/state.js";
import { andrews } from "../../src/systems/linkages/andrews.js";
import { bricard } from "../../src/systems/linkages/bricard.js";
import { fiveBar } from "../../src/systems/linkages/five-bar.js";
import { fourBar } from "../../src/systems/linkages/four-bar.js";
import { sliderCrank } from "../../src/systems/linkages/slider-crank.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import { refusal } from "../support/refusal.js";

/* A and B about a motion, for linkages of plain coordinates: against differences of motions whose loops stay closed. */

const closed = [
  { model: fourBar(), start: { q: { crank: 0.7 }, v: { crank: 2 } } },
  { model: fiveBar(), start: {} },
  { model: sliderCrank(), start: { q: { crank: 0.7 }, v: { crank: 3 } } },
  { model: bricard(), start: {} },
].map(({ model, start }) => ({ name: model.name, model, state: startState(model, buildTopology(model), start) }));

const formulations: readonly FormulationName[] = ["mass-matrix", "tree-augmented", "embedded"];

describe.each(closed)("$name", ({ model, state }) => {
  const { A, B, independent } = linearize(model, state, { inputs: "forces" });
  const n = independent.length;
  const { nv } = buildTopology(model).counts;
  const names = buildTopology(model).tree.map(({ joint }) => model.joints[joint].name);
  const pinned = Array.from(independent, (i) => names[i]);

  /** The closed state beside this one in which independent coordinates and speeds differ so much. */
  const beside = (x: Float64Array): State => {
    const [q, v] = [Float64Array.from(state.q), Float64Array.from(state.v)];
    independent.forEach((i, k) => {
      q[i] += x[k];
      v[i] += x[n + k];
    });
    return assemble(model, { t: state.t, q, v }, { pinned, pinnedSpeeds: pinned }).state;
  };

  test.each(formulations)("A and B / differences of closed states, %s", (formulation) => {
    const evaluator = createEvaluator(model, { formulation });
    const rates = (x: Float64Array, tau: Float64Array = new Float64Array(nv)): Float64Array => {
      const at = beside(x);
      const vdot = evaluator.forwardDynamics(at, { tau });
      return Float64Array.from([...independent].map((i) => at.v[i]).concat([...independent].map((i) => vdot[i])));
    };
    const block = newMatrix(2 * n, 2 * n);
    for (let j = 0; j < 2 * n; j++)
      setColumn(
        block,
        j,
        difference((h) => rates(unit(2 * n, j, h))),
      );
    expect(apart(A, block)).toBeLessThan(1e-7);
    const byForce = newMatrix(2 * n, nv);
    for (let j = 0; j < nv; j++)
      setColumn(
        byForce,
        j,
        difference((h) => rates(new Float64Array(2 * n), unit(nv, j, h))),
      );
    expect(apart(B, byForce)).toBeLessThan(1e-7);
  });
});

describe.each([fourBar(), sliderCrank()])("$name at rest", (model) => {
  const { point: rest } = equilibrium(model, {});

  test("the descriptor system has the same eigenvalues", () => {
    const { A } = linearize(model, rest, { inputs: "forces" });
    const { E, A: whole, states } = linearizeDescriptor(model, rest, { inputs: "forces" });
    expect(states).toHaveLength(E.rows);
    // 1 / (s − s₀) are the eigenvalues of (A − s₀ E)⁻¹ E, infinite s become 0.
    const shift = 0.37 * Math.max(1, normMax(A));
    const shifted = newMatrix(E.rows, E.cols);
    for (let k = 0; k < E.data.length; k++) shifted.data[k] = whole.data[k] - shift * E.data[k];
    const factors = lu(shifted);
    const inverse = newMatrix(E.rows, E.cols);
    for (let j = 0; j < E.cols; j++)
      setColumn(
        inverse,
        j,
        luSolveInto(new Float64Array(E.rows), factors, matVec(E, unit(E.cols, j, 1)) as Float64Array<ArrayBuffer>),
      );
    const found = eigenGeneral(inverse);
    const own = eigenGeneral(A);
    for (let k = 0; k < A.rows; k++) {
      const [re, im] = [own.re[k] - shift, own.im[k]];
      const [wantedRe, wantedIm] = [re / (re * re + im * im), -im / (re * re + im * im)];
      const nearest = Math.min(...Array.from(found.re, (x, i) => Math.hypot(x - wantedRe, found.im[i] - wantedIm)));
      expect(nearest * shift).toBeLessThan(1e-6);
    }
  });

  test("a descriptor system about a motion is refused: its closures would turn with it", () => {
    const [speed] = buildTopology(model).tree.map(({ joint }) => model.joints[joint].name);
    const moving = startState(model, buildTopology(model), { q: { [speed]: 0.7 }, v: { [speed]: 1 } });
    expect(refusal(() => linearizeDescriptor(model, moving))).toMatchObject({ code: "not-at-rest" });
  });
});

test("light parts are at rest where a rounding of the pose accelerates them: Andrews' mechanism", () => {
  const { point } = equilibrium(andrews(), {});
  expect(linearizeDescriptor(andrews(), point).states).toHaveLength(2 * 7 + 6);
});

const unit = (size: number, j: number, x: number): Float64Array => new Float64Array(size).fill(x, j, j + 1);

function setColumn(A: Matrix, j: number, values: Float64Array): void {
  values.forEach((x, i) => (A.data[i * A.cols + j] = x));
}

/** Central differences with steps h and h/2, extrapolated. */
function difference(f: (h: number) => Float64Array): Float64Array {
  const [wide, narrow] = [1e-3, 5e-4].map((h) => {
    const [up, down] = [f(h), f(-h)];
    return up.map((x, i) => (x - down[i]) / (2 * h));
  });
  return narrow.map((x, i) => (4 * x - wide[i]) / 3);
}

const apart = (A: Matrix, B: Matrix): number =>
  A.data.reduce((most, x, k) => Math.max(most, Math.abs(x - B.data[k])), 0) / Math.max(1, normMax(A));

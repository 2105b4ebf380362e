import { describe, expect, test } from "vitest";
import { createClosedLinearize } from "../../src/analysis/linearize-closed.js";
import { placeKinematics } from "../../src/analysis/linear-kinematics.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { ClosureEvaluator } from "../../src/formulation/loops/closures/closure-evaluator.js";
import { moveInto } from "../../src/formulation/joints/move.js";
import { leastSquaresMinimumNorm } from "../../src/linalg/least-squares.js";
import { matVec, newMatrix, type Matrix } from "../../src/linalg/matrix.js";
import { buildTopology } from "../../src/topology/build-topology.js";
import type { State } from "../../src/state/state.js";
import { namedClosed, type ClosedCase } from "../support/closed-cases.js";
import { closedMechanism } from "../support/random-loops.js";

/* A and B of loops with turning joints, about motions: against differences of closed states beside the state. */

/** Relative to the block's largest entry. */
const DIFFERENCES = 1e-7;
const STEPS = [2e-4, 1e-4] as const;

const named = [
  "spatial-slider-crank",
  "flyball-governor",
  "stewart-platform",
  "quarter-car",
  "suspended-vehicle",
  "slider-crank-flexible",
  "spinning-beam",
];
const random: readonly ClosedCase[] = Array.from({ length: 8 }, (_, sample) => {
  const { model, state } = closedMechanism(2025, sample, 5);
  return { name: `random ${sample}`, model, state };
});
const cases = [...namedClosed.filter(({ name }) => named.includes(name)), ...random];

describe.each(cases)("$name", ({ model, state }) => {
  const topology = buildTopology(model);
  const { nv } = topology.counts;
  const linearization = createClosedLinearize(model, "tau", {})(state);
  const { A, B, independent } = linearization;
  const n = independent.length;
  const evaluator = createEvaluator(model, { formulation: "mass-matrix" });
  const { N } = evaluator.independentSpeeds(state);
  const closures = new ClosureEvaluator(model, topology);
  const dependent = Array.from({ length: nv }, (_, i) => i).filter((i) => !independent.includes(i));

  /** Changes of the dependent speeds that take residuals of the rows back. */
  const corrections = (K: Matrix, residuals: Float64Array): Float64Array => {
    const own = newMatrix(K.rows, dependent.length);
    dependent.forEach((v, j) => {
      for (let i = 0; i < K.rows; i++) own.data[i * own.cols + j] = K.data[i * nv + v];
    });
    const { x } = leastSquaresMinimumNorm(own, residuals, 1e-9);
    const out = new Float64Array(nv);
    dependent.forEach((v, j) => (out[v] = -x[j]));
    return out;
  };

  /** The closed state whose independent coordinates and speeds depart so much. */
  const beside = (x: Float64Array): State => {
    let q = moveInto(new Float64Array(state.q.length), closures.skeleton, state.q, matVec(N, x.subarray(0, n)));
    for (let sweep = 0; sweep < 6; sweep++) {
      const { K, phi } = closures.at({ t: state.t, q });
      q = moveInto(new Float64Array(q.length), closures.skeleton, q, corrections(K, phi));
    }
    const v = state.v.slice();
    independent.forEach((i, k) => (v[i] += x[n + k]));
    const { K, drift } = closures.at({ t: state.t, q });
    const residuals = matVec(K, v).map((rate, i) => rate + drift[i]);
    corrections(K, residuals).forEach((change, i) => (v[i] += change));
    return { t: state.t, q, v };
  };

  /** Speeds and accelerations beside the state, differentiated with two steps. */
  const column = (j: number): { readonly v: Float64Array; readonly vdot: Float64Array } => {
    const along = (h: number): readonly Float64Array[] => {
      const [up, down] = [h, -h].map((size) => beside(new Float64Array(2 * n).fill(size, j, j + 1)));
      const [above, below] = [evaluator.forwardDynamics(up), evaluator.forwardDynamics(down)];
      return [up.v.map((x, i) => (x - down.v[i]) / (2 * h)), above.map((x, i) => (x - below[i]) / (2 * h))];
    };
    const [wide, narrow] = STEPS.map(along);
    const [v, vdot] = narrow.map((values, k) => values.map((x, i) => (4 * x - wide[k][i]) / 3));
    return { v, vdot };
  };

  test("A / differences of closed states", () => {
    const [upper, lower] = [newMatrix(n, 2 * n), newMatrix(n, 2 * n)];
    const kinematics = newMatrix(2 * nv, 2 * nv);
    placeKinematics(kinematics, closures.skeleton, state.v);
    for (let j = 0; j < 2 * n; j++) {
      const { v, vdot } = column(j);
      // δ̇ = δv − v × δ with δ = N y.
      const delta = j < n ? Float64Array.from({ length: nv }, (_, i) => N.data[i * n + j]) : new Float64Array(nv);
      const turned = matVec(kinematics, Float64Array.from([...delta, ...v]));
      independent.forEach((i, k) => {
        upper.data[k * 2 * n + j] = turned[i];
        lower.data[k * 2 * n + j] = vdot[i];
      });
    }
    expect(apart(A, upper, 0)).toBeLessThan(DIFFERENCES);
    expect(apart(A, lower, n)).toBeLessThan(DIFFERENCES);
  });

  test("B / accelerations by unit forces", () => {
    const rest = evaluator.forwardDynamics(state);
    const found = newMatrix(n, nv);
    for (let j = 0; j < nv; j++) {
      const pushed = evaluator.forwardDynamics(state, { tau: new Float64Array(nv).fill(1, j, j + 1) });
      independent.forEach((i, k) => (found.data[k * nv + j] = pushed[i] - rest[i]));
    }
    expect(apart(B, found, n)).toBeLessThan(1e-6);
  });
});

/** Largest difference of a block from the rows of a matrix from one on, relative to the block's largest entry. */
function apart(of: Matrix, block: Matrix, first: number): number {
  let [worst, scale] = [0, 1e-3];
  block.data.forEach((x, k) => {
    worst = Math.max(worst, Math.abs(x - of.data[first * of.cols + k]));
    scale = Math.max(scale, Math.abs(x));
  });
  return worst / scale;
}

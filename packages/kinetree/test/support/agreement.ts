import { beforeAll, describe, expect, it } from "vitest";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { matVec, type Matrix } from "../../src/linalg/matrix.js";
import { cholesky, conditionSpd, normFrobenius } from "./linalg.js";
import { mechanism, violations, type Mechanism } from "./mechanisms.js";
import { norm2, relativeError } from "./numbers.js";

interface Row {
  readonly mechanism: Mechanism;
  readonly kappa: number;
  /** How much larger forces and bias are than what is left of them. */
  readonly cancelled: number;
  readonly M: Matrix;
  readonly asymmetry: number;
  readonly failedPivot: number;
  /** v̇ of the articulated bodies against that of the mass matrix, relative. */
  readonly formulations: number;
  /** Forces of Newton-Euler at that v̇ against those that were given, relative to what cancels in them. */
  readonly residual: number;
  /** Newton-Euler at a given v̇ against M v̇ + bias, relative to the same. */
  readonly linearity: number;
  /** Kinetic energy against ½ vᵀ M v, relative. */
  readonly kinetic: number;
}

/**
 * ‖Δv̇‖ / ‖v̇‖ <= 2 κ(M) ε C c: both roads solve M v̇ = τ − bias with a relative error of some ε in M, τ and bias, which κ(M)
 * magnifies; c = (‖τ‖ + ‖bias‖) / ‖τ − bias‖ is what cancels on the right. C = 4 stands for the handful of roundings that each entry
 * of M and bias carries from its own joint.
 */
const C = 4;
/** Roundings along a path of up to 30 bodies of up to 6 axes, each adding about one. */
const PATH = 100;

function evaluate(mechanism: Mechanism): Row {
  const { model, state, inputs, vdot } = mechanism;
  const evaluator = createEvaluator(model);
  const M = evaluator.massMatrix(state);
  const n = M.rows;
  let asymmetry = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) asymmetry = Math.max(asymmetry, Math.abs(M.data[i * n + j] - M.data[j * n + i]));
  const articulated = evaluator.forwardDynamics(state, inputs);
  const byMassMatrix = createEvaluator(model, { formulation: "mass-matrix" }).forwardDynamics(state, inputs);
  const bias = evaluator.bias(state, { u: inputs.u });
  const needed = evaluator.inverseDynamics(state, articulated, { u: inputs.u });
  const forced = evaluator.inverseDynamics(state, vdot, { u: inputs.u });
  const size = norm2(bias) + norm2(inputs.tau);
  const Mv = matVec(M, state.v);
  return {
    mechanism,
    M,
    kappa: conditionSpd(M),
    cancelled: size / norm2(bias.map((x, i) => inputs.tau[i] - x)),
    asymmetry,
    failedPivot: cholesky(M).failedPivot,
    formulations: relativeError(articulated, byMassMatrix),
    residual: relativeError(needed, inputs.tau, size + normFrobenius(M) * norm2(articulated)),
    linearity: relativeError(
      forced,
      matVec(M, vdot).map((x, i) => x + bias[i]),
      size + normFrobenius(M) * norm2(vdot),
    ),
    kinetic: relativeError([evaluator.energy(state).kinetic], [Mv.reduce((sum, x, i) => sum + x * state.v[i], 0) / 2]),
  };
}

/** The roads to the same accelerations, over random trees of 1 to 30 bodies with every joint and every load. */
export function agreementSuite(seed: number, count: number): void {
  describe(`random trees of seed ${seed}`, () => {
    let rows: readonly Row[] = [];
    beforeAll(() => {
      // Compiling takes most of the time, and grows with the bodies: every twelfth may be large, every fourth of middle size.
      rows = Array.from({ length: count }, (_, sample) =>
        evaluate(mechanism(seed, sample, { maxBodies: sample % 12 === 5 ? 30 : sample % 4 === 0 ? 8 : 3 })),
      );
    });

    it("are as many as asked for, up to the largest", () => {
      expect(rows.length).toBe(count);
      expect(Math.max(...rows.map(({ mechanism }) => mechanism.model.bodies.length))).toBeGreaterThan(25);
    });

    it("articulated bodies = mass matrix and dense solve, within 2 κ ε C c", () => {
      const tolerance = ({ kappa, cancelled }: Row): number => 2 * kappa * Number.EPSILON * C * cancelled;
      expect(violations(rows, (row) => row.formulations, tolerance)).toEqual([]);
    });

    it("Newton-Euler of the articulated accelerations = the given forces", () => {
      expect(
        violations(
          rows,
          (row) => row.residual,
          () => PATH * Number.EPSILON,
        ),
      ).toEqual([]);
    });

    it("Newton-Euler = M v̇ + bias", () => {
      expect(
        violations(
          rows,
          (row) => row.linearity,
          () => PATH * Number.EPSILON,
        ),
      ).toEqual([]);
    });

    it("the mass matrix is symmetric to the bit", () => {
      expect(
        violations(
          rows,
          (row) => row.asymmetry,
          () => 0,
        ),
      ).toEqual([]);
    });

    it("the mass matrix is positive definite", () => {
      expect(rows.filter((row) => row.failedPivot >= 0).map((row) => row.mechanism.model.name)).toEqual([]);
    });

    it("kinetic energy of the bodies = ½ vᵀ M v", () => {
      expect(
        violations(
          rows,
          (row) => row.kinetic,
          () => PATH * Number.EPSILON,
        ),
      ).toEqual([]);
    });
  });
}

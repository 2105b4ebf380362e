import { describe, expect, it } from "vitest";
import { freePart } from "../../src/analysis/free-directions.js";
import { createAccelerationBatch } from "../../src/evaluate/acceleration-batch.js";
import { CouplerReduction } from "../../src/evaluate/coupler-reduction.js";
import { createEvaluator } from "../../src/evaluate/evaluator.js";
import { coordinateRelations } from "../../src/model/constraints/coordinate-relation.js";
import { conditionSpd, normFrobenius } from "../support/linalg.js";
import { violations } from "../support/mechanisms.js";
import { norm2, relativeError } from "../support/numbers.js";
import { createOracle } from "../support/oracle.js";
import { byMultipliers, coupledMechanism, couplerRows } from "./random-couplers.js";

const SEED = 4711;
const mechanisms = Array.from({ length: 40 }, (_, sample) => coupledMechanism(SEED, sample)).filter(
  ({ model }) => model.constraints.length > 0,
);

/** Roundings along a path of up to 10 bodies of up to 6 axes, and of polynomials and chains on top. */
const PATH = 100;

const rows = mechanisms.map((mechanism) => {
  const { model, state, inputs, nv } = mechanism;
  const evaluator = createEvaluator(model);
  const vdot = evaluator.forwardDynamics(state, inputs);
  const M = evaluator.massMatrix(state);
  const reduction = new CouplerReduction(model, evaluator.topology, {});
  const jets = reduction.jetsAt(state.q);
  const oracle = createOracle(model);
  const constraints = couplerRows(model, mechanism);
  const expected = byMultipliers(
    oracle.massMatrix(state),
    oracle.inverseDynamics(state, new Float64Array(nv), inputs),
    constraints,
  );
  const forces = evaluator.inverseDynamics(state, vdot, inputs);
  const size = norm2(evaluator.bias(state, inputs)) + normFrobenius(M) * norm2(vdot);
  const ratio = Math.max(1, ...jets.map((jet) => Math.abs(jet[1])));
  const folded = freePart(reduction.fold({ ...M, data: M.data.slice() }, jets), reduction.independent);
  return {
    mechanism,
    formulation: evaluator.formulation,
    // Folding squares the ratios of the couplers into the matrix; a mechanism that is held throughout has none.
    kappa: (folded.rows === 0 ? 1 : conditionSpd(folded)) * ratio * ratio,
    error: relativeError(vdot, expected, 1),
    kept: relativeError(
      constraints.J.map((row) => row.reduce((sum, x, i) => sum + x * vdot[i], 0)),
      constraints.c,
      Math.max(1, norm2(vdot) * ratio, norm2(constraints.c)),
    ),
    work: norm2(reduction.foldVector(forces.slice(), jets)) / (size * ratio),
    forced: relativeError(
      evaluator.forwardDynamics(state, { u: inputs.u, tau: forceFor(evaluator, mechanism) }),
      vdot,
      1,
    ),
  };
});

/** All that the motion needs, given from outside, so that the couplers carry nothing. */
function forceFor(
  evaluator: ReturnType<typeof createEvaluator>,
  { state, inputs }: (typeof mechanisms)[number],
): Float64Array {
  return evaluator.inverseDynamics(state, evaluator.forwardDynamics(state, inputs), { u: inputs.u });
}

describe(`random trees with random couplers, seed ${SEED}`, () => {
  it("there are many, with chains and coordinates that are held", () => {
    expect(rows.length).toBeGreaterThan(25);
    const drivenTwice = mechanisms.filter(({ model }) =>
      coordinateRelations(model.constraints).some(({ driving }) =>
        coordinateRelations(model.constraints).some(
          (other) => JSON.stringify(other.driven) === JSON.stringify(driving),
        ),
      ),
    );
    expect(drivenTwice.length).toBeGreaterThan(5);
    expect(
      mechanisms.some(({ model }) => coordinateRelations(model.constraints).some(({ driving }) => driving === null)),
    ).toBe(true);
  });

  it("most of them are sound enough for κ ε to say something", () =>
    expect(rows.filter(({ kappa }) => PATH * kappa * Number.EPSILON < 1e-8).length).toBeGreaterThan(0.8 * rows.length));

  it("left open, the formulation is the mass matrix", () =>
    expect(new Set(rows.map(({ formulation }) => formulation))).toEqual(new Set(["mass-matrix"])));

  it("accelerations / Lagrange's multipliers in plain numbers, to κ ε", () =>
    expect(
      violations(
        rows,
        ({ error }) => error,
        ({ kappa }) => PATH * kappa * Number.EPSILON,
      ),
    ).toEqual([]));

  it("accelerations keep every coupler, to rounding", () =>
    expect(
      violations(
        rows,
        ({ kept }) => kept,
        () => PATH * Number.EPSILON,
      ),
    ).toEqual([]));

  it("the forces of couplers do no work along motions that the couplers allow", () =>
    expect(
      violations(
        rows,
        ({ work }) => work,
        ({ kappa }) => PATH * kappa * Number.EPSILON,
      ),
    ).toEqual([]));

  it("forces of inverse dynamics make forward dynamics move that way", () =>
    expect(
      violations(
        rows,
        ({ forced }) => forced,
        ({ kappa }) => PATH * kappa * Number.EPSILON,
      ),
    ).toEqual([]));

  it("joint loads / every body by itself, the couplers' forces within the joints", () => {
    const loads = mechanisms.slice(0, 15).map((mechanism) => {
      const { model, state, inputs } = mechanism;
      const evaluator = createEvaluator(model);
      const vdot = evaluator.forwardDynamics(state, inputs);
      const found = evaluator
        .jointLoads(state, undefined, inputs)
        .flatMap(({ torque, force }) => [...torque, ...force]);
      return { mechanism, error: relativeError(found, createOracle(model).jointLoads(state, vdot, inputs).flat(), 1) };
    });
    expect(
      violations(
        loads,
        ({ error }) => error,
        () => PATH * 100 * Number.EPSILON,
      ),
    ).toEqual([]);
  });
});

it("a batch gives the bits of the evaluator, in both lanes, again and again", () => {
  const { model, state, inputs, nv } = mechanisms[3];
  const other = { ...state, v: state.v.map((x) => 2 * x) };
  const batch = createAccelerationBatch(model, 2);
  const out = new Float64Array(nv);
  for (let round = 0; round < 2; round++) {
    [state, other].forEach(({ q, v, t }, k) => batch.set(k, q, v, inputs.tau, t));
    batch.evaluateAll();
    [state, other].forEach((at, k) => {
      batch.read(out, k);
      expect([...out].map((x) => x + 0)).toEqual([...createEvaluator(model).forwardDynamics(at, { tau: inputs.tau })]);
    });
  }
});

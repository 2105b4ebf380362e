import { RequestError, SimulationError } from "../errors/kinetree-error.js";
import { createEvaluator } from "../evaluate/evaluator.js";
import type { Evaluator, EvaluatorOptions } from "../evaluate/evaluator-types.js";
import { multipliersFor, type IndependentSpeeds } from "../evaluate/independent-speeds.js";
import { requirePoint, type OperatingPoint } from "../evaluate/operating-point.js";
import { requireChoice } from "../evaluate/option-checks.js";
import { ClosureEvaluator } from "../formulation/loops/closures/closure-evaluator.js";
import type { Closure } from "../formulation/loops/closures/closures.js";
import { eliminate } from "../formulation/loops/closures/loop-plan.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { choleskyInto, choleskySolveMatrixInto } from "../linalg/cholesky.js";
import { matMul, newMatrix, transpose, type Matrix } from "../linalg/matrix.js";
import { requireLength, requireShape } from "../linalg/shape.js";
import type { SparseElimination } from "../linalg/sparse-elimination.js";
import { parameterDefaults } from "../model/evaluate-real.js";
import type { Model } from "../model/types.js";
import { speedName } from "../state/speed-name.js";
import { ClosureDerivatives, type ClosureVariable } from "./closure-derivatives.js";
import type { Variable } from "./direction-seeds.js";
import { DynamicsDerivatives } from "./dynamics-derivatives.js";
import { addTo } from "./linear-kinematics.js";

const variables: readonly Variable[] = ["q", "v", "z", "tau", "u", "t", "parameters"];

/** What the derivatives at one point share. */
interface Point {
  readonly vdot: Float64Array;
  readonly independent: IndependentSpeeds;
  readonly K: Matrix;
  readonly closures: readonly Closure[];
  readonly factors: SparseElimination;
  readonly M: Matrix;
  /** Of Nᵀ M N. */
  readonly L: Matrix;
}

/**
 * Exact derivatives of forward dynamics with loops and couplers. v̇ and λ solve ID(q, v, v̇, λ, …) = 0 and φ̈ = K v̇ + γ = 0; by the
 * implicit function theorem M ∂v̇ − Kᵀ ∂λ = −∂ID and K ∂v̇ = −∂φ̈, with ∂ID and ∂φ̈ traced and compiled, for given v̇ and λ. Solved
 * in independent speeds: ∂v̇ = p + N ∂ÿ with K p = −∂φ̈ in the independent rows and Nᵀ M N ∂ÿ = −Nᵀ (∂ID + M p).
 */
export class ClosedDerivatives<V extends Variable> {
  readonly skeleton: Skeleton;
  readonly evaluator: Evaluator;
  readonly #inverse: DynamicsDerivatives<Variable | "vdot">;
  readonly #rows: ClosureDerivatives;
  readonly #closures: ClosureEvaluator;
  #point: Point | null = null;

  constructor(model: Model, by: readonly V[], options: EvaluatorOptions = {}) {
    for (const variable of by) requireChoice("variable", variable, variables);
    this.evaluator = createEvaluator(model, options);
    const { topology } = this.evaluator;
    this.#inverse = new DynamicsDerivatives<Variable | "vdot">(
      model,
      "inverse",
      [...new Set([...by, "vdot" as const])],
      true,
    );
    this.#rows = new ClosureDerivatives(model, topology, (by as readonly Variable[]).filter(movesRows));
    this.#closures = new ClosureEvaluator(model, topology);
    this.skeleton = this.#inverse.skeleton;
  }

  /** Floating-point operations of the equations and of one direction by each variable; the dense solves are not counted. */
  get flops(): Readonly<Record<string, number>> {
    const rows = this.#rows.flops;
    return Object.fromEntries(
      Object.entries(this.#inverse.flops).map(([name, flops]) => [name, flops + (rows[name] ?? 0)]),
    );
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#inverse.setParameters(values);
    this.#rows.setParameters(values);
    this.#closures.setParameters(values);
    this.evaluator.setParameters({ ...Object.fromEntries(parameterDefaults(this.evaluator.model)), ...values });
    this.#point = null;
  }

  /** Evaluates at a point whose loops are closed. */
  at(point: OperatingPoint): void {
    const { model, topology, nv } = this.skeleton;
    requirePoint(model, topology, point);
    const independent = this.evaluator.independentSpeeds(point);
    const vdot = this.evaluator.forwardDynamics(point, point);
    const values = this.#closures.at(point);
    const factors = eliminate(values);
    const { K } = values;
    this.#inverse.at(point, vdot);
    const lambda = multipliersFor(K, factors, this.#inverse.rawValueInto(new Float64Array(nv)));
    this.#inverse.at(point, vdot, lambda);
    this.#rows.at(point, vdot);
    const M = this.#inverse.jacobian("vdot");
    const { N, speeds } = independent;
    const L = newMatrix(N.cols, N.cols);
    const failed = choleskyInto(L, matMul(transpose(N), matMul(M, N)));
    if (failed >= 0) throw withoutInertia(speedName(model, topology, speeds[failed]));
    this.#point = { vdot, independent, K, closures: this.#closures.closures, factors, M, L };
  }

  get point(): Point {
    if (this.#point !== null) return this.#point;
    const message = "derivatives: no point is set, or parameters have changed since. Call at(point) first.";
    throw new RequestError({ code: "no-point", subject: "derivatives", value: null, message });
  }

  /** v̇ at the point set last. */
  valueInto(out: Float64Array): Float64Array {
    requireLength("accelerations", out, this.skeleton.nv);
    out.set(this.point.vdot);
    return out;
  }

  columns(by: V): number {
    return this.#inverse.columns(by);
  }

  jacobianInto(out: Matrix, by: V): Matrix {
    requireShape(`derivative by ${by}`, out, this.skeleton.nv, this.columns(by));
    out.data.set(this.jacobian(by).data);
    return out;
  }

  /** ∂v̇ by a variable, nv rows. By q: closures keep the accelerations φ̈ = 0 in poses beside the closed ones as well. */
  jacobian(by: V): Matrix {
    const { independent, M, L } = this.point;
    const { N } = independent;
    const p = movesRows(by) ? this.particular(this.#rows.jacobians(by).accelerations) : null;
    const forces = this.forcesBy(by);
    if (p) addTo(forces, matMul(M, p));
    const free = choleskySolveMatrixInto(newMatrix(N.cols, forces.cols), L, matMul(transpose(N), forces));
    const out = matMul(N, free);
    for (let k = 0; k < out.data.length; k++) out.data[k] = (p?.data[k] ?? 0) - out.data[k];
    return out;
  }

  get stateCount(): number {
    return this.#inverse.stateCount;
  }

  /** ż of the internal states of elements, which no force of a closure changes. */
  stateRates(): Float64Array {
    return this.#inverse.stateRates();
  }

  releasedStates(): Float64Array {
    return this.#inverse.releasedStates();
  }

  /** ∂ż by a variable, a row for each internal state. */
  stateJacobian(by: V): Matrix {
    return this.#inverse.stateJacobian(by);
  }

  /** ∂ID by a variable for given v̇ and λ. */
  forcesBy(by: V): Matrix {
    return this.#inverse.jacobian(by);
  }

  /** ∂φ̇ by a variable. */
  ratesBy(by: V & ClosureVariable): Matrix {
    return this.#rows.jacobians(by).rates;
  }

  /** x with K x = −A in the independent rows, zero along independent speeds. */
  particular(A: Matrix): Matrix {
    const { factors } = this.point;
    const { nv } = this.skeleton;
    const out = newMatrix(nv, A.cols);
    for (let j = 0; j < A.cols; j++) {
      const { x } = factors.solve(
        Float64Array.from({ length: A.rows }, (_, i) => A.data[i * A.cols + j]),
        nv,
      );
      for (let i = 0; i < nv; i++) out.data[i * A.cols + j] = 0 - x[i];
    }
    return out;
  }
}

/** Forces, commands and internal states move no closure. */
const movesRows = (by: Variable): by is ClosureVariable => by !== "tau" && by !== "u" && by !== "z";

export const withoutInertia = (name: string): SimulationError =>
  new SimulationError({
    code: "hinge-without-inertia",
    subject: name,
    value: 0,
    message:
      `${name}: what it moves, with all that loops and couplers tie to it, has no inertia here. Give one of the bodies an ` +
      `inertia, or the joint an armature.`,
  });

import { requireVector } from "../evaluate/evaluator-checks.js";
import { requirePoint, type OperatingPoint } from "../evaluate/operating-point.js";
import { articulated } from "../formulation/articulated.js";
import { requireOpen } from "../formulation/formulation.js";
import { traceLoads } from "../formulation/loads/loads.js";
import { Reactions } from "../formulation/loads/reactions.js";
import { articulatedBody } from "../formulation/recursions/articulated/articulated-body.js";
import { inverseDynamics } from "../formulation/recursions/inverse-dynamics.js";
import { buildSkeleton, type Skeleton } from "../formulation/skeleton/skeleton.js";
import { requireFiniteResult, TreeInstance } from "../formulation/tree/tree-instance.js";
import { TreeProgram } from "../formulation/tree/tree-program.js";
import type { Num } from "../graph/graph.js";
import type { Rec } from "../kernel/record.js";
import { seedOf, traceTangent } from "../kernel/tangent.js";
import { actingStates } from "./internal-states.js";
import { directionSeed, ratesOfParameters, type InverseVariable, type Variable } from "./direction-seeds.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import { requireShape } from "../linalg/shape.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { requireChoice } from "../evaluate/option-checks.js";

const forward: readonly Variable[] = ["q", "v", "z", "tau", "u", "t", "parameters"];
const variables = Object.freeze({ forward, inverse: Object.freeze([...forward, "vdot"]) });

/**
 * Exact derivatives of forward or inverse dynamics, compiled: `at` sets the point, then each matrix takes one run for every
 * two columns, into memory of the caller.
 *
 * With τ = ID(q, v, v̇, …), the forces that are missing for a motion, v̇ = FD(…) solves ID = 0, hence ∂FD/∂x = −M⁻¹ ∂ID/∂x
 * (Jain and Rodriguez, Linearization of manipulator dynamics using spatial operators, 1993; Carpentier and Mansard,
 * Analytical derivatives of rigid body dynamics algorithms, 2018). Times M⁻¹ is the tangent of the articulated-body
 * recursion by τ, in which no inertia changes; differentiating that recursion by q as well would take twice the work.
 */
export class DynamicsDerivatives<V extends InverseVariable> {
  readonly skeleton: Skeleton;
  /** How many internal states elements have. */
  readonly stateCount: number;
  readonly #tree: TreeProgram;
  readonly #vdot: Rec;
  /** Inverse dynamics: the forces that a motion needs beyond the given ones. */
  readonly #needed: Rec;
  readonly #direction: Rec;
  /** Tangents of `needed` and, by forces, of v̇. */
  readonly #force: Rec;
  readonly #rate: Rec;
  /** Internal states of elements: ż, the states that count, and the tangent of ż. */
  readonly #states: { readonly rates: Rec; readonly released: Rec; readonly tangent: Rec };
  readonly #instance: TreeInstance;
  readonly #isForward: boolean;
  /** Multipliers of closures whose forces are given; null for trees. */
  readonly #lambda: Rec | null;

  /** @param withClosures inverse dynamics of the tree of a mechanism with loops, whose closures' multipliers are given */
  constructor(model: Model, algorithm: "forward" | "inverse", by: readonly V[], withClosures = false) {
    for (const variable of by) requireChoice("variable", variable, variables[algorithm]);
    const tree = withClosures
      ? new TreeProgram(buildSkeleton(model, buildTopology(model)))
      : treeProgramOf(model, `${algorithm} dynamics`);
    const { program, skeleton } = tree;
    const { nv } = skeleton;
    this.#tree = tree;
    this.skeleton = skeleton;
    this.#isForward = algorithm === "forward";
    this.#vdot = program.state<{ vdot: readonly Num[] }>({ vdot: nv });
    this.#needed = program.state<{ tau: readonly Num[] }>({ tau: nv });
    const nz = (this.stateCount = actingStates(tree));
    this.#direction = program.state<{ d: readonly Num[] }>({ d: Math.max(nv, nz, model.actuators.length, 1) });
    this.#force = program.state<{ tau: readonly Num[] }>({ tau: nv });
    this.#rate = program.state<{ vdot: readonly Num[] }>({ vdot: nv });
    const stateRecord = (): Rec => program.state<{ z: readonly Num[] }>({ z: nz > 0 ? tree.z.layout.size : 0 });
    this.#states = { rates: stateRecord(), released: stateRecord(), tangent: stateRecord() };
    const { rates, tangent } = this.#states;

    program.begin("values");
    const reactions = withClosures ? new Reactions(tree) : null;
    this.#lambda = reactions?.lambda ?? null;
    const own = traceLoads(tree, nz > 0 ? this.#states : null);
    const loads = reactions?.with(own) ?? own;
    if (this.#isForward) articulatedBody(tree, loads, this.#vdot);
    const forwardSteps = [...program.steps];
    const throughInverse = by.filter(
      (variable) => (!this.#isForward || variable !== "tau") && (variable !== "z" || nz > 0),
    );
    if (throughInverse.length > 0 || !this.#isForward) inverseDynamics(tree, loads, this.#vdot, this.#needed);
    // Tangents of inverse dynamics treat v̇ as given, even if forward dynamics computed it; both share posture and loads.
    const inverseSteps = program.steps.filter((step) => step.outputs.every((rec) => rec.home !== this.#vdot.home));
    for (const variable of throughInverse) {
      program.begin(`by ${variable}`);
      traceTangent(program, {
        steps: inverseSteps,
        seed: directionSeed(tree, this.#direction, this.#vdot, variable),
        ...(variable === "parameters" ? { parameterRates: ratesOfParameters(tree) } : {}),
        results: [{ of: this.#needed, into: this.#force }, ...(nz > 0 ? [{ of: rates, into: tangent }] : [])],
      });
    }
    if (this.#isForward) {
      program.begin("solve");
      const seed = seedOf(program, tree.tau, this.#force);
      traceTangent(program, { steps: forwardSteps, seed, results: [{ of: this.#vdot, into: this.#rate }] });
    }
    this.#instance = new TreeInstance(tree);
  }

  /** Floating-point operations of the values and of one direction by each variable. */
  get flops(): Readonly<Record<string, number>> {
    return this.#instance.flops;
  }

  setParameters(values: Readonly<Record<string, number>>): void {
    this.#instance.setParameters(values);
  }

  /** Evaluates at a point. Inverse dynamics takes accelerations, zero if left out; closures without multipliers exert no force. */
  at(point: OperatingPoint, vdot?: Float64Array, lambda?: Float64Array): void {
    const { model, topology, nv } = this.skeleton;
    requirePoint(model, topology, point);
    if (vdot) requireVector("vdot", vdot, nv);
    const tree = this.#tree;
    const instance = this.#instance;
    instance.fill(tree.t, point.t);
    instance.write(tree.q, point.q);
    instance.write(tree.v, point.v);
    const writeOrClear = (rec: Rec, values: Float64Array | undefined): void =>
      values ? instance.write(rec, values) : instance.fill(rec, 0);
    if (tree.z.layout.size > 0) writeOrClear(tree.z, point.z);
    writeOrClear(tree.tau, point.tau);
    writeOrClear(tree.u, point.u);
    writeOrClear(this.#vdot, this.#isForward ? undefined : vdot);
    if (this.#lambda) writeOrClear(this.#lambda, lambda);
    instance.run("values");
  }

  /** v̇, or the generalised forces that it needs, at the point set last. */
  valueInto(out: Float64Array): Float64Array {
    this.rawValueInto(out);
    requireFiniteResult(this.skeleton, this.#isForward ? "acceleration" : "generalised force", out);
    return out;
  }

  rawValueInto(out: Float64Array): Float64Array {
    this.#instance.read(out, this.#isForward ? this.#vdot : this.#needed, 0);
    return out;
  }

  columns(by: V): number {
    const { nv, model } = this.skeleton;
    if (by === "t") return 1;
    if (by === "u") return model.actuators.length;
    if (by === "z") return this.stateCount;
    return by === "parameters" ? model.parameters.length : nv;
  }

  /** ż of the internal states of elements, at the point set last. */
  stateRates(): Float64Array {
    return this.#statesOf(this.#states.rates);
  }

  /** The internal states that count: elements forget what they held before they let go. */
  releasedStates(): Float64Array {
    return this.#statesOf(this.#states.released);
  }

  #statesOf(rec: Rec): Float64Array {
    const all = new Float64Array(rec.layout.size);
    this.#instance.read(all, rec, 0);
    return all.slice(0, this.stateCount);
  }

  /** Derivative of the value by a variable, nv rows, at the point set last. */
  jacobianInto(out: Matrix, by: V): Matrix {
    const { nv } = this.skeleton;
    const columns = this.columns(by);
    requireShape(`derivative by ${by}`, out, nv, columns);
    const instance = this.#instance;
    const isSolved = this.#isForward && by === "tau";
    const source = this.#isForward ? this.#rate : this.#force;
    if (isSolved) instance.fill(this.#force, 0);
    for (let j = 0; j < columns; j += 2) {
      this.#seed(by, j, 1);
      if (!isSolved) instance.run(`by ${by}`);
      if (this.#isForward) instance.run("solve");
      this.#seed(by, j, 0);
      instance.read(out.data, source, 0, j, columns);
      if (j + 1 < columns) instance.read(out.data, source, 1, j + 1, columns);
    }
    if (this.#isForward && !isSolved) for (let k = 0; k < out.data.length; k++) out.data[k] = 0 - out.data[k];
    return out;
  }

  jacobian(by: V): Matrix {
    return this.jacobianInto(newMatrix(this.skeleton.nv, this.columns(by)), by);
  }

  /** Derivative of ż by a variable, a row for each internal state of elements, at the point set last. */
  stateJacobian(by: V): Matrix {
    const columns = this.columns(by);
    const out = newMatrix(this.stateCount, columns);
    // Rates follow from the state and the commands; a force does not change them, nor does an acceleration.
    if (out.rows === 0 || by === "tau" || by === "vdot") return out;
    const both = new Float64Array(2 * this.#states.tangent.layout.size);
    for (let j = 0; j < columns; j += 2) {
      this.#seed(by, j, 1);
      this.#instance.run(`by ${by}`);
      this.#seed(by, j, 0);
      this.#instance.read(both, this.#states.tangent, 0, 0, 2);
      this.#instance.read(both, this.#states.tangent, 1, 1, 2);
      for (let i = 0; i < out.rows; i++)
        for (let lane = 0; lane < 2 && j + lane < columns; lane++)
          out.data[i * columns + j + lane] = both[2 * i + lane];
    }
    return out;
  }

  #seed(by: V, j: number, size: number): void {
    const both = j + 1 < this.columns(by);
    if (by === "parameters") {
      const first = this.skeleton.model.parameters.length;
      this.#instance.setParameter(first + j, size, 0);
      if (both) this.#instance.setParameter(first + j + 1, size, 1);
      if (size !== 0) this.#instance.prologue();
      return;
    }
    const seed = this.#isForward && by === "tau" ? this.#force : this.#direction;
    this.#instance.writeEntry(seed, j, 0, size);
    if (both) this.#instance.writeEntry(seed, j + 1, 1, size);
  }
}

/** An empty program for the tree of a model; refuses closed loops, whose cut joints tree recursions would leave open. */
export function treeProgramOf(model: Model, what: string): TreeProgram {
  const topology = buildTopology(model);
  requireOpen(model, topology, articulated.name, what);
  return new TreeProgram(buildSkeleton(model, topology));
}

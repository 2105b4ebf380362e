import { RequestError } from "../errors/kinetree-error.js";
import { requireLength, requireShape } from "../linalg/shape.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import { withParameters } from "../model/build-model.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import type { Topology } from "../topology/types.js";
import { ACCELERATION_SIZE, MOTION_SIZE } from "./body-motion.js";
import { CompiledAlgorithm } from "./evaluator-algorithm.js";
import { algorithms, type AlgorithmName } from "./evaluator-algorithms.js";
import { allFinite, bodyNamed, explainAccelerations, requireState, requireVector } from "./evaluator-checks.js";
import type { FormulationName } from "./formulation.js";
import { formulationNamed } from "./formulations.js";
import { pointJacobianInto, speedsMoving } from "./point-jacobian.js";
import { buildSkeleton } from "./skeleton.js";
import type { State } from "./state.js";

export interface EvaluatorOptions {
  /** How accelerations are found; the results agree to rounding. "articulated" is the fast one. */
  readonly formulation?: FormulationName;
}

/** What acts from outside; zero where left out. */
export interface Inputs {
  /** Generalised forces along the speeds, on top of the model's own loads. */
  readonly tau?: Float64Array;
  /** Commands of the actuators, in the order of the model. */
  readonly u?: Float64Array;
}

export interface Energy {
  /** [J] */
  readonly kinetic: number;
  /** Of gravity (zero at the world's origin), springs and stops [J]. */
  readonly potential: number;
}

/** In world components. */
export interface Momentum {
  /** [kg m/s] */
  readonly linear: Float64Array;
  /** About the world's origin [kg m²/s]. */
  readonly angular: Float64Array;
}

/** Where a body is and how it moves, all in world components. */
export interface BodyMotion {
  readonly name: string;
  /** Of the body frame's origin [m]. */
  readonly position: Float64Array;
  /** w, x, y, z with w >= 0. */
  readonly quaternion: Float64Array;
  /** [rad/s] */
  readonly angularVelocity: Float64Array;
  /** Of the body frame's origin [m/s]. */
  readonly linearVelocity: Float64Array;
}

/** As an observer in the world sees it, in world components. */
export interface BodyAcceleration {
  readonly name: string;
  /** [rad/s²] */
  readonly angular: Float64Array;
  /** Of the body frame's origin [m/s²]. */
  readonly linear: Float64Array;
}

/** What a joint carries: what its parent exerts on its child, at and along the joint frame on the child. */
export interface JointLoad {
  readonly name: string;
  /** [N m] */
  readonly torque: Float64Array;
  /** [N] */
  readonly force: Float64Array;
}

/**
 * Answers questions about a mechanism in a given state. Each algorithm is compiled when first asked for. A state holds
 * t, q, v; `stateFromJoints` makes one. Nothing is remembered between calls but the parameters: same state, same bits.
 * Methods ending in `Into` write to their first argument and allocate nothing; the others give new arrays.
 */
export interface Evaluator {
  readonly model: Model;
  readonly topology: Topology;
  readonly formulation: FormulationName;

  /** Sets named parameters; the rest stay. The model is checked with the new values, nothing is compiled again. */
  setParameters(values: Readonly<Record<string, number>>): void;
  /** The parameters as they are. */
  parameters(): Readonly<Record<string, number>>;

  /** v̇: how the speeds change under the model's loads and the inputs. */
  forwardDynamics(state: State, inputs?: Inputs): Float64Array;
  forwardDynamicsInto(out: Float64Array, state: State, inputs?: Inputs): Float64Array;

  /** The generalised forces, beyond the model's loads and the inputs, that make the speeds change at `vdot`. */
  inverseDynamics(state: State, vdot: Float64Array, inputs?: Inputs): Float64Array;
  inverseDynamicsInto(out: Float64Array, state: State, vdot: Float64Array, inputs?: Inputs): Float64Array;

  /** What is left of inverse dynamics at v̇ = 0: M v̇ + bias = τ. Gravity, gyroscopic forces, all loads. */
  bias(state: State, inputs?: Inputs): Float64Array;

  /** M, symmetric, nv × nv: kinetic energy = ½ vᵀ M v. Of a model with loops, that of the tree. */
  massMatrix(state: State): Matrix;
  massMatrixInto(out: Matrix, state: State): Matrix;

  energy(state: State): Energy;
  momentum(state: State): Momentum;
  /** Of everything that can move, in world components [m]. Bodies fixed to the ground do not count, here and in energies. */
  centreOfMass(state: State): Float64Array;

  /** All bodies, in the order of the model. */
  bodies(state: State): readonly BodyMotion[];
  /** For given v̇, or for that of forward dynamics without inputs. */
  bodyAccelerations(state: State, vdot?: Float64Array): readonly BodyAcceleration[];
  /** All joints, in the order of the model, welds too; for given v̇, or for that of forward dynamics without inputs. */
  jointLoads(state: State, vdot?: Float64Array): readonly JointLoad[];

  /** J, 6 × nv: [angular, linear] velocity of a point fixed in a body is J v, in world components. */
  pointJacobian(state: State, body: string, point_body?: ArrayLike<number>): Matrix;
  pointJacobianInto(out: Matrix, state: State, body: string, point_body?: ArrayLike<number>): Matrix;
}

const origin: ArrayLike<number> = Object.freeze([0, 0, 0]);
const noInputs: Inputs = Object.freeze({});

/**
 * Makes an evaluator of a model.
 * ```ts
 * const arm = createEvaluator(arm7());
 * const state = stateFromJoints(arm.model, { q: { joint2: 0.4 } });
 * arm.forwardDynamics(state); // accelerations of the seven joints
 * ```
 */
export function createEvaluator(model: Model, options: EvaluatorOptions = {}): Evaluator {
  const topology = buildTopology(model);
  const formulation = formulationNamed(options.formulation ?? "articulated");
  const { nq: _nq, nv } = topology.counts;
  const zeroV = new Float64Array(nv);
  const zeroU = new Float64Array(model.actuators.length);
  const parameters = { values: Float64Array.from(model.parameters, ({ value }) => value), version: 0 };
  const compiled = new Map<AlgorithmName, CompiledAlgorithm>();
  const scratch = new Map<AlgorithmName, Float64Array>();
  const moving = new Map<number, Int32Array>();

  const algorithm = (name: AlgorithmName): CompiledAlgorithm => {
    let found = compiled.get(name);
    if (!found) {
      found = new CompiledAlgorithm(algorithms[name](model, topology, formulation), parameters);
      compiled.set(name, found);
    }
    return found;
  };
  const row = (name: AlgorithmName): Float64Array => {
    let found = scratch.get(name);
    if (!found) scratch.set(name, (found = new Float64Array(algorithm(name).size)));
    return found;
  };

  /** Checks everything that the caller gave, then evaluates. */
  const evaluate = (
    out: Float64Array,
    name: AlgorithmName,
    state: State,
    inputs: Inputs,
    vdot: Float64Array | null,
  ): Float64Array => {
    const { tau = zeroV, u = zeroU } = inputs;
    requireState(model, topology, state);
    requireVector("tau", tau, nv);
    requireVector("u", u, zeroU.length);
    if (vdot) requireVector("vdot", vdot, nv);
    return algorithm(name).evaluateInto(out, state, tau, u, vdot);
  };
  const inRow = (name: AlgorithmName, state: State, vdot: Float64Array | null = null): Float64Array =>
    evaluate(row(name), name, state, noInputs, vdot);

  /** Across a closed loop, forces follow from the loop's own equations, which a tree does not have. */
  const refuseLoops = (what: string): void => {
    const reason = formulation.refuses(model, topology);
    if (reason === null) return;
    throw new RequestError({
      code: "formulation-refuses",
      subject: `formulation "${formulation.name}"`,
      value: topology.cuts.map((joint) => model.joints[joint].name),
      message: `${what} by formulation "${formulation.name}" is not possible: ${reason}`,
    });
  };

  const massMatrixInto = (out: Matrix, state: State): Matrix => {
    requireShape("mass matrix", out, nv, nv);
    evaluate(out.data, "massMatrix", state, noInputs, null);
    for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) out.data[j * nv + i] = out.data[i * nv + j];
    return out;
  };

  const forwardDynamicsInto = (out: Float64Array, state: State, inputs: Inputs = noInputs): Float64Array => {
    refuseLoops("forward dynamics");
    requireLength("accelerations", out, nv);
    evaluate(out, "forwardDynamics", state, inputs, null);
    if (!allFinite(out)) throw explainAccelerations(model, topology, state, out, evaluator.massMatrix(state));
    return out;
  };

  const inverseDynamicsInto = (
    out: Float64Array,
    state: State,
    vdot: Float64Array,
    inputs: Inputs = noInputs,
  ): Float64Array => {
    refuseLoops("inverse dynamics");
    requireLength("generalised forces", out, nv);
    return evaluate(out, "inverseDynamics", state, inputs, vdot);
  };

  const jacobianInto = (out: Matrix, state: State, body: string, point_body: ArrayLike<number> = origin): Matrix => {
    requireShape("Jacobian", out, 6, nv);
    requireLength("point", point_body, 3);
    const index = bodyNamed(model, body);
    let speeds = moving.get(index);
    if (!speeds) moving.set(index, (speeds = speedsMoving(buildSkeleton(model, topology), index)));
    const motion = inRow("bodies", state).subarray(MOTION_SIZE * index, MOTION_SIZE * (index + 1));
    return pointJacobianInto(out, inRow("speedColumns", state), speeds, pointInWorld(motion, point_body));
  };

  const evaluator: Evaluator = {
    model,
    topology,
    formulation: formulation.name,

    setParameters: (values) => {
      const current = { ...evaluator.parameters(), ...values };
      const checked = withParameters(model, current);
      checked.parameters.forEach(({ value }, i) => (parameters.values[i] = value));
      parameters.version++;
    },
    parameters: () => Object.fromEntries(model.parameters.map(({ name }, i) => [name, parameters.values[i]])),

    forwardDynamicsInto,
    forwardDynamics: (state, inputs) => forwardDynamicsInto(new Float64Array(nv), state, inputs),
    inverseDynamicsInto,
    inverseDynamics: (state, vdot, inputs) => inverseDynamicsInto(new Float64Array(nv), state, vdot, inputs),
    bias: (state, inputs) => inverseDynamicsInto(new Float64Array(nv), state, zeroV, inputs),
    massMatrixInto,
    massMatrix: (state) => massMatrixInto(newMatrix(nv, nv), state),

    energy: (state) => {
      const [kinetic, potential] = inRow("totals", state);
      return { kinetic, potential };
    },
    momentum: (state) => {
      const totals = inRow("totals", state);
      return { linear: totals.slice(2, 5), angular: totals.slice(5, 8) };
    },
    centreOfMass: (state) => {
      const totals = inRow("totals", state);
      return totals.slice(9, 12).map((moment) => moment / totals[8]);
    },

    bodies: (state) => {
      const all = inRow("bodies", state);
      return model.bodies.map(({ name }, i) => {
        const part = all.slice(MOTION_SIZE * i, MOTION_SIZE * (i + 1));
        return {
          name,
          position: part.subarray(0, 3),
          quaternion: part.subarray(3, 7),
          angularVelocity: part.subarray(7, 10),
          linearVelocity: part.subarray(10, 13),
        };
      });
    },
    bodyAccelerations: (state, vdot = evaluator.forwardDynamics(state)) => {
      const all = inRow("bodyAccelerations", state, vdot);
      return model.bodies.map(({ name }, i) => {
        const part = all.slice(ACCELERATION_SIZE * i, ACCELERATION_SIZE * (i + 1));
        return { name, angular: part.subarray(0, 3), linear: part.subarray(3, 6) };
      });
    },
    jointLoads: (state, vdot = evaluator.forwardDynamics(state)) => {
      refuseLoops("joint loads");
      const all = inRow("jointLoads", state, vdot);
      return model.joints.map(({ name }, i) => {
        const part = all.slice(6 * i, 6 * (i + 1));
        return { name, torque: part.subarray(0, 3), force: part.subarray(3, 6) };
      });
    },

    pointJacobianInto: jacobianInto,
    pointJacobian: (state, body, point_body) => jacobianInto(newMatrix(6, nv), state, body, point_body),
  };
  return Object.freeze(evaluator);
}

/** p + R(q) r of a body with this motion: r + 2w u × r + 2 u × (u × r). */
function pointInWorld(motion: Float64Array, point_body: ArrayLike<number>): readonly number[] {
  const [px, py, pz, w, x, y, z] = motion;
  const [rx, ry, rz] = [point_body[0], point_body[1], point_body[2]];
  const [tx, ty, tz] = [2 * (y * rz - z * ry), 2 * (z * rx - x * rz), 2 * (x * ry - y * rx)];
  return [
    px + rx + w * tx + (y * tz - z * ty),
    py + ry + w * ty + (z * tx - x * tz),
    pz + rz + w * tz + (x * ty - y * tx),
  ];
}

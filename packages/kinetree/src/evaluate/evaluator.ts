import { choleskyInto, choleskySolveInto } from "../linalg/cholesky.js";
import { requireLength, requireShape } from "../linalg/shape.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import { GROUND, type Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { ACCELERATION_SIZE, MOTION_SIZE } from "../formulation/recursions/body-motion.js";
import { CouplerReduction } from "./coupler-reduction.js";
import { CompiledAlgorithm } from "./evaluator-algorithm.js";
import { algorithms, type AlgorithmName } from "./evaluator-algorithms.js";
import {
  allFinite,
  explainAccelerations,
  firstSingularPivot,
  hingeWithoutInertia,
  MOST_SPEEDS_EXPLAINED,
  nothingMoves,
  requireState,
  requireVector,
  unknownBody,
} from "./evaluator-checks.js";
import type { Evaluator, EvaluatorOptions, Inputs } from "./evaluator-types.js";
import { requireOpen, requireTree } from "../formulation/formulation.js";
import { formulationFor } from "../formulation/formulations.js";
import { closuresOf } from "../formulation/loops/closures/closures.js";
import { stateDynamics, type StateDynamics } from "./closed-dynamics.js";
import { parameterValues } from "../state/parameter-values.js";
import { pointJacobianInto, speedsMoving, type MovingSpeeds } from "../formulation/recursions/point-jacobian.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import type { State } from "../state/state.js";

export type {
  BodyAcceleration,
  BodyMotion,
  ClosureForce,
  Energy,
  Evaluator,
  EvaluatorOptions,
  Inputs,
  JointLoad,
  Momentum,
} from "./evaluator-types.js";

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
  const { formulation } = formulationFor(options.formulation, model, topology);
  const { nv } = topology.counts;
  const zeroV = new Float64Array(nv);
  const zeroU = new Float64Array(model.actuators.length);
  const parameters = { values: Float64Array.from(model.parameters, ({ value }) => value), version: 0 };
  const compiled = new Map<AlgorithmName, CompiledAlgorithm>();
  const scratch = new Map<AlgorithmName, Float64Array>();
  const bodyIndex = new Map(model.bodies.map(({ name }, i) => [name, i]));
  const moving = new Map<number, MovingSpeeds>();
  const point_world = new Float64Array(3);
  const dense: { M?: Matrix; L?: Matrix } = {};

  const algorithm = (name: AlgorithmName): CompiledAlgorithm => {
    let found = compiled.get(name);
    if (!found) {
      found = new CompiledAlgorithm(algorithms[name](model, topology, formulation, null), parameters);
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
  const inRow = (
    name: AlgorithmName,
    state: State,
    vdot: Float64Array | null = null,
    inputs: Inputs = noInputs,
  ): Float64Array => evaluate(row(name), name, state, inputs, vdot);

  /** Across a closed loop, forces follow from the loop's own equations, which a tree does not have. */
  const refuseLoops = (what: string): void => requireOpen(model, topology, formulation.name, what);

  const massMatrixInto = (out: Matrix, state: State): Matrix => {
    requireShape("mass matrix", out, nv, nv);
    evaluate(out.data, "massMatrix", state, noInputs, null);
    for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) out.data[j * nv + i] = out.data[i * nv + j];
    return out;
  };

  /** Of independent speeds, with a 1 on the diagonal for each driven one. */
  const foldedMassMatrix = (state: State): Matrix => {
    const reduction = new CouplerReduction(model, topology, evaluator.parameters());
    const M = reduction.fold(evaluator.massMatrix(state), reduction.jetsAt(state.q));
    for (const { driven } of reduction.couplings) M.data[driven.v * nv + driven.v] = 1;
    return M;
  };

  // Made when first asked for: it is compiled for the model at hand.
  let found: StateDynamics | null | undefined;
  const loopsOf = (): StateDynamics | null =>
    found === undefined ? (found = stateDynamics(model, topology, formulation, parameters)) : found;

  const forwardDynamicsInto = (out: Float64Array, state: State, inputs: Inputs = noInputs): Float64Array => {
    requireTree(model, topology, formulation, "forward dynamics");
    requireLength("accelerations", out, nv);
    const loops = loopsOf();
    if (loops) return closedDynamicsInto(out, loops, state, inputs);
    evaluate(out, "forwardDynamics", state, inputs, null);
    if (allFinite(out)) return out;
    const M = nv > MOST_SPEEDS_EXPLAINED ? null : foldedMassMatrix(state);
    throw explainAccelerations(model, topology, state, out, M);
  };

  const closedDynamicsInto = (
    out: Float64Array,
    loops: StateDynamics,
    state: State,
    { tau = zeroV, u = zeroU }: Inputs,
  ): Float64Array => {
    requireState(model, topology, state);
    requireVector("tau", tau, nv);
    requireVector("u", u, zeroU.length);
    return loops.evaluateInto(out, state, tau, u);
  };

  const solveMassMatrixInto = (out: Float64Array, state: State, b: Float64Array): Float64Array => {
    requireLength("solution", out, nv);
    requireVector("right-hand side", b, nv);
    const M = massMatrixInto((dense.M ??= newMatrix(nv, nv)), state);
    const L = (dense.L ??= newMatrix(nv, nv));
    const failed = choleskyInto(L, M);
    if (failed >= 0) {
      // Inertia is missing at the outermost hinge without any; from the base on, elimination may stop at another one.
      const singular = firstSingularPivot(M) ?? { speed: failed, pivot: 0 };
      throw hingeWithoutInertia(model, topology, state, singular);
    }
    return choleskySolveInto(out, L, b);
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
    requireVector("point", point_body, 3, "Give x, y, z in the body frame.");
    if (body === GROUND) {
      requireState(model, topology, state);
      out.data.fill(0);
      return out;
    }
    const index = bodyIndex.get(body);
    if (index === undefined) throw unknownBody(model, body);
    let speeds = moving.get(index);
    if (!speeds) moving.set(index, (speeds = speedsMoving(buildSkeleton(model, topology), index)));
    pointInWorldInto(point_world, inRow("bodies", state), MOTION_SIZE * index, point_body);
    return pointJacobianInto(out, inRow("speedColumns", state), speeds, point_world);
  };

  const evaluator: Evaluator = {
    model,
    topology,
    formulation: formulation.name,

    setParameters: (values) => {
      parameters.values.set(parameterValues(model, { ...evaluator.parameters(), ...values }));
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
    solveMassMatrixInto,
    solveMassMatrix: (state, b) => solveMassMatrixInto(new Float64Array(nv), state, b),

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
      const mass = totals[8];
      if (!(mass > 0)) throw nothingMoves(model);
      return totals.slice(9, 12).map((moment) => moment / mass);
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
    bodyAccelerations: (state, vdot, inputs) => {
      const all = inRow("bodyAccelerations", state, vdot ?? evaluator.forwardDynamics(state, inputs), inputs);
      return model.bodies.map(({ name }, i) => {
        const part = all.slice(ACCELERATION_SIZE * i, ACCELERATION_SIZE * (i + 1));
        return { name, angular: part.subarray(0, 3), linear: part.subarray(3, 6) };
      });
    },
    jointLoads: (state, vdot, inputs) => {
      const motion = vdot ?? evaluator.forwardDynamics(state, inputs);
      const loops = loopsOf();
      if (loops) {
        if (vdot) evaluator.forwardDynamics(state, inputs);
        algorithm("jointLoads").setLambda(loops.lambda);
      }
      const all = inRow("jointLoads", state, motion, inputs);
      return model.joints.map(({ name }, i) => {
        const part = all.slice(6 * i, 6 * (i + 1));
        return { name, torque: part.subarray(0, 3), force: part.subarray(3, 6) };
      });
    },

    closureForces: (state, inputs) => {
      evaluator.forwardDynamics(state, inputs);
      const loops = loopsOf();
      if (!loops) return [];
      return closuresOf(buildSkeleton(model, topology)).flatMap(({ name, rows, first }) =>
        rows.map((direction, k) => ({ name, direction, force: loops.lambda[first + k] + 0 })),
      );
    },

    pointJacobianInto: jacobianInto,
    pointJacobian: (state, body, point_body) => jacobianInto(newMatrix(6, nv), state, body, point_body),
  };
  return Object.freeze(evaluator);
}

/** p + R(q) r of the body whose motion starts at `at`: p + r + w t + u × t, t = 2 u × r. */
function pointInWorldInto(out: Float64Array, motions: Float64Array, at: number, point_body: ArrayLike<number>): void {
  const w = motions[at + 3];
  const x = motions[at + 4];
  const y = motions[at + 5];
  const z = motions[at + 6];
  const tx = 2 * (y * point_body[2] - z * point_body[1]);
  const ty = 2 * (z * point_body[0] - x * point_body[2]);
  const tz = 2 * (x * point_body[1] - y * point_body[0]);
  out[0] = motions[at] + point_body[0] + w * tx + (y * tz - z * ty);
  out[1] = motions[at + 1] + point_body[1] + w * ty + (z * tx - x * tz);
  out[2] = motions[at + 2] + point_body[2] + w * tz + (x * ty - y * tx);
}

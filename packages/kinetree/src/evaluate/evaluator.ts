import { evaluatorOptionTypes } from "./option-checks.js";
import { checkOptions } from "../errors/option-types.js";
import { formulationFor } from "../formulation/formulations.js";
import { ACCELERATION_SIZE, MOTION_SIZE } from "../formulation/recursions/body-motion.js";
import { pointJacobianInto, speedsMoving, type MovingSpeeds } from "../formulation/recursions/point-jacobian.js";
import { buildSkeleton } from "../formulation/skeleton/skeleton.js";
import { choleskyInto, choleskySolveInto } from "../linalg/cholesky.js";
import { matMul, newMatrix, type Matrix } from "../linalg/matrix.js";
import { requireLength, requireShape } from "../linalg/shape.js";
import { GROUND, type Model } from "../model/types.js";
import type { State } from "../state/state.js";
import { buildTopology } from "../topology/build-topology.js";
import {
  firstSingularPivot,
  hingeWithoutInertia,
  nothingMoves,
  requireState,
  requireVector,
  unknownBody,
} from "./evaluator-checks.js";
import { dynamicsOf, forwardDynamics, massMatrixInto } from "./evaluator-dynamics.js";
import { independentOf } from "./evaluator-independent.js";
import { loadsOf } from "./evaluator-loads.js";
import type { Evaluator, EvaluatorOptions } from "./evaluator-types.js";
import { EvaluatorWorkspace } from "./evaluator-workspace.js";

/**
 * Makes an evaluator of a model.
 * ```ts
 * const arm = createEvaluator(arm7());
 * const state = stateFromJoints(arm.model, { q: { joint2: 0.4 } });
 * arm.forwardDynamics(state); // accelerations of the seven joints
 * ```
 */
export function createEvaluator(model: Model, options: EvaluatorOptions = {}): Evaluator {
  checkOptions(options, evaluatorOptionTypes);
  const topology = buildTopology(model);
  const { formulation } = formulationFor(options.formulation, model, topology);
  const work = new EvaluatorWorkspace(model, topology, formulation);
  return Object.freeze({
    model,
    topology,
    formulation: formulation.name,
    setParameters: (values) => work.setParameters(values),
    parameters: () => work.parameters(),
    ...dynamicsOf(work),
    ...massMatrixOf(work),
    ...independentOf(work),
    ...totalsOf(work),
    ...motionsOf(work),
    ...pointJacobianOf(work),
    ...loadsOf(work),
  } satisfies Evaluator);
}

function massMatrixOf(
  work: EvaluatorWorkspace,
): Pick<Evaluator, "massMatrix" | "massMatrixInto" | "solveMassMatrix" | "solveMassMatrixInto"> {
  const { model, topology, nv } = work;
  const dense: { M?: Matrix; L?: Matrix } = {};
  const solveMassMatrixInto = (out: Float64Array, state: State, b: Float64Array): Float64Array => {
    requireLength("solution", out, nv);
    requireVector("right-hand side", b, nv);
    const M = massMatrixInto((dense.M ??= newMatrix(nv, nv)), work, state);
    const L = (dense.L ??= newMatrix(nv, nv));
    const failed = choleskyInto(L, M);
    if (failed >= 0) {
      // Inertia is missing at the outermost hinge without any; elimination from the base may stop at another one.
      const singular = firstSingularPivot(M) ?? { speed: failed, pivot: 0 };
      throw hingeWithoutInertia(model, topology, state, singular);
    }
    return choleskySolveInto(out, L, b);
  };
  return {
    massMatrixInto: (out, state) => massMatrixInto(out, work, state),
    massMatrix: (state) => massMatrixInto(newMatrix(nv, nv), work, state),
    solveMassMatrixInto,
    solveMassMatrix: (state, b) => solveMassMatrixInto(new Float64Array(nv), state, b),
  };
}

const totalsOf = (work: EvaluatorWorkspace): Pick<Evaluator, "energy" | "momentum" | "centreOfMass"> => ({
  energy: (state) => {
    const [kinetic, potential] = work.evaluate("totals", state);
    return { kinetic, potential };
  },
  momentum: (state) => {
    const totals = work.evaluate("totals", state);
    return { linear: totals.slice(2, 5), angular: totals.slice(5, 8) };
  },
  centreOfMass: (state) => {
    const totals = work.evaluate("totals", state);
    const mass = totals[8];
    if (!(mass > 0)) throw nothingMoves(work.model);
    return totals.slice(9, 12).map((moment) => moment / mass);
  },
});

const motionsOf = (work: EvaluatorWorkspace): Pick<Evaluator, "bodies" | "bodyAccelerations"> => ({
  bodies: (state) => {
    const all = work.evaluate("bodies", state);
    return work.model.bodies.map(({ name }, i) => {
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
    const all = work.evaluate("bodyAccelerations", state, inputs, vdot ?? forwardDynamics(work, state, inputs));
    return work.model.bodies.map(({ name }, i) => {
      const part = all.slice(ACCELERATION_SIZE * i, ACCELERATION_SIZE * (i + 1));
      return { name, angular: part.subarray(0, 3), linear: part.subarray(3, 6) };
    });
  },
});

const origin: ArrayLike<number> = Object.freeze([0, 0, 0]);

function pointJacobianOf(
  work: EvaluatorWorkspace,
): Pick<Evaluator, "pointJacobian" | "pointJacobianInto" | "independentJacobian"> {
  const { model, topology, nv } = work;
  const bodyIndex = new Map(model.bodies.map(({ name }, i) => [name, i]));
  const moving = new Map<number, MovingSpeeds>();
  const point_world = new Float64Array(3);
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
    pointInWorldInto(point_world, work.evaluate("bodies", state), MOTION_SIZE * index, point_body);
    return pointJacobianInto(out, work.evaluate("speedColumns", state), speeds, point_world);
  };
  return {
    pointJacobianInto: jacobianInto,
    pointJacobian: (state, body, point_body) => jacobianInto(newMatrix(6, nv), state, body, point_body),
    independentJacobian: (state, body, point_body) =>
      matMul(
        jacobianInto(newMatrix(6, nv), state, body, point_body),
        work.closed.independent(state, work.parameters()).N,
      ),
  };
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

import { RequestError } from "../errors/kinetree-error.js";
import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { matMul, matTransposedVec, matVec, newMatrix, norm2, transpose, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { CLOSURE_RANK, closedDirections, closureColumns, freePart, freeSpeeds, type Pin } from "./free-directions.js";
import { CouplerReduction } from "../evaluate/coupler-reduction.js";
import { requireCouplers } from "../state/coupler-state.js";
import { createInverseDerivatives } from "./derivatives.js";
import { DynamicsDerivatives } from "./dynamics-derivatives.js";
import { elementStates } from "../elements/states/element-states.js";
import { columnsOf, rowsOf } from "./linear-kinematics.js";
import { heldTangent, plainTangent, type Tangent } from "./balance-tangent.js";
import { RestStates, type Directions } from "./rest-states.js";
import { createAssembler } from "../formulation/loops/assemble/assemble.js";
import { ClosureEvaluator } from "../formulation/loops/closures/closure-evaluator.js";
import { hasClosures } from "../topology/has-closures.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";
import { evaluateReal, parameterDefaults } from "../model/evaluate-real.js";

/** The generalised forces that would keep a mechanism at rest where it is. */
interface BalanceForces {
  readonly skeleton: Skeleton;
  readonly free: Int32Array;
  /** Internal states of elements; null without any. */
  readonly states: RestStates | null;
  /** The point with the internal states that it has at rest. */
  readonly settled: <P extends OperatingPoint>(point: P) => P;
  /** A start position that satisfies couplers and closures; throws if there is none. */
  readonly begin: (point: OperatingPoint) => Float64Array;
  /** Along the free speeds, without the part that couplers and closures carry; NaN where those cannot be satisfied. */
  readonly at: (point: OperatingPoint) => Float64Array;
  /** Along all speeds, at the position evaluated last. */
  readonly all: () => Float64Array;
  readonly tangent: (point: OperatingPoint) => Tangent;
  /** Moves a position onto its couplers and closures. */
  readonly follow: (q: Float64Array, t: number) => Float64Array;
}

type Parameters = Readonly<Record<string, number>>;

export function createBalanceForces(model: Model, pinned: readonly Pin[], parameters: Parameters): BalanceForces {
  const isClosed = hasClosures(model, buildTopology(model));
  return (isClosed ? closedForces : treeForces)(model, pinned, parameters);
}

/** Derivatives that a balance needs: those by v and z where something remembers. */
const needed = (model: Model): readonly ("q" | "v" | "z")[] =>
  elementStates(model).length > 0 ? ["q", "v", "z"] : ["q"];

function treeForces(model: Model, pinned: readonly Pin[], parameters: Parameters): BalanceForces {
  const derivatives = createInverseDerivatives(model, needed(model));
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv, topology } = skeleton;
  const reduction = new CouplerReduction(model, topology, parameters);
  const free = freeSpeeds(skeleton, pinned, reduction);
  const states = derivatives.stateCount > 0 ? new RestStates(derivatives) : null;
  /** Forces along all speeds, and those with the driven ones folded into their roots. */
  const unfolded = new Float64Array(nv);
  const all = new Float64Array(nv);
  const stiffness = newMatrix(nv, nv);
  const directionsAt = ({ q }: OperatingPoint): Directions => {
    const jets = reduction.jetsAt(q);
    return {
      N: null,
      forces: (columns) => rowsOf(reduction.foldRows(columns, jets), free),
      along: (byV) => columnsOf(reduction.foldColumns(byV, jets), free),
    };
  };
  const settled = <P extends OperatingPoint>(point: P): P =>
    states ? { ...point, z: states.settle(point, directionsAt(point)) } : point;
  const at = (point: OperatingPoint): Float64Array => {
    derivatives.at(point);
    derivatives.rawValueInto(unfolded);
    all.set(unfolded);
    reduction.foldVector(all, reduction.jetsAt(point.q));
    return Float64Array.from(free, (i) => all[i]);
  };
  const stiffnessAt = (point: OperatingPoint): Matrix => {
    at(point);
    derivatives.jacobianInto(stiffness, "q");
    reduction.foldStiffness(stiffness, unfolded, reduction.jetsAt(point.q));
    requireFiniteResult(skeleton, "stiffness", stiffness.data, nv);
    return freePart(stiffness, free);
  };
  return {
    skeleton,
    free,
    states,
    settled,
    begin: ({ q, v }) => {
      requireCouplers(model, topology, q, v, parameters);
      return q;
    },
    at: (point) => at(settled(point)),
    all: () => all,
    tangent: (point) => {
      if (!states) return plainTangent(stiffnessAt(point), unreduced);
      return heldTangent(states, directionsAt(point), () => settled(point), stiffnessAt, unreduced);
    },
    follow: (q) => reduction.follow(q),
  };
}

const same = (x: Float64Array): Float64Array => x;
const unreduced = { reduce: same, expand: same };

/** Closures carry the part of the forces within their range; the rest acts along directions in which they stay closed. */
function closedForces(model: Model, pinned: readonly Pin[], parameters: Parameters): BalanceForces {
  const derivatives = new DynamicsDerivatives(model, "inverse", needed(model), true);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv, topology } = skeleton;
  const free = freeSpeeds(skeleton, pinned, null);
  const states = derivatives.stateCount > 0 ? new RestStates(derivatives) : null;
  const closures = new ClosureEvaluator(model, topology, parameters);
  const close = createAssembler(model);
  const held = { parameters, pinned: pinned.map((pin) => wholeJoint(pin)), pinnedSpeeds: [] };
  const all = new Float64Array(nv);
  const byClosures = (point: OperatingPoint): Matrix => closureColumns(closures.at(point).K, free);
  const directionsAt = (point: OperatingPoint): Directions => {
    const N = closedDirections(byClosures(point));
    return {
      N,
      forces: (columns) => matMul(transpose(N), rowsOf(columns, free)),
      along: (byV) => matMul(columnsOf(byV, free), N),
    };
  };
  const isPlace = ({ q }: OperatingPoint): boolean => q.every((x) => Number.isFinite(x));
  const settled = <P extends OperatingPoint>(point: P): P =>
    states && isPlace(point) ? { ...point, z: states.settle(point, directionsAt(point)) } : point;
  const at = (point: OperatingPoint): Float64Array => {
    if (!isPlace(point)) return new Float64Array(free.length).fill(NaN);
    derivatives.at(point);
    derivatives.rawValueInto(all);
    const open = Float64Array.from(free, (i) => all[i]);
    if (open.some((x) => !Number.isFinite(x))) return open;
    const { x: lambda } = leastSquaresMinimumNorm(byClosures(point), open, CLOSURE_RANK);
    derivatives.at(point, undefined, lambda);
    derivatives.rawValueInto(all);
    return Float64Array.from(free, (i) => all[i]);
  };
  return {
    skeleton,
    free,
    states,
    settled,
    begin: ({ t, q, v }) => close({ t, q, v }, held).state.q,
    at: (point) => at(settled(point)),
    all: () => all,
    tangent: (point) => {
      const N = closedDirections(byClosures(point));
      const reduction: Pick<Tangent, "reduce" | "expand"> = {
        reduce: (r) => matTransposedVec(N, r),
        expand: (x) => matVec(N, x),
      };
      const stiffnessAt = (settledPoint: OperatingPoint): Matrix => {
        at(settledPoint);
        const stiffness = derivatives.jacobian("q");
        requireFiniteResult(skeleton, "stiffness", stiffness.data, nv);
        return matMul(transpose(N), matMul(freePart(stiffness, free), N));
      };
      if (!states) return plainTangent(stiffnessAt(point), reduction);
      return heldTangent(states, directionsAt(point), () => settled(point), stiffnessAt, reduction);
    },
    follow: (q, t) => {
      try {
        return close({ t, q, v: new Float64Array(nv) }, held).state.q;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        return q.map(() => NaN); // too far for this step: a shorter one is tried
      }
    },
  };
}

function wholeJoint(pin: Pin): string {
  if (typeof pin === "string") return pin;
  const message = `pinned joint "${pin.joint}" cannot be pinned in part where loops are closed. Pin all of it.`;
  throw new RequestError({ code: "pin-part-of-loop", subject: `joint "${pin.joint}"`, value: pin.coordinate, message });
}

/** Σ m g [N]: the scale against which forces and stiffnesses (per rad or m) are rounding errors. */
export function weightOf(model: Model, parameters: Readonly<Record<string, number>>): number {
  const values = new Map([...parameterDefaults(model), ...Object.entries(parameters)]);
  const gravity = Float64Array.from(model.gravity, (g) => evaluateReal(g, values));
  const mass = model.bodies.reduce((sum, body) => sum + evaluateReal(body.mass, values), 0);
  return mass * norm2(gravity, 0, 3, 1);
}

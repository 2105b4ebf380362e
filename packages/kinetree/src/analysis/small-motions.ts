import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { matMul, matVec, normMax, transpose, type Matrix } from "../linalg/matrix.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { CLOSURE_RANK, closedDirections, closureColumns, freePart, freeSpeeds, type Pin } from "./free-directions.js";
import { CouplerReduction } from "../evaluate/coupler-reduction.js";
import { requireCouplers } from "../state/coupler-state.js";
import { createInverseDerivatives } from "./derivatives.js";
import { DynamicsDerivatives } from "./dynamics-derivatives.js";
import { ClosureEvaluator } from "../formulation/loops/closures/closure-evaluator.js";
import { requireClosedPoint } from "../formulation/loops/assemble/closed-state.js";
import { hasClosures } from "../topology/has-closures.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { speedName } from "../state/speed-name.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";
import { weightOf } from "./balance-forces.js";
import { internalStateNames } from "./internal-states.js";
import { columnsOf, rowsOf } from "./linear-kinematics.js";
import { actingMemory, type MotionMemory } from "./motion-memory.js";
import type { Directions } from "./rest-states.js";

/** M ÿ + D ẏ + K y = 0 about a state at rest, in independent coordinates y; with internal states see `MotionMemory`. */
export interface SmallMotions {
  readonly skeleton: Skeleton;
  readonly M: Matrix;
  readonly D: Matrix;
  readonly K: Matrix;
  /** Internal states that act here; null without any. */
  readonly memory: MotionMemory | null;
  /** For all speeds, nv × nv. */
  readonly mass: Matrix;
  readonly damping: Matrix;
  readonly stiffness: Matrix;
  /** Speeds that are not pinned, and the forces missing for equilibrium (nv entries). */
  readonly free: Int32Array;
  readonly left: Float64Array;
  /** Forces and stiffnesses far below this are rounding errors. */
  readonly scale: number;
  /** All nv speeds from those of y. */
  readonly expand: (y: Float64Array) => Float64Array;
  /** Name of an entry of y, for messages. */
  readonly nameOf: (entry: number) => string;
}

/** Rounding of a sum of cancelling terms, relative to the terms. */
const ROUNDING = 1e-14;

type Parameters = Readonly<Record<string, number>>;

/** Linearises inverse dynamics at rest, with or without loops; compiled once for many states. */
export function createSmallMotions(
  model: Model,
  pinned: readonly Pin[],
  parameters: Parameters,
): (point: OperatingPoint) => SmallMotions {
  const isClosed = hasClosures(model, buildTopology(model));
  return (isClosed ? closedMotions : treeMotions)(model, pinned, parameters);
}

/** In the speeds that no coupler drives. */
function treeMotions(
  model: Model,
  pinned: readonly Pin[],
  parameters: Parameters,
): (point: OperatingPoint) => SmallMotions {
  const derivatives = createInverseDerivatives(model, ["q", "v", "vdot", "z"]);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv, topology } = skeleton;
  const reduction = new CouplerReduction(model, topology, parameters);
  const free = freeSpeeds(skeleton, pinned, reduction);
  const weight = weightOf(model, parameters);
  return (point) => {
    derivatives.at(point);
    requireCouplers(model, topology, point.q, point.v, parameters);
    const jets = reduction.jetsAt(point.q);
    const forces = derivatives.valueInto(new Float64Array(nv));
    const [stiffness, damping, mass] = (["q", "v", "vdot"] as const).map((by) => derivatives.jacobian(by));
    const memory = memoryOf(derivatives, point, {
      forces: (columns) => rowsOf(reduction.foldRows(columns, jets), free),
      along: (byV) => columnsOf(reduction.foldColumns(byV, jets), free),
    });
    reduction.foldStiffness(stiffness, forces, jets);
    reduction.fold(damping, jets);
    reduction.fold(mass, jets);
    const scale = withoutRounding(skeleton, stiffness, weight);
    const [K, D, M] = [stiffness, damping, mass].map((each) => freePart(each, free));
    const expand = (y: Float64Array): Float64Array => reduction.unfold(placed(y, free, nv), jets);
    const nameOf = (entry: number): string => speedName(model, topology, free[entry]);
    const left = reduction.foldVector(forces, jets);
    return { skeleton, M, D, K, memory, mass, damping, stiffness, free, left, scale, expand, nameOf };
  };
}

/** Nᵀ M N and so on, with N the directions in which closures stay closed; K is that of the tree under the closures' forces. */
function closedMotions(
  model: Model,
  pinned: readonly Pin[],
  parameters: Parameters,
): (point: OperatingPoint) => SmallMotions {
  const derivatives = new DynamicsDerivatives(model, "inverse", ["q", "v", "vdot", "z"], true);
  derivatives.setParameters(parameters);
  const { skeleton } = derivatives;
  const { nv, topology } = skeleton;
  const closures = new ClosureEvaluator(model, topology, parameters);
  const free = freeSpeeds(skeleton, pinned, null);
  const weight = weightOf(model, parameters);
  return (point) => {
    requireClosedPoint(model, topology, point, parameters);
    const byClosures = closureColumns(closures.at(point).K, free);
    derivatives.at(point);
    const open = derivatives.valueInto(new Float64Array(nv));
    const { x: lambda } = leastSquaresMinimumNorm(
      byClosures,
      Float64Array.from(free, (i) => open[i]),
      CLOSURE_RANK,
    );
    derivatives.at(point, undefined, lambda);
    const left = derivatives.valueInto(new Float64Array(nv));
    const [stiffness, damping, mass] = (["q", "v", "vdot"] as const).map((by) => derivatives.jacobian(by));
    const scale = withoutRounding(skeleton, stiffness, weight);
    const N = closedDirections(byClosures);
    const along = (A: Matrix): Matrix => matMul(transpose(N), matMul(freePart(A, free), N));
    const expand = (y: Float64Array): Float64Array => placed(matVec(N, y), free, nv);
    const memory = memoryOf(derivatives, point, {
      forces: (columns) => matMul(transpose(N), rowsOf(columns, free)),
      along: (byV) => matMul(columnsOf(byV, free), N),
    });
    return {
      skeleton,
      M: along(mass),
      D: along(damping),
      K: along(stiffness),
      memory,
      mass,
      damping,
      stiffness,
      free,
      left,
      scale,
      expand,
      nameOf: (entry) => speedName(model, topology, largestOf(expand(unit(N.cols, entry)))),
    };
  };
}

function memoryOf(
  derivatives: DynamicsDerivatives<"q" | "v" | "z">,
  { z }: OperatingPoint,
  { forces, along }: Pick<Directions, "forces" | "along">,
): MotionMemory | null {
  const { stateCount, skeleton } = derivatives;
  if (stateCount === 0) return null;
  return actingMemory({
    names: internalStateNames(skeleton.model),
    F: forces(derivatives.jacobian("z")),
    Q: along(derivatives.stateJacobian("q")),
    P: along(derivatives.stateJacobian("v")),
    R: derivatives.stateJacobian("z"),
    rates: derivatives.stateRates(),
    z: z ?? new Float64Array(stateCount),
  });
}

/** Sets stiffnesses that are only rounding errors of cancelling weights and springs to zero. */
function withoutRounding(skeleton: Skeleton, stiffness: Matrix, weight: number): number {
  requireFiniteResult(skeleton, "stiffness", stiffness.data, skeleton.nv);
  const scale = Math.max(weight, normMax(stiffness));
  const { data } = stiffness;
  for (let k = 0; k < data.length; k++) if (Math.abs(data[k]) <= ROUNDING * scale) data[k] = 0;
  return scale;
}

function placed(values: Float64Array, at: Int32Array, size: number): Float64Array {
  const out = new Float64Array(size);
  at.forEach((i, k) => (out[i] = values[k]));
  return out;
}

const unit = (size: number, entry: number): Float64Array => new Float64Array(size).fill(1, entry, entry + 1);

const largestOf = (values: Float64Array): number =>
  values.reduce((best, x, i) => (Math.abs(x) > Math.abs(values[best]) ? i : best), 0);

import { aNumber, anything, checkOptions, recordOf, type OptionTypes } from "../errors/option-types.js";
import { newMatrix, type Matrix } from "../linalg/matrix.js";
import { requireModel } from "../model/require-model.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { hasClosures } from "../topology/has-closures.js";
import { createForwardDerivatives, type CompiledDerivatives } from "./derivatives.js";
import { requireChoice } from "../evaluate/option-checks.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";
import { inputNames, place, placeKinematics, stateNames } from "./linear-kinematics.js";
import { createClosedDescriptor, createClosedLinearize, type DescriptorSystem } from "./linearize-closed.js";
import { createCoupledLinearize } from "./linearize-coupled.js";
import type { Skeleton } from "../formulation/skeleton/skeleton.js";
import { requireFiniteResult } from "../formulation/tree/tree-instance.js";

/**
 * Small departures from a motion of the mechanism: ẋ = A x + B w with x = [δ, δv, δz], 2 nv entries and one for each internal
 * state of an element, and w the departure of the inputs. δ is a departure of q in the tangent space, by the mechanism's speeds: plain differences of plain coordinates; for a
 * spherical joint the small turn, about the child's axes, from the undisturbed orientation to the disturbed one; for a free
 * joint that turn and the small shift along the child's axes. With loops or couplers, δ and δv are those of the independent speeds
 * alone, and what is said of nv here goes for their number. Where something touches at rest with bent bristles (LuGre's friction), their
 * rates have a kink: they depend on the size of the slip as well. Derivatives there are the mean of both sides.
 */
export interface Linearization {
  /** Square, with 2 nv rows and those of the internal states. */
  readonly A: Matrix;
  /** As many rows, and a column for each input. */
  readonly B: Matrix;
  /** Names of the columns of B: actuators, or joints of the speeds that the forces act along. */
  readonly inputs: readonly string[];
  /** What each entry of x departs in: a speed by name, for δ and then for δv; an internal state, such as "foot, lugre 1". */
  readonly states: readonly string[];
  /** The speeds that δ and δv refer to, by number: all of them, or those that are independent of loops and couplers in this state. */
  readonly independent: Int32Array;
  /** How departures of all coordinates and of all speeds follow from x: nv rows each, and the columns of A. */
  readonly coordinates: Matrix;
  readonly speeds: Matrix;
  /** v̇ of the undisturbed motion, all nv entries; zero where the point is an equilibrium. */
  readonly vdot: Float64Array;
  /** ż of the undisturbed motion; zero as well in equilibria and steady motions. */
  readonly zdot: Float64Array;
}

/** Options of `linearize`. */
export interface LinearizeOptions {
  /** The inputs of the mechanism: its actuators (the default if it has any) or generalised forces along all speeds. */
  readonly inputs?: "actuators" | "forces";
  /** Values of named parameters; the model's own if left out. */
  readonly parameters?: Readonly<Record<string, number>>;
}

const optionTypes: OptionTypes<LinearizeOptions> = { inputs: anything, parameters: recordOf(aNumber) };

/** A and B about a state, which may be in motion. */
export const linearize = (model: Model, point: OperatingPoint, options: LinearizeOptions = {}): Linearization =>
  createLinearize(model, options)(point);

/** The same, compiled once for many points. */
export function createLinearize(
  model: Model,
  options: LinearizeOptions = {},
): (point: OperatingPoint) => Linearization {
  const by = inputVariable(model, options);
  if (hasClosures(model, buildTopology(model))) return createClosedLinearize(model, by, options.parameters ?? {});
  if (model.constraints.length > 0) return createCoupledLinearize(model, by, options.parameters ?? {});
  const derivatives = createForwardDerivatives(model, ["q", "v", "z", by]);
  derivatives.setParameters(options.parameters ?? {});
  const { skeleton } = derivatives;
  const inputs = inputNames(skeleton, by);
  const independent = Int32Array.from({ length: skeleton.nv }, (_, i) => i);
  const states = stateNames(skeleton, independent);
  const { nv } = skeleton;
  const [coordinates, speeds] = [newMatrix(nv, states.length), newMatrix(nv, states.length)];
  for (let i = 0; i < nv; i++) coordinates.data[i * states.length + i] = speeds.data[i * states.length + nv + i] = 1;
  return (point) => {
    derivatives.at(point);
    const vdot = derivatives.valueInto(new Float64Array(skeleton.nv));
    return {
      A: stateMatrix(derivatives, skeleton, point.v),
      B: inputMatrix(derivatives, by),
      inputs,
      states,
      independent,
      coordinates,
      speeds,
      vdot,
      zdot: derivatives.stateRates(),
    };
  };
}

/**
 * The same as a descriptor system E ẋ = A x + B w with x = [δ, δv, δz, δλ]: all coordinates and speeds, internal states, and the
 * forces of what closes loops and couples; nothing is eliminated.
 */
export const linearizeDescriptor = (
  model: Model,
  point: OperatingPoint,
  options: LinearizeOptions = {},
): DescriptorSystem => createClosedDescriptor(model, inputVariable(model, options), options.parameters ?? {})(point);

function inputVariable(model: Model, options: LinearizeOptions): "u" | "tau" {
  requireModel(model);
  checkOptions(options, optionTypes);
  const chosen = options.inputs ?? (model.actuators.length > 0 ? "actuators" : "forces");
  requireChoice("inputs", chosen, ["actuators", "forces"]);
  return chosen === "actuators" ? "u" : "tau";
}

/** [−ad v, 1, 0; ∂v̇/∂q, ∂v̇/∂v, ∂v̇/∂z; ∂ż/∂q, ∂ż/∂v, ∂ż/∂z] */
function stateMatrix(
  derivatives: Pick<CompiledDerivatives<"q" | "v" | "z">, "jacobian" | "stateCount" | "stateJacobian">,
  skeleton: Skeleton,
  v: Float64Array,
): Matrix {
  const { nv } = skeleton;
  const size = 2 * nv + derivatives.stateCount;
  const A = newMatrix(size, size);
  placeKinematics(A, skeleton, v);
  (["q", "v", "z"] as const).forEach((by, k) => {
    place(A, nv, k * nv, checked(skeleton, `derivative of the acceleration by ${by}`, derivatives.jacobian(by)));
    place(A, 2 * nv, k * nv, derivatives.stateJacobian(by));
  });
  return A;
}

function inputMatrix<V extends "u" | "tau">(
  derivatives: Pick<CompiledDerivatives<V>, "skeleton" | "columns" | "jacobian" | "stateCount" | "stateJacobian">,
  by: V,
): Matrix {
  const { nv } = derivatives.skeleton;
  const B = newMatrix(2 * nv + derivatives.stateCount, derivatives.columns(by));
  place(B, nv, 0, derivatives.jacobian(by));
  place(B, 2 * nv, 0, derivatives.stateJacobian(by));
  return B;
}

function checked(skeleton: Skeleton, what: string, matrix: Matrix): Matrix {
  requireFiniteResult(skeleton, what, matrix.data, matrix.cols);
  return matrix;
}

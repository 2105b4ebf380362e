import { evaluatorOptionTypes } from "../evaluate/option-checks.js";
import {
  aNumber,
  anything,
  aText,
  checkOptions,
  listOf,
  recordOf,
  requireType,
  type OptionTypes,
} from "../errors/option-types.js";
import type { Matrix } from "../linalg/matrix.js";
import { requireLength } from "../linalg/shape.js";
import type { EvaluatorOptions } from "../evaluate/evaluator-types.js";
import type { FormulationName } from "../formulation/formulation.js";
import { requireModel } from "../model/require-model.js";
import type { Model } from "../model/types.js";
import { buildTopology } from "../topology/build-topology.js";
import { hasClosures } from "../topology/has-closures.js";
import { ClosedDerivatives } from "./closed-derivatives.js";
import type { InverseVariable, Variable } from "./direction-seeds.js";
import { DynamicsDerivatives } from "./dynamics-derivatives.js";
import type { OperatingPoint } from "../evaluate/operating-point.js";

const forwardVariables: readonly ["q", "v", "z", "tau", "u", "t"] = ["q", "v", "z", "tau", "u", "t"];
const inverseVariables: readonly ["q", "v", "vdot"] = ["q", "v", "vdot"];

/** Derivatives of forward dynamics, compiled for many points: `at` sets one, then each matrix is computed when it is asked for. */
export type CompiledDerivatives<V extends InverseVariable> = Pick<
  DynamicsDerivatives<V>,
  | "skeleton"
  | "flops"
  | "setParameters"
  | "valueInto"
  | "columns"
  | "jacobian"
  | "jacobianInto"
  | "stateCount"
  | "stateRates"
  | "stateJacobian"
> & { readonly at: (point: OperatingPoint) => void };

/**
 * v̇ = f(t, q, v, z, τ, u), the rates ż of internal states, and their derivatives, ready for many points. With loops, points must be closed, and derivatives by q take
 * the closures' accelerations as zero in poses beside the closed ones as well: along directions that keep loops closed they are
 * those of the motion.
 */
export function createForwardDerivatives<V extends Variable = (typeof forwardVariables)[number]>(
  model: Model,
  by: readonly V[] = forwardVariables as readonly Variable[] as readonly V[],
  options: EvaluatorOptions = {},
): CompiledDerivatives<V> {
  requireModel(model);
  requireType(by, listOf(aText), "by");
  checkOptions(options, evaluatorOptionTypes);
  const isFree = model.constraints.length === 0 && !hasClosures(model, buildTopology(model));
  return isFree ? new DynamicsDerivatives(model, "forward", by) : new ClosedDerivatives(model, by, options);
}

/** The generalised forces that are missing for a motion, and their derivatives, ready for many points. */
export function createInverseDerivatives<V extends InverseVariable = (typeof inverseVariables)[number]>(
  model: Model,
  by: readonly V[] = inverseVariables as readonly InverseVariable[] as readonly V[],
): DynamicsDerivatives<V> {
  requireModel(model);
  requireType(by, listOf(aText), "by");
  return new DynamicsDerivatives(model, "inverse", by);
}

/** Options of all derivatives. */
export interface DerivativeOptions {
  /** Values of named parameters; the model's own if left out. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** With loops or couplers: the formulation that finds the accelerations. Derivatives follow from their equations and are the same for all. */
  readonly formulation?: FormulationName;
}

const optionTypes: OptionTypes<DerivativeOptions> = { parameters: recordOf(aNumber), formulation: anything };

/** Accelerations and how they change with state, inputs and time, at one point. */
export interface ForwardDerivatives {
  readonly vdot: Float64Array;
  /** ∂v̇ by directions of q, by v, z, τ, u (nv rows each) and t (one column). */
  readonly by: Readonly<Record<(typeof forwardVariables)[number], Matrix>>;
  /** Rates of the internal states of elements, such as bristles of contacts; not of the angles of cut joints, which tell turns. */
  readonly zdot: Float64Array;
  /** ∂ż by the same, a row for each of these states; forces τ do not change them. */
  readonly zdotBy: Readonly<Record<(typeof forwardVariables)[number], Matrix>>;
}

/** Accelerations and their derivatives at one point; `createForwardDerivatives` is compiled once for many. */
export function forwardDerivatives(
  model: Model,
  point: OperatingPoint,
  options: DerivativeOptions = {},
): ForwardDerivatives {
  checkOptions(options, optionTypes);
  const derivatives = createForwardDerivatives(model, forwardVariables, formulationIn(options));
  derivatives.setParameters(options.parameters ?? {});
  derivatives.at(point);
  const vdot = derivatives.valueInto(new Float64Array(derivatives.skeleton.nv));
  const zdotBy = Object.fromEntries(forwardVariables.map((by) => [by, derivatives.stateJacobian(by)]));
  return {
    vdot,
    by: matricesOf(derivatives, forwardVariables),
    zdot: derivatives.stateRates(),
    zdotBy: zdotBy as ForwardDerivatives["zdotBy"],
  };
}

/** Generalised forces and how they change with the motion, at one point. */
export interface InverseDerivatives {
  /** Generalised forces that the motion needs beyond the model's loads and the given τ. */
  readonly tau: Float64Array;
  /** ∂τ by directions of q, by v, and by v̇: the last is the mass matrix. */
  readonly by: Readonly<Record<(typeof inverseVariables)[number], Matrix>>;
}

/** Generalised forces for given accelerations, and their derivatives, at one point. */
export function inverseDerivatives(
  model: Model,
  point: OperatingPoint,
  vdot: Float64Array,
  options: DerivativeOptions = {},
): InverseDerivatives {
  checkOptions(options, optionTypes);
  const derivatives = createInverseDerivatives(model);
  requireLength("vdot", vdot, derivatives.skeleton.nv);
  derivatives.setParameters(options.parameters ?? {});
  derivatives.at(point, vdot);
  const tau = derivatives.valueInto(new Float64Array(derivatives.skeleton.nv));
  return { tau, by: matricesOf(derivatives, inverseVariables) };
}

/** Accelerations and how they change with each parameter, in the order of the model, at one point. */
export interface ParameterSensitivity {
  readonly vdot: Float64Array;
  readonly parameters: readonly string[];
  /** ∂v̇/∂parameter, nv rows. */
  readonly by: Matrix;
}

/** Derivatives of the accelerations with respect to the named parameters, at one point. */
export function parameterSensitivity(
  model: Model,
  point: OperatingPoint,
  options: DerivativeOptions = {},
): ParameterSensitivity {
  checkOptions(options, optionTypes);
  const derivatives = createForwardDerivatives(model, ["parameters"], formulationIn(options));
  derivatives.setParameters(options.parameters ?? {});
  derivatives.at(point);
  const vdot = derivatives.valueInto(new Float64Array(derivatives.skeleton.nv));
  return { vdot, parameters: model.parameters.map(({ name }) => name), by: derivatives.jacobian("parameters") };
}

const formulationIn = ({ formulation }: DerivativeOptions): EvaluatorOptions => (formulation ? { formulation } : {});

const matricesOf = <V extends InverseVariable>(
  derivatives: Pick<DynamicsDerivatives<V>, "jacobian">,
  by: readonly V[],
): Readonly<Record<V, Matrix>> =>
  Object.fromEntries(by.map((variable) => [variable, derivatives.jacobian(variable)])) as Record<V, Matrix>;

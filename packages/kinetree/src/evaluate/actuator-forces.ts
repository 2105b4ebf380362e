import { requireTree } from "../formulation/formulation.js";
import { RequestError } from "../errors/kinetree-error.js";
import { anObject, anything, aText, checkOptions, listOf, type OptionTypes } from "../errors/option-types.js";
import { unknownName } from "../errors/unknown-name.js";
import { eliminate } from "../formulation/loops/closures/loop-plan.js";
import { leastSquaresMinimumNorm } from "../linalg/least-squares.js";
import { matMul, matTransposedVec, matVec, newMatrix, transpose, type Matrix } from "../linalg/matrix.js";
import { applyQInPlace, qrFactor, qrRank } from "../linalg/qr.js";
import { evaluateReal } from "../model/evaluate-real.js";
import type { Actuator, CoordinateRef, Model } from "../model/types.js";
import type { Topology } from "../topology/types.js";
import { speedName } from "../state/speed-name.js";
import type { State } from "../state/state.js";
import { requireState, requireVector } from "./evaluator-checks.js";
import { closureForcesOf } from "./evaluator-loads.js";
import type { ClosureForce, Inputs } from "./evaluator-types.js";
import { multipliersFor } from "./independent-speeds.js";
import type { EvaluatorWorkspace } from "./evaluator-workspace.js";

/** Which forces `actuatorForces` may use. */
export interface ActuatorForcesOptions {
  /** Joints along all of whose speeds a force acts, or single speeds of joints. Default, without actuators: the independent speeds. */
  readonly joints?: readonly (string | CoordinateRef)[];
  /** Actuators whose commands are sought, by name. */
  readonly actuators?: readonly string[];
  /** Forces and commands that act as well; commands of chosen actuators in it are ignored. */
  readonly inputs?: Inputs;
}

const optionTypes: OptionTypes<ActuatorForcesOptions> = {
  joints: listOf(anything),
  actuators: listOf(aText),
  inputs: anObject,
};

/** A force along a speed, or the command of an actuator. */
export interface ActuatorForce {
  /** `joint "crank"`, or `actuator "motor"`. */
  readonly name: string;
  /** The force along the speed [N or N m], or the command. */
  readonly value: number;
  /** False where others of the chosen can do the same, so that only sums of them follow from the motion. */
  readonly isDetermined: boolean;
  /** False for a command beyond the actuator's range. */
  readonly isInRange: boolean;
}

/** A force that a motion needs along an independent speed and that none of the chosen can give [N or N m]. */
export interface MissingForce {
  readonly name: string;
  readonly force: number;
}

/** Forces that give a motion. */
export interface ActuatorForces {
  /** As chosen. Where several answers exist, the one with the least sum of squares; see `undetermined`. */
  readonly forces: readonly ActuatorForce[];
  /** Names of the forces that do not follow from the motion. */
  readonly undetermined: readonly string[];
  /** What is missing for the motion, along independent speeds; empty if it is reached. */
  readonly unreachable: readonly MissingForce[];
  /** Forces of the closures in this motion, redundant ones zero. Only of use where nothing is unreachable. */
  readonly closureForces: readonly ClosureForce[];
}

/** Relative tolerance for columns of forces that say the same, and for forces that are missing. */
const RANK = 1e-9;

interface Column {
  readonly name: string;
  /** Generalised force along all speeds per unit. */
  readonly along: Float64Array;
  /** Value about which the actuator is linear; forces act about zero. */
  readonly from: number;
  readonly range: readonly [number, number];
}

/** Nᵀ B f = Nᵀ ID(q, v, v̇): see `ActuatorForces`. */
export function actuatorForces(
  work: EvaluatorWorkspace,
  state: State,
  vdot: Float64Array,
  options: ActuatorForcesOptions,
): ActuatorForces {
  checkOptions(options, optionTypes);
  requireTree(work.model, work.topology, work.formulation, "inverse dynamics");
  requireState(work.model, work.topology, state);
  requireVector("vdot", vdot, work.nv);
  const parameters = work.parameters();
  const chosen = actuatorsNamed(work, options.actuators ?? []);
  const command = Float64Array.from(options.inputs?.u ?? new Float64Array(work.model.actuators.length));
  for (const { index, from } of chosen) command[index] = from;
  const inputs: Inputs = { ...(options.inputs?.tau ? { tau: options.inputs.tau } : {}), u: command };
  const needed = work.evaluateInto(new Float64Array(work.nv), "inverseDynamics", state, inputs, vdot);
  const { N, speeds } = work.closed.independent(state, parameters);
  work.closed.requireAccelerations(state, vdot, parameters);
  const columns = [
    ...speedsNamed(work, options, speeds).map((speed) => alongSpeed(work, speed)),
    ...chosen.map((each) => alongCommand(work, state, inputs, vdot, needed, each)),
  ];
  const B = matrixOf(columns, work.nv);
  const folded = matMul(transpose(N), B);
  const wanted = matTransposedVec(N, needed);
  const { x } = leastSquaresMinimumNorm(folded, wanted, RANK);
  const isOpen = inNullSpace(folded);
  const forces = columns.map(({ name, from, range: [lower, upper] }, k): ActuatorForce => {
    const value = from + x[k] + 0;
    return { name, value, isDetermined: !isOpen[k], isInRange: lower <= value && value <= upper };
  });
  matVec(B, x).forEach((force, i) => (needed[i] -= force));
  return {
    forces,
    undetermined: forces.flatMap(({ name, isDetermined }) => (isDetermined ? [] : [name])),
    unreachable: missing(work, N, speeds, wanted, needed),
    closureForces: closureForcesOf(work, state, multipliers(work, state, needed)),
  };
}

function missing(
  { model, topology }: EvaluatorWorkspace,
  N: Matrix,
  speeds: Int32Array,
  wanted: Float64Array,
  rest: Float64Array,
): readonly MissingForce[] {
  const left = matTransposedVec(N, rest);
  const scale = Math.max(1e-300, ...wanted.map(Math.abs), ...rest.map(Math.abs));
  return Array.from(speeds).flatMap((speed, j) =>
    Math.abs(left[j]) > RANK * scale ? [{ name: speedName(model, topology, speed), force: left[j] }] : [],
  );
}

function multipliers(work: EvaluatorWorkspace, state: State, forces: Float64Array): Float64Array {
  const { values } = work.closed.at(state, work.parameters());
  return multipliersFor(values.K, eliminate(values), forces);
}

/** 1 for each column of A that a combination of columns without effect uses. */
function inNullSpace(A: Matrix): Uint8Array {
  const n = A.cols;
  const factors = qrFactor(transpose(A)); // its columns span all x but those without effect
  const rank = qrRank(factors, RANK);
  const basis = newMatrix(n, n - rank);
  for (let j = 0; j < basis.cols; j++) basis.data[(rank + j) * basis.cols + j] = 1;
  applyQInPlace(basis, factors, new Float64Array(basis.cols));
  return Uint8Array.from({ length: n }, (_, i) =>
    basis.data.subarray(i * basis.cols, (i + 1) * basis.cols).some((x) => Math.abs(x) > RANK) ? 1 : 0,
  );
}

function matrixOf(columns: readonly Column[], rows: number): Matrix {
  const out = newMatrix(rows, columns.length);
  columns.forEach(({ along }, j) => along.forEach((x, i) => (out.data[i * out.cols + j] = x)));
  return out;
}

/** Speeds that are chosen, by number. */
function speedsNamed(
  { model, topology }: EvaluatorWorkspace,
  { joints, actuators }: ActuatorForcesOptions,
  independent: Int32Array,
): readonly number[] {
  if (!joints) return actuators ? [] : Array.from(independent);
  return joints.flatMap((each) => {
    const name = typeof each === "string" ? each : each.joint;
    const place = topology.tree.find(({ joint }) => model.joints[joint].name === name);
    if (!place) throw noSpeeds(model, topology, name);
    if (typeof each === "string") return Array.from({ length: place.nv }, (_, k) => place.vStart + k);
    if (Number.isInteger(each.coordinate) && each.coordinate >= 0 && each.coordinate < place.nv)
      return [place.vStart + each.coordinate];
    throw new RequestError({
      code: "unknown-coordinate",
      subject: `joint "${name}"`,
      value: each.coordinate,
      message: `joint "${name}" has no speed ${each.coordinate}. Give 0 to ${place.nv - 1}.`,
    });
  });
}

function noSpeeds({ joints }: Model, { tree, cuts }: Topology, name: string): RequestError {
  if (!cuts.some((cut) => joints[cut].name === name))
    return unknownName(
      "joint",
      name,
      tree.map(({ joint }) => joints[joint].name),
    );
  return new RequestError({
    code: "loop-joint",
    subject: `joint "${name}"`,
    value: name,
    message:
      `joint "${name}" closes a loop: it is cut, and no speed is its own that a force could act along. Put an actuator on it and ` +
      `choose that by actuators, or give the joint the role "tree", so that another one of the loop is cut.`,
  });
}

const alongSpeed = ({ model, topology, nv }: EvaluatorWorkspace, speed: number): Column => ({
  name: speedName(model, topology, speed),
  along: new Float64Array(nv).fill(1, speed, speed + 1),
  from: 0,
  range: [-Infinity, Infinity],
});

interface Chosen {
  readonly actuator: Actuator;
  readonly index: number;
  /** Two commands between which the actuator's force is linear in the command. */
  readonly from: number;
  readonly to: number;
  readonly range: readonly [number, number];
}

function actuatorsNamed(work: EvaluatorWorkspace, names: readonly string[]): readonly Chosen[] {
  const { actuators } = work.model;
  const values = new Map(Object.entries(work.parameters()));
  return names.map((name) => {
    const index = actuators.findIndex((each) => each.name === name);
    if (index < 0)
      throw unknownName(
        "actuator",
        name,
        actuators.map((each) => each.name),
      );
    const actuator = actuators[index];
    const [lower, upper] = linearRange(actuator, (real) => evaluateReal(real, values));
    const from = Number.isFinite(lower) ? lower : Number.isFinite(upper) ? upper - 1 : 0;
    const to = Number.isFinite(upper) ? upper : from + 1;
    return { actuator, index, from, to, range: [lower, upper] };
  });
}

/** The range of commands in which the force is linear in the command. */
function linearRange(
  { kind, gain, lower, upper }: Actuator,
  value: (real: Actuator["gain"]) => number,
): readonly [number, number] {
  const own = [lower === null ? -Infinity : value(lower), upper === null ? Infinity : value(upper)] as const;
  if (kind !== "impedance") return own;
  // Between its two settings: gain × command from 0 to 1.
  const end = 1 / value(gain);
  return [Math.max(own[0], Math.min(0, end)), Math.min(own[1], Math.max(0, end))];
}

function alongCommand(
  work: EvaluatorWorkspace,
  state: State,
  inputs: Inputs,
  vdot: Float64Array,
  needed: Float64Array,
  { actuator, index, from, to, range }: Chosen,
): Column {
  const u = Float64Array.from(inputs.u as Float64Array);
  u[index] = to;
  const other = work.evaluateInto(new Float64Array(work.nv), "inverseDynamics", state, { ...inputs, u }, vdot);
  const along = to === from ? other.fill(0) : other.map((x, i) => (needed[i] - x) / (to - from));
  return { name: `actuator "${actuator.name}"`, along, from, range };
}

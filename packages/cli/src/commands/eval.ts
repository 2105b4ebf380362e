import {
  createEvaluator,
  jointsFromSpeeds,
  type ActuatorForces,
  type ActuatorForcesOptions,
  type BodyMotion,
  type ClosureForce,
  type Evaluator,
  type FormulationName,
  type IndependentDynamics,
  type JointLoad,
  type JointValues,
} from "kinetree";
import type { CommandAction } from "../command-spec.js";
import { usage } from "../failure/errors.js";
import { readAccelerations, readDrives } from "../input/accelerations.js";
import { modelFile, requireDistinct, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { readState, type Start } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import { speedNames } from "../output/joint-names.js";
import { rowsOf } from "../output/matrix.js";
import { brief, briefList } from "../output/number-text.js";
import { print, printJson } from "../output/streams.js";
import { table } from "../output/table.js";

interface Options extends ModelOptions {
  readonly state?: string;
  readonly formulation?: string;
  readonly accelerations?: string;
  readonly drive?: readonly string[];
  readonly json?: boolean;
}

/** `kinetree eval` */
export const evaluate: CommandAction = async ([source], options: Options) => {
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], []);
  const wanted = options.accelerations === undefined ? null : readAccelerations(options.accelerations);
  if (wanted === null && options.drive !== undefined)
    throw usage(
      "missing-option",
      "--drive",
      options.drive,
      "--drive says what brings about a motion, and none is given. Add --accelerations.",
    );
  const { model } = await loadModel(source, options);
  const start = readState(model, options.state);
  announceCompiling(model.bodies.length, options.quiet);
  const evaluator = createEvaluator(
    model,
    options.formulation === undefined ? {} : { formulation: options.formulation as FormulationName },
  );
  const found = answers(evaluator, start, wanted, readDrives(model, options.drive));
  if (options.json === true) printJson(asJson(evaluator, start, found));
  else print(asText(evaluator, start, found));
  return 0;
};

/** All that is asked of one state. */
interface Answers {
  readonly vdot: Float64Array;
  readonly bias: Float64Array;
  readonly loads: readonly JointLoad[];
  readonly bodies: readonly BodyMotion[];
  /** Null for trees without couplers: all speeds are independent. */
  readonly independent: IndependentDynamics | null;
  readonly closureForces: readonly ClosureForce[];
  /** Null unless accelerations are wanted. */
  readonly driven: { readonly vdot: Float64Array; readonly by: ActuatorForces } | null;
}

function answers(
  evaluator: Evaluator,
  { tau, u, ...state }: Start,
  wanted: JointValues | null,
  drives: ActuatorForcesOptions,
): Answers {
  const vdot = evaluator.forwardDynamics(state, { tau, u });
  const { constraints, couplers } = evaluator.topology.counts;
  const given = wanted && evaluator.accelerationsFromJoints(state, wanted);
  return {
    vdot,
    // Without tau: M vdot + bias = tau.
    bias: evaluator.bias(state, { u }),
    loads: evaluator.jointLoads(state, vdot, { tau, u }),
    bodies: evaluator.bodies(state),
    independent: constraints + couplers > 0 ? evaluator.independentDynamics(state, { u }) : null,
    closureForces: constraints + couplers > 0 ? evaluator.closureForces(state, { tau, u }) : [],
    driven: given && {
      vdot: given,
      by: evaluator.actuatorForces(state, given, { ...drives, inputs: { tau, u } }),
    },
  };
}

function asJson(evaluator: Evaluator, state: Start, found: Answers): Record<string, unknown> {
  const { model } = evaluator;
  const { vdot, bias, loads, bodies, independent, closureForces, driven } = found;
  const names = speedNames(model);
  const undetermined = loads.filter((load) => load.undetermined.length > 0);
  return {
    model: model.name,
    formulation: evaluator.formulation,
    t: state.t,
    vdot: jointsFromSpeeds(model, vdot),
    speeds: names,
    massMatrix: rowsOf(evaluator.massMatrix(state)),
    bias: jointsFromSpeeds(model, bias),
    energy: evaluator.energy(state),
    momentum: evaluator.momentum(state),
    reactions: Object.fromEntries(loads.map(({ name, torque, force }) => [name, [...torque, ...force]])),
    bodies: Object.fromEntries(bodies.map(({ name, ...motion }) => [name, motion])),
    ...(independent && {
      independent: {
        speeds: Array.from(independent.speeds, (i) => names[i]),
        massMatrix: rowsOf(independent.massMatrix),
        bias: Array.from(independent.bias),
        expand: rowsOf(independent.N),
      },
      closureForces,
      undetermined: Object.fromEntries(undetermined.map((load) => [load.name, load.undetermined])),
    }),
    ...(driven && {
      drive: {
        vdot: jointsFromSpeeds(model, driven.vdot),
        forces: driven.by.forces,
        undetermined: driven.by.undetermined,
        unreachable: driven.by.unreachable,
        closureForces: driven.by.closureForces,
      },
    }),
  };
}

/** More rows and columns than this do not fit a screen. */
const LARGEST_MATRIX = 12;

const right = "right" as const;

function matrixText(title: string, names: readonly string[], rows: readonly (readonly number[])[]): string {
  if (names.length > LARGEST_MATRIX) return `${title}: ${names.length} × ${names.length}, see --json`;
  const cells = rows.map((row, i) => [names[i], ...row.map((x) => brief(x))]);
  return `${title}\n${table(cells, ["left", ...names.map(() => right)])}`;
}

function asText(evaluator: Evaluator, state: Start, found: Answers): string {
  const { model } = evaluator;
  const { vdot, bias, loads, bodies, independent } = found;
  const names = speedNames(model);
  const energy = evaluator.energy(state);
  const marked = loads.some(({ undetermined }) => undetermined.length > 0);
  const parts = [
    `${model.name} at t = ${brief(state.t)} s, formulation ${evaluator.formulation}`,
    table(
      [
        ["speed", "v", "vdot", "bias", "tau"],
        ...names.map((name, i) => [name, ...[state.v[i], vdot[i], bias[i], state.tau[i]].map((x) => brief(x))]),
      ],
      ["left", right, right, right, right],
    ),
    `energy: kinetic ${brief(energy.kinetic)} J, potential ${brief(energy.potential)} J, sum ${brief(energy.kinetic + energy.potential)} J`,
    table([
      [
        "joint",
        "torque [N m]",
        "force [N]  of the parent on the child, along the joint frame on the child",
        ...(marked ? ["not unique"] : []),
      ],
      ...loads.map(({ name, torque, force, undetermined }) => [
        name,
        briefList(torque),
        briefList(force),
        ...(marked ? [undetermined.join(", ")] : []),
      ]),
    ]),
    ...closuresText(found),
    table([
      ["body", "position [m]", "quaternion w, x, y, z", "angular velocity [rad/s]", "linear velocity [m/s]"],
      ...bodies.map((body) => [
        body.name,
        briefList(body.position),
        briefList(body.quaternion),
        briefList(body.angularVelocity),
        briefList(body.linearVelocity),
      ]),
    ]),
    matrixText(independent ? "mass matrix of the tree" : "mass matrix", names, rowsOf(evaluator.massMatrix(state))),
    ...(independent ? [independentText(names, independent)] : []),
    ...drivenText(found),
  ];
  return parts.join("\n\n");
}

function closuresText({ closureForces }: Answers): readonly string[] {
  if (closureForces.length === 0) return [];
  const rows = closureForces.map(({ name, direction, force, isUnique }) => [
    name,
    direction,
    brief(force),
    isUnique ? "" : "not unique",
  ]);
  return [table([["closure", "row", "force [N or N m]", ""], ...rows], ["left", "left", right, "left"])];
}

function independentText(names: readonly string[], { speeds, massMatrix, bias }: IndependentDynamics): string {
  const own = Array.from(speeds, (i) => names[i]);
  const biases = own.map((name, k) => `${name} ${brief(bias[k])}`).join(", ");
  return `${matrixText("mass matrix in independent speeds", own, rowsOf(massMatrix))}\nbias: ${own.length === 0 ? "none" : biases}`;
}

function drivenText({ driven }: Answers): readonly string[] {
  if (driven === null) return [];
  const { forces, unreachable } = driven.by;
  const rows = forces.map(({ name, value, isDetermined, isInRange }) => [
    name,
    brief(value),
    [isDetermined ? "" : "undetermined: others of these can take its share", isInRange ? "" : "beyond its range"]
      .filter(Boolean)
      .join("; "),
  ]);
  const missing = unreachable.map(({ name, force }) => `${name} lacks ${brief(force)}`).join(", ");
  return [
    table([["for the accelerations", "force or command", ""], ...rows], ["left", right, "left"]),
    ...(missing === "" ? [] : [`these accelerations are not reached: ${missing}`]),
  ];
}

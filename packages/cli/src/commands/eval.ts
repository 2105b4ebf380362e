import {
  createEvaluator,
  jointsFromSpeeds,
  type BodyMotion,
  type Evaluator,
  type FormulationName,
  type JointLoad,
} from "kinetree";
import type { CommandAction } from "../command-spec.js";
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
  readonly json?: boolean;
}

/** `kinetree eval` */
export const evaluate: CommandAction = async ([source], options: Options) => {
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], []);
  const { model } = await loadModel(source, options);
  const start = readState(model, options.state);
  announceCompiling(model.bodies.length, options.quiet);
  const evaluator = createEvaluator(
    model,
    options.formulation === undefined ? {} : { formulation: options.formulation as FormulationName },
  );
  const { tau, u, ...state } = start;
  const vdot = evaluator.forwardDynamics(state, { tau, u });
  // Without tau: M vdot + bias = tau.
  const bias = evaluator.bias(state, { u });
  const loads = evaluator.jointLoads(state, vdot, { tau, u });
  const bodies = evaluator.bodies(state);
  if (options.json === true) {
    printJson({
      model: model.name,
      formulation: evaluator.formulation,
      t: state.t,
      vdot: jointsFromSpeeds(model, vdot),
      speeds: speedNames(model),
      massMatrix: rowsOf(evaluator.massMatrix(state)),
      bias: jointsFromSpeeds(model, bias),
      energy: evaluator.energy(state),
      reactions: Object.fromEntries(loads.map(({ name, torque, force }) => [name, [...torque, ...force]])),
      bodies: Object.fromEntries(bodies.map(({ name, ...motion }) => [name, motion])),
    });
    return 0;
  }
  print(asText(evaluator, start, vdot, bias, loads, bodies));
  return 0;
};

/** More rows and columns than this do not fit a screen. */
const LARGEST_MATRIX = 12;

function asText(
  evaluator: Evaluator,
  state: Start,
  vdot: Float64Array,
  bias: Float64Array,
  loads: readonly JointLoad[],
  bodies: readonly BodyMotion[],
): string {
  const { model } = evaluator;
  const names = speedNames(model);
  const energy = evaluator.energy(state);
  const M = rowsOf(evaluator.massMatrix(state));
  const right = "right" as const;
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
      ["joint", "torque [N m]", "force [N]  of the parent on the child, along the joint frame on the child"],
      ...loads.map(({ name, torque, force }) => [name, briefList(torque), briefList(force)]),
    ]),
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
    names.length <= LARGEST_MATRIX
      ? `mass matrix\n${table(
          M.map((row, i) => [names[i], ...row.map((x) => brief(x))]),
          ["left", ...names.map(() => right)],
        )}`
      : `mass matrix: ${names.length} × ${names.length}, see --json`,
  ];
  return parts.join("\n\n");
}

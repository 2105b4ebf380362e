import { jointsFromSpeeds, jointsFromState, type Model } from "kinetree";
import { equilibrium, namesFromInternalStates, type Equilibrium, type EquilibriumOptions } from "kinetree/analysis";
import { usage } from "../failure/errors.js";
import { requireChoice } from "../input/choices.js";
import { modelFile, optionFile, requireDistinct, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { readPins, type Pin } from "../input/pins.js";
import { requireCount, requirePositive } from "../input/quantities.js";
import { readState } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import { brief, briefList, count } from "../output/number-text.js";
import { print, printJson } from "../output/streams.js";
import { table } from "../output/table.js";
import { refuseToReplace, writeWhole } from "../output/write-text.js";
import type { CommandAction } from "../command-spec.js";

interface Options extends ModelOptions {
  readonly state?: string;
  readonly out?: string;
  readonly find?: string;
  readonly pin?: readonly string[];
  readonly tolerance?: string;
  readonly maxIterations?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `kinetree equilibrium` */
export const findEquilibrium: CommandAction = async ([source], options: Options) => {
  requireDistinct([...modelFile(source), ...stateFiles(options.state)], optionFile("--out", options.out));
  if (options.out === "-")
    throw usage("no-file", "--out", "-", "--out - is no file. Leave it out: --json prints the state.");
  const { model } = await loadModel(source, options);
  announceCompiling(model.bodies.length, options.quiet);
  const start = readState(model, options.state);
  if (options.out !== undefined) refuseToReplace(options.out, options.force);
  const found = equilibrium(model, start, searchOptions(model, options));
  const state = stateFile(model, found);
  if (options.out !== undefined) writeWhole(options.out, `${JSON.stringify(state, null, 2)}\n`);
  if (options.json === true) {
    const { iterations, residual, holding, neutralDirections, isStable } = found;
    const { name } = model;
    printJson({
      model: name,
      state,
      iterations,
      residual,
      holding: jointsFromSpeeds(model, holding),
      neutralDirections,
      isStable,
    });
  } else print(asText(model, found, options.out));
  return 0;
};

function searchOptions(model: Model, options: Options): EquilibriumOptions {
  const pinned: readonly Pin[] = readPins(model, options.pin);
  return {
    pinned,
    ...(options.find === undefined ? {} : { find: requireChoice("--find", options.find, ["stable", "nearest"]) }),
    ...(options.tolerance === undefined
      ? {}
      : { tolerance: requirePositive("--tolerance", options.tolerance, "1e-10") }),
    ...(options.maxIterations === undefined
      ? {}
      : { maxIterations: requireCount("--max-iterations", options.maxIterations, "200") }),
  };
}

/** What --state reads. */
function stateFile(model: Model, { point }: Equilibrium): Record<string, unknown> {
  const { t, q, v } = jointsFromState(model, point);
  const commands = model.actuators.map(({ name }, i): [string, number] => [name, point.u[i]]);
  return {
    t,
    q,
    v,
    ...(point.z ? { z: namesFromInternalStates(model, point.z) } : {}),
    tau: jointsFromSpeeds(model, point.tau),
    ...(commands.length > 0 ? { u: Object.fromEntries(commands) } : {}),
  };
}

function asText(model: Model, found: Equilibrium, out: string | undefined): string {
  const { q } = jointsFromState(model, found.point);
  const holding = jointsFromSpeeds(model, found.holding);
  const list = (value: number | ArrayLike<number>): string =>
    typeof value === "number" ? brief(value) : briefList(value);
  const isHeld = found.holding.some((x) => x !== 0);
  const rows = Object.entries(q).map(([name, value]) => [name, list(value), ...(isHeld ? [list(holding[name])] : [])]);
  const states = Object.entries(found.point.z ? namesFromInternalStates(model, found.point.z) : {});
  const neutral = found.neutralDirections;
  return [
    `${model.name}: ${found.isStable ? "stable" : "unstable"} equilibrium after ${count(found.iterations, "step")}, ${brief(found.residual, 3)} N or N m left over`,
    ...(neutral > 0 ? [`${count(neutral, "direction")} in which it may move and stay in balance`] : []),
    "",
    table([["joint", "q", ...(isHeld ? ["holding force"] : [])], ...rows]),
    ...(states.length === 0
      ? []
      : ["", table([["internal state", "z"], ...states.map(([name, z]) => [name, brief(z)])])]),
    ...(out === undefined ? [] : ["", `written to ${out}`]),
  ].join("\n");
}

import { createSimulation, modelHash, type Model, type SingleRunOptions } from "kinetree";
import { readJsonModel, writeJsonModel } from "kinetree/formats";
import { modelFile, optionFile, requireDistinct, resultFiles, stateFiles } from "../input/distinct-files.js";
import { loadModel, type ModelOptions } from "../input/load-model.js";
import { readState } from "../input/state-file.js";
import { announceCompiling } from "../output/announce-work.js";
import type { CommandAction } from "../command-spec.js";
import { carryOut } from "../run/carry-out.js";
import type { ReportFlags } from "../run/report-run.js";
import { engineOptions, readSettings, type RunFlags } from "../run/run-settings.js";

interface Options extends ModelOptions, RunFlags, ReportFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly state?: string;
  readonly progress?: boolean;
}

/** `kinetree run` */
export const run: CommandAction = async ([source], options: Options) => {
  requireDistinct(
    [...modelFile(source), ...stateFiles(options.state)],
    [...resultFiles("--out", options.out), ...optionFile("--checkpoint", options.checkpoint)],
  );
  const loaded = await loadModel(source, options);
  const checkpoint = options.checkpoint ?? null;
  const text = checkpoint === null ? null : writeJsonModel(loaded.model);
  // Who resumes reads the model from the checkpoint, so this run does too: nothing is left to the writer's care.
  const model = text === null ? loaded.model : sameModel(loaded.model, text);
  const start = readState(model, options.state, loaded.start ?? {});
  const settings = readSettings(options, loaded.source, start.t);
  announceCompiling(model.bodies.length, options.quiet);
  const simulation = createSimulation(model, engineOptions(model, settings));
  const { tau, u, ...state } = start;
  const inputs: SingleRunOptions = { state, tau, u, sampleEvery: settings.sampleEvery };
  return carryOut({
    simulation,
    settings,
    text,
    checkpoint,
    mark: null,
    begin: (onRow) => simulation.begin(settings.tEnd, { ...inputs, onRow }),
    start: start.t,
    flags: options,
  });
};

function sameModel(model: Model, text: string): Model {
  const read = readJsonModel(text, { file: "checkpoint" }).model;
  if (modelHash(read) !== modelHash(model)) throw new TypeError("the model changes when it is written and read again");
  return read;
}

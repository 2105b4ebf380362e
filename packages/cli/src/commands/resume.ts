import { createSimulation } from "kinetree";
import { readJsonModel } from "kinetree/formats";
import { requireDistinct, resultFiles } from "../input/distinct-files.js";
import { announceCompiling } from "../output/announce-work.js";
import type { CommandAction } from "../command-spec.js";
import { carryOut } from "../run/carry-out.js";
import { loadRun } from "../run/checkpoint-file.js";
import type { ReportFlags } from "../run/report-run.js";
import { checkpointInterval, engineOptions } from "../run/run-settings.js";

interface Options extends ReportFlags {
  readonly checkpointEvery?: string;
  readonly progress?: boolean;
}

/** `kinetree resume` */
export const resume: CommandAction = async ([path], options: Options) => {
  const saved = loadRun(path);
  const { model } = readJsonModel(saved.model, { file: path });
  const settings = {
    ...saved.settings,
    checkpointEvery: checkpointInterval(options.checkpointEvery) ?? saved.settings.checkpointEvery,
  };
  requireDistinct([], [...resultFiles("the result", settings.out?.path), { role: "CHECKPOINT", path }]);
  announceCompiling(model.bodies.length, options.quiet);
  const simulation = createSimulation(model, engineOptions(model, settings));
  return carryOut({
    simulation,
    settings,
    text: saved.model,
    checkpoint: path,
    mark: saved.mark,
    begin: (onRow) => simulation.resume(saved.run, { onRow }),
    start: saved.run.numbers["span"][0],
    flags: options,
  });
};

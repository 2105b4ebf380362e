import { studyStatus } from "@kinetree/study/node";
import { print, printJson } from "../../output/streams.js";
import { rateText } from "../../output/study-bar.js";
import { table } from "../../output/table.js";
import type { CommandAction } from "../../command-spec.js";
import { spell } from "../../output/terminal-line.js";
import { failureText, totalOf } from "./failures.js";

/** `kinetree study status` */
export const status: CommandAction = async ([folder], options: { readonly json?: boolean }) => {
  const { manifest, state, rows, done, failures, damaged, pid, rate, secondsLeft } = await studyStatus(folder);
  if (options.json === true) {
    printJson({
      study: manifest.name,
      folder,
      state,
      rows,
      done,
      failed: totalOf(failures),
      failures,
      damaged,
      pid,
      samplesPerSecond: rate,
      secondsLeft,
      seed: manifest.seed,
      hash: manifest.hash,
      version: manifest.versions.kinetree,
      cases: manifest.cases,
      samples: manifest.samples,
      chunkSize: manifest.chunkSize,
    });
    return 0;
  }
  const lines = [
    ["study", `${manifest.name}, seed ${manifest.seed}, kinetree ${manifest.versions.kinetree}`],
    ["state", stateText(state, pid, folder)],
    ["done", `${done} of ${rows} samples (${Math.floor((100 * done) / Math.max(1, rows))}%)`],
    ["failed", failureText(failures)],
  ];
  if (rate !== null) lines.push(["speed", `${rateText(rate)}, ${spell(secondsLeft ?? Infinity)} left`]);
  for (const path of damaged) lines.push(["damaged", `${path}: computed again by kinetree study resume`]);
  print(table(lines));
  return 0;
};

function stateText(state: string, pid: number | null, folder: string): string {
  if (state === "running") return `running, process ${pid}`;
  return state === "finished" ? state : `${state}; kinetree study resume ${folder} goes on`;
}

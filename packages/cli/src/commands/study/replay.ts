import { replayRow } from "@kinetree/study/node";
import { EXIT } from "../../failure/exit-code.js";
import { usage } from "../../failure/errors.js";
import { requireTime } from "../../input/quantities.js";
import { print, printJson, tell } from "../../output/streams.js";
import { table } from "../../output/table.js";
import { brief, count } from "../../output/number-text.js";
import { refuseToReplace } from "../../output/write-text.js";
import type { CommandAction } from "../../command-spec.js";
import { splitChannels } from "../../run/split-channels.js";

interface Options {
  readonly out?: string;
  readonly channels?: readonly string[];
  readonly every?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `kinetree study replay` */
export const replay: CommandAction = async ([folder, sample], options: Options) => {
  if (options.out !== undefined) refuseToReplace(options.out, options.force);
  const every = options.every === undefined ? null : requireTime("--every", options.every);
  if (every !== null && !(every > 0))
    throw usage("not-positive", "--every", every, `--every is ${every} s, must be more than 0. Give a longer time.`);
  const replayed = await replayRow(folder, sample, {
    out: options.out ?? null,
    channels: splitChannels(options.channels),
    every,
  });
  const { row, caseName, sample: number, end, t, parameters, outputs, failure, compared, differences, rows } = replayed;
  if (options.json === true)
    printJson({
      row,
      case: caseName,
      sample: number,
      end,
      t,
      parameters,
      outputs,
      failure,
      identical: compared ? differences.length === 0 : null,
      differences,
      ...(options.out === undefined ? {} : { file: options.out, rows }),
    });
  else {
    const shown = (values: Readonly<Record<string, unknown>>): string[][] =>
      Object.entries(values).map(([name, value]) => [
        `  ${name}`,
        typeof value === "number" ? brief(value) : String(value ?? "missing"),
      ]);
    print(
      [
        `sample ${number}${caseName === "" ? "" : ` of case ${caseName}`} (row ${row}): ${end} at t = ${brief(t)} s`,
        failure === null ? "" : failure,
        `\nparameters\n${table(shown(parameters))}`,
        `\noutputs\n${table(shown(outputs))}`,
        ...(options.out === undefined ? [] : [`\nwritten to ${options.out} (${count(rows, "row")})`]),
        compared && differences.length === 0 ? "\nidentical to the study's, to the last bit" : "",
        compared ? "" : "\nnot compared: the study has not computed this sample yet",
      ]
        .filter((part) => part !== "")
        .join("\n"),
    );
  }
  for (const { column, study, replay: now } of differences)
    tell(`kinetree: "${column}" is ${String(study)} in the study and ${String(now)} now.`);
  return differences.length === 0 ? EXIT.fine : EXIT.failed;
};

import { writeReport } from "@kinetree/reproductions/report";
import type { CommandAction } from "../../command-spec.js";
import { count } from "../../output/number-text.js";
import { print, printJson, tell } from "../../output/streams.js";
import { table } from "../../output/table.js";

interface Options {
  readonly out?: string;
  readonly compare?: readonly string[];
  /** False by --no-png. */
  readonly png?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `kinetree study report` */
export const report: CommandAction = async ([folder], { out, compare = [], png = true, quiet, json }: Options) => {
  const written = await writeReport(folder, { compare, png, ...(out === undefined ? {} : { out }) });
  const { page, tables, figures, missing } = written;
  if (json === true) printJson({ report: page, folder: written.folder, tables, figures, missing });
  else
    print(
      table([
        ["report", page],
        ["tables", `${count(tables.length, "file")} in ${written.folder}/tables`],
        ["figures", `${count(figures.length, "file")} in ${written.folder}/figures`],
      ]),
    );
  if (missing > 0 && quiet !== true)
    tell(`kinetree: warning: ${count(missing, "sample")} of the study ${missing === 1 ? "is" : "are"} not done yet.`);
  return 0;
};

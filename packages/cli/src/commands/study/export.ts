import { exportStudy } from "@kinetree/study/node";
import { usage } from "../../failure/errors.js";
import { count } from "../../output/number-text.js";
import { print, printJson, tell } from "../../output/streams.js";
import { refuseToReplace } from "../../output/write-text.js";
import type { CommandAction } from "../../command-spec.js";

interface Options {
  readonly out?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `kinetree study export` */
export const exportRows: CommandAction = async ([folder], { out, force, quiet, json }: Options) => {
  if (out === undefined)
    throw usage(
      "no-output",
      "--out",
      undefined,
      "a file to write is missing. Give --out NAME.csv or --out NAME.parquet.",
    );
  refuseToReplace(out, force);
  const { rows, missing } = await exportStudy(folder, out);
  if (json === true) printJson({ file: out, rows, missing });
  else print(`${out}: ${count(rows, "row")}`);
  if (missing > 0 && quiet !== true)
    tell(`kinetree: warning: ${count(missing, "sample")} of the study ${missing === 1 ? "is" : "are"} not done yet.`);
  return 0;
};

import { rigNamed, rigs } from "@kinetree/vehicle";
import type { CommandAction } from "../../command-spec.js";
import { usage } from "../../failure/errors.js";
import { print, printJson } from "../../output/streams.js";
import { fieldsText, namesText } from "./list-text.js";
import { readValues } from "./read-values.js";
import { runReport, type ReportOptions } from "./run-report.js";

/** `kinetree rig` */
export const rig: CommandAction = async ([name], options: ReportOptions) => {
  if (options.list === true) {
    const found = name === undefined ? rigs : [rigNamed(name)];
    if (options.json === true) printJson({ rigs: found.map(({ run: _run, ...rest }) => rest) });
    else if (name === undefined) print(namesText("Rigs", rigs));
    else print(`${found[0].title}: ${found[0].summary}\n${fieldsText(found[0].options)}`);
    return 0;
  }
  if (name === undefined)
    throw usage(
      "missing-rig",
      "NAME",
      undefined,
      "kinetree rig needs the name of a rig. kinetree rig --list shows them.",
    );
  const found = rigNamed(name);
  const values = readValues(found.options, options.set);
  return await runReport(options, (context) => found.run(values, context));
};

import { studies } from "@kinetree/study";
import { print, printJson } from "../../output/streams.js";
import { table } from "../../output/table.js";
import type { CommandAction } from "../../command-spec.js";

/** `kinetree study list` */
export const list: CommandAction = (_args, options: { readonly json?: boolean }) => {
  if (options.json === true)
    printJson(
      studies.map(({ name, title = "", samples = null, cases = [] }) => ({
        name,
        title,
        samples,
        cases: cases.map((each) => each.name),
      })),
    );
  else print(`${table(studies.map(({ name, title = "" }) => [name, title]))}\n\nkinetree study run NAME runs one.`);
  return 0;
};

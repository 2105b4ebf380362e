import type { FlexibleOptions } from "@kinetree/reproductions/node";
import { platformCases } from "kinetree/systems";
import { readNumberList } from "../../input/number-list.js";
import { requirePositiveTime } from "../../input/quantities.js";
import type { OptionValues } from "../../command-spec.js";

/** The options of `kinetree bench flexible`. */
export function flexibleOptions({ cases, tEnd }: OptionValues): FlexibleOptions {
  return {
    ...(typeof cases === "string" ? { cases: readCases(cases) } : {}),
    ...(typeof tEnd === "string" ? { tEnd: requirePositiveTime("--t-end", tEnd) } : {}),
  };
}

/** Numbers and ranges of cases, "1-4,16", in rising order and each once. */
export const readCases = (text: string): readonly number[] =>
  readNumberList(text, { flag: "--cases", least: 1, most: platformCases.length, what: "cases", example: "1-4,16" });

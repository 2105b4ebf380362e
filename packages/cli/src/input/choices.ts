import { suggestName } from "kinetree/tools";
import { usage } from "../failure/errors.js";

/** One of a few words. */
export function requireChoice<T extends string>(option: string, given: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  throw usage("unknown-choice", option, given, `${option} "${given}" is unknown. ${suggestName(given, choices)}`);
}

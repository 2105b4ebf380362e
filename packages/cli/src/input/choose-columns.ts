import { matchesPattern, namePrefixes, suggestName } from "kinetree/tools";
import { usage } from "../failure/errors.js";

/** Columns that a command line means: one by its name, all of a group ("q", "pos.arm"), or any with * for whatever. */
export function chooseColumns(names: readonly string[], wanted: readonly string[]): string[] {
  return [...new Set(wanted.flatMap((each) => matching(names, each)))];
}

function matching(names: readonly string[], wanted: string): readonly string[] {
  if (names.includes(wanted) || wanted === "time") return [wanted];
  const found = names.filter((name) => namePrefixes(name).some((prefix) => matchesPattern(prefix, wanted)));
  if (found.length > 0) return found;
  const message = `channel "${wanted}" is not in the result. ${suggestName(wanted, names)}`;
  throw usage("unknown-channel", `channel "${wanted}"`, wanted, message);
}

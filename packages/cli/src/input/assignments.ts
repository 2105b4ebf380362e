import { usage } from "../failure/errors.js";

/** "name=value" pairs; of a name given twice the last counts. */
export function readAssignments(option: string, given: readonly string[] = []): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf("=");
    if (at <= 0)
      throw usage("bad-assignment", option, text, `${option} "${text}" is no assignment. Write ${option} NAME=VALUE.`);
    pairs.set(text.slice(0, at).trim(), text.slice(at + 1).trim());
  }
  return pairs;
}

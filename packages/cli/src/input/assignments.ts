import { usage } from "../failure/errors.js";

/** "name=value" pairs, no name twice. */
export function readAssignments(option: string, given: readonly string[] = []): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf("=");
    if (at <= 0)
      throw usage("bad-assignment", option, text, `${option} "${text}" is no assignment. Write ${option} NAME=VALUE.`);
    const name = text.slice(0, at).trim();
    const value = text.slice(at + 1).trim();
    const before = pairs.get(name);
    if (before !== undefined)
      throw usage(
        "repeated-assignment",
        `${option} ${name}`,
        value,
        `${option} ${name} is given twice, as "${before}" and "${value}". Keep one.`,
      );
    pairs.set(name, value);
  }
  return pairs;
}

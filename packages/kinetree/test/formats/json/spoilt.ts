import * as fc from "fast-check";

/** The same data with one part, somewhere below, replaced. */
export function spoilt(data: unknown, path: readonly number[], by: unknown): unknown {
  const [at, ...rest] = path;
  if (typeof data !== "object" || data === null || at === undefined || Object.keys(data).length === 0) return by;
  const keys = Object.keys(data);
  const key = keys[at % keys.length];
  const changed = spoilt((data as Record<string, unknown>)[key], rest, by);
  return Array.isArray(data)
    ? data.map((each, i) => (String(i) === key ? changed : each))
    : { ...data, [key]: changed };
}

export const junk = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  0,
  1.5,
  99,
  "",
  "x",
  "2 s",
  "ground",
  [],
  [1],
  {},
  { kind: "sine" },
  { joint: 3 },
  { op: "add", args: [] },
);
export const path = fc.array(fc.nat(50), { minLength: 1, maxLength: 5 });

/** What an attempt ends in: the class of its error, or null. */
export function errorClassOf(attempt: () => unknown): unknown {
  try {
    attempt();
    return null;
  } catch (error) {
    return (error as Error).constructor;
  }
}

import type { ResultHeader, ResultSummary } from "../result-header.js";

/*
 * What a CSV file cannot say about itself is in a JSON file next to it, "run.csv.json" for "run.csv": comment lines in
 * the CSV file would break its readers.
 */

export const sidecarPath = (path: string): string => `${path}.json`;

export function sidecarText({ names, units, metadata }: ResultHeader, summary: ResultSummary): string {
  const line = (key: string, json: string): string => `    ${JSON.stringify(key)}: ${json}`;
  const entries = (record: Readonly<Record<string, string>>): string => {
    const lines = Object.entries(record).map(([key, json]) => line(key, json));
    return lines.length > 0 ? `{\n${lines.join(",\n")}\n  }` : "{}";
  };
  const allUnits = Object.fromEntries([["time", "s"], ...names.map((name, i) => [name, units[i]])].map(jsonValue));
  return `{\n  "units": ${entries(allUnits)},\n  "metadata": ${entries(metadata)},\n  "summary": ${entries(summary)}\n}\n`;
}

export interface SidecarContent {
  readonly units: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly summary: ResultSummary;
}

/** Null if the text is not one that `sidecarText` makes. */
export function parseSidecar(text: string): SidecarContent | null {
  try {
    const content: unknown = JSON.parse(text);
    const part = (name: string): [string, unknown][] => {
      const value = isRecord(content) ? content[name] : null;
      if (!isRecord(value)) throw new TypeError(name);
      return Object.entries(value);
    };
    return {
      units: Object.fromEntries(part("units").map(([key, value]) => [key, String(value)])),
      metadata: Object.fromEntries(part("metadata").map(jsonValue)),
      summary: Object.fromEntries(part("summary").map(jsonValue)),
    };
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const jsonValue = ([key, value]: readonly [string, unknown] | readonly string[]): [string, string] => [
  String(key),
  JSON.stringify(value),
];

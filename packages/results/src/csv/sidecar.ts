import { crc32 } from "../crc32.js";
import { readError } from "../read-error.js";
import type { ResultHeader, ResultSummary } from "../result-header.js";

/*
 * What a CSV file cannot say about itself is in a JSON file next to it, "run.csv.json" for "run.csv": comment lines in
 * the CSV file would break its readers.
 */

export const sidecarPath = (path: string): string => `${path}.json`;

/** @param csv checksum of the bytes of the CSV file; null as long as it is being written */
export function sidecarText(
  { names, units, metadata }: ResultHeader,
  summary: ResultSummary,
  csv: number | null,
): string {
  const line = (key: string, json: string): string => `    ${JSON.stringify(key)}: ${json}`;
  const entries = (record: Readonly<Record<string, string>>): string => {
    const lines = Object.entries(record).map(([key, json]) => line(key, json));
    return lines.length > 0 ? `{\n${lines.join(",\n")}\n  }` : "{}";
  };
  const allUnits = Object.fromEntries([["time", "s"], ...names.map((name, i) => [name, units[i]])].map(jsonValue));
  const content = `{\n  "units": ${entries(allUnits)},\n  "metadata": ${entries(metadata)},\n  "summary": ${entries(summary)}`;
  const told = csv === null ? null : hexOf(csv);
  const json = contentChecksum(JSON.parse(`${content}}`) as object, told);
  return `${content},\n  "checksums": ${entries({ csv: JSON.stringify(told), json: JSON.stringify(json) })}\n}\n`;
}

export interface SidecarContent {
  readonly units: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly summary: ResultSummary;
}

/** The text beside a CSV file; refuses one that a run has not written, or that has changed since, and rows that have. */
export function readSidecar(text: string, bytes: Uint8Array, file: string): SidecarContent {
  const beside = sidecarPath(file);
  const content = parseSidecar(text);
  if (content === null)
    throw readError(
      beside,
      "",
      text,
      "is not the file that a run writes next to a CSV file. Delete it to read without.",
    );
  const { csv, json, isOf } = content.checksums;
  const restore = `Delete it to read ${file} without it, or run again.`;
  if (json === undefined)
    throw readError(
      beside,
      "",
      null,
      `has no checksum: it was written before there were any, or has changed. ${restore}`,
    );
  if (json !== isOf)
    throw readError(
      beside,
      "",
      isOf,
      `has changed since it was written (its checksum is ${isOf}, not ${json}). ${restore}`,
    );
  const found = hexOf(crc32(bytes));
  if (csv !== null && csv !== found)
    throw readError(
      file,
      "",
      found,
      `has changed since it was written (its checksum is ${found}, not ${csv}). Run again, or delete ${beside}, which holds ` +
        "checksum and units, if you have changed it yourself.",
    );
  return content;
}

interface Checksums {
  /** As told; null for a file that was not finished. */
  readonly csv: string | null;
  /** As told; undefined if nothing is. */
  readonly json: string | undefined;
  /** Of the content that is there. */
  readonly isOf: string;
}

/** Null if the text is not one that `sidecarText` makes. */
function parseSidecar(text: string): (SidecarContent & { readonly checksums: Checksums }) | null {
  try {
    const all: unknown = JSON.parse(text);
    if (!isRecord(all)) return null;
    const { checksums, ...content } = all;
    const part = (name: string): [string, unknown][] => {
      const value = content[name];
      if (!isRecord(value)) throw new TypeError(name);
      return Object.entries(value);
    };
    const told = isRecord(checksums) ? checksums : {};
    const csv = typeof told["csv"] === "string" ? told["csv"] : null;
    const json = typeof told["json"] === "string" ? told["json"] : undefined;
    return {
      units: Object.fromEntries(part("units").map(([key, value]) => [key, String(value)])),
      metadata: Object.fromEntries(part("metadata").map(jsonValue)),
      summary: Object.fromEntries(part("summary").map(jsonValue)),
      checksums: { csv, json, isOf: contentChecksum(content, csv) },
    };
  } catch {
    return null;
  }
}

/** Of what the JSON says: spaces and line ends do not count. */
const contentChecksum = (content: object, csv: string | null): string =>
  hexOf(crc32(new TextEncoder().encode(JSON.stringify([content, csv]))));

const hexOf = (crc: number): string => crc.toString(16).padStart(8, "0");

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const jsonValue = ([key, value]: readonly [string, unknown] | readonly string[]): [string, string] => [
  String(key),
  JSON.stringify(value),
];

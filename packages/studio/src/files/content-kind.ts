import { FileError } from "./file-error.js";
import { isLinkFile, LINK_ENDING } from "../share/link-file.js";
import { baseName, endingOf } from "./given-files.js";

/** How a file is opened, by its name. */
export type NameKind = "result" | "xml" | "json" | "link" | "other";

export type JsonKind = "model" | "study-description" | "link" | "sidecar" | "manifest";

const kinds: Readonly<Record<string, NameKind>> = {
  csv: "result",
  parquet: "result",
  mcap: "result",
  urdf: "xml",
  mjcf: "xml",
  xml: "xml",
  json: "json",
};

/** Extensions for messages. */
export const openable = ".urdf, .xml, .mjcf, .json, .csv, .parquet, .mcap or .kinetree-link.json";

export function kindOfName(path: string): NameKind {
  if (path.toLowerCase().endsWith(LINK_ENDING)) return "link";
  const ending = endingOf(path);
  return Object.hasOwn(kinds, ending) ? kinds[ending] : "other";
}

/** Decodes UTF-8; throws if it is not. */
export function textOf(path: string, bytes: Uint8Array): string {
  if (bytes.length === 0) throw new FileError("empty-file", path, `${path} is empty. Choose a model or result file.`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Said below.
  }
  const what =
    bytes[0] === 0x1f && bytes[1] === 0x8b ? "a compressed file (gzip); decompress it first" : "not UTF-8 text";
  throw new FileError(
    "not-text",
    path,
    `${path} is ${what}. A ${endingOf(path) === "json" ? "JSON" : "model"} file must be text; save it as UTF-8.`,
  );
}

/** By content; text that is not JSON counts as a model, whose reader locates the errors. */
export function kindOfJson(path: string, text: string): JsonKind {
  if (isLinkFile(text)) return "link";
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return /"scenario"\s*:/.test(text) && !/"kinetree"\s*:/.test(text) ? "study-description" : "model";
  }
  const has = (...keys: readonly string[]): boolean =>
    typeof value === "object" && value !== null && keys.every((key) => Object.hasOwn(value, key));
  if (has("kinetree") || has("bodies", "joints")) return "model";
  if (has("format", "hash", "chunkSize")) return "manifest";
  if (has("scenario") || has("samples", "outputs")) return "study-description";
  if (has("units", "metadata", "summary")) return "sidecar";
  throw new FileError(
    "unknown-json",
    path,
    `${baseName(path)} is JSON, but neither a model nor a study. ` +
      `A model begins with {"kinetree": 1, …}, a study with {"name": "…", "scenario": {…}, "samples": …}.`,
  );
}

/** Whether a Parquet file contains the rows of a study: only these end with a checksum. */
export const isStudyTable = (bytes: Uint8Array): boolean => indexOfText(footerOf(bytes), "kinetree.checksum") >= 0;

function footerOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 12) return bytes;
  const length = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8, 4).getUint32(0, true);
  return bytes.subarray(Math.max(0, bytes.length - 8 - length), bytes.length - 8);
}

function indexOfText(bytes: Uint8Array, text: string): number {
  const [first, ...rest] = new TextEncoder().encode(text);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (rest.every((byte, i) => bytes[at + 1 + i] === byte)) return at;
  return -1;
}

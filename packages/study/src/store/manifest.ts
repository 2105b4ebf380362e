import { RequestError, VERSION } from "kinetree";
import type { JsonValue } from "kinetree/formats";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { StudyColumn } from "../prepare/prepared-study.js";
import type { Layout } from "./chunk-ranges.js";
import { errnoOf, notAStudy } from "./store-error.js";
import type { StoredStudy } from "./stored-study.js";
import type { StudyFolder } from "./study-folder.js";
import { writeWhole } from "./whole-file.js";

/** Of the files in the folder. */
const FORMAT = 1;

/** More files than a folder takes: a number that has lost its meaning, not a study. */
const MOST_CHUNKS = 10_000_000;

/** What the folder says about its study; the same for every run of it, whenever and wherever it ran. */
export interface Manifest {
  readonly format: number;
  readonly name: string;
  readonly versions: { readonly kinetree: string };
  /** SHA-256 of the study with the hashes of its models. */
  readonly hash: string;
  readonly seed: number;
  /** How whoever began it found it, to be found again: a name or a file, with what was changed on the command line. */
  readonly source: JsonValue;
  readonly cases: readonly { readonly name: string; readonly modelHash: string }[];
  /** Of each case. */
  readonly samples: number;
  readonly rows: number;
  readonly chunkSize: number;
  readonly columns: readonly StudyColumn[];
  /** With every default filled in. */
  readonly study: JsonValue;
}

/** What the manifest of a study says. */
export function manifestOf(study: StoredStudy, source: JsonValue, chunkSize: number): Manifest {
  const { name, description, seed, cases, samples, columns } = study;
  const models = cases.map(({ modelHash }) => modelHash);
  const hash = createHash("sha256").update(JSON.stringify([FORMAT, VERSION, description, models, columns]));
  return {
    format: FORMAT,
    name,
    versions: { kinetree: VERSION },
    hash: hash.digest("hex"),
    seed,
    source,
    cases: cases.map((each) => ({ name: each.name, modelHash: each.modelHash })),
    samples,
    rows: cases.length * samples,
    chunkSize,
    columns: columns.map((column) => ({ name: column.name, kind: column.kind, unit: column.unit, role: column.role })),
    study: description,
  };
}

/** How a manifest cuts its rows. */
export const layoutOf = ({ cases, samples, chunkSize }: Manifest): Layout => ({
  cases: cases.length,
  samples,
  chunkSize,
});

/** Puts it on the disk, with a checksum of what it says. */
export const writeManifest = (folder: StudyFolder, manifest: Manifest): void => {
  const text = JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2);
  writeWhole(folder.manifest, [new TextEncoder().encode(`${text}\n`)]);
};

/** SHA-256 of the content: spaces and line ends do not count. */
const checksumOf = (content: object): string => createHash("sha256").update(JSON.stringify(content)).digest("hex");

/** The manifest of a folder; refuses what is none. */
export function readManifest(folder: StudyFolder): Manifest {
  let text: string;
  try {
    text = readFileSync(folder.manifest, "utf8");
  } catch (error) {
    const reason =
      errnoOf(error) === "ENOENT"
        ? "there is no manifest.json in it"
        : `manifest.json cannot be read (${errnoOf(error)})`;
    throw notAStudy(folder.path, reason, "Name the folder that kinetree study run has made.");
  }
  const { manifest, checksum } = parsed(text) ?? {};
  const restore = "Put back a copy of it, or run the study again with --force.";
  if (manifest === undefined) throw notAStudy(folder.path, "its manifest.json is damaged", restore);
  if (checksum === undefined)
    throw notAStudy(
      folder.path,
      "its manifest.json has no checksum: it was written before there were any, or has changed",
      restore,
    );
  if (checksum !== checksumOf(manifest))
    throw notAStudy(folder.path, "its manifest.json is not what was written: its checksum is another", restore);
  if (manifest.format !== FORMAT)
    throw notAStudy(
      folder.path,
      `its format is ${manifest.format}, this program reads ${FORMAT}`,
      `Use the version that wrote it, ${manifest.versions.kinetree}.`,
    );
  return manifest;
}

function parsed(text: string): { readonly manifest: Manifest; readonly checksum: unknown } | null {
  try {
    const { checksum, ...manifest } = JSON.parse(text) as Manifest & { readonly checksum: unknown };
    const isWhole =
      typeof manifest.hash === "string" &&
      typeof manifest.versions.kinetree === "string" &&
      Array.isArray(manifest.cases) &&
      Array.isArray(manifest.columns) &&
      [manifest.samples, manifest.chunkSize].every((count) => Number.isInteger(count) && count > 0) &&
      Number.isInteger(manifest.format) &&
      manifest.rows === manifest.cases.length * manifest.samples &&
      Math.ceil(manifest.samples / manifest.chunkSize) * manifest.cases.length <= MOST_CHUNKS;
    return isWhole ? { manifest, checksum } : null;
  } catch {
    return null;
  }
}

/** Refuses to go on with a study that is not the one that was begun, and says what has changed. */
export function requireUnchanged(folder: StudyFolder, before: Manifest, now: Manifest): void {
  if (before.hash === now.hash) return;
  const changes = differences(before, now);
  const shown = changes.slice(0, 12);
  const more = changes.length > shown.length ? `\n- and ${changes.length - shown.length} more` : "";
  throw new RequestError({
    code: "study-changed",
    subject: `study "${before.name}"`,
    value: changes,
    message:
      `study "${before.name}" has changed since the run in ${folder.path} began:\n${shown.map((line) => `- ${line}`).join("\n")}${more}\n` +
      "Put back what it was to resume, or run it into another folder.",
  });
}

/** In what two manifests differ, as lines. */
function differences(before: Manifest, now: Manifest): string[] {
  const lines = changesBetween(before.study, now.study).map(describeChange);
  if (before.versions.kinetree !== now.versions.kinetree)
    lines.unshift(`version of kinetree: ${before.versions.kinetree} -> ${now.versions.kinetree}`);
  if (lines.length > 0) return lines;
  const models = now.cases.flatMap(({ name, modelHash }, i) => {
    const old = before.cases[i]?.modelHash;
    return old === modelHash ? [] : [`the model of case "${name}": ${old} -> ${modelHash}`];
  });
  if (models.length > 0) return models;
  return changesBetween(
    { columns: before.columns.map(({ name }) => name) },
    { columns: now.columns.map(({ name }) => name) },
  ).map(describeChange);
}

/** One field of a study that is not what it was. */
export interface Change {
  /** Such as `parameters.mass.normal.std`. */
  readonly path: string;
  /** Undefined where the field was not there. */
  readonly before: JsonValue | undefined;
  /** Undefined where the field is gone. */
  readonly now: JsonValue | undefined;
}

/** Fields in which two descriptions differ, in the order of the first one. */
function changesBetween(before: JsonValue | undefined, now: JsonValue | undefined, path = ""): readonly Change[] {
  if (isList(before) && isList(now)) {
    const length = Math.max(before.length, now.length);
    return Array.from({ length }, (_, i) => changesBetween(before[i], now[i], `${path}[${i}]`)).flat();
  }
  if (isObject(before) && isObject(now)) {
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...names].flatMap((name) =>
      changesBetween(before[name], now[name], path === "" ? name : `${path}.${name}`),
    );
  }
  return Object.is(before, now) || (before === 0 && now === 0) ? [] : [{ path, before, now }];
}

/** For a reader: "samples: 400 -> 500". */
const describeChange = ({ path, before, now }: Change): string => `${path}: ${shown(before)} -> ${shown(now)}`;

const shown = (value: JsonValue | undefined): string => {
  if (value === undefined) return "(nothing)";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === "object" && value !== null && !isList(value);

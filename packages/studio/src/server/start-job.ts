import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openFolder, openStudy, readOrigin, type StudyOrigin } from "@kinetree/study/node";
import type { Job, StartJob } from "../api/types.js";
import type { Jobs } from "./jobs.js";
import { checkName, pathSegments } from "./path-segments.js";
import { Problem } from "./problem.js";
import { studyFileOf } from "./recipe.js";
import { placeOf, type Root } from "./roots.js";
import { studyEntry, type StudyPlace } from "./study-place.js";

export async function startJob(jobs: Jobs, roots: readonly Root[], into: Root, body: unknown): Promise<Job> {
  const asked = readStart(body);
  const origin = await originOf(roots, asked);
  const study = await openStudy(origin);
  const name = newFolder(into, asked.folder, study.name);
  const place = { study: `${into.id}/${name}`, path: join(into.path, name), shown: join(into.shown, name) };
  return jobs.begin(place, study, origin);
}

export async function resumeFolder(jobs: Jobs, roots: readonly Root[], place: StudyPlace): Promise<Job> {
  const before = jobs.ofStudy(place.id);
  if (before !== null && before.state !== "failed") return jobs.resume(before.id);
  const found = studyFileOf(roots, place);
  if ("reason" in found)
    throw new Problem(422, "study-not-read", `"${place.manifest.name}" cannot be resumed: ${found.reason}.`);
  const { study } = await openFolder(place.path);
  const { name, done } = studyEntry(place);
  const shown = place.path === place.root.path ? place.root.shown : join(place.root.shown, name);
  return jobs.take({ study: place.id, path: place.path, shown }, study, done);
}

async function originOf(roots: readonly Root[], { study, samples, seed }: StartJob): Promise<StudyOrigin> {
  const changes = { ...(samples === undefined ? {} : { samples }), ...(seed === undefined ? {} : { seed }) };
  if ("file" in study) return { file: (await placeOf(roots, pathSegments(`/${study.file}`))).path, ...changes };
  const origin = readOrigin(study.named, changes);
  // A name could also match a file in the current folder, which was not given.
  if (origin.named === undefined) throw wrong("study.named", study.named, "the name of a built-in study");
  return origin;
}

/** Makes the folder at once, so that two studies that begin together get two. */
function newFolder(into: Root, wanted: string | undefined, study: string): string {
  mkdirSync(into.path, { recursive: true });
  if (wanted !== undefined) {
    if (existsSync(join(into.path, wanted)))
      throw new Problem(409, "already-there", `the folder "${wanted}" already exists. Choose another name.`);
    mkdirSync(join(into.path, wanted));
    return wanted;
  }
  const base = study.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "") || "study";
  for (let i = 1; ; i++) {
    const name = i === 1 ? `${base}.study` : `${base}-${i}.study`;
    try {
      mkdirSync(join(into.path, name));
      return name;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function readStart(body: unknown): StartJob {
  if (typeof body !== "object" || body === null)
    throw wrong("the body", body, 'an object such as {"study": {"named": "pendulum"}}');
  const { study, samples, seed, folder } = body as Readonly<Record<string, unknown>>;
  const reference = typeof study === "object" && study !== null ? (study as Readonly<Record<string, unknown>>) : {};
  const { named, file } = reference;
  if ((typeof named === "string") === (typeof file === "string"))
    throw wrong("study", study, 'either {"named": NAME} or {"file": ID}');
  if (samples !== undefined && !isCount(samples, 1, 10_000_000))
    throw wrong("samples", samples, "a whole number from 1 to 10,000,000");
  if (seed !== undefined && !isCount(seed, 0, Number.MAX_SAFE_INTEGER))
    throw wrong("seed", seed, "a whole number of at least 0");
  if (folder !== undefined && !isFolderName(folder)) throw wrong("folder", folder, "a plain name without slashes");
  return {
    study: typeof named === "string" ? { named } : { file: String(file) },
    ...(typeof samples === "number" ? { samples } : {}),
    ...(typeof seed === "number" ? { seed } : {}),
    ...(typeof folder === "string" ? { folder } : {}),
  };
}

const isCount = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

function isFolderName(name: unknown): name is string {
  if (typeof name !== "string" || name.length > 100 || name.includes("/")) return false;
  try {
    checkName(name);
    return true;
  } catch {
    return false;
  }
}

const wrong = (field: string, value: unknown, must: string): Problem =>
  new Problem(400, "bad-request", `${field} is ${String(JSON.stringify(value)).slice(0, 100)}, must be ${must}.`);

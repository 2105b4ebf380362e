import { readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, resolve } from "node:path";
import { readModel } from "kinetree/formats";
import { readStudy } from "@kinetree/study";
import { besidePath } from "../api/paths.js";
import type { StudyChangesInfo, StudyRecipe } from "../api/types.js";
import { isGiven, type Root } from "./roots.js";
import type { StudyPlace } from "./study-place.js";

interface Source extends StudyChangesInfo {
  readonly named?: unknown;
  readonly file?: unknown;
}

/** The file of a study, by its real path, if it has one. A manifest may name any file of the disk: only those given are read. */
export function studyFileOf(
  roots: readonly Root[],
  { path, manifest }: StudyPlace,
): { readonly file: string | null } | { readonly reason: string } {
  const { file } = sourceOf(manifest.source);
  if (typeof file !== "string") return { file: null };
  const wanted = resolve(path, file);
  const real = realOf(wanted);
  if (real === null) return { reason: `its file ${wanted} no longer exists. Restore it` };
  if (!isGiven(roots, real))
    return {
      reason: `its file ${wanted} is outside the folders that the studio serves. Start kinetree studio with it as well`,
    };
  return { file: real };
}

/** @param withKey an address that a worker imports, without headers */
export async function recipeOf(
  roots: readonly Root[],
  study: StudyPlace,
  withKey: (path: string) => string,
): Promise<StudyRecipe> {
  const { named, samples, seed, options, fixed } = sourceOf(study.manifest.source);
  const changes: StudyChangesInfo = {
    ...(samples === undefined ? {} : { samples }),
    ...(seed === undefined ? {} : { seed }),
    ...(options === undefined ? {} : { options }),
    ...(fixed === undefined ? {} : { fixed }),
  };
  if (typeof named === "string") return { kind: "named", name: named, changes };
  const found = studyFileOf(roots, study);
  if ("reason" in found) return { kind: "unavailable", reason: found.reason };
  if (found.file === null) return { kind: "unavailable", reason: "its manifest names neither a study nor a file" };
  const { file } = found;
  if (isCode(file)) return { kind: "code", url: withKey(`/api/studies/${encodeURIComponent(study.id)}/code`), changes };
  try {
    const text = await readFile(file, "utf8");
    return { kind: "json", file: basename(file), text, ...filesOf(roots, file, text), changes };
  } catch (error) {
    return { kind: "unavailable", reason: error instanceof Error ? error.message : String(error) };
  }
}

export const isCode = (file: string): boolean => /^\.[mc]?[jt]s$/i.test(extname(file));

/** The model that a study names, and the files that the model names. */
function filesOf(
  roots: readonly Root[],
  file: string,
  text: string,
): { readonly files: Record<string, string>; readonly binaries?: Record<string, string> } {
  const { study } = readStudy(text, file);
  const model = typeof study.scenario === "object" && "model" in study.scenario ? study.scenario.model : undefined;
  // A name without dots and slashes is that of a built-in system.
  if (typeof model !== "string" || !/[/\\.]/.test(model)) return { files: {} };
  const files: Record<string, string> = {};
  const binaries: Record<string, string> = {};
  const keep = (path: string, key: string): Buffer => {
    const real = realOf(path);
    if (real === null) throw new Error(`there is no file ${path}. Restore it`);
    if (!isGiven(roots, real))
      throw new Error(`${path} is outside the folders that the studio serves. Start kinetree studio with it as well`);
    const bytes = readFileSync(real);
    if (bytes.includes(0)) binaries[key] = bytes.toString("base64");
    else files[key] = bytes.toString("utf8");
    return bytes;
  };
  const path = resolve(dirname(file), model);
  const own = keep(path, model).toString("utf8");
  // Read for the sake of the files that it asks for.
  readModel(own, { file: path, readFile: (name) => keep(resolve(dirname(path), name), besidePath(model, name)) });
  return { files, ...(Object.keys(binaries).length === 0 ? {} : { binaries }) };
}

const sourceOf = (source: unknown): Source => (typeof source === "object" && source !== null ? source : {});

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

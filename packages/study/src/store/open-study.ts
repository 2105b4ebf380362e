import { createHash } from "node:crypto";
import { dirname, extname, resolve } from "node:path";
import { nodeWorkers } from "kinetree/node";
import { readStudy, sourceOfStudy, type StudySource } from "../description/read-study.js";
import { changedStudy } from "../description/study-changes.js";
import { namedStudy } from "../named/studies.js";
import { prepareStudy } from "../prepare/prepare-study.js";
import type { PreparedStudy } from "../prepare/prepared-study.js";
import { readManifest, type Manifest } from "./manifest.js";
import { originFrom, type StudyOrigin } from "./origin.js";
import { fileNotRead, textOf } from "./read-text.js";
import { studyFolder } from "./study-folder.js";

/** Finds a study and makes it ready to run. */
export async function openStudy(origin: StudyOrigin): Promise<PreparedStudy> {
  const { source, code } = await sourceOf(origin);
  const folder = origin.file === undefined ? "." : dirname(origin.file);
  const prepared = await prepareStudy(
    { ...source, study: changedStudy(source.study, origin) },
    {
      // The readers of models are loaded when there is a file.
      loadModel: async (path) => (await import("./model-file.js")).modelFromFile(resolve(folder, path)),
      wholeModule: async (url) => (await import("./study-code.js")).wholeModule(url),
      workers: nodeWorkers,
    },
  );
  if (code === null) return prepared;
  // What functions do is in their text, wherever it stands in the file.
  const hash = createHash("sha256").update(code).digest("hex");
  return { ...prepared, description: { ...(prepared.description as object), code: hash } };
}

/** The study of a folder, found again where its manifest says. */
export async function openFolder(
  path: string,
): Promise<{ readonly study: PreparedStudy; readonly manifest: Manifest }> {
  const manifest = readManifest(studyFolder(path));
  const origin = originFrom(path, manifest.source);
  return { study: await openStudy(origin), manifest };
}

async function sourceOf({
  named,
  file,
}: StudyOrigin): Promise<{ readonly source: StudySource; readonly code: string | null }> {
  if (named !== undefined) return { source: sourceOfStudy(namedStudy(named)), code: null };
  if (file === undefined) throw fileNotRead("", "the manifest names neither a study nor a file");
  if (/^\.[mc]?[jt]s$/i.test(extname(file))) {
    textOf(file); // complains if it is not there
    const { study, code } = await (await import("./study-code.js")).studyFromCode(file);
    return { source: { ...sourceOfStudy(study), source: file }, code };
  }
  return { source: readStudy(textOf(file), file), code: null };
}

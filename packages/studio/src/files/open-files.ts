import { studyFragment } from "../api/paths.js";
import type { ModelSource } from "../experiment/types.js";
import { notify, openResult, openSource } from "../run/actions.js";
import { useStudio } from "../run/store.js";
import { readLinkFile } from "../share/link-file.js";
import { applyShared } from "../share/restore.js";
import { chooseModel, readText, wantedBy, type ReadText } from "./choose-model.js";
import { isStudyTable, textOf } from "./content-kind.js";
import { DROPPED_STUDY, useDroppedStudy } from "./study-requests.js";
import { FileError, showOpenTrouble } from "./file-error.js";
import { baseName, endingOf, givenFiles, LARGEST_FILE, megabytes, refuseHuge, type GivenFile } from "./given-files.js";
import { openModelOfResult } from "./open-model-of-result.js";
import { recall, remember } from "../recent/recent.js";
import { relativePath, sidecarOf, sortFiles } from "./sort-files.js";
import { useAskedStudy } from "./study-requests.js";
import { canSaveToFolder, saveToFolder } from "./save-to-folder.js";

/**
 * Opens what was chosen or dropped: a model with the files that it names, a result, a study, a link, or a model with a result of
 * it. What cannot be opened is shown as `openTrouble`.
 */
export async function openFiles(given: readonly File[] | DataTransfer): Promise<void> {
  let name = "dropped files";
  try {
    const files = await givenFiles(given);
    if (files.length > 0) name = baseName(files[0].path);
    await openGiven(files);
  } catch (error) {
    showOpenTrouble(error instanceof FileError ? baseName(error.trouble.subject) : name, error);
  }
}

export async function openRecent(id: string): Promise<void> {
  const entry = await recall(id);
  if (entry?.files) return openFiles(entry.files.map(({ path, bytes }) => fileAt(path, bytes)));
  const name = entry?.name ?? "the recent file";
  const reason = entry === null ? "is no longer stored" : `was too large to be stored (${megabytes(entry.size)})`;
  showOpenTrouble(name, new FileError("not-kept", name, `${name} ${reason}. Drop it again.`));
}

async function openGiven(files: readonly GivenFile[]): Promise<void> {
  const { links, texts, results, study, others } = sortFiles(files);
  if (study !== null) return openStudyFolder(study);
  for (const each of [...links, ...texts, ...results]) refuseHuge(each);
  if (links.length > 0) return openLink(await readText(links[0]));
  const read = await Promise.all((results.length > 0 ? texts.slice(0, 200) : texts).map(readText));
  const link = read.find(({ kind }) => kind === "link");
  if (link) return openLink(link);
  const models = read.filter(({ kind }) => kind === "model" || kind === "xml");
  if (models.length > 0) {
    const { model, left } = chooseModel(models);
    if (
      !(await openModel(
        model,
        wantedBy(models, [...texts, ...others]).filter(({ path }) => path !== model.path),
      ))
    )
      return;
    if (left.length > 0)
      notify(
        "info",
        `Opened ${baseName(model.path)}. Not opened: ${left.map(({ path }) => baseName(path)).join(", ")}.`,
      );
  }
  if (results.length > 0) return openResultFile(results, files, models.length > 0);
  const [first] = read;
  if (models.length > 0 || first === undefined) return;
  if (first.kind === "study-description") return openStudyDescription(first, files);
  throw unopenable(first);
}

async function openModel(model: ReadText, wanted: readonly GivenFile[]): Promise<boolean> {
  const size = wanted.reduce((sum, { file }) => sum + file.size, 0);
  if (size > LARGEST_FILE) {
    const message = `the files that ${baseName(model.path)} refers to are ${megabytes(size)}, must be at most ${megabytes(LARGEST_FILE)}. Start kinetree studio with their folder instead.`;
    throw new FileError("files-too-large", model.path, message);
  }
  const contents = await Promise.all(
    wanted.map(async ({ path, file }) => ({
      path: relativePath(model.path, path),
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const name = baseName(model.path);
  const source: ModelSource = {
    kind: "file",
    name,
    text: model.text,
    served: null,
    ...(contents.length > 0 ? { files: Object.fromEntries(contents.map(({ path, bytes }) => [path, bytes])) } : {}),
  };
  const isOpen = await openSource(source);
  if (!isOpen) return false;
  await remember(name, "model", [{ path: name, bytes: model.bytes }, ...contents]);
  goTo("#/model");
  return true;
}

async function openResultFile(
  results: readonly GivenFile[],
  files: readonly GivenFile[],
  hasModel: boolean,
): Promise<void> {
  const [first, ...more] = results;
  const name = baseName(first.path);
  const bytes = new Uint8Array(await first.file.arrayBuffer());
  if (bytes.length === 0)
    throw new FileError("empty-file", name, `${name} is empty. Record a run into it, or choose another file.`);
  if (endingOf(name) === "parquet" && isStudyTable(bytes)) return openStudyTable(name, bytes);
  const beside = endingOf(name) === "csv" ? sidecarOf(files, first) : null;
  const besideBytes = beside === null ? null : new Uint8Array(await beside.file.arrayBuffer());
  const sidecar = beside === null || besideBytes === null ? null : textOf(beside.path, besideBytes);
  const kept = besideBytes === null ? [] : [{ path: `${name}.json`, bytes: besideBytes.slice() }];
  // A copy: the bytes themselves may move to the worker.
  const copy = bytes.slice();
  if (!(await openResult(name, bytes, sidecar))) return;
  const { result } = useStudio.getState();
  if (result !== null && !hasModel) await openModelOfResult(result);
  await remember(name, "result", [{ path: name, bytes: copy }, ...kept]);
  if (more.length > 0)
    notify("info", `Opened ${name}. Only one result is shown at a time; drop the others separately.`);
  goTo("#/model");
}

async function openStudyFolder({ name, results }: { name: string; results: GivenFile | null }): Promise<void> {
  if (results === null) {
    const message = `study ${name} is not finished: it has no results.parquet yet. Start kinetree studio with its folder to see the samples so far and to resume it.`;
    throw new FileError("study-unfinished", name, message);
  }
  refuseHuge(results);
  const bytes = new Uint8Array(await results.file.arrayBuffer());
  if (!isStudyTable(bytes))
    throw new FileError(
      "not-a-study",
      name,
      `${name}/results.parquet was not written by a study. Run the study again.`,
    );
  return openStudyTable(baseName(name), bytes);
}

async function openStudyTable(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  useStudio.setState({ openTrouble: null });
  useDroppedStudy.setState({ study: { name, bytes } });
  await remember(name, "study", [{ path: name.endsWith(".parquet") ? name : `${name}.parquet`, bytes }]);
  goTo(studyFragment(DROPPED_STUDY));
}

async function openLink({ path, text, bytes }: ReadText): Promise<void> {
  const name = baseName(path);
  const { shared, remarks } = readLinkFile(text, name);
  for (const remark of remarks) notify("warning", remark);
  if (!(await applyShared(shared))) return;
  await remember(name, "link", [{ path: name, bytes }]);
  goTo("#/model");
}

function unopenable({ kind, path }: ReadText): FileError {
  const name = baseName(path);
  return kind === "manifest"
    ? new FileError(
        "study-manifest",
        name,
        `${name} is the manifest of a study. Drop the study's whole folder, or its results.parquet.`,
      )
    : new FileError(
        "result-sidecar",
        name,
        `${name} holds the units and metadata of ${name.replace(/\.json$/i, "")}. Drop both files together.`,
      );
}

function fileAt(path: string, bytes: Uint8Array<ArrayBuffer>): File {
  const file = new File([bytes], baseName(path));
  Object.defineProperty(file, "webkitRelativePath", { value: path });
  return file;
}

function goTo(address: string): void {
  if (typeof location === "undefined") return;
  // The page's address may contain the open model already.
  if (location.hash.split("?")[0] !== address) location.hash = address;
}

/** Checks the description of a study; one that is sound is put into the server's folder, and the home page asks how to run it. */
async function openStudyDescription({ path, text, bytes }: ReadText, files: readonly GivenFile[]): Promise<void> {
  const name = baseName(path);
  // Loaded for this alone: all of the library comes with it.
  const [{ readStudy }, { FormatError }] = await Promise.all([import("@kinetree/study"), import("kinetree/formats")]);
  try {
    readStudy(text, name);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, subject, message, issues } = error;
    return showOpenTrouble(name, new FileError(code, subject, message, issues), text);
  }
  if (!(await canSaveToFolder())) {
    const message = `${name} is a valid study description, but this page has no folder to run it in. Start kinetree studio with the folder that contains it, or run it with kinetree study run ${name}.`;
    throw new FileError("study-without-folder", name, message);
  }
  const id = await saveToFolder(name, bytes);
  for (const { path: other, file } of files) if (other !== path) await saveToFolder(baseName(other), file);
  useStudio.setState({ openTrouble: null });
  notify("success", `${baseName(id)} is now in the server's folder. Start it from the home page at any time.`);
  useAskedStudy.setState({ id });
  location.hash = "#/";
}
